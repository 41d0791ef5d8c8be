import Geometry
import Harness
import Kernel
import Maps
import Observations
import Recordings
import Scoring
import TestSupport
import Testing
import Truth

/// A person who follows an app's directions in a hall; the app gets only the positions given here.
@Suite struct GuidedTests {
  /// A direction: time, estimated position of the user, and destination, in metres east and north.
  struct Direction: Sendable {
    var second = 10.0
    var here, next: Vec2
    var means = WayfindingEvent.Means.walk
    var floor = 0, nextFloor = 0
  }

  /// An app that publishes directions from the estimated position of the user, and in the end the arrival.
  struct Guide: TrackingStack {
    let map: VenueMap
    let directions: [Direction]
    let end: Double

    mutating func start(at time: SimTime, into sink: inout StackSink) {
      sink.request(.start(.accelerometer, period: .zero))
      for (number, direction) in directions.enumerated() {
        sink.setTimer(StackTimer(number), at: SimTime(seconds: direction.second))
      }
      sink.setTimer(StackTimer(directions.count), at: SimTime(seconds: end))
    }

    mutating func receive(_ item: Observation, at time: SimTime, into sink: inout StackSink) {}

    mutating func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink) {
      func coordinate(_ point: Vec2) -> Coordinate? {
        (try? map.frame.geodetic(of: Vec3(point, 0))).map {
          Coordinate(latitudeDegrees: $0.latitudeDegrees, longitudeDegrees: $0.longitudeDegrees)
        }
      }
      let number = directions.indices.first { StackTimer($0) == timer }
      let event = number.map { number in
        let reported = directions[number]
        return WayfindingEvent(
          .directed, target: "Far end", means: reported.means, here: coordinate(reported.here),
          floor: reported.floor, next: coordinate(reported.next), nextFloor: reported.nextFloor,
          distanceMetres: reported.here.distance(to: reported.next), seconds: 20)
      }
      sink.publish(.wayfinding(event ?? WayfindingEvent(.arrived, target: "Far end")), to: "guide")
    }
  }

  private func run(
    here: Vec2, next: Vec2, start: String = "Near end", venue: String = Place.venue
  ) throws -> UnitResult {
    try run([Direction(here: here, next: next)], start: start, venue: venue)
  }

  private func run(
    _ directions: [Direction], until end: Double = 50, start: String = "Near end",
    venue: String = Place.venue
  ) throws -> UnitResult {
    let venue =
      venue + "places:\n  - {name: Far end, at: [38 m, 0 m], level: 0}\n"
      + "  - {name: Near end, at: [2 m, 0 m], level: 0}\n"
    let scenario = """
      name: hall
      duration: 70 s
      venue: venues/hall.yaml
      agents:
        - name: anna
          start: \(start)
          speed: 1.3 m/s
          itinerary:
            - stand: 3 s
            - follow: {app: guide, to: Far end}

      """
    let place = try Place(scenario: scenario, venue: venue)
    return try RunUnit(scenario: place.load(), seed: 3).run(
      makeStack: { Guide(map: $0.map, directions: directions, end: end) }, records: true)
  }

  /// A direction is followed from the user's true position; it takes effect after three seconds, and doesn't
  /// change earlier movement.
  @Test(arguments: [
    // A correct estimated position; one ten metres behind; one six metres ahead.
    (Vec2(2, 0), Vec2(20, 0), 20.0), (Vec2(-8, 0), Vec2(12, 0), 22.0),
    (Vec2(8, 0), Vec2(20, 0), 14.0),
  ])
  func directionsAreFollowedFromTheTruePosition(here: Vec2, next: Vec2, end: Double) throws {
    let result = try run(here: here, next: next)
    let (early, late) = (try place(in: result, at: 12).x, try place(in: result, at: 48).x)
    #expect(abs(early - 2) < 0.3, "moved before the direction took effect")
    #expect(abs(late - end) < 1.5, "ended at \(late) m")
  }

  /// True position of the user, in metres east and north.
  private func place(in result: UnitResult, at second: Double) throws -> Vec2 {
    let truth = try #require(result.recordings.first).truth
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400))
    let sample = try #require(truth.last { $0.time <= SimTime(seconds: second) })
    let place = try Geodetic(
      latitudeDegrees: sample.coordinate.latitudeDegrees,
      longitudeDegrees: sample.coordinate.longitudeDegrees, altitudeMetres: 400)
    return frame.enu(of: place).xy
  }

  /// A user outside a building, whose estimated position and next direction are inside, enters by the door,
  /// although the straight line leads to a wall.
  @Test func entersBuildingFromDoorstep() throws {
    let walled = Place.venue.replacing(
      "outer_walls: open",
      with: """
        rooms: [{name: Room, at: [0 m, -5 m], size: [40 m, 10 m], \
        doors: [{side: south, at: 20 m, width: 2 m}]}]
        """)
    let result = try run(
      here: Vec2(10, -4), next: Vec2(10, 3), start: "[10 m, -8 m]", venue: walled)
    let end = try place(in: result, at: 48)
    #expect(end.distance(to: Vec2(10, -1)) < 1.5, "ended at \(end)")
  }

  /// A user sent up an escalator waits at its top until the app's position follows, and then goes on.
  @Test func continuesAfterAnEscalator() throws {
    let house = Place.venue.replacing(
      "levels: [{ordinal: 0, name: G, outer_walls: open}]",
      with: """
        levels: [{ordinal: 0, name: G, outer_walls: open}, {ordinal: 1, name: U, outer_walls: open}]
            escalators: [{name: Up, from: [10 m, 0 m], to: [18 m, 0 m], levels: [G, U], direction: up}]
        """)
    let up = Direction(
      here: Vec2(2, 0), next: Vec2(18, 0), means: .escalator, nextFloor: 1)
    let on = Direction(
      second: 50, here: Vec2(18, 0), next: Vec2(30, 0), floor: 1, nextFloor: 1)
    let result = try run([up, on], until: 68, venue: house)
    #expect(try place(in: result, at: 49).distance(to: Vec2(18, 0)) < 0.5)
    let end = try place(in: result, at: 66)
    #expect(end.distance(to: Vec2(30, 0)) < 1, "ended at \(end)")
  }

  /// Arrival is judged by the true position, and not by the estimated one.
  @Test(arguments: [(Vec2(2, 0), Vec2(37, 0), 1.0), (Vec2(2, 0), Vec2(12, 0), 0.0)])
  func arrivalIsJudgedByTheTruth(here: Vec2, next: Vec2, arrived: Double) throws {
    let result = try run(here: here, next: next)
    let samples = try #require(result.devices.first).samples
    let values = try #require(samples.first { $0.metric.name == "wayfinding.arrived" }).values
    #expect(values.count == 1 && values.sum == arrived)
    let detour = try #require(samples.first { $0.metric.name == "wayfinding.detour" }).values
    #expect(arrived == 1 ? detour.count == 1 && abs(detour.sum - 1) < 0.1 : detour.count == 0)
  }
}
