import Documents
import Glibc
import Studies

/// `benchmarks canyon [--streets N] [--epochs N] [--csv FILE] [--peer FILE]`: GNSS fixes in street canyons
/// of several height-to-width ratios.
///
/// The counterpart is `Benchmarks/Peers/canyon_formula.py`, with a formula for canyons. Differences between
/// figures are results and no failures.
///
/// - Parameter arguments: The arguments after the subcommand.
/// - Returns: The exit status.
func runCanyon(_ arguments: [String]) -> Int32 {
  var rest = arguments[...]
  var csvPath: String?
  var peerPath = "results/canyon_formula.csv"
  var ladder = GNSSCanyonLadder()
  while let argument = rest.popFirst() {
    switch argument {
    case "--csv": csvPath = rest.popFirst()
    case "--peer": peerPath = rest.popFirst() ?? peerPath
    case "--streets": ladder.streets = max(2, Int(rest.popFirst() ?? "") ?? ladder.streets)
    case "--epochs": ladder.epochs = max(1, Int(rest.popFirst() ?? "") ?? ladder.epochs)
    default:
      print("usage: benchmarks canyon [--streets N] [--epochs N] [--csv FILE] [--peer FILE]")
      return argument == "--help" ? 0 : 2
    }
  }
  var csv = CSVWriter(columns: [
    "setting", "h_w", "quantity", "expected", "wanted_low", "wanted_high", "measured",
    "interval_low", "interval_high", "streets", "epochs", "within", "formula",
  ])
  let peers = readFormula(peerPath)
  var (wanted, within) = (0, 0)
  do {
    for setting in GNSSCanyonStudy.ReceiverModel.allCases {
      ladder.study.setting = setting
      for rung in GNSSCanyonLadder.rungs {
        for figure in try ladder.figures(of: rung) {
          show(figure)
          csv.add(figure, peer: peers["\(decimal(figure.ratio, 1))/\(figure.quantity)"])
          wanted += figure.isWithin == nil ? 0 : 1
          within += figure.isWithin == true ? 1 : 0
        }
      }
    }
    try write(csv, to: csvPath)
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
  print("\(within) of \(wanted) figures are where they were expected")
  return 0
}

/// Reads the formula's figures by rung and quantity; empty if they are unreadable.
private func readFormula(_ path: String) -> [String: Double] {
  var figures: [String: Double] = [:]
  do {
    var reader = try CSVReader(path: path)
    while try reader.nextRow() {
      guard let ratio = reader.number(at: 0), let value = reader.number(at: 2) else { continue }
      figures["\(decimal(ratio, 1))/\(reader.text(at: 1))"] = value
    }
  } catch {
    print("benchmarks: without figures of the formula: \(error)")
  }
  return figures
}

private func write(_ csv: CSVWriter, to path: String?) throws {
  guard let path else { return }
  guard let file = fopen(path, "w") else { throw MovementReportError.cantWrite(path) }
  _ = csv.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
  fclose(file)
}

private func show(_ figure: GNSSCanyonFigure) {
  let verdict = figure.isWithin.map { $0 ? "within" : "apart " } ?? "      "
  print(
    verdict, figure.setting.rawValue.padded(to: 10), "H/W", decimal(figure.ratio, 1),
    figure.quantity.padded(to: 36), decimal(figure.measured, 2).leftPadded(to: 8),
    "[\(decimal(figure.interval.lowerBound, 2)), \(decimal(figure.interval.upperBound, 2))]"
      .leftPadded(to: 18),
    figure.expected.map { "expected \(decimal($0, 2))" } ?? "")
}

extension CSVWriter {
  fileprivate mutating func add(_ figure: GNSSCanyonFigure, peer: Double?) {
    field(figure.setting.rawValue)
    field(figure.ratio, decimals: 1)
    field(figure.quantity)
    for value in [figure.expected, figure.wanted?.lowerBound, figure.wanted?.upperBound] {
      if let value { field(value, decimals: 3) } else { emptyField() }
    }
    field(figure.measured, decimals: 3)
    field(figure.interval.lowerBound, decimals: 3)
    field(figure.interval.upperBound, decimals: 3)
    field(Int64(figure.streets))
    field(Int64(figure.epochs))
    if let isWithin = figure.isWithin { field(isWithin ? "yes" : "no") } else { emptyField() }
    if figure.setting == .idealised, let peer { field(peer, decimals: 3) } else { emptyField() }
    endRow()
  }
}
