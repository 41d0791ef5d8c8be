import Glibc
import Kernel
import Observations

/// The latest impulses of the code loop's noise; each is addressed by its number.
struct GNSSImpulses: Sendable {
  /// The number of impulses in the noise of one moment.
  private static let needed: UInt64 = 7

  private var stream: RandomStream?
  /// Indexed by the number modulo 8.
  private var ring = SIMD8<Double>.zero
  private var first: UInt64 = 0

  /// Draws the impulse with a number and the six before it, unless cached.
  mutating func draw(until newest: UInt64, from start: RandomStream) {
    let oldest = newest &+ 1 &- Self.needed
    var draws = stream ?? start
    if stream == nil || oldest < first || draws.position > newest &+ 1 || draws.position < oldest {
      draws = start
      draws.skip(words: oldest)
      first = oldest
    }
    while draws.position <= newest {
      let place = Int(draws.position & 7)
      ring[place] = draws.gaussian()
    }
    stream = draws
  }

  /// The impulse with a number; one of the seven drawn last.
  subscript(number: UInt64) -> Double { ring[Int(number & 7)] }
}

/// A tracking channel for one satellite: acquisition, lock and navigation message decoding.
struct GNSSChannel: Sendable {
  /// The min C/N0 for message decoding, in dB-Hz, at 50 bit/s.
  static let readable = 26.0
  /// Signal travel time, in s, approximate but sufficient for messages.
  static let flight = 0.08

  var isLocked = false
  var lockedAt = 0.0
  var lostAt = -1e9
  /// Search time so far, in s.
  var progress = 0.0
  /// The time since when no bit was lost, in s.
  var cleanSince = Double.infinity
  /// Bit set of the decoded subframes or strings of the ephemeris.
  var read: UInt8 = 0
  /// True after a subframe or string, and after its time.
  var hasFrame = false
  var hasTime = false
  /// The time of the last complete ephemeris, in s.
  var ephemerisAt = -1e9
  /// Carrier range less accumulated delta range, in m.
  var carrierOffset = 0.0
  var isCarrierFresh = true
  /// The delay loop's present error, in m; nil just after lock.
  var settled: Double?
  /// The cached blockers of its paths.
  var blockers = GNSSBlockers()
  /// The impulses of its code noise.
  var noise = GNSSImpulses()
  /// The interval in which it is certainly below the mask, in s.
  var hidden = 0.0..<0.0

  /// Validity of an ephemeris, in s: 4 h for GPS, half an hour for GLONASS.
  static func service(of signal: GNSSSignal) -> Double { signal.isGlonass ? 1_800 : 14_400 }

  mutating func lose(at time: Double) {
    guard isLocked else { return }
    isLocked = false
    lostAt = time
    progress = 0
    settled = nil
    cleanSince = .infinity
    hasFrame = false
    isCarrierFresh = true
  }

  /// Low-pass filters a delay as a first-order delay loop.
  ///
  /// - Parameters:
  ///   - delay: The steady-state delay, in m.
  ///   - turns: The time since the last update, in settling times of the loop.
  /// - Returns: The present delay.
  mutating func settle(to delay: Double, after turns: Double) -> Double {
    guard let before = settled, turns < 5 else {
      settled = delay
      return delay
    }
    let now = delay + (before - delay) * exp(-turns)
    settled = now
    return now
  }

  mutating func lock(at time: Double) {
    isLocked = true
    lockedAt = time
    // Subframes from long ago belong to another issue of the ephemeris.
    if time - lostAt > 60 { read = 0 }
    isCarrierFresh = true
  }

  /// Decodes the subframes or strings sent since the last update.
  ///
  /// - Parameters:
  ///   - signal: The satellite's signal.
  ///   - last: The last update, in s since the scenario's start.
  ///   - now: The present time.
  ///   - offset: GPS time at the scenario's start, in s of the week.
  ///   - strength: C/N0 in the interval, in dB-Hz.
  mutating func readMessage(
    _ signal: GNSSSignal, from last: Double, to now: Double, offset: Double, strength: Double
  ) {
    guard strength >= Self.readable else {
      cleanSince = .infinity
      return
    }
    // Bit synchronisation takes half a second after the lock.
    if cleanSince == .infinity { cleanSince = max(last, lockedAt) + 0.5 }
    let length = signal.subframe
    // GLONASS time follows UTC, 18 s behind GPS since 2017.
    let base = offset - Self.flight - (signal.isGlonass ? 18 : 0)
    var unit = ((last + base) / length).rounded(.down)
    let frame = (30 / length).rounded()
    while (unit + 1) * length <= now + base {
      if unit * length >= cleanSince + base {
        hasFrame = true
        let number = Int(unit - (unit / frame).rounded(.down) * frame)
        if !signal.isGlonass || number == 0 { hasTime = true }
        if number < signal.subframes { read |= 1 << UInt8(number) }
        if Int(read) == (1 << signal.subframes) - 1 {
          ephemerisAt = now
          read = 0
        }
      }
      unit += 1
    }
  }

  /// The tracking state flags of the measurement.
  ///
  /// - Parameters:
  ///   - signal: The satellite's signal.
  ///   - now: The time, in s.
  ///   - knowsTime: True if the receiver's time makes decoding of the message's time unnecessary.
  /// - Returns: At least code lock.
  func state(_ signal: GNSSSignal, at now: Double, knowsTime: Bool) -> TrackingState {
    var state: TrackingState = .codeLock
    guard now - lockedAt >= 0.5 else { return state }
    state.insert(.bitSync)
    let isTimed = hasTime || (knowsTime && now - lockedAt >= 0.9)
    if signal.isGlonass {
      if hasFrame || isTimed { state.insert(.glonassStringSync) }
      if isTimed { state.insert(.glonassTimeOfDayDecoded) }
    } else {
      if hasFrame || isTimed { state.insert(.subframeSync) }
      if isTimed { state.insert(.timeOfWeekDecoded) }
    }
    return state
  }
}
