import Geometry
import Kernel
import Maps
import Motion
import Observations
import Parts
import Positioning
import Testing

/// Indoor dead reckoning uses the step events of the step part only.
struct IndoorStepEventTests {
  /// Publishes step events of some length, or none.
  private struct ConstantSteps: StackPart {
    var metres: Double?
    var isWalking = false
    var subscribes: Topics { .accelerometer }
    var publishes: Topics { .stepEvents }

    mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
      guard let metres, isWalking else { return }
      board.publish(
        .stepEvents(IndoorWalkTests.stepEvents(Int(time.seconds.rounded()), step: metres)))
    }
  }

  /// Records the phone's position.
  private struct FixCollector: StackPart {
    var subscribes: Topics { .indoorFix }
    var publishes: Topics { [] }
    var fix: LocationFix?

    mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
      if case .result(.indoorFix(let found)) = event { fix = found }
    }
  }

  /// Estimated distance, in m, of eight seconds of walking, after twelve seconds and without radio.
  private static func way(_ steps: any StackPart) throws -> Double {
    let hall = try IndoorLocatorTests.Hall()
    var board = PartBoard(
      finders: [
        ("batches", MotionBatcher()), ("steps", steps),
        ("locator", RadioMapPart(map: hall.map)),
      ], services: FixCollector())
    var sink = StackSink()
    board.start(at: .start, into: &sink)
    var places: [LocationFix?] = []
    for second in 1...20 {
      let now = SimTime(seconds: Double(second))
      let point = Vec3(8 + IndoorWalkTests.pace * Double(second), 20, 1)
      var reported: [Observation] = IndoorWalkTests.sensed(second, field: Vec3(-20, 0, -42))
      if second % 3 == 0, second <= 12 { reported.append(.wifi(hall.scan(point, at: now.seconds))) }
      for observation in reported { board.pass(.observation(observation), at: now, into: &sink) }
      board.pass(.locate(now), at: now, into: &sink)
      places.append(board.services.fix)
    }
    #expect(board.failure == nil)
    let end = try #require(places.last ?? nil)
    let start = try #require(places[11])
    let from = try Geodetic(
      latitudeDegrees: start.coordinate.latitudeDegrees,
      longitudeDegrees: start.coordinate.longitudeDegrees, altitudeMetres: 9)
    return try hall.error(end, hall.frame.enu(of: from))
  }

  /// Motion sensors are on for a minute without a venue, and from then on off.
  @Test func motionSensorsRestAwayFromVenues() throws {
    var board = PartBoard(
      finders: [("locator", RadioMapPart(map: try IndoorLocatorTests.Hall().map))],
      services: NeedCollector())
    var sink = StackSink()
    board.start(at: .start, into: &sink)
    var needed: [Bool] = []
    for second in stride(from: 0.0, through: 120, by: 10) {
      board.pass(.tick, at: SimTime(seconds: second), into: &sink)
      board.pass(.plan, at: SimTime(seconds: second), into: &sink)
      needed.append(board.services.needsMotion)
    }
    #expect(
      needed.first == true && needed[5]
        && needed.suffix(5) == Array(repeating: false, count: 5)[...])
  }

  /// Records whether motion sensors are needed.
  private struct NeedCollector: StackPart {
    var subscribes: Topics { .tick }
    var publishes: Topics { [] }
    var needsMotion = false

    mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
      needsMotion = board.needs.contains(.motion)
    }
  }

  @Test func positionStaysWithoutStepEvents() throws {
    #expect(try Self.way(ConstantSteps()) < 1)
  }

  @Test(arguments: [0.42, 0.45]) func doubledStrideDoublesDistance(metres: Double) throws {
    let once = try Self.way(ConstantSteps(metres: metres, isWalking: true))
    let twice = try Self.way(ConstantSteps(metres: 2 * metres, isWalking: true))
    #expect(once > 4 && abs(twice / once - 2) < 0.3, "\(once) m and \(twice) m")
  }

  /// Every available step counter gives the correct distance.
  @Test func eachStepCounterGivesDistance() throws {
    for steps in [GaitStepsPart(), PeakStepsPart()] as [any StackPart] {
      let way = try Self.way(steps)
      #expect(abs(way / (8 * IndoorWalkTests.pace) - 1) < 0.25, "\(way) m")
    }
  }
}
