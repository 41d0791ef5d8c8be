package import Documents
package import Geometry
import Kernel
import Maps
import Numerics
import Observations
package import Recordings
package import Signals
import Truth
package import Venues

/// The simulator's own version of a recording: the same way, the same moments, made-up signals.
///
/// Whatever the device sensed at a moment of the recording, the models sense at that moment of the
/// twin, under the recording's own satellites and, where a venue has them, transmitters. What comes
/// out is a recording like the other, with a truth of its own, so that whatever can be done with one
/// can be done with both.
package struct Twin: Sendable {
  /// The recording that it is of.
  package let original: ReadRecording
  /// The place.
  package let venue: Venue
  /// How the signals are made.
  package private(set) var signals: SignalSettings
  private let way: TwinWay
  private let sky: GNSSSky

  /// Prepares the twins of a recording.
  ///
  /// - Parameters:
  ///   - original: The recording.
  ///   - venue: The place.
  ///   - signals: How the signals are made.
  ///   - manner: How the device is carried.
  /// - Throws: What the recording lacks, and what would help.
  package init(
    of original: ReadRecording, in venue: Venue, signals: SignalSettings, manner: TwinManner
  ) throws(DocumentError) {
    self.original = original
    self.venue = venue
    self.signals = Self.settings(signals, for: original.recording)
    try Self.check(original.recording, isIn: venue)
    way = try TwinWay(of: original.recording, in: venue.frame, manner: manner)
    sky = try Self.sky(of: original.recording)
  }

  /// The points of a recording's true way, in a frame; empty without one.
  package static func points(of recording: Recording, in frame: LocalFrame) -> [Vec2] {
    recording.truth.filter { $0.known.contains(.position) }.compactMap { sample in
      (try? Geodetic(
        latitudeDegrees: sample.coordinate.latitudeDegrees,
        longitudeDegrees: sample.coordinate.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)).map { frame.enu(of: $0).xy }
    }
  }

  /// A frame about the beginning of a recording's true way, on the ground under the device.
  package static func frame(
    of recording: Recording, manner: TwinManner
  ) throws(DocumentError) -> LocalFrame {
    guard let first = recording.truth.first(where: { $0.known.contains(.position) }) else {
      throw DocumentError(
        "the recording has no true way to follow: a file of true places beside it would help")
    }
    let height = first.known.contains(.altitude) ? first.altitudeMetres : 0
    do {
      return LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: first.coordinate.latitudeDegrees,
          longitudeDegrees: first.coordinate.longitudeDegrees,
          altitudeMetres: height - manner.placement.heightMetres))
    } catch {
      throw DocumentError("the recording's true way begins nowhere: \(error)")
    }
  }

  /// What a recording has that its twins don't, in a sentence; empty if they have all.
  package static func untwinned(in recording: Recording) -> [String] {
    let names = recording.observations.compactMap { delivered -> String? in
      switch delivered.item {
      case .ephemeris, .gnss, .barometer, .wifi: nil
      case .accelerometer, .gyroscope, .magnetometer: "motion sensors"
      case .beacon: "beacons"
      case .cell: "cells"
      case .fix: "receiver's fixes"
      default: "other readings"
      }
    }
    let missing = Set(names).sorted()
    return missing.isEmpty ? [] : ["twins have no \(missing.joined(separator: ", no "))"]
  }

  /// Complains of a recording whose way isn't in the venue.
  private static func check(_ recording: Recording, isIn venue: Venue) throws(DocumentError) {
    let way = points(of: recording, in: venue.frame)
    let corners =
      venue.map.buildings.flatMap(\.footprint).flatMap { [$0.bounds.minimum, $0.bounds.maximum] }
      + venue.levels.flatMap(\.outline).flatMap { [$0.bounds.minimum, $0.bounds.maximum] }
    guard let box = Box2(containing: corners) else { return }
    let inside = way.count {
      $0.x > box.minimum.x - margin && $0.x < box.maximum.x + margin
        && $0.y > box.minimum.y - margin && $0.y < box.maximum.y + margin
    }
    guard 2 * inside < way.count, let first = way.first else { return }
    let away = Int((first.distance(to: (box.minimum + box.maximum) / 2) / 1000).rounded())
    throw DocumentError(
      "the recording's way is not in venue '\(venue.name)': it begins \(away) km from its middle, "
        + "and \(way.count - inside) of its \(way.count) places are outside; name its own venue, or "
        + "none for a street of its kind")
  }

  /// So far beside a venue's houses a way is still in it, in m.
  private static let margin = 500.0

  /// The recording's satellites over it.
  private static func sky(of recording: Recording) throws(DocumentError) -> GNSSSky {
    let header = recording.header
    let start = GPSTime(week: header.gpsWeek, secondsOfWeek: header.gpsSecondsOfWeek)
    let duration = (header.endTime - .start).seconds
    var broadcast = BroadcastEphemerides()
    var hasEpochs = false
    for delivered in recording.observations {
      switch delivered.item {
      case .ephemeris(let message): broadcast.insert(message)
      case .gnss: hasEpochs = true
      default: break
      }
    }
    guard hasEpochs else { return .nominal(from: start, duration: min(duration, 60)) }
    let usable = broadcast.satellites(at: start + duration / 2, healthyOnly: false)
    guard usable.count >= 4 else {
      throw DocumentError(
        "the recording has orbits of \(usable.count) satellites, too few for a twin: a RINEX "
          + "navigation file of its day beside it would help")
    }
    return GNSSSky(
      broadcast, from: start, duration: duration, constellations: systems(in: recording))
  }

  private static func systems(in recording: Recording) -> [Constellation] {
    var seen: Set<Constellation> = []
    for case .gnss(let epoch) in recording.observations.map(\.item) {
      seen.formUnion(epoch.measurements.map(\.satellite.constellation))
    }
    return Constellation.allCases.filter(seen.contains)
  }

  /// The same settings, with what the recording tells of the device.
  private static func settings(
    _ given: SignalSettings, for recording: Recording
  ) -> SignalSettings {
    var signals = given
    if case .on(var gnss) = signals.gnss {
      gnss.constellations = systems(in: recording)
      signals.gnss = .on(gnss)
    }
    return signals
  }

  /// The same twin with a receiver as sensitive as the recording's: the strongest tenth of its satellites
  /// are as strong.
  ///
  /// A device's own level is no part of what a model says of a place.
  ///
  /// - Parameter seed: The seed of the draft by which the level is found.
  /// - Returns: The twin.
  /// - Throws: What can't be computed.
  package func levelled(seed: UInt64) throws -> Twin {
    func top(_ recording: Recording) throws -> Double? {
      var strengths: [Double] = []
      for case .gnss(let epoch) in recording.observations.map(\.item) {
        strengths += epoch.measurements.map(\.carrierToNoiseDecibelHertz)
      }
      return strengths.isEmpty ? nil : try quantile(0.9, of: strengths)
    }
    guard case .on(var gnss) = signals.gnss, let real = try top(original.recording),
      let own = try top(recording(seed: seed))
    else { return self }
    gnss.noiseFigureDecibels = max(-10, min(30, gnss.noiseFigureDecibels + own - real))
    var twin = self
    twin.signals.gnss = .on(gnss)
    return twin
  }

  /// The twin under a seed.
  package func recording(seed: UInt64) -> Recording {
    let scene = SignalScene(venue, settings: signals, sky: sky, seed: seed)
    let phone = PhoneSignals(
      along: way.trajectory, in: scene, for: SignalReceiver(seed: seed, device: 0))
    var maker = TwinMaker(phone, during: way.known)
    for delivered in original.recording.observations { maker.add(delivered) }
    var header = original.recording.header
    header.source = "twin of \(header.source), seed \(seed)"
    var twin = Recording(header: header)
    twin.observations = maker.made
    twin.truth = truth()
    return twin
  }

  /// Its truth at the moments of the recording's.
  private func truth() -> [TruthSample] {
    original.recording.truth.compactMap { sample in
      guard sample.known.contains(.position), way.known.contains(sample.time) else {
        return TruthSample(unknownAt: sample.time)
      }
      let pose = way.trajectory.devicePose(at: sample.time)
      guard let place = try? venue.frame.geodetic(of: pose.position) else { return nil }
      return TruthSample(
        time: sample.time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        altitudeMetres: place.altitudeMetres + pose.placement.heightMetres, floor: nil,
        eastVelocityMetresPerSecond: pose.velocity.x,
        northVelocityMetresPerSecond: pose.velocity.y, activity: pose.activity,
        stepCount: Int(pose.steps), distanceMetres: pose.distanceMetres,
        known: sample.known.intersection([.position, .altitude, .velocity, .activity]))
    }
  }
}

/// Makes a twin's observations of those of the recording, one by one.
private struct TwinMaker {
  private var phone: PhoneSignals
  private let known: ClosedRange<SimTime>
  private(set) var made: [Delivered<Observation>] = []

  init(_ phone: PhoneSignals, during known: ClosedRange<SimTime>) {
    self.phone = phone
    self.known = known
  }

  mutating func add(_ delivered: Delivered<Observation>) {
    let time = delivered.time
    func put(_ observation: Observation?) {
      if let observation { made.append(Delivered(time: time, observation)) }
    }
    switch delivered.item {
    // What the network or the sky tells is the same.
    case .ephemeris: put(delivered.item)
    case .gnss(let epoch) where known.contains(epoch.time):
      put(phone.gnssEpoch(at: epoch.time).map { .gnss(like(epoch, $0)) })
    case .barometer(let sample) where known.contains(sample.time):
      put(phone.pressure(at: sample.time).map { .barometer($0) })
    case .wifi(let scan) where known.contains(scan.startTime):
      put(phone.wifiScan(startingAt: scan.startTime).map { .wifi($0) })
    default: break
    }
  }

  /// An epoch without what the recording's receiver didn't tell.
  private func like(_ real: GNSSEpoch, _ made: GNSSEpoch) -> GNSSEpoch {
    let hasRates = real.measurements.contains {
      $0.pseudorangeRateSigmaMetresPerSecond < .infinity
    }
    let hasCarrier = real.measurements.contains {
      $0.accumulatedDeltaRangeSigmaMetres < .infinity
    }
    var epoch = made
    for index in epoch.measurements.indices {
      if !hasRates {
        epoch.measurements[index].pseudorangeRateMetresPerSecond = 0
        epoch.measurements[index].pseudorangeRateSigmaMetresPerSecond = .infinity
      }
      if !hasCarrier {
        epoch.measurements[index].accumulatedDeltaRangeMetres = 0
        epoch.measurements[index].accumulatedDeltaRangeSigmaMetres = .infinity
        epoch.measurements[index].accumulatedDeltaRangeState = []
      }
    }
    return epoch
  }

}
