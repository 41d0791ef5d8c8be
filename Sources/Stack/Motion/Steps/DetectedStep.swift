public import Kernel

/// Step reported by the detector.
public struct DetectedStep: Hashable, Sendable {
  /// Time of the step, to within about half a step.
  public var time: SimTime
  /// Step rate at that time, in steps/s.
  public var stepsPerSecond: Float
  /// Mean absolute acceleration in the step band at that time, in m/s².
  public var meanSize: Float

  public init(time: SimTime, stepsPerSecond: Float, meanSize: Float) {
    self.time = time
    self.stepsPerSecond = stepsPerSecond
    self.meanSize = meanSize
  }
}
