import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Signals
import Truth
import Venues

/// Simulated reports from a crowd of phones in a venue.
///
/// Each contributor moves along its own path, receives signals from the world's models, and reports the fix
/// of its own GNSS filter, with all its errors: wrong in canyons, late in turns. The true positions of phones
/// and access points aren't used.
struct CrowdSurvey {
  /// Speeds of driving and walking contributors, in m/s; slow streets, estimates.
  private static let driveSpeed = 7.0, walkSpeed = 1.4
  /// Max radius of a reported fix, in m.
  private static let worstRadius = 60.0
  /// GNSS epoch interval of drivers and walkers, in s: the longest that the filter can follow, because
  /// reflections dominate the computing time.
  private static let driveEpochSeconds = 2.0, walkEpochSeconds = 4.0
  /// Distance between cell reports, in m, and max number of them.
  private static let cellMetres = 60.0
  private static let maxCellPoints = 1000
  /// Number of GNSS epochs before a phone's first scan.
  private static let warmUp = 5

  private let parameters: CrowdParameters
  private let seed: UInt64
  private let frame: LocalFrame
  private(set) var reports: [CrowdReport] = []

  /// Simulates the crowd.
  ///
  /// - Parameters:
  ///   - venue: The venue in its present state.
  ///   - settings: Settings of the signal models.
  ///   - sky: The satellites of the run; the crowd measures at other hours.
  ///   - parameters: The parameters of the crowd.
  ///   - seed: The run's seed.
  init(
    of venue: Venue, settings: SignalSettings, sky: GNSSSky, parameters: CrowdParameters,
    seed: UInt64
  ) {
    self.parameters = parameters
    self.seed = seed
    frame = venue.frame
    let ways = CrowdPaths(of: venue)
    let roads = venue.map.roads
    let past = CrowdPast(of: venue, parameters, seed: seed)
    for (number, isOld) in [true, false].enumerated() {
      let then = past.venue(isOld: isOld)
      let scene = SignalScene(
        then, settings: settings.forCrowds, sky: sky.moved(by: isOld ? 5400 : 3600), seed: seed)
      let share = isOld ? parameters.oldShare : 1 - parameters.oldShare
      let first = number << 20
      go(ways, scene, first: first, count: count(parameters.drives * share, ways), onFoot: false)
      go(
        ways, scene, first: first + 1 << 18, count: count(parameters.walks * share, ways),
        onFoot: true)
      stay(in: then, scene, first: first + 1 << 19)
      if !isOld { listenForCells(along: roads, scene, first: first + 1 << 19 + 1 << 18) }
    }
  }

  private func count(_ passes: Double, _ ways: CrowdPaths) -> Int {
    Int((passes * ways.length / parameters.pathMetres).rounded(.up))
  }

  /// Simulates driving or walking contributors.
  private mutating func go(
    _ ways: CrowdPaths, _ scene: SignalScene, first: Int, count: Int, onFoot: Bool
  ) {
    for number in first..<first + count {
      var draw = RandomStream(seed: seed, entity: UInt64(number), purpose: "crowd.way")
      let way = ways.way(metres: parameters.pathMetres, onFoot: onFoot, &draw)
      guard way.count > 1 else { continue }
      let trajectory = Trajectory(
        along: way.map { Vec3($0, 0) }, speed: onFoot ? Self.walkSpeed : Self.driveSpeed,
        doing: onFoot ? .walking : .driving, placement: onFoot ? .handTexting : .mount)
      var signals = PhoneSignals(
        along: trajectory, in: scene,
        for: SignalReceiver(seed: seed, device: stableHash("contributor \(number)")))
      let isOld = number >> 20 == 0
      let hotspot =
        draw.happens(withProbability: parameters.hotspotShare)
        ? draw.next() & 0xFCFF_FFFF_FFFF | 0x0200_0000_0000 : nil
      follow(
        &signals, epochSeconds: onFoot ? Self.walkEpochSeconds : Self.driveEpochSeconds,
        every: onFoot ? parameters.walkScanSeconds : parameters.driveScanSeconds,
        contributor: number, isOld: isOld, hotspot: hotspot)
    }
  }

  private mutating func follow(
    _ signals: inout PhoneSignals, epochSeconds: Double, every period: Double, contributor: Int,
    isOld: Bool,
    hotspot: UInt64?
  ) {
    var filter = GNSSFilter()
    for message in signals.assistance(at: .start) { filter.receive(message) }
    let end = signals.trajectory.endTime.seconds
    var next = Double(Self.warmUp) * epochSeconds
    var second = 0.0
    while second < end {
      let time = SimTime(seconds: second)
      let fix = signals.gnssEpoch(at: time).flatMap { filter.receive($0) }
      if second >= next {
        next = second + period
        // The scan extends over the next seconds, during which the phone moves on.
        if let fix, fix.horizontalAccuracyMetres <= Self.worstRadius,
          let scan = signals.wifiScan(startingAt: time)
        {
          report(
            fix.coordinate, fix.horizontalAccuracyMetres, scan, signals.cellScan(at: time),
            contributor: contributor, isOld: isOld, hotspot: hotspot)
        }
      }
      second += epochSeconds
    }
  }

  /// Simulates one scan at each named place indoors.
  private mutating func stay(in venue: Venue, _ scene: SignalScene, first: Int) {
    for (number, place) in venue.map.places.enumerated() where place.spot.level != nil {
      var draw = RandomStream(seed: seed, entity: UInt64(first + number), purpose: "crowd.place")
      let position = Vec3(place.spot.point, venue.map.elevation(of: place.spot))
      let trajectory = Trajectory(
        along: [position], speed: 1, doing: .standing, placement: .table, level: place.spot.level)
      var signals = PhoneSignals(
        along: trajectory, in: scene,
        for: SignalReceiver(seed: seed, device: stableHash("visitor \(first + number)")))
      let sigma = parameters.indoorErrorMetres
      let reported = position + Vec3(sigma * draw.gaussian(), sigma * draw.gaussian(), 0)
      guard let scan = signals.wifiScan(startingAt: .start),
        let fix = try? frame.geodetic(of: reported)
      else { continue }
      report(
        Coordinate(
          latitudeDegrees: fix.latitudeDegrees, longitudeDegrees: fix.longitudeDegrees),
        sigma * 1.5, scan, signals.cellScan(at: .start), contributor: first + number,
        isOld: first >> 20 == 0, hotspot: nil)
    }
  }

  /// Simulates cell reports along all roads, because modems report cells everywhere.
  private mutating func listenForCells(
    along roads: RoadNetwork, _ scene: SignalScene, first: Int
  ) {
    let all = CrowdPaths.points(every: Self.cellMetres, on: roads)
    let step = max(1, all.count / Self.maxCellPoints)
    for number in stride(from: 0, to: all.count, by: step) {
      var draw = RandomStream(seed: seed, entity: UInt64(first + number), purpose: "crowd.cell")
      let trajectory = Trajectory(
        along: [Vec3(all[number], 0)], speed: 1, doing: .driving, placement: .mount)
      var signals = PhoneSignals(
        along: trajectory, in: scene,
        for: SignalReceiver(seed: seed, device: stableHash("modem \(first + number)")))
      let reported = all[number] + 10 * Vec2(draw.gaussian(), draw.gaussian())
      let serving = signals.cellScan(at: .start)?.readings.first { $0.isServing }
      guard let cell = serving.flatMap(CrowdCell.init) else { continue }
      reports.append(
        CrowdReport(
          point: (reported.x, reported.y), radius: 15, contributor: first + number, isOld: false,
          received: [],
          cell: cell))
    }
  }

  private mutating func report(
    _ position: Coordinate, _ radius: Double, _ scan: WiFiScan, _ cells: CellScan?,
    contributor: Int,
    isOld: Bool, hotspot: UInt64?
  ) {
    guard
      let geodetic = try? Geodetic(
        latitudeDegrees: position.latitudeDegrees, longitudeDegrees: position.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)
    else { return }
    let point = frame.enu(of: geodetic)
    var received: [CrowdReading] = []
    for reading in scan.readings.sorted(by: { $0.bssid < $1.bssid }) {
      let device = reading.bssid.withoutNetwork.value
      let level = KnownTransmitter.normalized(
        reading.rssiDecibelMilliwatts, megahertz: reading.frequencyMegahertz)
      if let index = received.lastIndex(where: { $0.device == device }) {
        received[index].level = max(received[index].level, level)
        received[index].addresses.append(reading.bssid.value)
      } else {
        received.append(
          CrowdReading(device: device, addresses: [reading.bssid.value], level: level))
      }
    }
    if let hotspot {
      let device = HardwareAddress(hotspot).withoutNetwork.value
      received.append(CrowdReading(device: device, addresses: [hotspot], level: -50))
    }
    let serving = cells?.readings.first { $0.isServing }
    reports.append(
      CrowdReport(
        point: (point.x, point.y), radius: radius, contributor: contributor, isOld: isOld,
        received: received, cell: serving.flatMap(CrowdCell.init)))
  }
}

extension CrowdCell {
  /// The cell of a reading; nil if the modem lacks its identity.
  fileprivate init?(_ reading: CellReading) {
    guard let area = reading.areaCode, let identity = reading.cellIdentity else { return nil }
    self.init(
      country: reading.countryCode, network: reading.networkCode, area: area, identity: identity,
      physical: reading.physicalIdentity, channel: reading.channelNumber)
  }
}

extension SignalSettings {
  /// A copy without signals that are slow to compute and unused by the crowd.
  fileprivate var forCrowds: SignalSettings {
    var settings = self
    settings.motion = .off
    settings.barometer = .off
    settings.beacons = .off
    settings.calmWiFi()
    return settings
  }
}

extension GNSSSky {
  /// The sky at an earlier time; unchanged if there are no ephemerides for it.
  fileprivate func moved(by seconds: Double) -> GNSSSky {
    let earlier = start + (-seconds)
    guard broadcast.satellites(at: earlier).count >= 6 else { return self }
    var systems: [Constellation] = []
    for track in tracks where !systems.contains(track.satellite.constellation) {
      systems.append(track.satellite.constellation)
    }
    return GNSSSky(broadcast, from: earlier, duration: 3600, constellations: systems)
  }
}
