import Kernel

/// A store of broadcast messages, searched by satellite and time.
public struct BroadcastEphemerides: Hashable, Sendable {
  /// The satellites with at least one message, sorted.
  public private(set) var satellites: [SatelliteID] = []
  /// The ionosphere model; nil if none was received.
  public var ionosphere: KlobucharParameters?
  /// GPS time minus UTC, in s; nil if not received.
  public var leapSeconds: Int?
  /// Each satellite's messages, by ``key(_:)``.
  private var tracks: [Int: SatelliteMessages] = [:]

  /// The messages of one satellite, in the order of their reference times.
  ///
  /// All are of one kind, which packs them more densely than a list of all kinds would.
  private struct SatelliteMessages: Hashable {
    private var kepler: [KeplerEphemeris] = []
    private var glonass: [GlonassEphemeris] = []
    /// Reference times in s since the origin of GPS time, for searching.
    private(set) var times: [Double] = []

    init() {}

    init(_ messages: [BroadcastEphemeris]) {
      times.reserveCapacity(messages.count)
      if case .glonass? = messages.first {
        glonass.reserveCapacity(messages.count)
      } else {
        kepler.reserveCapacity(messages.count)
      }
      for message in messages { insert(message, at: times.count) }
    }

    var count: Int { times.count }
    var messages: [BroadcastEphemeris] { times.indices.map { self[$0] } }

    subscript(number: Int) -> BroadcastEphemeris {
      kepler.isEmpty ? .glonass(glonass[number]) : .kepler(kepler[number])
    }

    /// Inserts a message; ignores one of another kind than the first, which can't be the satellite's.
    mutating func insert(_ message: BroadcastEphemeris, at place: Int) {
      switch message {
      case .kepler(let message) where glonass.isEmpty: kepler.insert(message, at: place)
      case .glonass(let message) where kepler.isEmpty: glonass.insert(message, at: place)
      case .kepler, .glonass, .ionosphere: return
      }
      times.insert(BroadcastEphemerides.seconds(message.referenceTime), at: place)
    }

    mutating func removeFirst(_ count: Int) {
      times.removeFirst(count)
      if kepler.isEmpty { glonass.removeFirst(count) } else { kepler.removeFirst(count) }
    }
  }

  /// Creates an empty store.
  public init() {}

  /// Creates a store of messages; of those with equal reference times, the last one counts.
  public init(_ list: some Sequence<BroadcastEphemeris>) {
    var own: [SatelliteID: [BroadcastEphemeris]] = [:]
    for message in list {
      guard let satellite = message.satellite else {
        insert(message)
        continue
      }
      own[satellite, default: []].append(message)
    }
    satellites = own.keys.sorted()
    for satellite in satellites {
      // With the order of arrival as tie-breaker: Swift's sort is stable, but that isn't documented.
      let sorted = (own[satellite] ?? []).enumerated().sorted {
        ($0.element.referenceTime, $0.offset) < ($1.element.referenceTime, $1.offset)
      }.map(\.element)
      tracks[Self.key(satellite)] = SatelliteMessages(sorted)
    }
  }

  /// A number per satellite, cheaper to hash than the satellite itself.
  private static func key(_ satellite: SatelliteID) -> Int {
    let system =
      switch satellite.constellation {
      case .gps: 0
      case .glonass: 1
      case .galileo: 2
      case .beidou: 3
      case .qzss: 4
      case .sbas: 5
      }
    return satellite.number &* 8 &+ system
  }

  /// Seconds since the origin of GPS time, to within 0.1 µs.
  private static func seconds(_ time: GPSTime) -> Double {
    Double(time.week) * GPSTime.secondsPerWeek + time.secondsOfWeek
  }

  /// The number of orbit messages.
  public var count: Int { tracks.values.reduce(0) { $0 + $1.count } }

  /// Inserts a message; of those with equal reference times, the last one counts.
  public mutating func insert(_ message: BroadcastEphemeris) {
    if case .ionosphere(let parameters) = message { ionosphere = parameters }
    guard let satellite = message.satellite else { return }
    var track = tracks.removeValue(forKey: Self.key(satellite)) ?? SatelliteMessages()
    if track.count == 0 {
      satellites.insert(satellite, at: satellites.firstIndex { satellite < $0 } ?? satellites.count)
    }
    let time = Self.seconds(message.referenceTime)
    let index = track.times.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    track.insert(message, at: index)
    tracks[Self.key(satellite)] = track
  }

  /// Replaces all messages of a satellite by messages in the order of their reference times.
  public mutating func set(_ messages: [BroadcastEphemeris]) {
    guard let satellite = messages.first?.satellite else { return }
    if tracks[Self.key(satellite)] == nil {
      satellites.insert(satellite, at: satellites.firstIndex { satellite < $0 } ?? satellites.count)
    }
    tracks[Self.key(satellite)] = SatelliteMessages(messages)
  }

  /// Drops messages with reference times before a time, except the last of each satellite.
  public mutating func forget(before time: GPSTime) {
    let limit = Self.seconds(time)
    for satellite in satellites {
      let key = Self.key(satellite)
      let old = tracks[key]?.times.dropLast().prefix { $0 < limit }.count ?? 0
      guard old > 0 else { continue }
      tracks[key]?.removeFirst(old)
    }
  }

  /// Merges another store: messages, and ionosphere and leap seconds if this one has none.
  public mutating func merge(_ other: BroadcastEphemerides) {
    let (ionosphere, leapSeconds) = (
      ionosphere ?? other.ionosphere, leapSeconds ?? other.leapSeconds
    )
    self = BroadcastEphemerides(all + other.all)
    (self.ionosphere, self.leapSeconds) = (ionosphere, leapSeconds)
  }

  /// All messages of a satellite, in the order of their reference times.
  public func messages(of satellite: SatelliteID) -> [BroadcastEphemeris] {
    tracks[Self.key(satellite)]?.messages ?? []
  }

  /// All messages of all satellites.
  public var all: [BroadcastEphemeris] {
    satellites.flatMap { messages(of: $0) }
  }

  /// Returns the message of a satellite that a receiver would use at a time.
  ///
  /// The nearest reference time counts, the later one of a tie. If the nearest message reports an
  /// unhealthy satellite, older messages aren't a substitute; `healthyOnly` then returns nil. Nil also if
  /// none is near enough (``BroadcastEphemeris/validSeconds``).
  public func ephemeris(
    for satellite: SatelliteID, at time: GPSTime, healthyOnly: Bool = true
  ) -> BroadcastEphemeris? {
    guard let track = tracks[Self.key(satellite)], !track.times.isEmpty else { return nil }
    let times = track.times
    let wanted = Self.seconds(time)
    let later = times.partitioningIndex { $0 > wanted }
    var best = min(later, times.count - 1)
    if later > 0, later < times.count, wanted - times[later - 1] < times[later] - wanted {
      best = later - 1
    }
    // Of equal reference times, the last one given.
    while best + 1 < times.count, times[best + 1] == times[best] { best += 1 }
    let message = track[best]
    guard abs(times[best] - wanted) <= message.validSeconds else { return nil }
    return healthyOnly && !message.isHealthy ? nil : message
  }

  /// Returns the satellites with a usable message at a time, above and below the horizon, sorted.
  public func satellites(at time: GPSTime, healthyOnly: Bool = true) -> [SatelliteID] {
    satellites.filter { ephemeris(for: $0, at: time, healthyOnly: healthyOnly) != nil }
  }

  /// Returns the state of a satellite at a time; nil without a valid message.
  public func satelliteState(
    of satellite: SatelliteID, at time: GPSTime, healthyOnly: Bool = true
  ) -> SatelliteState? {
    ephemeris(for: satellite, at: time, healthyOnly: healthyOnly)?
      .satelliteState(atSecondsOfWeek: time.secondsOfWeek)
  }

  /// The reference times of the first and the last message; nil if the store is empty.
  public var span: ClosedRange<GPSTime>? {
    let firsts = satellites.compactMap { messages(of: $0).first?.referenceTime }
    let lasts = satellites.compactMap { messages(of: $0).last?.referenceTime }
    guard let first = firsts.min(), let last = lasts.max() else { return nil }
    return first...last
  }
}
