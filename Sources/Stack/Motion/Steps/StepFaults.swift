/// Fault counts of accelerometer readings, by kind.
public struct StepFaults: Hashable, Sendable {
  /// Non-finite readings, or readings beyond a sensor's range.
  public var unusable = 0
  /// Readings not later than the one before, by at most a few ms.
  public var disordered = 0
  /// Backward clock jumps.
  public var clockJumps = 0
  /// Gaps of more than a second.
  public var gaps = 0
  /// Times that the sensor repeated its values on all axes for fifty readings.
  public var stuck = 0

  public init() {}
}
