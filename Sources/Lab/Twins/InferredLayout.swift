package import Documents
import Geometry
import Glibc
import Kernel
package import Maps
import Numerics
import Observations
package import Recordings
import Surveys
import Truth
package import Venues

/// Transmitter map of a venue, inferred from the strongest receptions in recordings.
///
/// A data set may publish its floors, but not the positions and powers of access points. Each transmitter is
/// placed below the ceiling at the centroid of its strongest readings. Its power is calibrated so that twins
/// on the same paths receive it as strongly as the recordings did (``calibrated(to:)``). Shadowing and fading
/// come from the simulator's models.
package struct InferredLayout: Sendable {
  /// An inferred transmitter.
  private struct InferredTransmitter: Sendable {
    var sender: RadioMap.Sender
    var position: Vec3
    var level: Int
    /// Transmit power (access points), or level at 1 m (beacons), in dBm.
    var power: Double
    /// Centre frequency of an access point's channel, in MHz.
    var megahertz: Double
    /// Level of the strongest readings, in dBm.
    var best: Double
  }

  /// Min number of readings to place a transmitter.
  private static let minReadings = 8
  /// Distance below the ceiling, and max height above the floor, in m; estimates.
  private static let hanging = (below: 0.3, maximum: 3.5)
  /// Initial powers before calibration, in dBm: typical values.
  private static let usual = (low: 18.0, high: 20.0, beacon: -59.0)
  /// Allowed transmit powers of access points and levels at 1 m of beacons, in dBm.
  private static let powers = (wifi: -20.0...40.0, beacon: -100.0...(-30.0))
  /// Advertising interval of beacons, in s; an estimate: it is unpublished, and phones miss most frames.
  private static let interval = 0.3

  /// Number of calibration passes: the second one corrects the effects of walls and weak transmitters.
  static let levellings = 2
  /// Seed of the draft twins used for calibration.
  static let draftSeed: UInt64 = 1

  private let map: VenueMap
  private var sources: [InferredTransmitter] = []

  /// Infers the transmitters of a venue.
  ///
  /// - Parameters:
  ///   - recordings: Recordings with known positions and floors.
  ///   - map: The venue's map.
  /// - Throws: ``DocumentError`` if no transmitter can be placed.
  package init(receiving recordings: [Recording], in map: VenueMap) throws(DocumentError) {
    self.map = map
    let received = Self.received(recordings, in: map)
    let channels = Self.channels(recordings)
    for (sender, readings) in received.sorted(by: { $0.key < $1.key })
    where readings.count >= Self.minReadings {
      guard let source = Self.source(sender, readings, channels[sender], in: map) else { continue }
      sources.append(source)
    }
    guard !sources.isEmpty else {
      throw DocumentError(
        "no transmitter is received \(Self.minReadings) times on a floor of the map, so twins "
          + "would receive nothing")
    }
  }

  /// Infers the transmitters from one recording with a map and floors; nil if there are none.
  ///
  /// - Parameters:
  ///   - read: The recording.
  ///   - settings: Settings of its twins.
  /// - Throws: ``DocumentError`` if its path is unusable.
  package init?(of read: ReadRecording, _ settings: TwinSettings) throws(DocumentError) {
    guard let map = read.map, !map.levels.isEmpty,
      read.recording.truth.contains(where: { $0.known.contains(.floor) }),
      var inferredLayout = try? InferredLayout(receiving: [read.recording], in: map)
    else { return nil }
    for _ in 0..<Self.levellings {
      let draft = try Twin(
        of: read, in: inferredLayout.venue, signals: settings.signals,
        parameters: settings.parameters(of: read.recording), seed: Self.draftSeed)
      inferredLayout = inferredLayout.calibrated(to: [draft.recording(seed: Self.draftSeed)])
    }
    self = inferredLayout
  }

  /// The venue with the transmitters.
  package var venue: Venue {
    var (points, beacons): ([AccessPoint], [Beacon]) = ([], [])
    for (number, source) in sources.enumerated() {
      switch source.sender {
      case .wifi(let address):
        let network = AccessPoint.Network(
          bssid: HardwareAddress(address & 0xFFFF_FFFF_FFFF), ssid: "heard")
        points.append(
          AccessPoint(
            name: "heard \(number)", position: source.position, level: source.level,
            radios: [
              AccessPoint.Radio(
                frequencyMegahertz: source.megahertz, powerDecibelMilliwatts: source.power,
                networks: [network])
            ]))
      case .beacon(let identity):
        beacons.append(
          Beacon(
            name: "heard \(number)", identity: identity, position: source.position,
            level: source.level, measuredPowerDecibelMilliwatts: source.power,
            truePowerDecibelMilliwatts: source.power, intervalSeconds: Self.interval))
      }
    }
    return Venue(map: map, transmitters: Transmitters(beacons: beacons, accessPoints: points))
  }

  /// Number of transmitters.
  package var count: Int { sources.count }

  /// A copy with powers calibrated so that the strongest readings of twins match those of the recordings.
  ///
  /// - Parameter twins: Twins of the recordings, made in this venue.
  /// - Returns: The venue; a transmitter that no twin receives gets 10 dB more.
  package func calibrated(to twins: [Recording]) -> InferredLayout {
    let received = Self.received(twins, in: map)
    var inferredLayout = self
    for index in sources.indices {
      let source = sources[index]
      let own = received[source.sender].flatMap { Self.best($0.map(\.level)) }
      let range = if case .wifi = source.sender { Self.powers.wifi } else { Self.powers.beacon }
      let wanted = source.power + (own.map { source.best - $0 } ?? 10)
      inferredLayout.sources[index].power = min(max(wanted, range.lowerBound), range.upperBound)
    }
    return inferredLayout
  }

  // MARK: - Received signals

  private typealias Reading = (point: Vec2, level: Double, ordinal: Int)

  /// All readings of each transmitter.
  private static func received(
    _ recordings: [Recording], in map: VenueMap
  ) -> [RadioMap.Sender: [Reading]] {
    var notes = SurveyNotes()
    for recording in recordings { notes.add(recording, in: map.frame) }
    notes.joinNetworks()
    var received: [RadioMap.Sender: [Reading]] = [:]
    for reading in notes.readings {
      guard let ordinal = notes.storeys[Int(reading.storey)].ordinal else { continue }
      received[notes.senders[Int(reading.sender)], default: []]
        .append((reading.point, reading.level, ordinal))
    }
    return received
  }

  /// Level of the strongest readings: the 90 % quantile, the median of the top fifth.
  private static func best(_ levels: [Double]) -> Double? { try? quantile(0.9, of: levels) }

  private static func channels(_ recordings: [Recording]) -> [RadioMap.Sender: Double] {
    var channels: [RadioMap.Sender: Double] = [:]
    for case .wifi(let scan) in recordings.flatMap({ $0.observations.map(\.item) }) {
      for reading in scan.readings {
        channels[RadioMap.Sender(reading)] = reading.frequencyMegahertz
        channels[RadioMap.Sender(wholeAddressOf: reading)] = reading.frequencyMegahertz
      }
    }
    return channels
  }

  /// A transmitter at the power-weighted centroid of its strongest readings, on the floor with most of them.
  private static func source(
    _ sender: RadioMap.Sender, _ readings: [Reading], _ megahertz: Double?, in map: VenueMap
  ) -> InferredTransmitter? {
    guard let best = best(readings.map(\.level)) else { return nil }
    let top = readings.filter { $0.level >= best }
    let floors = Dictionary(grouping: top, by: \.ordinal)
    // The lower floor if two have equally many.
    guard
      let floor = floors.min(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) })?.key,
      let level = map.levels.firstIndex(where: { $0.ordinal == floor })
    else { return nil }
    var (sum, weight) = (Vec2.zero, 0.0)
    for reading in top where reading.ordinal == floor {
      let share = pow(10, (reading.level - best) / 10)
      sum += reading.point * share
      weight += share
    }
    let storey = map.levels[level]
    let height = min(hanging.maximum, storey.heightMetres - hanging.below)
    let usualPower: Double =
      if case .beacon = sender { usual.beacon } else if (megahertz ?? 0) > 4000 { usual.high } else
      { usual.low }
    return InferredTransmitter(
      sender: sender, position: Vec3(sum / weight, storey.elevationMetres + height), level: level,
      power: usualPower, megahertz: megahertz ?? 2437, best: best)
  }
}
