import Observations

/// Flags of Android's `GnssMeasurement.getState` that determine the ambiguity of the transmission time.
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

/// The satellite of a signal, and the conversion of its transmission time to a pseudorange.
struct GNSSLoggerSignal {
  /// The ambiguity of a transmission time.
  enum Knowledge {
    case nothing
    /// Ambiguous modulo a code period that is too short.
    case ambiguous
    /// Known modulo a period, in ns, long enough for any range.
    case modulo(Int64)
  }

  static let week: Int64 = 604_800_000_000_000
  static let day: Int64 = 86_400_000_000_000

  var satellite: SatelliteID
  var state: UInt32

  /// Creates the signal from Android's numbers; nil for a constellation that is not used.
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

  /// The ambiguity of the transmission time (GSA white paper, 2.4.2, table 4).
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

  /// System time minus GPS time, in ns.
  func offset(leapSeconds: Int) -> Int64 {
    switch satellite.constellation {
    case .glonass: (10_800 - Int64(leapSeconds)) * 1_000_000_000
    case .beidou: -14_000_000_000
    case .gps, .galileo, .qzss, .sbas: 0
    }
  }

  /// The time from transmission to reception, in whole ns; the two clocks need not agree.
  ///
  /// - Parameters:
  ///   - received: GPS time of reception, in ns since 1980.
  ///   - sent: Time of transmission in system time, modulo the period.
  ///   - period: Ambiguity of the transmission time, in ns.
  ///   - leapSeconds: GPS time minus UTC, in s.
  /// - Returns: The difference nearest to zero; for periods below a second, the smallest positive.
  func travel(received: Int64, sent: Int64, period: Int64, leapSeconds: Int) -> Int64 {
    let difference = received &+ offset(leapSeconds: leapSeconds) &- sent
    let rest = difference % period
    let positive = rest < 0 ? rest + period : rest
    return period > 1_000_000_000 && positive > period / 2 ? positive - period : positive
  }

  /// The tracking state; a complete pseudorange counts as decoded.
  var trackingState: TrackingState {
    var flags = TrackingState(rawValue: state)
    flags.insert(.codeLock)
    flags.insert(
      satellite.constellation == .glonass ? .glonassTimeOfDayDecoded : .timeOfWeekDecoded)
    return flags
  }

  /// The carrier frequency, in Hz: as logged, or by constellation and channel.
  func carrier(reported: Double?) -> Double {
    if let reported, reported > 1e9 { return reported }
    guard satellite.constellation == .glonass else {
      return CarrierFrequency.l1(of: satellite.constellation)
    }
    let channel =
      satellite.number > 24
      ? satellite.number - 100 : CarrierFrequency.usualGlonassChannel(ofSlot: satellite.number) ?? 0
    return CarrierFrequency.l1(of: .glonass, channel: channel)
  }
}
