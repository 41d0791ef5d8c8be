/// What was wrong with the readings that a pedometer was given, by kind.
public struct StepFaults: Hashable, Sendable {
  /// Readings that were no number, or beyond what a sensor can tell.
  public var unusable = 0
  /// Readings earlier than the one before by a few ms, or of the same time.
  public var disordered = 0
  /// Times that the clock jumped back.
  public var clockJumps = 0
  /// Holes of more than a second.
  public var gaps = 0
  /// Times that the sensor said the same on all axes for fifty readings.
  public var stuck = 0

  /// Creates a clean sheet.
  public init() {}
}
