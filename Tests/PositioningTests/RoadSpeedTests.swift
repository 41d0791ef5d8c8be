import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Testing

/// Records the published positions.
private struct Keeping: StackPart {
  var all: [LocationFix] = []
  var subscribes: Topics { .fix }
  var publishes: Topics { [] }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    if case .result(.fix(let fix)) = event { all.append(fix) }
  }
}

/// Publishes the activity once.
private struct Saying: StackPart {
  let flags: ActivityFlags?
  var subscribes: Topics { .tick }
  var publishes: Topics { .activity }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    guard let flags, time == SimTime(seconds: 3) else { return }
    board.publish(.activity(ActivityReport(startTime: time, flags: flags, confidence: .high)))
  }
}

/// Map matching of recordings with positions only: the speed of a car implies driving.
struct RoadSpeedTests {
  private let map: VenueMap

  init() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    map = VenueMap(
      name: "grid", frame: LocalFrame(origin: origin), levels: [], roads: RoadScenes.grid())
  }

  /// Published positions, for a point every 5 s and a request each second.
  private func reported(
    _ places: [Vec2], flags: ActivityFlags? = nil, map other: VenueMap? = nil
  ) throws -> [(place: Vec2, source: LocationSource)] {
    var parts = PartBoard(
      finders: [
        ("saying", Saying(flags: flags)), ("filter", SatelliteFilterPart()),
        ("fusion", FusionPart()), ("matcher", RoadsPart(map: other ?? map)),
      ], services: Keeping())
    var sink = StackSink()
    for second in 0..<(5 * places.count) {
      let time = SimTime(seconds: Double(second))
      parts.pass(.tick, at: time, into: &sink)
      if second.isMultiple(of: 5) {
        let place = places[second / 5]
        let there = try map.frame.geodetic(of: Vec3(place.x, place.y, 0))
        let solved = ReceiverFix(
          time: time,
          coordinate: Coordinate(
            latitudeDegrees: there.latitudeDegrees, longitudeDegrees: there.longitudeDegrees),
          horizontalAccuracyMetres: 9)
        parts.pass(.observation(.fix(solved)), at: time, into: &sink)
      }
      parts.pass(.locate(time), at: time, into: &sink)
    }
    return parts.services.all.map { fix in
      let there = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
      return (there.map { map.frame.enu(of: $0).xy } ?? .zero, fix.source)
    }
  }

  @Test func matchesTracksAtCarSpeed() throws {
    let found = try reported((0..<8).map { Vec2(25 + 50 * Double($0), 206) })
    #expect(found.count == 40)
    // Each position is published for five seconds, always on the road.
    let settled = found.dropFirst(20)
    #expect(settled.allSatisfy { abs($0.place.y - 200) < 4 }, "\(settled.map(\.place.y))")
    let matched = settled.count { $0.source == .mapMatched }
    #expect(matched >= 16, "\(matched) of 20")
  }

  /// On foot, and on a bicycle at its usual speed.
  @Test(arguments: [1.4, 3.5, 6])
  func doesNotMatchSlowerTracks(speed: Double) throws {
    let found = try reported((0..<12).map { Vec2(5 + 5 * speed * Double($0), 206) })
    #expect(
      found.allSatisfy { $0.source != .mapMatched && abs($0.place.y - 206) < 0.1 }, "\(found)")
  }

  /// A reported activity takes precedence over the track.
  @Test(arguments: [ActivityFlags.walking, .unknown, [.stationary]])
  func reportedActivityTakesPrecedence(flags: ActivityFlags) throws {
    let found = try reported((0..<8).map { Vec2(5 + 50 * Double($0), 206) }, flags: flags)
    #expect(found.allSatisfy { $0.source != .mapMatched }, "\(found)")
  }

  /// A stop at a light is driving, too; minutes on foot after the drive aren't.
  @Test func stopsMatchingAfterDrive() throws {
    let drive = (0..<6).map { Vec2(5 + 50 * Double($0), 206) }
    let light = [Vec2](repeating: Vec2(255, 206), count: 12)
    let on = (0..<3).map { Vec2(255 + 50 * Double($0), 206) }
    let red = try reported(drive + light + on)
    #expect(red.suffix(4).count { $0.source == .mapMatched } >= 3, "\(red.suffix(6))")
    let walk = (0..<60).map { Vec2(255, 206 + 6 * Double($0 % 10)) }
    let afoot = try reported(drive + walk)
    #expect(afoot.suffix(60).allSatisfy { $0.source != .mapMatched })
  }

  // MARK: Car parks

  /// Rounds on a lot of 80 m by 80 m between the streets, at a given speed, 10 m off the streets' lines.
  private func rounds(metresPerSecond speed: Double) -> [Vec2] {
    (0..<24).map { number in
      let turn = Double(number) * 5 * speed / 20
      return Vec2(150 + 20 * cos(turn), 250 + 20 * sin(turn))
    }
  }

  /// Arrival by street at a car's speed, and then circling on the lot: no position there is matched to a road.
  @Test(arguments: [2.0, 3, 4])
  func doesNotMatchInCarPark(speed: Double) throws {
    let drive = (0..<4).map { Vec2(5 + 35 * Double($0), 206) }
    let lot = rounds(metresPerSecond: speed)
    let found = try reported(drive + lot)
    let there = found.suffix(5 * lot.count)
    #expect(there.count == 120)
    let snapped = there.count { $0.source == .mapMatched }
    #expect(snapped <= 6, "\(snapped) of 120 put on a street 30 m off")
  }

  /// With a matcher that always matches, the test above would fail.
  @Test func alwaysMatchingMatcherFailsInCarPark() {
    var forced = RoadMatcher.Parameters()
    (forced.offRoadCost, forced.carParkCost, forced.fastOffRoadCost) = (1e3, 1e3, 1e3)
    (forced.enterCost, forced.noPullSigmas, forced.fullPullSigmas) = (1e3, 1e3, 999)
    (forced.noPullSurprise, forced.fullPullSurprise) = (1e4, 9e3)
    (forced.noPullTurning, forced.fullPullTurning) = (1e3, 999)
    func pulled(_ parameters: RoadMatcher.Parameters) -> Int {
      var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()), parameters: parameters)
      return rounds(metresPerSecond: 3).enumerated().count { number, place in
        let fix = RoadFix(
          time: SimTime(seconds: 5 * Double(number)), point: place, accuracyMetres: 9)
        return (matcher.receive(fix)?.pull ?? 0) >= 0.3
      }
    }
    #expect(pulled(RoadMatcher.Parameters()) <= 1)
    #expect(pulled(forced) >= 12)
  }
}
