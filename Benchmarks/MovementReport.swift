import Documents
import Glibc
import Studies

/// `benchmarks rimea`: runs the movement checks, prints their table and writes it.
///
/// - Parameters:
///   - filter: A part of the names of the checks; empty for all.
///   - runs: Number of seeds; nil for each check's own number.
///   - csvPath: Path of the table.
///   - peerPath: The output file of `Peers/hall_jupedsim.py`.
/// - Returns: True if every quantity is in its range.
/// - Throws: An error of a scene, or ``MovementReportError``.
func runMovementChecks(
  filter: String, runs: Int?, csvPath: String?, peerPath: String
) throws -> Bool {
  let peers = readPeers(peerPath)
  var csv = CSVWriter(columns: [
    "check", "quantity", "statistic", "wanted_low", "wanted_high", "measured", "interval_low",
    "interval_high", "runs", "jupedsim", "jupedsim_runs", "jupedsim_unfinished", "verdict",
  ])
  var isKept = true
  for check in movementChecks where filter.isEmpty || check.name.contains(filter) {
    for figure in try check.figures(runs: runs, jobs: 2) {
      let peer = peers["\(figure.check)/\(figure.quantity.name)"]
      isKept = isKept && figure.isKept
      show(figure, peer: peer)
      csv.add(figure, peer: peer)
    }
  }
  if let csvPath {
    guard let file = fopen(csvPath, "w") else { throw MovementReportError.cantWrite(csvPath) }
    _ = csv.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }
  return isKept
}

/// Errors of the report.
enum MovementReportError: Error {
  /// The table's file can't be opened for writing.
  case cantWrite(String)
}

private func show(_ figure: MovementFigure, peer: Peer?) {
  let wanted = figure.quantity.wanted
  print(
    figure.isKept ? "kept  " : "MISSED", figure.check.padded(to: 34),
    figure.quantity.name.padded(to: 42), decimal(figure.measured, 4).leftPadded(to: 10),
    "[\(decimal(figure.interval.lowerBound, 4)), \(decimal(figure.interval.upperBound, 4))]"
      .leftPadded(to: 22),
    "wanted \(decimal(wanted.lowerBound, 3)) to \(decimal(wanted.upperBound, 3))",
    peer?.text ?? "")
}

extension CSVWriter {
  fileprivate mutating func add(_ figure: MovementFigure, peer: Peer?) {
    field(figure.check)
    field(figure.quantity.name)
    field(figure.quantity.statistic.rawValue)
    field(figure.quantity.wanted.lowerBound, decimals: 4)
    field(figure.quantity.wanted.upperBound, decimals: 4)
    field(figure.measured, decimals: 4)
    field(figure.interval.lowerBound, decimals: 4)
    field(figure.interval.upperBound, decimals: 4)
    field(figure.count)
    if let value = peer?.value { field(value, decimals: 4) } else { emptyField() }
    if let runs = peer?.runs { field(runs) } else { emptyField() }
    if let unfinished = peer?.unfinished { field(unfinished) } else { emptyField() }
    field(figure.isKept ? "kept" : "missed")
    endRow()
  }
}

/// The result of the other tool.
private struct Peer {
  /// Mean of the finished runs; too optimistic if others didn't finish.
  var value: Double?
  /// Number of finished and of unfinished runs.
  var runs: Int64
  var unfinished: Int64

  var text: String {
    "JuPedSim " + (value.map { decimal($0, 3) } ?? "none")
      + (unfinished > 0 ? " (\(unfinished) of \(runs + unfinished) runs unfinished)" : "")
  }
}

/// Reads the other tool's figures by check and quantity; empty if they are unreadable.
private func readPeers(_ path: String) -> [String: Peer] {
  var peers: [String: Peer] = [:]
  do {
    var reader = try CSVReader(path: path)
    while try reader.nextRow() {
      let value = reader.number(at: 2) ?? .nan
      peers["\(reader.text(at: 0))/\(reader.text(at: 1))"] = Peer(
        value: value.isFinite ? value : nil, runs: reader.integer(at: 3) ?? 0,
        unfinished: reader.integer(at: 4) ?? 0)
    }
  } catch {
    print("benchmarks: without figures of JuPedSim: \(error)")
  }
  return peers
}
