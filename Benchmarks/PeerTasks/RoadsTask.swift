import Documents
import Maps
import Observations
import Positioning
import Scoring

/// One case of `benchmarks roads`: points matched a second in one round, and how much of the ways is right.
///
/// `--data FOLDER --case NAME`, with `--export FOLDER` to write all cases for other programs, or `--peer FOLDER` to
/// judge what one of them found.
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
  /// The shares of the true length that are right and too much.
  fileprivate var shares: [(name: String, value: Double)] {
    let sum = lengths.total
    return [
      ("correct_share", sum.correct / sum.truth), ("added_share", sum.added / sum.truth),
    ]
  }
}
