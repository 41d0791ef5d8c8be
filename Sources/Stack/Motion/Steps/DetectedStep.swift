public import Kernel

/// A step that somebody took.
public struct DetectedStep: Hashable, Sendable {
  /// When, to within about half a step.
  public var time: SimTime
  /// The rate of steps then, in steps/s.
  public var stepsPerSecond: Float
  /// The mean size of the acceleration in the step band then, in m/s².
  public var meanSize: Float

  /// Creates a step.
  public init(time: SimTime, stepsPerSecond: Float, meanSize: Float) {
    self.time = time
    self.stepsPerSecond = stepsPerSecond
    self.meanSize = meanSize
  }
}
