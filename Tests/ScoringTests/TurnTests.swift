import Geometry
import Kernel
import Maps
import Observations
import Scoring
import Testing
import Truth

/// Share of turns after which the correct street is reported.
struct TurnTests {
  private let map: VenueMap

  /// Two streets 100 m apart to the north, of two roads each, and an avenue that crosses both.
  init() throws {
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 0))
    let places = [
      Vec2(-300, 0), Vec2(0, 0), Vec2(300, 0), Vec2(-300, 100), Vec2(0, 100), Vec2(300, 100),
      Vec2(0, 400),
    ]
    let roads = [(0, 1), (1, 2), (3, 4), (4, 5), (1, 4), (4, 6)].map { from, to in
      Road(
        kind: .residential, from: from, to: to, line: [places[from], places[to]],
        limitMetresPerSecond: 14)
    }
    map = VenueMap(
      name: "streets", frame: frame, levels: [],
      roads: RoadNetwork(junctions: places.map { Junction($0) }, roads: roads))
  }

  private func coordinate(_ position: Vec2) throws -> Coordinate {
    let point = try map.frame.geodetic(of: Vec3(position.x, position.y, 0))
    return Coordinate(
      latitudeDegrees: point.latitudeDegrees, longitudeDegrees: point.longitudeDegrees)
  }

  /// Along the first street, up the avenue, and into the second street: at 10 m/s.
  private static func drive(_ second: Int) -> (place: Vec2, velocity: Vec2) {
    let metres = Double(second) * 10
    if metres < 200 { return (Vec2(metres - 200, 0), Vec2(10, 0)) }
    if metres < 300 { return (Vec2(0, metres - 200), Vec2(0, 10)) }
    return (Vec2(metres - 300, 100), Vec2(10, 0))
  }

  /// Shares of a drive of a duration, reported with an offset from the truth.
  private func shares(
    _ seconds: Int, doing: String?, reported: (Vec2) -> Vec2
  ) throws -> (share: Double, count: Int)? {
    let truths = try (0...seconds).map { second in
      let (place, velocity) = Self.drive(second)
      return TruthSample(
        time: SimTime(seconds: Double(second)), coordinate: try coordinate(place),
        altitudeMetres: 0, floor: nil, eastVelocityMetresPerSecond: velocity.x,
        northVelocityMetresPerSecond: velocity.y, activity: .automotive, stepCount: 0,
        distanceMetres: 0)
    }
    let outputs = try (0...seconds).map { second in
      let time = SimTime(seconds: Double(second))
      let place = Self.drive(second).place
      return Delivered(
        time: time,
        Output.location(
          LocationFix(
            time: time, coordinate: try coordinate(place + reported(place)),
            horizontalAccuracyMetres: 5, source: .gnss)))
    }
    var input = ScoringInput(
      device: "car", outputs: outputs,
      truth: { truths[min(seconds, Int($0.seconds))] }, changes: [],
      duration: .seconds(Double(seconds)), power: [])
    input.streets = StreetIndex(map)
    if let doing {
      input.startActivityDetail = ScoringInput.ActivityDetail(doing: doing, placement: "dash")
    }
    let score = scoreDevice(input)
    let found = score.samples.first { $0.metric.name == "turns.right_street" }
    guard let found, let row = MetricRow.rows(found.metric, values: found.values).first else {
      return nil
    }
    return (row.value, row.count)
  }

  @Test(arguments: ["driving", "passenger", "bus", nil])
  func scoresTurnsByReportedStreet(doing: String?) throws {
    // The avenue is left again after 10 s, the second street isn't.
    let right = try #require(try shares(55, doing: doing) { _ in Vec2(0, 3) })
    #expect(right == (1, 1))
    // Still on the first street, as if the turns had not happened.
    let wrong = try #require(try shares(55, doing: doing) { Vec2(0, -$0.y) })
    #expect(wrong == (0, 1))
  }

  @Test func ignoresStraightCrossingsAndTrains() throws {
    // Straight across the crossing is the same street; a recent turn isn't scored yet.
    #expect(try shares(15, doing: "driving") { _ in .zero } == nil)
    #expect(try shares(25, doing: "driving") { _ in .zero } == nil)
    // Trains aren't on streets.
    #expect(try shares(55, doing: "train") { _ in .zero } == nil)
  }

  @Test func requiresStreets() {
    #expect(StreetIndex(VenueMap(name: "none", frame: map.frame, levels: [])) == nil)
  }
}
