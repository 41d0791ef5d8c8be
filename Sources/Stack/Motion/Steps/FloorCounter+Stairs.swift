public import Kernel

extension FloorCounter {
  /// Whether a step was taken on stairs, as far as the air says by now.
  ///
  /// It can't wait until a climb is judged, as steps are told before. So a draught may make some steps
  /// short, and the first and last of a flight remain long.
  ///
  /// - Parameters:
  ///   - time: When the step was taken.
  ///   - stepsPerSecond: The rate of steps then.
  /// - Returns: Whether the height changes as on stairs, by as much for each step as a stair rises.
  public func isStair(at time: SimTime, stepsPerSecond: Double) -> Bool {
    guard stepsPerSecond > 0, let climb = climbRate(at: time) else { return false }
    let rise = abs(climb) / stepsPerSecond
    return abs(climb) >= parameters.leastClimb && rise >= parameters.leastRise
      && rise <= parameters.mostRise
  }
}
