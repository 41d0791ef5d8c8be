public import Kernel

extension FloorCounter {
  /// True if a step was on stairs, as far as the barometer shows by now: the height change per step matches a
  /// stair's rise.
  ///
  /// Steps are reported before a climb is evaluated. So a draught may make some steps short, and the first and
  /// last steps of a flight keep their length.
  public func isStair(at time: SimTime, stepsPerSecond: Double) -> Bool {
    guard stepsPerSecond > 0, let climb = climbRate(at: time) else { return false }
    let rise = abs(climb) / stepsPerSecond
    return abs(climb) >= parameters.minClimb && rise >= parameters.minRise
      && rise <= parameters.maxRise
  }
}
