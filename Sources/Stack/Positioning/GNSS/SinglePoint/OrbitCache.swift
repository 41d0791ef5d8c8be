import Geometry
package import Observations

/// What a receiver knows of the satellites' orbits, ready to be asked many times a second.
///
/// The broadcast orbit is evaluated at knots of the GPS week, and a cubic goes between them: with
/// knots h = 60 s apart and a fourth derivative of 1.2e-8 m/s⁴ (r ω⁴ of GPS) it is off by h⁴ / 384 of
/// that. The knots lie at fixed times, so answers don't depend on when or how
/// often the cache was asked.
package struct OrbitCache: Sendable {
  /// Seconds between knots, and knots in a week.
  private let step: Double
  private let perWeek: Int
  /// Messages of one satellite that are kept; older ones go first.
  private let mostMessages: Int
  /// Beyond how many messages of a satellite those go that are this old, in s: none is valid for longer than
  /// hours.
  private static let fewMessages = 16
  private static let memorySeconds = 2 * 86_400.0

  /// A knot's state with the clock.
  private struct Span: Sendable {
    var knot = Int.min
    /// Which message it came from; -1 if none can be used then.
    var message = -1
    var ends = (
      SatelliteState(
        positionMetres: .zero, velocityMetresPerSecond: .zero, clockSeconds: 0,
        clockDriftSecondsPerSecond: 0),
      SatelliteState(
        positionMetres: .zero, velocityMetresPerSecond: .zero, clockSeconds: 0,
        clockDriftSecondsPerSecond: 0)
    )
  }

  /// Creates a cache that knows no orbit.
  package init(_ parameters: SinglePointSolver.Parameters.Orbits = .init()) {
    step = 3600 / Double(parameters.knotsPerHour)
    perWeek = 168 * parameters.knotsPerHour
    mostMessages = parameters.messages
  }

  private var messages = [[BroadcastEphemeris]](repeating: [], count: GNSSSlot.count)
  private var spans = [Span](repeating: Span(), count: GNSSSlot.count)
  private(set) var ionosphere: KlobucharParameters?

  /// Takes in a message; those that can't be right are left out.
  ///
  /// - Parameter message: What was broadcast.
  package mutating func receive(_ message: BroadcastEphemeris) {
    guard let satellite = message.satellite else {
      if case .ionosphere(let parameters) = message, parameters.isFinite { ionosphere = parameters }
      return
    }
    guard let slot = GNSSSlot.number(of: satellite), Self.isSane(message) else { return }
    let time = message.referenceTime
    messages[slot].removeAll { $0.referenceTime == time }
    messages[slot].append(message)
    if messages[slot].count > mostMessages { messages[slot].removeFirst() }
    spans[slot].knot = .min
  }

  /// Whether a message gives an orbit that a navigation satellite may have.
  private static func isSane(_ message: BroadcastEphemeris) -> Bool {
    let at = message.referenceTime.secondsOfWeek
    guard let state = message.satelliteState(atSecondsOfWeek: at) else { return false }
    // From 19,000 km above the ground (GLONASS) to the inclined orbits of BeiDou and QZSS.
    return (2e7...6e7).contains(state.positionMetres.length)
      && state.velocityMetresPerSecond.length < 6000 && abs(state.clockSeconds) < 0.01
      && abs(state.clockDriftSecondsPerSecond) < 1e-6
  }

  /// Whether any message of a satellite is held.
  func knows(_ slot: Int) -> Bool { !messages[slot].isEmpty }

  /// The frequency channel of a GLONASS satellite, by its last message.
  func channel(ofSlot slot: Int) -> Int? {
    guard case .glonass(let message)? = messages[slot].last else { return nil }
    return message.frequencyChannel
  }

  /// A satellite's state at a GPS time; nil without a message that holds then.
  ///
  /// - Parameters:
  ///   - slot: The satellite's number.
  ///   - week: The GPS week.
  ///   - seconds: Seconds into it; may lie a little outside.
  /// - Returns: The state in the Earth-fixed axes of that time.
  @inline(__always)
  package mutating func state(_ slot: Int, week: Int, seconds: Double) -> SatelliteState? {
    // What no clock says, or no number, is no time.
    guard abs(seconds) <= 2 * GPSTime.secondsPerWeek else { return nil }
    let place = seconds / step
    let whole = place.rounded(.down)
    let knot = week &* perWeek &+ Int(whole)
    if spans[slot].knot != knot { move(slot, to: knot) }
    guard spans[slot].message >= 0 else { return nil }
    return Self.between(spans[slot].ends.0, spans[slot].ends.1, place - whole, step)
  }

  /// The cubic through two states that are `h` s apart, and its derivative.
  @inline(__always)
  private static func between(
    _ a: SatelliteState, _ b: SatelliteState, _ u: Double, _ h: Double
  ) -> SatelliteState {
    let chord = b.positionMetres - a.positionMetres
    let va = a.velocityMetresPerSecond * h
    let vb = b.velocityMetresPerSecond * h
    let second = 3 * chord - 2 * va - vb
    let third = va + vb - 2 * chord
    let clock = b.clockSeconds - a.clockSeconds
    return SatelliteState(
      positionMetres: a.positionMetres + u * (va + u * (second + u * third)),
      velocityMetresPerSecond: (va + u * (2 * second + 3 * u * third)) / h,
      clockSeconds: a.clockSeconds + u * clock, clockDriftSecondsPerSecond: clock / h)
  }

  /// Drops messages of days ago, of which no orbit is asked any more; never the last.
  private mutating func forget(_ slot: Int, before knot: Int) {
    guard messages[slot].count > Self.fewMessages, knot >= 0 else { return }
    let now = GPSTime(week: knot / perWeek, secondsOfWeek: Double(knot % perWeek) * step)
    let last = messages[slot].count - 1
    let old = messages[slot][..<last].prefix { now - $0.referenceTime > Self.memorySeconds }.count
    messages[slot].removeFirst(old)
  }

  private mutating func move(_ slot: Int, to knot: Int) {
    forget(slot, before: knot)
    var best = -1
    var bestAge = Double.infinity
    // The week and second of the span's middle.
    let week = knot >= 0 ? knot / perWeek : (knot - perWeek + 1) / perWeek
    let start = Double(knot - week * perWeek) * step
    let middle = GPSTime(week: week, secondsOfWeek: start + step / 2)
    for (index, message) in messages[slot].enumerated() {
      let age = abs(middle - message.referenceTime)
      guard age <= message.validSeconds, age <= bestAge else { continue }
      (best, bestAge) = (index, age)
    }
    if best >= 0, !messages[slot][best].isHealthy { best = -1 }
    let previous = spans[slot]
    spans[slot].message = best
    spans[slot].knot = knot
    guard best >= 0 else { return }
    let message = messages[slot][best]
    // A week's end is no end for the message: differences of times wrap.
    let isNext = previous.knot == knot - 1 && previous.message == best && previous.knot != .min
    guard
      let first = isNext ? previous.ends.1 : message.satelliteState(atSecondsOfWeek: start),
      let second = message.satelliteState(atSecondsOfWeek: start + step),
      first.positionMetres.isFinite, second.positionMetres.isFinite
    else {
      spans[slot].message = -1
      return
    }
    spans[slot].ends = (first, second)
  }
}

extension KlobucharParameters {
  /// Whether all coefficients are numbers.
  var isFinite: Bool {
    (0..<4).allSatisfy { alpha[$0].isFinite && beta[$0].isFinite }
  }
}
