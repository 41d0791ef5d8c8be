import Documents
import Glibc
import Maps
import Observations
import Positioning
import Scoring

/// `benchmarks roads DATA [--csv FILE] [--export FOLDER] [--peer NAME=FOLDER]...`: correctly matched share of
/// real drives, complete and thinned, in comparison with other programs.
///
/// DATA is the folder of the floating car data of Upper Franconia (A. Woeltche, Transactions in GIS 27,
/// 2023; github iisys-hof/map-matching-2). `Scripts/roads` runs the other programs on the export.
///
/// - Parameter arguments: The arguments after the subcommand.
/// - Returns: The exit status.
func runRoads(_ arguments: [String]) -> Int32 {
  var rest = arguments[...]
  var (folder, csvPath, exportPath) = (String?.none, String?.none, String?.none)
  var peers: [(name: String, folder: String)] = []
  while let argument = rest.popFirst() {
    switch argument {
    case "--csv": csvPath = rest.popFirst()
    case "--export": exportPath = rest.popFirst()
    case "--peer":
      let parts = (rest.popFirst() ?? "").split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return showRoadsUsage(2) }
      peers.append((String(parts[0]), String(parts[1])))
    case "--help": return showRoadsUsage(0)
    default:
      guard folder == nil, !argument.hasPrefix("-") else { return showRoadsUsage(2) }
      folder = argument
    }
  }
  guard let folder else { return showRoadsUsage(2) }
  do {
    let data = try RoadTracks(folder: folder)
    let cases = RoadCase.all(data.tracks)
    if let exportPath { try data.export(cases, to: exportPath) }
    try reportRoads(data, cases, peers, csvPath: csvPath)
    return 0
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

private func showRoadsUsage(_ status: Int32) -> Int32 {
  print("usage: benchmarks roads DATA [--csv FILE] [--export FOLDER] [--peer NAME=FOLDER]...")
  return status
}

private func reportRoads(
  _ data: RoadTracks, _ cases: [RoadCase], _ peers: [(name: String, folder: String)],
  csvPath: String?
) throws {
  print("\(data.tracks.count) tracks; \(data.routeless) more without a true route left out")
  print("| case | matcher | points | correct length (95 % interval) | added | points/s |")
  print("|---|---|---|---|---|---|")
  var csv = CSVWriter(columns: [
    "case", "matcher", "tracks", "points", "true_length_m", "correct_share", "interval_low",
    "interval_high", "added_share", "points_per_s",
  ])
  var matcher = RoadMatcher(index: RoadIndex(data.map.roads), parameters: .floatingCar)
  for roadCase in cases {
    var results = [try RoadResult(roadCase, by: &matcher, isTimed: true)]
    for peer in peers { results += try data.result(of: peer.name, in: peer.folder, roadCase) }
    for result in results {
      print(result.line)
      csv.add(result)
    }
  }
  guard let csvPath else { return }
  try writeFile(csv.bytes, to: csvPath)
}

extension RoadResult {
  /// A line of the Markdown table.
  fileprivate var line: String {
    let (sum, interval) = (lengths.total, lengths.interval)
    return "| \(roadCase.title) | \(matcher) | \(roadCase.pointCount) "
      + "| \(decimal(100 * sum.correct / sum.truth, 2)) % "
      + "(\(decimal(100 * interval.lowerBound, 2)) to \(decimal(100 * interval.upperBound, 2))) "
      + "| \(decimal(100 * sum.added / sum.truth, 2)) % "
      + "| \(pointsPerSecond.map { decimal($0, 0) } ?? "") |"
  }
}

extension CSVWriter {
  fileprivate mutating func add(_ result: RoadResult) {
    let (sum, interval) = (result.lengths.total, result.lengths.interval)
    field(result.roadCase.name)
    field(result.matcher)
    field(Int64(result.roadCase.tracks.count))
    field(Int64(result.roadCase.pointCount))
    field(sum.truth, decimals: 0)
    for share in [
      sum.correct / sum.truth, interval.lowerBound, interval.upperBound, sum.added / sum.truth,
    ] { field(share, decimals: 5) }
    if let speed = result.pointsPerSecond { field(speed, decimals: 0) } else { emptyField() }
    endRow()
  }
}
