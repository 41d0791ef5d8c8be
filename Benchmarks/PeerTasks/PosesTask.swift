import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Scoring
import Truth

/// Absolute pose errors (APE) of a reported track against the true one: poses per second, from files to
/// figures.
///
/// `--export` writes such a pair of files twice: as tables of `time_s,latitude,longitude` for this task, and
/// in metres in the TUM format for evo, with errors that agree to a nanometre.
func peerPoses(_ options: PeerOptions) throws -> PeerResult {
  if !options["export"].isEmpty {
    try writePoses(options.count("count", 20_957), to: options["export"])
    return PeerResult(perSecond: 0)
  }
  let begin = processSeconds()
  let (truth, reported) = (try places(options["truth"]), try places(options["told"]))
  let read = processSeconds()
  let rows = score(reported, truth)
  let end = processSeconds()
  guard let row = rows.first(where: { $0.metric.name == "ape" && $0.statistic == .rmse }) else {
    throw DocumentError("no pose was scored")
  }
  return PeerResult(
    perSecond: Double(reported.count) / (end - begin),
    figures: [
      ("rmse", row.value), ("count", Double(row.count)),
      ("scoring_per_second", Double(reported.count) / (end - read)),
    ])
}

private typealias TimedPlace = (time: SimTime, coordinate: Coordinate)

private func places(_ path: String) throws -> [TimedPlace] {
  var reader = try CSVReader(path: path)
  var found: [TimedPlace] = []
  while try reader.nextRow() {
    guard let time = reader.number(at: 0), let latitude = reader.number(at: 1),
      let longitude = reader.number(at: 2)
    else { throw DocumentError("\(path) has a row that is no pose") }
    found.append(
      (
        SimTime(seconds: time),
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
      ))
  }
  return found
}

private func score(_ reported: [TimedPlace], _ truth: [TimedPlace]) -> [MetricRow] {
  let start = truth.first?.time ?? .start
  // Truth is looked up by time; both files have one pose per second.
  let input = ScoringInput(
    device: "d", outputs: [],
    truth: { time in
      let index = min(truth.count - 1, max(0, Int((time - start).seconds.rounded())))
      return TruthSample(
        time: time, coordinate: truth[index].coordinate, altitudeMetres: .nan, floor: nil,
        eastVelocityMetresPerSecond: .nan, northVelocityMetresPerSecond: .nan,
        activity: .walking, stepCount: 0, distanceMetres: .nan, known: .position)
    }, changes: [], duration: .seconds(Double(truth.count)), power: [])
  var scorer = DeviceScorer(input, keepsRows: false)
  for place in reported {
    scorer.add(
      Delivered(
        time: place.time,
        .location(
          LocationFix(
            time: place.time, coordinate: place.coordinate, horizontalAccuracyMetres: 5,
            floor: nil, source: .fused))))
  }
  var pool = ScenarioPool()
  pool.add(scorer.finish())
  return pool.rows
}

/// Writes a walk with errors of some metres, one pose per second.
private func writePoses(_ count: Int, to folder: String) throws {
  var stream = RandomStream(seed: 3, purpose: "benchmark.poses")
  var tables = (truth: "time_s,latitude,longitude\n", reported: "time_s,latitude,longitude\n")
  var metres = (truth: "", reported: "")
  var way = Vec2.zero
  for second in 1...count {
    let angle = Double(second) * 1e-3
    way += Vec2(1.2 * cos(angle), 1.2 * sin(angle))
    let truth = (latitude: 47 + way.y / 111_170, longitude: 8 + way.x / 76_056)
    let reported = (
      latitude: truth.latitude + 2e-5 * stream.gaussian(),
      longitude: truth.longitude + 3e-5 * stream.gaussian()
    )
    let error = metresBetween(truth, reported)
    tables.truth += "\(second),\(truth.latitude),\(truth.longitude)\n"
    tables.reported += "\(second),\(reported.latitude),\(reported.longitude)\n"
    metres.truth += "\(second).0 \(way.x) \(way.y) 0.0 0.0 0.0 0.0 1.0\n"
    metres.reported += "\(second).0 \(way.x + error.x) \(way.y + error.y) 0.0 0.0 0.0 0.0 1.0\n"
  }
  try writeFile(tables.truth, to: folder + "/truth.csv")
  try writeFile(tables.reported, to: folder + "/told.csv")
  try writeFile(metres.truth, to: folder + "/truth.tum")
  try writeFile(metres.reported, to: folder + "/told.tum")
}

/// Offset between two positions by the radii of curvature at the middle latitude (Gauss), independent of the
/// code under test.
private func metresBetween(
  _ start: (latitude: Double, longitude: Double), _ end: (latitude: Double, longitude: Double)
) -> Vec2 {
  let degree = Double.pi / 180
  let middle = 0.5 * (start.latitude + end.latitude) * degree
  let squared = 6.694_379_990_141_3e-3
  let w = 1 - squared * sin(middle) * sin(middle)
  let prime = 6_378_137 / w.squareRoot()
  return Vec2(
    (end.longitude - start.longitude) * degree * prime * cos(middle),
    (end.latitude - start.latitude) * degree * prime * (1 - squared) / w)
}
