import Kernel

/// Rows that have two times: when a value was taken, by the sensor's clock, and when it reached the
/// app, by the app's.
struct ClockPair {
  /// The app's time minus the sensor's, in ns, of the row that was fastest to reach the app.
  private(set) var offset: Int64?

  /// How far a row's clocks may be from agreeing, in ns.
  ///
  /// Rows reach the app within 0.1 s; the rest is for phones that hold them back in batches.
  static let tolerance: Int64 = 2_000_000_000

  /// Learns from a row; both times lie between 0 and 9·10¹⁸ ns, so that they can be subtracted.
  mutating func learn(app: Int64, sensor: Int64) {
    offset = min(offset ?? .max, app - sensor)
  }

  /// When the value was taken, by the app's clock; nil if the clocks don't agree.
  func taken(app: Int64, sensor: Int64) -> Int64? {
    guard let offset else { return nil }
    let late = SimDuration(nanoseconds: app - sensor) - SimDuration(nanoseconds: offset)
    guard late.nanoseconds <= Self.tolerance else { return nil }
    return app - late.nanoseconds
  }
}
