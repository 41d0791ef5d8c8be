public import Documents
public import Kernel

/// Criteria for motion evidence of movement; all assumed.
public struct MotionRules: ParameterSet {
  /// Minimum duration of a walk, as opposed to a few steps at home.
  public var minWalk = SimDuration.seconds(60)
  /// Minimum duration of a run or ride, which are never just a few steps.
  public var minRun = SimDuration.seconds(10)
  /// Minimum time on foot after which a vehicle has been left.
  public var minExit = SimDuration.seconds(20)
  /// Speeds, in m/s, above which only a vehicle is plausible, and below which a fast stretch ends; a
  /// cyclist's computer has 12 m/s and more for minutes downhill.
  public var fastSpeed = 20.0
  public var slowSpeed = 8.0

  public init() {}
}
