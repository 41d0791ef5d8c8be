/// Calibration leg: a path with its length from GNSS and its steps from the pedometer.
public struct StrideLeg: Hashable, Sendable {
  /// Length, in m.
  public var metres: Double
  /// Relative error of the length, one standard deviation.
  public var relativeError: Double
  public var stepCount: Int
  /// Mean step rate, in steps/s.
  public var stepsPerSecond: Double
  /// Mean absolute acceleration in the step band, in m/s².
  public var meanSize: Double

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
