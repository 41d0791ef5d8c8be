import Glibc
import Kernel
import Observations

/// The latest impulses of a loop's noise, each drawn once: the same whatever was asked for before.
struct GNSSImpulses: Sendable {
  /// How many go into the noise at a moment.
  private static let needed: UInt64 = 7

  private var stream: RandomStream?
  /// By its number, modulo 8.
  private var ring = SIMD8<Double>.zero
  private var first: UInt64 = 0

  /// Makes sure that the impulse with a number is there, and the six before it.
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

/// What a receiver does with one satellite: searches, locks, reads its message.
struct GNSSChannel: Sendable {
  /// Message bits come through above this strength, in dB-Hz: 50 bits a second.
  static let readable = 26.0
  /// From a transmission's start to its arrival, in s, near enough for messages.
  static let flight = 0.08

  var isLocked = false
  var lockedAt = 0.0
  var lostAt = -1e9
  /// How long it was searched for, in s.
  var progress = 0.0
  /// Since when no bit was lost, in s.
  var cleanSince = Double.infinity
  /// Which subframes or strings of the ephemeris have been read.
  var read: UInt8 = 0
  /// Whether a subframe or string has been seen, and whether its time.
  var hasFrame = false
  var hasTime = false
  /// When an ephemeris was last complete, in s.
  var ephemerisAt = -1e9
  /// What the accumulated delta range is short of the carrier's range, in m.
  var carrierOffset = 0.0
  var isCarrierFresh = true
  /// Where the delay loop has settled to, in m off; nil when it has just locked.
  var settled: Double?
  /// What hides its ways.
  var blockers = GNSSBlockers()
  /// The impulses of its noise.
  var noise = GNSSImpulses()
  /// While it is surely below the mask, in s.
  var hidden = 0.0..<0.0

  /// How long an ephemeris serves, in s: 4 h of GPS, half an hour of GLONASS.
  static func service(of signal: GNSSSignal) -> Double { signal.isGlonass ? 1_800 : 14_400 }

  /// Ends the lock.
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

  /// Follows a delay as a loop of first order does, which takes its time to settle.
  ///
  /// - Parameters:
  ///   - delay: What the loop would settle to, in m.
  ///   - turns: The time since the last look, in the loop's settling times.
  /// - Returns: Where it is.
  mutating func settle(to delay: Double, after turns: Double) -> Double {
    guard let before = settled, turns < 5 else {
      settled = delay
      return delay
    }
    let now = delay + (before - delay) * exp(-turns)
    settled = now
    return now
  }

  /// Begins the lock.
  mutating func lock(at time: Double) {
    isLocked = true
    lockedAt = time
    // What was read long ago belongs to another issue of the ephemeris.
    if time - lostAt > 60 { read = 0 }
    isCarrierFresh = true
  }

  /// Reads what the satellite has sent since the last look.
  ///
  /// - Parameters:
  ///   - signal: The satellite's signal.
  ///   - last: The last look, in s since the scenario's start.
  ///   - now: This look.
  ///   - offset: GPS time at the scenario's start, in s of the week.
  ///   - strength: C/N0 all that while, in dB-Hz.
  mutating func readMessage(
    _ signal: GNSSSignal, from last: Double, to now: Double, offset: Double, strength: Double
  ) {
    guard strength >= Self.readable else {
      cleanSince = .infinity
      return
    }
    // Bits are found half a second after the lock.
    if cleanSince == .infinity { cleanSince = max(last, lockedAt) + 0.5 }
    let length = signal.subframe
    // GLONASS keeps UTC, 18 s behind GPS since 2017.
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

  /// The flags to tell.
  ///
  /// - Parameters:
  ///   - signal: The satellite's signal.
  ///   - now: The time, in s.
  ///   - knowsTime: Whether the receiver knows the time well enough to do without the message's.
  /// - Returns: Code lock at least.
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
