import Observations

/// The flags of Android's `GnssMeasurement.getState` that decide how much of a time is known.
enum GNSSLoggerState {
  static let subframeSync: UInt32 = 1 << 2
  static let timeOfWeekDecoded: UInt32 = 1 << 3
  static let millisecondAmbiguous: UInt32 = 1 << 4
  static let glonassStringSync: UInt32 = 1 << 6
  static let glonassTimeOfDayDecoded: UInt32 = 1 << 7
  static let codeLock: UInt32 = 1 << 0
  static let galileoCodeLock: UInt32 = 1 << 10
  static let galileoSecondaryCodeLock: UInt32 = 1 << 11
  static let galileoPageSync: UInt32 = 1 << 12
  static let timeOfWeekKnown: UInt32 = 1 << 14
  static let glonassTimeOfDayKnown: UInt32 = 1 << 15
}

/// A signal's satellite and how its time of transmission becomes a pseudorange.
struct GNSSLoggerSignal {
  /// What is known of the time of transmission.
  enum Knowledge {
    case nothing
    /// Only the remainder after division by a code's period that is too short.
    case ambiguous
    /// The time modulo a period, in ns, long enough for any distance.
    case modulo(Int64)
  }

  static let week: Int64 = 604_800_000_000_000
  static let day: Int64 = 86_400_000_000_000

  var satellite: SatelliteID
  var state: UInt32

  /// The satellite that Android's numbers name; nil for a system that isn't used.
  init?(system: Int64, number: Int64, state: Int64) {
    guard (1...300).contains(number) else { return nil }
    let constellation: Constellation
    switch system {
    case 1: constellation = .gps
    case 2: constellation = .sbas
    case 3: constellation = .glonass
    case 4: constellation = .qzss
    case 5: constellation = .beidou
    case 6: constellation = .galileo
    default: return nil
    }
    satellite = SatelliteID(constellation, Int(number))
    self.state = UInt32(truncatingIfNeeded: state)
  }

  /// How much is known of the time of transmission (GSA white paper, 2.4.2, table 4).
  var knowledge: Knowledge {
    let locks =
      satellite.constellation == .galileo
      ? GNSSLoggerState.codeLock | GNSSLoggerState.galileoCodeLock
        | GNSSLoggerState.galileoSecondaryCodeLock
      : GNSSLoggerState.codeLock
    guard state & locks != 0 else { return .nothing }
    func has(_ flags: UInt32) -> Bool { state & flags != 0 }
    guard !has(GNSSLoggerState.millisecondAmbiguous) else { return .ambiguous }
    switch satellite.constellation {
    case .glonass:
      if has(GNSSLoggerState.glonassTimeOfDayDecoded | GNSSLoggerState.glonassTimeOfDayKnown) {
        return .modulo(Self.day)
      }
      return has(GNSSLoggerState.glonassStringSync) ? .modulo(2_000_000_000) : .ambiguous
    case .galileo:
      if has(GNSSLoggerState.timeOfWeekDecoded | GNSSLoggerState.timeOfWeekKnown) {
        return .modulo(Self.week)
      }
      if has(GNSSLoggerState.galileoPageSync) { return .modulo(2_000_000_000) }
      // The secondary code on E1C repeats after 100 ms, longer than any signal travels.
      return has(GNSSLoggerState.galileoSecondaryCodeLock) ? .modulo(100_000_000) : .ambiguous
    case .gps, .beidou, .qzss, .sbas:
      if has(GNSSLoggerState.timeOfWeekDecoded | GNSSLoggerState.timeOfWeekKnown) {
        return .modulo(Self.week)
      }
      return has(GNSSLoggerState.subframeSync) ? .modulo(6_000_000_000) : .ambiguous
    }
  }

  /// How far the system's time is ahead of GPS time, in ns.
  func offset(leapSeconds: Int) -> Int64 {
    switch satellite.constellation {
    case .glonass: (10_800 - Int64(leapSeconds)) * 1_000_000_000
    case .beidou: -14_000_000_000
    case .gps, .galileo, .qzss, .sbas: 0
    }
  }

  /// The time between transmission and reception, in whole ns, by clocks that need not agree.
  ///
  /// - Parameters:
  ///   - received: GPS time of reception, in ns since 1980.
  ///   - sent: The time of transmission in the system's own time, modulo the period.
  ///   - period: What it is known modulo, in ns.
  ///   - leapSeconds: GPS time minus UTC, in s.
  /// - Returns: The difference nearest to zero; for periods below a second, the smallest positive.
  func travel(received: Int64, sent: Int64, period: Int64, leapSeconds: Int) -> Int64 {
    let difference = received &+ offset(leapSeconds: leapSeconds) &- sent
    let rest = difference % period
    let positive = rest < 0 ? rest + period : rest
    return period > 1_000_000_000 && positive > period / 2 ? positive - period : positive
  }

  /// The flags as the rest of the code knows them: a pseudorange that is whole counts as decoded.
  var trackingState: TrackingState {
    var flags = TrackingState(rawValue: state)
    flags.insert(.codeLock)
    flags.insert(
      satellite.constellation == .glonass ? .glonassTimeOfDayDecoded : .timeOfWeekDecoded)
    return flags
  }

  /// The carrier, in Hz: as told, or by the system and channel.
  func carrier(told: Double?) -> Double {
    if let told, told > 1e9 { return told }
    guard satellite.constellation == .glonass else {
      return CarrierFrequency.l1(of: satellite.constellation)
    }
    let channel =
      satellite.number > 24
      ? satellite.number - 100 : CarrierFrequency.usualGlonassChannel(ofSlot: satellite.number) ?? 0
    return CarrierFrequency.l1(of: .glonass, channel: channel)
  }
}
