import Geometry
import Glibc
import Harness
import Kernel
import Mobility
import Observations
import Positioning
import Scenarios
import Signals
import Surveys
import Truth
import Venues

/// Wi-Fi positioning with fetched access points: traffic and accuracy, with tiles and with the older protocol,
/// with a permanent network and with one for a short time.
struct TileStudy {
  /// The result of one journey.
  struct Journey {
    /// Number of scans, of scans with receptions, and of scans with a position.
    var scans = 0, received = 0, located = 0
    /// Number of positions within the reported radius, and of those more than four radii off.
    var inside = 0, wild = 0
    /// Position errors, in m.
    var errors: [Double] = []
    /// Number of requests, and of received bytes.
    var questions = 0, bytes = 0
  }

  /// The crowdsourced database, compared with the true access points.
  struct Knowledge {
    /// Distance of each access point to its true position, in m.
    var errors: [Double] = []
    /// True number of access points, and size of their tiles in bytes.
    var trueCount = 0, bytes = 0
  }

  /// Scan interval, and duration of the network in a short stay, in s.
  private static let period = 10.0, stay = 60.0

  private let scenario: LoadedScenario
  private let seed: UInt64
  private let service: CrowdService
  private let scene: SignalScene
  private let ways: [Trajectory]

  init(_ scenario: LoadedScenario, seed: UInt64) throws {
    self.scenario = scenario
    self.seed = seed
    let agents = try scenario.scenario.plan(in: scenario.venue, seed: seed)
    let moved = try scenario.world.move(
      agents.plans, conditions: scenario.conditions,
      until: .start + scenario.scenario.duration, seed: seed, cancellation: nil)
    ways = zip(agents.carriesPhone, moved.trajectories).filter(\.0).map(\.1)
    scene = SignalScene(
      scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky, seed: seed)
    service = CrowdService(for: scenario, seed: seed)
  }

  /// Compares the database with the true positions.
  func knowledge() throws -> Knowledge {
    var result = Knowledge()
    var truths: [(address: HardwareAddress, place: Coordinate)] = []
    for point in scenario.venue.transmitters.accessPoints {
      guard let place = coordinate(of: point.position) else { continue }
      let addresses = Set(
        point.radios.flatMap { $0.networks.map(\.bssid.withoutNetwork) })
      truths += addresses.sorted().map { ($0, place) }
    }
    result.trueCount = scenario.venue.transmitters.accessPoints.count
    for address in Set(truths.compactMap { TileAddress(containing: $0.place) }).sorted() {
      guard let bytes = service.answer(to: WiFiResource.tile(address).text) else { continue }
      result.bytes += bytes.count
      var places: [TransmitterKey: [Coordinate]] = [:]
      for known in try WiFiTile(bytes).transmitters {
        places[known.key, default: []].append(known.transmitter.coordinate)
      }
      for truth in truths {
        for place in places[TransmitterKey(truth.address)] ?? [] {
          result.errors.append(distance(place, truth.place))
        }
      }
    }
    return result
  }

  /// Simulates all phones of the scenario along their paths.
  ///
  /// - Parameters:
  ///   - mode: The protocol for access points.
  ///   - isShort: True if there is a network only in the first minute.
  /// - Returns: The pooled results.
  func journey(_ mode: WiFiTileController.Mode, isShort: Bool) -> Journey {
    var result = Journey()
    for (number, way) in ways.enumerated() { follow(way, number, mode, isShort, &result) }
    return result
  }

  private func follow(
    _ way: Trajectory, _ number: Int, _ mode: WiFiTileController.Mode, _ isShort: Bool,
    _ result: inout Journey
  ) {
    var signals = PhoneSignals(
      along: way, in: scene, for: SignalReceiver(seed: seed, device: UInt64(number)))
    var settings = WiFiLocator.Parameters()
    if mode == .areas { settings = WiFiLocator.AreaParameters().parameters }
    var locator = WiFiLocator(parameters: settings)
    locator.receive(NetworkReachability(route: .wifi, isExpensive: false), at: .start)
    var second = 0.0
    while second < scenario.scenario.duration.seconds - Self.period {
      let time = SimTime(seconds: second)
      if isShort, second == Self.stay {
        locator.receive(NetworkReachability(route: .none, isExpensive: false), at: time)
      }
      second += Self.period
      guard let scan = signals.wifiScan(startingAt: time) else { continue }
      result.scans += 1
      if !scan.readings.isEmpty { result.received += 1 }
      var fix = locator.locate(scan)
      while let resource = locator.nextResource(at: scan.endTime) {
        let bytes = service.answer(to: resource)
        let answer = Download(resource: resource, bytes: bytes ?? [], isComplete: bytes != nil)
        fix = locator.receive(answer, at: scan.endTime) ?? fix
      }
      if let fix { judge(fix, along: way, &result) }
    }
    result.questions += locator.statistics.asked
    result.bytes += locator.statistics.byteCount
  }

  private func judge(_ fix: LocationFix, along way: Trajectory, _ result: inout Journey) {
    guard let truth = coordinate(of: way.devicePose(at: fix.time).position) else { return }
    let error = distance(fix.coordinate, truth)
    result.located += 1
    result.errors.append(error)
    if error <= fix.horizontalAccuracyMetres { result.inside += 1 }
    if error > 4 * fix.horizontalAccuracyMetres { result.wild += 1 }
  }

  private func coordinate(of position: Vec3) -> Coordinate? {
    guard let place = try? scenario.venue.frame.geodetic(of: position) else { return nil }
    return Coordinate(
      latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees)
  }

  /// Distance on a sphere, accurate enough for kilometres.
  private func distance(_ left: Coordinate, _ right: Coordinate) -> Double {
    let north = (left.latitudeDegrees - right.latitudeDegrees) * 111_195
    let east =
      (left.longitudeDegrees - right.longitudeDegrees) * 111_195
      * cos(left.latitudeDegrees * .pi / 180)
    return (north * north + east * east).squareRoot()
  }
}
