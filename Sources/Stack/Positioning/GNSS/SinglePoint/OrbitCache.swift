import Geometry
package import Observations

/// Broadcast orbits of all satellites, interpolated for fast repeated evaluation.
///
/// The broadcast orbit is evaluated at knots of the GPS week, with cubic Hermite interpolation
/// between them. With knots h = 60 s apart and a fourth derivative of 1.2e-8 m/s⁴ (r ω⁴ of GPS) the
/// error is h⁴ / 384 of that. The knots lie at fixed times, so results do not depend on when or how
/// often the cache is called.
package struct OrbitCache: Sendable {
  /// Knot spacing in s; `perWeek` is the number of knots per week.
  private let step: Double
  private let perWeek: Int
  /// Maximum number of stored messages per satellite; older ones are removed first.
  private let maxMessages: Int
  /// Number of messages per satellite that are kept regardless of age.
  private static let fewMessages = 16
  /// Age in s at which further messages are removed; no message is valid for longer than hours.
  private static let memorySeconds = 2 * 86_400.0

  /// States and clock at both ends of an interval between knots.
  private struct KnotInterval: Sendable {
    var knot = Int.min
    /// Index of the source message; -1 if no message is valid.
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

  /// Creates an empty cache.
  package init(_ parameters: SinglePointSolver.Parameters.Orbits = .init()) {
    step = 3600 / Double(parameters.knotsPerHour)
    perWeek = 168 * parameters.knotsPerHour
    maxMessages = parameters.messages
  }

  private var messages = [[BroadcastEphemeris]](repeating: [], count: GNSSSlot.count)
  private var spans = [KnotInterval](repeating: KnotInterval(), count: GNSSSlot.count)
  private(set) var ionosphere: KlobucharParameters?

  /// Stores a broadcast message; implausible ones are rejected.
  package mutating func receive(_ message: BroadcastEphemeris) {
    guard let satellite = message.satellite else {
      if case .ionosphere(let parameters) = message, parameters.isFinite { ionosphere = parameters }
      return
    }
    guard let slot = GNSSSlot.number(of: satellite), Self.isSane(message) else { return }
    let time = message.referenceTime
    messages[slot].removeAll { $0.referenceTime == time }
    messages[slot].append(message)
    if messages[slot].count > maxMessages { messages[slot].removeFirst() }
    spans[slot].knot = .min
  }

  /// True if the message describes a plausible orbit of a navigation satellite.
  private static func isSane(_ message: BroadcastEphemeris) -> Bool {
    let at = message.referenceTime.secondsOfWeek
    guard let state = message.satelliteState(atSecondsOfWeek: at) else { return false }
    // From 19,000 km above the ground (GLONASS) to the inclined orbits of BeiDou and QZSS.
    return (2e7...6e7).contains(state.positionMetres.length)
      && state.velocityMetresPerSecond.length < 6000 && abs(state.clockSeconds) < 0.01
      && abs(state.clockDriftSecondsPerSecond) < 1e-6
  }

  /// True if a message of the satellite is stored.
  func knows(_ slot: Int) -> Bool { !messages[slot].isEmpty }

  /// Returns the frequency channel of a GLONASS satellite from its last message.
  func channel(ofSlot slot: Int) -> Int? {
    guard case .glonass(let message)? = messages[slot].last else { return nil }
    return message.frequencyChannel
  }

  /// Returns a satellite's state at a GPS time; nil without a valid message.
  ///
  /// - Parameters:
  ///   - slot: The satellite's slot.
  ///   - week: The GPS week.
  ///   - seconds: Seconds of the week; may lie a little outside.
  /// - Returns: The state in the Earth-fixed axes of that time.
  @inline(__always)
  package mutating func state(_ slot: Int, week: Int, seconds: Double) -> SatelliteState? {
    // Rejects times far outside the week, and NaN.
    guard abs(seconds) <= 2 * GPSTime.secondsPerWeek else { return nil }
    let place = seconds / step
    let whole = place.rounded(.down)
    let knot = week &* perWeek &+ Int(whole)
    if spans[slot].knot != knot { move(slot, to: knot) }
    guard spans[slot].message >= 0 else { return nil }
    return Self.between(spans[slot].ends.0, spans[slot].ends.1, place - whole, step)
  }

  /// Cubic Hermite interpolation of two states `h` s apart, with its derivative.
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

  /// Removes messages that are days old, except the last.
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
    // Week and second of the interval's midpoint.
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
    // A message is valid across the end of the week: time differences wrap.
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
  /// True if all coefficients are finite.
  var isFinite: Bool {
    (0..<4).allSatisfy { alpha[$0].isFinite && beta[$0].isFinite }
  }
}
