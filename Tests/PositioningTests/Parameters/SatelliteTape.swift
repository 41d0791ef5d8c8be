import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning

/// GNSS observations of a drive through a dense town with all rare events: stops and starts, an outage, cycle
/// slips, reflections, clock jumps, gaps, mostly wrong ranges, few satellites, invalid signals, and Wi-Fi
/// positions that agree or don't.
struct SatelliteTape: Sendable {
  let messages: [BroadcastEphemeris]
  /// One epoch per second, except in gaps.
  let epochs: [GNSSEpoch]
  /// Number of fix requests, one per second, gaps included.
  let seconds: Int
  /// Wi-Fi positions before the epoch of that second.
  let aids: [Int: LocationFix]
  let map: VenueMap

  /// Creates the recording.
  ///
  /// - Parameters:
  ///   - seconds: The duration.
  ///   - hasIonosphere: True if satellites broadcast the ionosphere.
  /// - Throws: If the position or a building is invalid.
  init(seconds: Int, hasIonosphere: Bool = true) throws {
    var drive = try GNSSDrive(seed: 33, seconds: seconds)
    drive.hasCarrier = true
    drive.clockJump = 300
    let ionosphere = KlobucharParameters(
      alpha: SIMD4(1.1e-8, 1.5e-8, -6e-8, -6e-8), beta: SIMD4(9e4, 1e5, -6e4, -3e5))
    let sky = drive.messages.map(Self.renamed)
    messages = sky + sky.compactMap(Self.later) + (hasIonosphere ? [.ionosphere(ionosphere)] : [])
    let received = drive.epochs(Self.way)
    epochs = received.enumerated().compactMap { second, pair in
      Self.received(pair.epoch, at: second)
    }
    self.seconds = seconds
    var aids: [Int: LocationFix] = [:]
    for second in stride(from: 8, to: seconds, by: 9) {
      // Later, Wi-Fi positions are far off, as with a list of another town.
      let off = Vec3((100..<150).contains(second) ? 90 : 6, 4, 0)
      let radius = second > 400 ? 8 : second % 2 == 0 ? 12.0 : 30
      let place = try drive.frame.geodetic(of: received[second].truth + off)
      aids[second] = LocationFix(
        time: SimTime(seconds: Double(second) - 1.5),
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        horizontalAccuracyMetres: radius, source: .wifi)
    }
    self.aids = aids
    map = try Self.town(drive.frame)
  }

  /// Speed, in m/s: a drive with a sudden stop, then a rest, some creeping, a walk, another rest, and a final
  /// drive.
  private static func speed(_ second: Int) -> Double {
    switch second {
    case 12..<45, 62..<400: 15
    case 412..<424: [0.36, 0.1, 0.5, 0.2][second % 4]
    case 430..<436: 0.3 + 0.1 * Double(second - 430)
    case 436..<448: 0.9
    case 448..<460: 5
    case 500..<620: 15
    default: 0
    }
  }

  /// Seconds in which all rates agree on a wrong velocity; later they agree on an impossible one, and the
  /// receiver jumps.
  private static let misled = 520..<580

  private static func way(_ second: Double) -> GNSSDrive.Stand {
    let speed = speed(Int(second))
    let drift: Double =
      misled.contains(Int(second)) ? 6 : (620..<624).contains(Int(second)) ? 500 : 0
    let leap: Double = second >= 626 ? 3000 : 0
    let angle = (0..<Int(second)).reduce(0) { $0 + Self.speed($1) } / 300
    return GNSSDrive.Stand(
      place: Vec3(leap + 300 * cos(angle), 300 * sin(angle), 1),
      velocity: Vec3(-speed * sin(angle), speed * cos(angle) + drift, 0))
  }

  /// Assigns some GPS orbits to other systems.
  private static func renamed(_ message: BroadcastEphemeris) -> BroadcastEphemeris {
    guard case .kepler(var orbit) = message else { return message }
    orbit.satellite = renamed(orbit.satellite)
    return .kepler(orbit)
  }

  /// A message of two hours later, which isn't used yet, and would lead far off.
  private static func later(_ message: BroadcastEphemeris) -> BroadcastEphemeris? {
    guard case .kepler(var orbit) = message else { return nil }
    orbit.timeOfEphemerisSeconds += 7200
    orbit.timeOfClockSeconds += 7200
    return .kepler(orbit)
  }

  private static func renamed(_ satellite: SatelliteID) -> SatelliteID {
    guard satellite.constellation == .gps else { return satellite }
    return switch satellite.number {
    case 3, 9, 15, 21, 27: SatelliteID(.galileo, satellite.number)
    case 4, 10, 16, 22, 28: SatelliteID(.beidou, satellite.number + 10)
    case 5, 11, 17: SatelliteID(.qzss, 190 + satellite.number)
    default: satellite
    }
  }

  /// The received signals of an epoch; nil in gaps.
  private static func received(_ epoch: GNSSEpoch, at second: Int) -> GNSSEpoch? {
    if (160..<201).contains(second) || (236..<366).contains(second) { return nil }
    var epoch = epoch
    if (52..<58).contains(second) { epoch.measurements = [] }
    let maximum =
      (206..<216).contains(second) || (462..<500).contains(second)
      ? 5 : (385..<400).contains(second) || second >= 624 ? 8 : 80
    epoch.measurements.removeLast(max(0, epoch.measurements.count - maximum))
    for index in epoch.measurements.indices {
      disturb(&epoch.measurements[index], index, at: second)
    }
    return epoch
  }

  private static func disturb(_ signal: inout GNSSMeasurement, _ index: Int, at second: Int) {
    signal.satellite = renamed(signal.satellite)
    // Reflections: few in a street, most between towers, all inconsistent for a while.
    let isEcho =
      (20..<34).contains(second) && index % 3 == 1
      || (70..<84).contains(second) && index % 2 == 1
      || (122..<135).contains(second) && index % 4 != 0
      || (366..<372).contains(second) && index % 2 == 1
      || (404..<410).contains(second) && index % 3 == 1
    if isEcho {
      let late = 30 + 4 * Double(index)
      signal.pseudorangeMetres += late
      signal.pseudorangeRateMetresPerSecond += 0.6 * Double(index % 5)
      signal.carrierToNoiseDecibelHertz -= Double(6 + index % 3 * 5)
    }
    // No ranges are consistent.
    let isWild =
      (7..<10).contains(second) || (110..<122).contains(second) || (372..<380).contains(second)
    if isWild, index % 5 != 0 {
      signal.pseudorangeMetres += Double((index * 137 + second * 53) % 400)
      signal.carrierToNoiseDecibelHertz = 44
    }
    if (84..<96).contains(second), index % 3 == second % 3 {
      // Carrier cycle slips; some are flagged.
      signal.accumulatedDeltaRangeMetres += 3
      if index % 2 == 0 { signal.accumulatedDeltaRangeState.insert(.cycleSlip) }
    }
    if (96..<100).contains(second) { signal.accumulatedDeltaRangeState = [] }
    if (136..<150).contains(second) {
      // A receiver with poor rates, which suddenly improves.
      signal.pseudorangeRateSigmaMetresPerSecond = index % 2 == 0 ? 12 : 0.6
      signal.pseudorangeRateMetresPerSecond += index % 2 == 0 ? 9 : -0.7
    }
    if second >= 366, second < 368, index > 2 { signal.pseudorangeRateSigmaMetresPerSecond = -1 }
    if (385..<400).contains(second), index == 1 || index == 4 {
      signal.pseudorangeRateMetresPerSecond += 3
    }
    if (400..<430).contains(second) || (462..<500).contains(second) {
      signal.pseudorangeRateSigmaMetresPerSecond = 0.4
      signal.pseudorangeRateMetresPerSecond += 0.3 * sin(Double(index * 7 + second * 3))
    }
    if (462..<500).contains(second) {
      signal.carrierToNoiseDecibelHertz -= 12
      signal.accumulatedDeltaRangeState = []
    }
    if misled.contains(second) { signal.accumulatedDeltaRangeState = [] }
    if (590..<620).contains(second) { signal.pseudorangeRateSigmaMetresPerSecond = .infinity }
    if (216..<236).contains(second), index == 2 { signal.pseudorangeMetres = 5e6 }
    if (216..<236).contains(second), index == 3 { signal.pseudorangeMetres = 5.5e7 }
    if (216..<220).contains(second), index == 4 { signal.pseudorangeSigmaMetres = 120 }
    if (216..<220).contains(second), index == 5 { signal.pseudorangeSigmaMetres = 0.05 }
    if (220..<236).contains(second), index == 6 { signal.carrierToNoiseDecibelHertz = 70 }
    if (220..<236).contains(second), index == 7 { signal.carrierToNoiseDecibelHertz = 12 }
  }

  /// Buildings on both sides of the path.
  private static func town(_ frame: LocalFrame) throws -> VenueMap {
    let houses = try (0..<40).map { number in
      let angle = Double(number / 2) * .pi / 10
      let radius: Double = number % 2 == 0 ? 275 : 328
      let middle = Vec2(radius * cos(angle), radius * sin(angle))
      let corners = [Vec2(-14, -14), Vec2(14, -14), Vec2(14, 14), Vec2(-14, 14)]
      return Building(
        name: "", footprint: [try Polygon(exterior: corners.map { middle + $0 })],
        heightMetres: 12 + Double(number % 5) * 9, baseMetres: number % 7 == 6 ? 1.5 : 0)
    }
    return VenueMap(name: "town", frame: frame, buildings: houses, levels: [])
  }

  /// A filter's fixes, second by second, gaps included.
  func reported(_ parameters: GNSSFilter.Parameters) -> [LocationFix?] {
    var filter = GNSSFilter(parameters: parameters, map: map)
    for message in messages { filter.receive(message) }
    var reported: [LocationFix?] = []
    var next = 0
    for second in 0..<seconds {
      if let aid = aids[second] { filter.aid(aid) }
      if next < epochs.count, epochs[next].time <= SimTime(seconds: Double(second)) {
        filter.process(epochs[next])
        next += 1
      }
      reported.append(filter.fix(at: SimTime(seconds: Double(second) + 0.25)))
    }
    return reported
  }

  /// A single-epoch solver's fixes.
  func reported(_ parameters: SinglePointSolver.Parameters) -> [LocationFix?] {
    var solver = SinglePointSolver(parameters: parameters)
    for message in messages { solver.receive(message) }
    return epochs.map { solver.solve($0) }
  }
}
