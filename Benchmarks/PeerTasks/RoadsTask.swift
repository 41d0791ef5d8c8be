import Documents
import Maps
import Observations
import Positioning
import Scoring

/// One case of `benchmarks roads`: matched points per second in one round, and share of the correct route.
///
/// `--data FOLDER --case NAME`, with `--export FOLDER` to write all cases for other programs, or
/// `--peer FOLDER` to score the result of one of them.
func peerRoads(_ options: PeerOptions) throws -> PeerResult {
  let data = try RoadTracks(folder: options["data"])
  let cases = RoadCase.all(data.tracks)
  if !options["export"].isEmpty { try data.export(cases, to: options["export"]) }
  guard let roadCase = cases.first(where: { $0.name == options["case"] }) else {
    throw DocumentError("no case is named '\(options["case"])'")
  }
  if !options["peer"].isEmpty {
    guard let result = try data.result(of: "peer", in: options["peer"], roadCase).first else {
      throw DocumentError("\(options["peer"]) has nothing of \(roadCase.name)")
    }
    return PeerResult(perSecond: 0, figures: result.shares)
  }
  var matcher = RoadMatcher(index: RoadIndex(data.map.roads), parameters: .floatingCar)
  let result = try RoadResult(roadCase, by: &matcher, isTimed: false)
  let begin = processSeconds()
  var lines = 0
  for track in roadCase.tracks { lines += matcher.match(track: track.fixes).lines.count }
  let taken = processSeconds() - begin
  keepAlive(UInt64(lines))
  return PeerResult(perSecond: Double(roadCase.pointCount) / taken, figures: result.shares)
}

extension RoadResult {
  /// Shares of the true length that are correct and that are added in error.
  fileprivate var shares: [(name: String, value: Double)] {
    let sum = lengths.total
    return [
      ("correct_share", sum.correct / sum.truth), ("added_share", sum.added / sum.truth),
    ]
  }
}
