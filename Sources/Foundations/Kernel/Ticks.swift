/// Periodic ticks, computed from their index and not accumulated, so they never drift.
@frozen
public struct Ticks: Hashable, Sendable {
  /// The time of tick 0.
  public let start: SimTime
  @usableFromInline let ticks: Int64
  @usableFromInline let nanoseconds: Int64

  /// Creates ticks with a whole number of nanoseconds between them; the min period is 1 ns.
  @inlinable
  public init(from start: SimTime, every period: SimDuration) {
    self.start = start
    ticks = 1
    nanoseconds = max(1, period.nanoseconds)
  }

  /// Creates ticks at a rate in Hz, exact to the nearest nanosecond for any duration.
  ///
  /// Rates are rounded to the microhertz and clamped to 1 uHz to 1 GHz; not-a-number counts as 1 Hz.
  public init(from start: SimTime, hertz: Double) {
    self.start = start
    let rate = hertz.isNaN ? 1 : min(max(hertz, 1e-6), 1e9)
    ticks = Int64((rate * 1e6).rounded())
    nanoseconds = 1_000_000 * 1_000_000_000
  }

  /// The time of the tick at `index`.
  @inlinable
  public func time(of index: Int64) -> SimTime {
    guard ticks != 1 else { return start + SimDuration(nanoseconds: nanoseconds) * index }
    let product = index.multipliedFullWidth(by: nanoseconds)
    // Beyond ±292 years the quotient overflows: the tick never happens.
    guard abs(product.high) < ticks / 2 else { return index < 0 ? .distantPast : .distantFuture }
    let (quotient, remainder) = ticks.dividingFullWidth(product)
    let rounded = remainder &* 2 >= ticks ? quotient &+ 1 : quotient
    return start + SimDuration(nanoseconds: rounded)
  }

  /// The index of the first tick at or after `time`; at least 0.
  public func index(atOrAfter time: SimTime) -> Int64 {
    guard time > start else { return 0 }
    let estimate = (time - start).seconds * Double(ticks) / (Double(nanoseconds) * 1e-9)
    var index = Int64(min(max(0, estimate - 2), 9e18))
    while self.time(of: index) < time { index += 1 }
    return index
  }
}
