import Geometry
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Testing

/// Publishes the activity, second by second.
private struct Acting: StackPart {
  let flags: [ActivityFlags]
  var subscribes: Topics { .tick }
  var publishes: Topics { .activity }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    let flags = flags[Int(time.seconds)]
    board.publish(.activity(ActivityReport(startTime: time, flags: flags, confidence: .high)))
  }
}

/// Records the published position.
private struct Listening: StackPart {
  var latest: LocationFix?
  var subscribes: Topics { .fix }
  var publishes: Topics { [] }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.fix(let fix)) = event { latest = fix }
  }
}

/// Map matching applies to driving, and to no other activity.
struct RoadUseTests {
  private let map: VenueMap

  init() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    map = VenueMap(
      name: "grid", frame: LocalFrame(origin: origin), levels: [], roads: RoadScenes.grid())
  }

  /// A drive along the third street with a receiver that is 8 m off to the north.
  ///
  /// - Returns: Every second's distance north of the street, and true if it is from the map.
  private func reported(
    _ flags: (Int) -> ActivityFlags, usesRoads: Bool = true
  ) throws -> [(north: Double, source: LocationSource)] {
    let acting = Acting(flags: (0..<35).map(flags))
    var parts = PartBoard(
      finders: [
        ("acting", acting), ("filter", SatelliteFilterPart()), ("fusion", FusionPart()),
        ("matcher", RoadsPart(map: usesRoads ? map : nil)),
      ], services: Listening())
    var sink = StackSink()
    return try (0..<35).compactMap { second in
      let time = SimTime(seconds: Double(second))
      parts.pass(.tick, at: time, into: &sink)
      let place = try map.frame.geodetic(of: Vec3(10 + 10 * Double(second), 208, 0))
      let solved = ReceiverFix(
        time: time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        horizontalAccuracyMetres: 9, speedMetresPerSecond: 10, courseDegrees: 90)
      parts.pass(.observation(.fix(solved)), at: time, into: &sink)
      parts.pass(.locate(time), at: time, into: &sink)
      guard let fix = parts.services.latest,
        let here = try? Geodetic(
          latitudeDegrees: fix.coordinate.latitudeDegrees,
          longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 400)
      else { return nil }
      return (map.frame.enu(of: here).y - 200, fix.source)
    }
  }

  @Test(arguments: [ActivityFlags.automotive, .cycling, [.automotive, .cycling]])
  func matchesDriversAndCyclistsToRoads(flags: ActivityFlags) throws {
    let found = try reported { _ in flags }
    #expect(found.count == 35)
    let settled = found.dropFirst(10)
    // At crossings the other street matters, too: at least half of the error is removed.
    #expect(settled.allSatisfy { $0.source == .mapMatched && abs($0.north) < 4 }, "\(found)")
    #expect(settled.count { abs($0.north) < 0.1 } >= 20)
  }

  @Test(arguments: [ActivityFlags.walking, .running, .stationary, .unknown, []])
  func doesNotMatchOtherActivities(flags: ActivityFlags) throws {
    let found = try reported { _ in flags }
    #expect(found.count == 35)
    #expect(found.allSatisfy { $0.source == .gnss && abs($0.north - 8) < 0.1 }, "\(found)")
  }

  @Test func stopsMatchingAfterDrive() throws {
    let found = try reported { $0 < 20 ? .automotive : .walking }
    #expect(found.dropFirst(10).prefix(10).allSatisfy { $0.source == .mapMatched })
    #expect(found.dropFirst(20).allSatisfy { $0.source == .gnss && abs($0.north - 8) < 0.1 })
  }

  @Test func roadsCanBeDisabled() throws {
    let found = try reported({ _ in .automotive }, usesRoads: false)
    #expect(found.count == 35 && found.allSatisfy { $0.source == .gnss })
  }
}
