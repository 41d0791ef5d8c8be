import Kernel

/// The offset between the clock of a sensor, which times its samples, and that of the app, which times
/// their arrival.
struct ClockPair {
  /// App time minus sensor time, in ns, of the row with the smallest delay.
  private(set) var offset: Int64?

  /// Largest deviation of a row from the offset, in ns.
  ///
  /// Rows arrive within 0.1 s; the rest is for phones that deliver in batches.
  static let tolerance: Int64 = 2_000_000_000

  /// Updates the offset; both times are between 0 and 9·10¹⁸ ns, so the difference cannot overflow.
  mutating func learn(app: Int64, sensor: Int64) {
    offset = min(offset ?? .max, app - sensor)
  }

  /// The sample time by the app's clock; nil if the clocks disagree.
  func taken(app: Int64, sensor: Int64) -> Int64? {
    guard let offset else { return nil }
    let late = SimDuration(nanoseconds: app - sensor) - SimDuration(nanoseconds: offset)
    guard late.nanoseconds <= Self.tolerance else { return nil }
    return app - late.nanoseconds
  }
}
