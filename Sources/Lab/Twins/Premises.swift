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

/// A place with transmitters where recordings heard them best.
///
/// A data set may publish its floors, but nobody tells where a mall's access points hang and how strong
/// they are. Each stands under the ceiling at the middle of where it was heard best, and radiates so much
/// that on the same ways it is heard as strongly as it was (``levelled(to:)``). How strengths scatter and
/// fade about that is the simulator's own.
package struct Premises: Sendable {
  /// A transmitter that was heard.
  private struct Source: Sendable {
    var sender: RadioMap.Sender
    var position: Vec3
    var level: Int
    /// What it radiates (access points), or has at 1 m (beacons), in dBm.
    var power: Double
    /// The middle of an access point's channel, in MHz.
    var megahertz: Double
    /// How strongly it is heard where it is heard best, in dBm.
    var best: Double
  }

  /// What is heard more seldom says too little of a place.
  private static let fewestReadings = 8
  /// Below the ceiling, or at most so high above the floor, in m; estimates.
  private static let hanging = (below: 0.3, most: 3.5)
  /// Radiated powers before they are levelled, in dBm: what is usual.
  private static let usual = (low: 18.0, high: 20.0, beacon: -59.0)
  /// Powers stay within these, in dBm, and the power at 1 m within the others.
  private static let powers = (wifi: -20.0...40.0, beacon: -100.0...(-30.0))
  /// A beacon's time from frame to frame, in s; an estimate, since nobody tells and phones miss most.
  private static let interval = 0.3

  /// How often powers are levelled: the second time mends what walls and weak ones left.
  static let levellings = 2
  /// The seed of the drafts by which powers are levelled.
  static let draftSeed: UInt64 = 1

  private let map: VenueMap
  private var sources: [Source] = []

  /// Finds a place's transmitters.
  ///
  /// - Parameters:
  ///   - recordings: Recordings whose true places and floors are known.
  ///   - map: The place.
  /// - Throws: ``DocumentError`` where nothing was heard that could be placed.
  package init(hearing recordings: [Recording], in map: VenueMap) throws(DocumentError) {
    self.map = map
    let heard = Self.heard(recordings, in: map)
    let channels = Self.channels(recordings)
    for (sender, readings) in heard.sorted(by: { $0.key < $1.key })
    where readings.count >= Self.fewestReadings {
      guard let source = Self.source(sender, readings, channels[sender], in: map) else { continue }
      sources.append(source)
    }
    guard !sources.isEmpty else {
      throw DocumentError(
        "no transmitter is heard \(Self.fewestReadings) times on a floor that the map has, so there is "
          + "nothing for twins to hear")
    }
  }

  /// The place of a recording that comes with a map and heard transmitters on its floors; nil for others.
  ///
  /// - Parameters:
  ///   - read: The recording.
  ///   - settings: How its twins are made.
  /// - Throws: What is wrong with its way.
  package init?(of read: ReadRecording, _ settings: TwinSettings) throws(DocumentError) {
    guard let map = read.map, !map.levels.isEmpty,
      read.recording.truth.contains(where: { $0.known.contains(.floor) }),
      var premises = try? Premises(hearing: [read.recording], in: map)
    else { return nil }
    for _ in 0..<Self.levellings {
      let draft = try Twin(
        of: read, in: premises.venue, signals: settings.signals,
        manner: settings.manner(of: read.recording), seed: Self.draftSeed)
      premises = premises.levelled(to: [draft.recording(seed: Self.draftSeed)])
    }
    self = premises
  }

  /// The place with them in it.
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

  /// How many transmitters there are.
  package var count: Int { sources.count }

  /// The same with powers by which twins hear each transmitter as strongly as the recordings did, where
  /// it is heard best.
  ///
  /// - Parameter twins: Twins of the recordings, made in this place.
  /// - Returns: The place; what no twin heard radiates ten times as much.
  package func levelled(to twins: [Recording]) -> Premises {
    let heard = Self.heard(twins, in: map)
    var premises = self
    for index in sources.indices {
      let source = sources[index]
      let own = heard[source.sender].flatMap { Self.best($0.map(\.level)) }
      let range = if case .wifi = source.sender { Self.powers.wifi } else { Self.powers.beacon }
      let wanted = source.power + (own.map { source.best - $0 } ?? 10)
      premises.sources[index].power = min(max(wanted, range.lowerBound), range.upperBound)
    }
    return premises
  }

  // MARK: What was heard

  private typealias Reading = (point: Vec2, level: Double, ordinal: Int)

  /// All that was heard of each transmitter.
  private static func heard(
    _ recordings: [Recording], in map: VenueMap
  ) -> [RadioMap.Sender: [Reading]] {
    var notes = SurveyNotes()
    for recording in recordings { notes.add(recording, in: map.frame) }
    notes.joinNetworks()
    var heard: [RadioMap.Sender: [Reading]] = [:]
    for reading in notes.readings {
      guard let ordinal = notes.storeys[Int(reading.storey)].ordinal else { continue }
      heard[notes.senders[Int(reading.sender)], default: []]
        .append((reading.point, reading.level, ordinal))
    }
    return heard
  }

  /// How strongly a transmitter is heard where it is heard best: the middle of the best fifth.
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

  /// A transmitter at the middle of where it was heard best, on the floor where that was.
  private static func source(
    _ sender: RadioMap.Sender, _ readings: [Reading], _ megahertz: Double?, in map: VenueMap
  ) -> Source? {
    guard let best = best(readings.map(\.level)) else { return nil }
    let top = readings.filter { $0.level >= best }
    let floors = Dictionary(grouping: top, by: \.ordinal)
    // The lower one, should two floors hear it alike.
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
    let height = min(hanging.most, storey.heightMetres - hanging.below)
    let usualPower: Double =
      if case .beacon = sender { usual.beacon } else if (megahertz ?? 0) > 4000 { usual.high } else
      { usual.low }
    return Source(
      sender: sender, position: Vec3(sum / weight, storey.elevationMetres + height), level: level,
      power: usualPower, megahertz: megahertz ?? 2437, best: best)
  }
}
