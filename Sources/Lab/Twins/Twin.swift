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

/// A simulated version of a recording: same path, same times, modelled signals.
///
/// For each observation of the recording, the models make one at the same time, under the recording's own
/// satellites and the venue's transmitters, if any. The result is a recording with a truth of its own, so
/// both can be processed alike.
package struct Twin: Sendable {
  /// The recording that it copies.
  package let original: ReadRecording
  package let venue: Venue
  /// Settings of the signal models.
  package private(set) var signals: SignalSettings
  private let way: TwinTrack
  private let sky: GNSSSky
  /// True if true positions are known; otherwise only the pace is.
  private let isPlaced: Bool
  /// True if the recording's device scanned for beacons.
  private let hasBeacons: Bool

  /// Prepares the twins of a recording.
  ///
  /// - Parameters:
  ///   - original: The recording.
  ///   - venue: The venue.
  ///   - signals: Settings of the signal models.
  ///   - parameters: The carrying parameters of the device.
  ///   - seed: Seed of the carrying person, if the recording has no true path.
  /// - Throws: ``DocumentError`` if the recording lacks something, with a remedy.
  package init(
    of original: ReadRecording, in venue: Venue, signals: SignalSettings,
    parameters: TwinParameters,
    seed: UInt64
  ) throws(DocumentError) {
    self.original = original
    self.venue = venue
    self.signals = try Self.settings(signals, for: original.recording)
    isPlaced = Self.isPlaced(original.recording)
    hasBeacons = original.recording.observations.contains {
      if case .beacon = $0.item { true } else { false }
    }
    if isPlaced {
      try Self.check(original.recording, isIn: venue)
      way = try TwinTrack(of: original.recording, in: venue.map, parameters: parameters)
    } else {
      way = try TwinTrack(pacing: original.recording, parameters: parameters, seed: seed)
    }
    sky = try Self.sky(of: original.recording)
  }

  /// True if twins follow the recording's true path; recordings of motion sensors alone don't need one.
  package static func isPlaced(_ recording: Recording) -> Bool {
    if recording.truth.contains(where: { $0.known.contains(.position) }) { return true }
    return motionSensors(in: recording).isEmpty
  }

  /// An empty venue, for recordings of motion sensors alone.
  package static func nowhere() throws(DocumentError) -> Venue {
    guard
      let origin = try? Geodetic(latitudeDegrees: 45, longitudeDegrees: 0, altitudeMetres: 100)
    else { throw DocumentError("a plain place can't be made") }
    return Venue(
      map: VenueMap(name: "nowhere", frame: LocalFrame(origin: origin), buildings: [], levels: []))
  }

  private static func motionSensors(in recording: Recording) -> InertialSensors {
    var sensors: InertialSensors = []
    for delivered in recording.observations {
      switch delivered.item {
      case .accelerometer: sensors.insert(.accelerometer)
      case .gyroscope: sensors.insert(.gyroscope)
      case .magnetometer: sensors.insert(.magnetometer)
      default: break
      }
    }
    return sensors
  }

  /// The true positions of a recording, in a frame; empty if there are none.
  package static func points(of recording: Recording, in frame: LocalFrame) -> [Vec2] {
    recording.truth.filter { $0.known.contains(.position) }.compactMap { sample in
      (try? Geodetic(
        latitudeDegrees: sample.coordinate.latitudeDegrees,
        longitudeDegrees: sample.coordinate.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)).map { frame.enu(of: $0).xy }
    }
  }

  /// A frame at the first true position, on the ground below the device.
  package static func frame(
    of recording: Recording, parameters: TwinParameters
  ) throws(DocumentError) -> LocalFrame {
    guard let first = recording.truth.first(where: { $0.known.contains(.position) }) else {
      throw DocumentError(
        "the recording has no true path: put a file of true positions beside it")
    }
    let height = first.known.contains(.altitude) ? first.altitudeMetres : 0
    do {
      return LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: first.coordinate.latitudeDegrees,
          longitudeDegrees: first.coordinate.longitudeDegrees,
          altitudeMetres: height - parameters.placement.heightMetres))
    } catch {
      throw DocumentError("the recording's true path begins at an invalid position: \(error)")
    }
  }

  /// A sentence with the kinds of observations that twins lack; empty if they have all.
  package static func untwinned(in recording: Recording) -> [String] {
    let names = recording.observations.compactMap { untwinned($0.item) }
    let missing = Set(names).sorted()
    return missing.isEmpty ? [] : ["twins have no \(missing.joined(separator: ", no "))"]
  }

  /// A recording without the kinds of observations that twins lack, such as fixes of the phone's system.
  package static func twinned(_ recording: Recording) -> Recording {
    var own = recording
    own.observations.removeAll { untwinned($0.item) != nil }
    return own
  }

  /// Kind of an observation that twins lack; nil if they have it.
  private static func untwinned(_ observation: Observation) -> String? {
    switch observation {
    case .ephemeris, .gnss, .barometer, .wifi, .beacon, .accelerometer, .gyroscope, .magnetometer:
      nil
    case .cell: "cells"
    case .fix: "receiver's fixes"
    default: "other readings"
    }
  }

  /// Rejects a recording whose path isn't in the venue.
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
      "the recording's path is not in venue '\(venue.name)': it begins \(away) km from its centre, "
        + "and \(way.count - inside) of its \(way.count) positions are outside; name its own venue, or "
        + "none for a generated street")
  }

  /// Max distance of a path outside the venue's buildings, in m.
  private static let margin = 500.0

  /// The satellites of the recording.
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
        "the recording has orbits of \(usable.count) satellites, too few for a twin: put a RINEX "
          + "navigation file of its day beside it")
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

  /// A copy of the settings with the device properties found in the recording.
  private static func settings(
    _ given: SignalSettings, for recording: Recording
  ) throws(DocumentError) -> SignalSettings {
    var signals = given
    if case .on(var motion) = signals.motion, let hertz = rate(of: recording) {
      guard rates.contains(hertz) else {
        throw DocumentError(
          "its motion sensors are read \(hertz) times a second, but the simulator reads them "
            + "\(Int(rates.lowerBound)) to \(Int(rates.upperBound)) times: resample the recording")
      }
      motion.sampleRateHertz = hertz
      signals.motion = .on(motion)
    }
    if case .on(var gnss) = signals.gnss {
      gnss.constellations = systems(in: recording)
      signals.gnss = .on(gnss)
    }
    return signals
  }

  /// Supported sampling rates of motion sensors, in Hz.
  private static let rates = 1.0...1000

  /// Mean sampling rate of the accelerometer without pauses, in Hz; nil if there is none.
  private static func rate(of recording: Recording) -> Double? {
    let times = recording.observations.flatMap { delivered -> [SimTime] in
      if case .accelerometer(let batch) = delivered.item { batch.samples.map(\.time) } else { [] }
    }
    let gaps = zip(times, times.dropFirst()).map { ($1 - $0).seconds }.filter { $0 > 0 && $0 < 1 }
    let sum = gaps.reduce(0, +)
    return sum > 0 ? Double(gaps.count) / sum : nil
  }

  /// A copy with the noise figure calibrated: the 90 % quantile of C/N0, averaged over the systems, matches.
  ///
  /// The signal level of a device isn't a property of the environment model.
  ///
  /// - Parameter seed: Seed of the draft twin for the calibration.
  /// - Returns: The twin.
  /// - Throws: If a quantile can't be computed.
  package func calibrated(seed: UInt64) throws -> Twin {
    guard isPlaced, case .on(var gnss) = signals.gnss else { return self }
    let real = try Self.levels(original.recording)
    let own = try Self.levels(recording(seed: seed))
    let excesses = real.compactMap { system, level in own[system].map { $0 - level } }.sorted()
    guard !excesses.isEmpty else { return self }
    let excess = excesses.reduce(0, +) / Double(excesses.count)
    gnss.noiseFigureDecibels = max(-10, min(30, gnss.noiseFigureDecibels + excess))
    var twin = self
    twin.signals.gnss = .on(gnss)
    return twin
  }

  /// The 90 % quantile of C/N0 by system, in dB-Hz.
  private static func levels(_ recording: Recording) throws -> [Constellation: Double] {
    var strengths: [Constellation: [Double]] = [:]
    for case .gnss(let epoch) in recording.observations.map(\.item) {
      for signal in epoch.measurements {
        strengths[signal.satellite.constellation, default: []].append(
          signal.carrierToNoiseDecibelHertz)
      }
    }
    // Fewer values are too few for a quantile.
    return try strengths.filter { $0.value.count >= 100 }.mapValues { try quantile(0.9, of: $0) }
  }

  /// The twin under a seed.
  package func recording(seed: UInt64) -> Recording {
    let scene = SignalScene(venue, settings: signals, sky: sky, seed: seed)
    let phone = PhoneSignals(
      along: way.trajectory, in: scene, for: SignalReceiver(seed: seed, device: 0))
    var maker = TwinMaker(
      phone, during: way.known, reading: Self.motionSensors(in: original.recording))
    for delivered in original.recording.observations { maker.add(delivered) }
    if hasBeacons { maker.addBeacons() }
    var header = original.recording.header
    header.source = "twin of \(header.source), seed \(seed)"
    var twin = Recording(header: header)
    twin.observations = maker.made
    twin.truth = truth()
    return twin
  }

  /// The twin's truth, at the times of the recording's samples.
  private func truth() -> [TruthSample] {
    guard isPlaced else { return pacedTruth() }
    return original.recording.truth.compactMap { sample in
      guard sample.known.contains(.position), way.known.contains(sample.time) else {
        return TruthSample(unknownAt: sample.time)
      }
      let pose = way.trajectory.devicePose(at: sample.time)
      guard let place = try? venue.frame.geodetic(of: pose.position) else { return nil }
      return TruthSample(
        time: sample.time,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        altitudeMetres: place.altitudeMetres + pose.placement.heightMetres,
        floor: pose.level.map { venue.levels[$0].ordinal },
        eastVelocityMetresPerSecond: pose.velocity.x,
        northVelocityMetresPerSecond: pose.velocity.y, activity: pose.activity,
        stepCount: Int(pose.steps), distanceMetres: pose.distanceMetres,
        known: sample.known.intersection(
          pose.level == nil
            ? [.position, .altitude, .velocity, .activity]
            : [.position, .altitude, .velocity, .activity, .floor]))
    }
  }
}

/// The truth of twins without known positions.
extension Twin {
  /// The recording's activities with the twin's own steps, which hardly differ from the recorded ones.
  private func pacedTruth() -> [TruthSample] {
    original.recording.truth.map { sample in
      var own = sample
      own.known = sample.known.intersection([.activity, .steps])
      if own.known.contains(.steps) {
        own.stepCount = Int(way.trajectory.devicePose(at: sample.time).steps)
      }
      return own
    }
  }
}
