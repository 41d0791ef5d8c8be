/// A way of which satellites tell the length and the pedometer the steps.
public struct StrideLeg: Hashable, Sendable {
  /// The length, in m.
  public var metres: Double
  /// How far the length may be off, as a share: one standard deviation.
  public var relativeError: Double
  /// The steps.
  public var stepCount: Int
  /// Their mean rate, in steps/s.
  public var stepsPerSecond: Double
  /// Their mean strength, in m/s².
  public var meanSize: Double

  /// Creates a leg.
  public init(
    metres: Double, relativeError: Double, stepCount: Int, stepsPerSecond: Double,
    meanSize: Double
  ) {
    self.metres = metres
    self.relativeError = relativeError
    self.stepCount = stepCount
    self.stepsPerSecond = stepsPerSecond
    self.meanSize = meanSize
  }
}
