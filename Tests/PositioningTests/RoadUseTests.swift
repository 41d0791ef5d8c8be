import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// When locations are put on roads: for those who drive, and for nobody else.
struct RoadUseTests {
  private let map: VenueMap

  init() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    map = VenueMap(
      name: "grid", frame: LocalFrame(origin: origin), levels: [], roads: RoadScenes.grid())
  }

  /// Drives along the third street with a receiver that is 8 m off to the north.
  ///
  /// - Returns: What is told every second: how far north of the street, and whether from the map.
  private func told(
    _ flags: (Int) -> ActivityFlags, usesRoads: Bool = true
  ) throws -> [(north: Double, source: LocationSource)] {
    var parameters = PositionEngine.Parameters()
    parameters.usesRoads = usesRoads
    var engine = PositionEngine(map: map, parameters: parameters)
    return try (0..<35).compactMap { second in
      let time = SimTime(seconds: Double(second))
      engine.receive(ActivityReport(startTime: time, flags: flags(second), confidence: .high))
      let place = try map.frame.geodetic(of: Vec3(10 + 10 * Double(second), 208, 0))
      engine.receive(
        ReceiverFix(
          time: time,
          coordinate: Coordinate(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
          horizontalAccuracyMetres: 9, speedMetresPerSecond: 10, courseDegrees: 90))
      guard let fix = engine.fix(at: time),
        let here = try? Geodetic(
          latitudeDegrees: fix.coordinate.latitudeDegrees,
          longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 400)
      else { return nil }
      return (map.frame.enu(of: here).y - 200, fix.source)
    }
  }

  @Test(arguments: [ActivityFlags.automotive, .cycling, [.automotive, .cycling]])
  func driversAndCyclistsAreOnTheRoad(flags: ActivityFlags) throws {
    let found = try told { _ in flags }
    #expect(found.count == 35)
    let settled = found.dropFirst(10)
    // At crossings the other street has a say, too: half of the error is the least that goes.
    #expect(settled.allSatisfy { $0.source == .mapMatched && abs($0.north) < 4 }, "\(found)")
    #expect(settled.count { abs($0.north) < 0.1 } >= 20)
  }

  @Test(arguments: [ActivityFlags.walking, .running, .stationary, .unknown, []])
  func nobodyElseIs(flags: ActivityFlags) throws {
    let found = try told { _ in flags }
    #expect(found.count == 35)
    #expect(found.allSatisfy { $0.source == .gnss && abs($0.north - 8) < 0.1 }, "\(found)")
  }

  @Test func whoGetsOutIsLeftAlone() throws {
    let found = try told { $0 < 20 ? .automotive : .walking }
    #expect(found.dropFirst(10).prefix(10).allSatisfy { $0.source == .mapMatched })
    #expect(found.dropFirst(20).allSatisfy { $0.source == .gnss && abs($0.north - 8) < 0.1 })
  }

  @Test func roadsCanBeLeftOut() throws {
    let found = try told({ _ in .automotive }, usesRoads: false)
    #expect(found.count == 35 && found.allSatisfy { $0.source == .gnss })
  }
}
