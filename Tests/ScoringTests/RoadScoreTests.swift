import Geometry
import Kernel
import Maps
import Observations
import Scoring
import Testing
import Truth

/// Share of a route that is found, and false matches of a track off the roads.
struct RoadScoreTests {
  private let frame: LocalFrame

  init() throws {
    frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 50, longitudeDegrees: 11, altitudeMetres: 0))
  }

  private func coordinate(_ position: Vec2) throws -> Coordinate {
    let point = try frame.geodetic(of: Vec3(position.x, position.y, 0))
    return Coordinate(
      latitudeDegrees: point.latitudeDegrees, longitudeDegrees: point.longitudeDegrees)
  }

  private func reported(
    _ places: [Vec2], every seconds: Double = 5, _ source: LocationSource = .gnss
  ) throws -> [Delivered<Output>] {
    try places.enumerated().map { number, place in
      let time = SimTime(seconds: seconds * Double(number))
      return Delivered(
        time: time,
        Output.location(
          LocationFix(
            time: time, coordinate: try coordinate(place), horizontalAccuracyMetres: 5,
            source: source)))
    }
  }

  private func value(_ name: String, _ input: ScoringInput) -> (mean: Double, count: Int)? {
    let found = scoreDevice(input).samples.first { $0.metric.name == name }
    let row = found.flatMap { MetricRow.rows($0.metric, values: $0.values).first }
    return row.map { ($0.value, $0.count) }
  }

  /// Score of the line through positions, compared with a route of 1 km to the east.
  private func routeScore(
    _ places: [Vec2], every seconds: Double = 5
  ) throws -> (matched: Double, mismatch: Double)? {
    let outputs = try reported(places, every: seconds)
    var input = ScoringInput(
      device: "car", outputs: outputs, truth: nil, changes: [],
      duration: .seconds(seconds * Double(places.count)), power: [])
    input.route = TrueRoute(lines: [[try coordinate(.zero), try coordinate(Vec2(1000, 0))]])
    guard let matched = value("matched_length", input), let wrong = value("route_mismatch", input)
    else { return nil }
    #expect(matched.count == 1 && wrong.count == 1)
    return (matched.mean, wrong.mean)
  }

  private func line(_ range: ClosedRange<Int>, north: Double = 0) -> [Vec2] {
    stride(from: range.lowerBound, through: range.upperBound, by: 50).map {
      Vec2(Double($0), north)
    }
  }

  @Test func matchesCompleteRoute() throws {
    let found = try #require(try routeScore(line(0...1000, north: 4)))
    #expect(abs(found.matched - 1) < 0.01 && found.mismatch < 0.01, "\(found)")
  }

  @Test func countsMissedAndAddedLengths() throws {
    // A street 20 m off: nothing is found, and as much is added.
    let off = try #require(try routeScore(line(0...1000, north: 20)))
    #expect(off.matched == 0 && abs(off.mismatch - 2) < 0.02, "\(off)")
    // Half of the route, and then nothing.
    let half = try #require(try routeScore(line(0...500)))
    #expect(abs(half.matched - 0.5) < 0.01 && abs(half.mismatch - 0.5) < 0.01, "\(half)")
    // Past the end: found, and a fifth of the length is added.
    let past = try #require(try routeScore(line(0...1200)))
    #expect(abs(past.matched - 1) < 0.01 && abs(past.mismatch - 0.2) < 0.01, "\(past)")
  }

  @Test func longGapsAreUnmatched() throws {
    let rare = try #require(try routeScore(line(0...1000), every: 40))
    #expect(rare.matched == 0 && abs(rare.mismatch - 1) < 0.01, "\(rare)")
  }

  @Test func hasNoLengthWithoutRoute() throws {
    let input = ScoringInput(
      device: "car", outputs: try reported(line(0...1000)), truth: nil, changes: [],
      duration: .seconds(100), power: [])
    #expect(value("matched_length", input) == nil && value("route_mismatch", input) == nil)
  }

  // MARK: Off the roads

  /// Share of positions matched to a road, of a car at a distance north of the only street.
  private func snapped(
    _ source: LocationSource, north: Double, _ activity: TrueActivity = .automotive
  ) throws -> (mean: Double, count: Int)? {
    let ends = [Vec2(0, 0), Vec2(1000, 0)]
    let map = VenueMap(
      name: "street", frame: frame, levels: [],
      roads: RoadNetwork(
        junctions: ends.map { Junction($0) },
        roads: [
          Road(kind: .residential, from: 0, to: 1, line: ends, limitMetresPerSecond: 14)
        ]))
    var truth = TruthSample(unknownAt: .start)
    truth.coordinate = try coordinate(Vec2(500, north))
    truth.activity = activity
    truth.known = [.position, .activity]
    let sample = truth
    var input = ScoringInput(
      device: "car", outputs: try reported([Vec2](repeating: Vec2(500, 0), count: 10), source),
      truth: { _ in sample }, changes: [], duration: .seconds(50), power: [])
    input.streets = StreetIndex(map)
    return value("off_road.snapped", input)
  }

  @Test func countsFalseMatchesFromCarPark() throws {
    #expect(try #require(try snapped(.mapMatched, north: 40)) == (1, 10))
    #expect(try #require(try snapped(.gnss, north: 40)) == (0, 10))
    // On the street that is correct, and walking isn't scored.
    #expect(try snapped(.mapMatched, north: 5) == nil)
    #expect(try snapped(.mapMatched, north: 40, .walking) == nil)
  }
}
