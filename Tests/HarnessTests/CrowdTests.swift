import Devices
import Geometry
import Harness
import Kernel
import Mobility
import Observations
import Positioning
import Scenarios
import Signals
import Surveys
import TestSupport
import Testing
import Truth
import Venues

/// Crowdsourced access points, and positioning with them.
@Suite struct CrowdTests {
  private static let root =
    #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static func scenario(_ name: String) throws -> LoadedScenario {
    try LoadedScenario(path: "/\(root)/scenarios/\(name).yaml")
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longCrowdDatabaseErrorsAreRealistic() throws {
    let scenario = try Self.scenario("tile-roaming")
    let service = WiFiTileService(CrowdDatabase(for: scenario, seed: 3))
    let again = WiFiTileService(CrowdDatabase(for: scenario, seed: 3))
    let other = WiFiTileService(CrowdDatabase(for: scenario, seed: 4))
    var errors: [Double] = []
    var inside = 0
    var differ = false
    for point in scenario.venue.transmitters.accessPoints {
      let truth = try scenario.venue.frame.geodetic(of: point.position)
      let position = Coordinate(
        latitudeDegrees: truth.latitudeDegrees, longitudeDegrees: truth.longitudeDegrees)
      let address = try #require(point.radios.first?.networks.first?.bssid)
      let tile = try #require(TileAddress(containing: position))
      let bytes = try #require(service.answer(to: WiFiResource.tile(tile).text))
      #expect(bytes == again.answer(to: WiFiResource.tile(tile).text))
      if bytes != other.answer(to: WiFiResource.tile(tile).text) { differ = true }
      for (key, known) in try WiFiTile(bytes).transmitters where key == TransmitterKey(address) {
        let north = (known.coordinate.latitudeDegrees - position.latitudeDegrees) * 111_195
        let east = (known.coordinate.longitudeDegrees - position.longitudeDegrees) * 78_100
        let error = (north * north + east * east).squareRoot()
        errors.append(error)
        if error < 1.51 * known.spreadMetres { inside += 1 }
      }
    }
    errors.sort()
    #expect(differ)
    #expect(errors.count > scenario.venue.transmitters.accessPoints.count / 2)
    // Some are far off; half are within a building or two; none are exact.
    #expect((8...70).contains(errors[errors.count / 2]))
    #expect((errors.last ?? 0) > 60)
    #expect(Double(inside) > 0.45 * Double(errors.count))
    #expect(service.answer(to: "roads/1") == nil)
    #expect(service.answer(to: "wifi/tile-of/02:00:00:00:00:00") == nil)
    #expect(try WiFiTile(service.answer(to: "wifi/tile/100/100") ?? []).count == 0)
  }

  /// A stored database is restored exactly, and gives the same answers; damaged bytes are rejected.
  @Test func databasesRoundTripExactly() throws {
    let scenario = try Self.scenario("canyon-walk")
    let made = CrowdDatabase(for: scenario, seed: 3)
    let bytes = made.bytes
    let kept = try CrowdDatabase(bytes: bytes)
    #expect(kept.bytes == bytes)
    let (one, other) = (WiFiTileService(made), WiFiTileService(kept))
    let origin = scenario.venue.frame.origin
    let tile = try #require(
      TileAddress(
        containing: Coordinate(
          latitudeDegrees: origin.latitudeDegrees, longitudeDegrees: origin.longitudeDegrees)))
    let answer = try #require(one.answer(to: WiFiResource.tile(tile).text))
    #expect(answer.count > 100)
    #expect(other.answer(to: WiFiResource.tile(tile).text) == answer)
    for count in [0, 8, 24, bytes.count / 2, bytes.count - 8, bytes.count - 1] {
      #expect(throws: (any Error).self) { try CrowdDatabase(bytes: Array(bytes.prefix(count))) }
    }
    #expect(throws: (any Error).self) {
      try CrowdDatabase(bytes: bytes + [UInt8](repeating: 0, count: 8))
    }
    var huge = bytes
    huge.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(throws: (any Error).self) { try CrowdDatabase(bytes: huge) }
  }

  /// Results of one phone's scans.
  private struct Tally {
    var scans = 0
    var located = 0
    var received = 0
    var wild = 0
  }

  @Test(.enabled(if: runsLong, "make test-long"))
  func longRoamingByAreasLocatesLess() throws { try roamsOfflineAfterOneStayOnWiFi(.areas) }

  @Test(arguments: [WiFiTileController.Mode.tiles])
  func roamsOfflineAfterOneStayOnWiFi(_ mode: WiFiTileController.Mode) throws {
    let scenario = try Self.scenario("tile-roaming")
    let seed: UInt64 = 2
    let agents = try scenario.scenario.plan(in: scenario.venue, seed: seed)
    let end = SimTime.start + scenario.scenario.duration
    let truth = try scenario.world.move(
      agents.plans, conditions: scenario.conditions, until: end, seed: seed, cancellation: nil)
    let trajectory = try #require(truth.trajectories.first)
    let scene = SignalScene(
      scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky, seed: seed)
    var signals = PhoneSignals(
      along: trajectory, in: scene, for: SignalReceiver(seed: seed, device: 1))
    var parameters = WiFiTileController.Parameters()
    parameters.mode = mode
    var controller = WiFiTileController(parameters: parameters)
    let service = CrowdService(for: scenario, seed: seed)
    var locator = WiFiScanLocator()
    var tally = Tally()
    var last: LocationFix?
    controller.receive(NetworkReachability(route: .wifi, isExpensive: false), at: .start)
    for second in stride(from: 0.0, to: 2400, by: 10) {
      let time = SimTime(seconds: second)
      if second == 30 {
        controller.receive(NetworkReachability(route: .none, isExpensive: false), at: time)
      }
      let sensed = signals.wifiScan(startingAt: time)
      let scan = try #require(sensed)
      controller.receive(scan)
      while let resource = controller.nextResource(at: time) {
        let bytes = service.answer(to: resource)
        controller.receive(
          Download(resource: resource, bytes: bytes ?? [], isComplete: bytes != nil), at: time)
      }
      guard second >= 30 else { continue }
      tally.scans += 1
      if !scan.readings.isEmpty { tally.received += 1 }
      guard let fix = locator.locate(scan, in: controller.atlas, near: last) else { continue }
      last = fix
      controller.receive(fix)
      tally.located += 1
      let place = try scenario.venue.frame.geodetic(of: trajectory.pose(at: fix.time).position)
      let north = (fix.coordinate.latitudeDegrees - place.latitudeDegrees) * 111_195
      let east = (fix.coordinate.longitudeDegrees - place.longitudeDegrees) * 78_100
      let error = (north * north + east * east).squareRoot()
      if error > 4 * fix.horizontalAccuracyMetres { tally.wild += 1 }
    }
    // With few received transmitters, far away over open ground, one fix in fourteen is far off.
    if mode == .tiles { #expect(tally.wild * 10 <= tally.located) }
    let hits = Double(tally.located) / Double(tally.received)
    switch mode {
    case .tiles: #expect(hits > 0.75)
    case .areas: #expect(hits < 0.75)
    }
    #expect(controller.statistics.byteCount < 100_000)
  }
}
