public import Documents
public import Kernel

/// What motion must last, or be, to say something about whether its user moves on; all assumed.
public struct MotionRules: DialSet {
  /// How long a walk must last to be a way rather than a few steps at home.
  public var leastWalk = SimDuration.seconds(60)
  /// The same for running and cycling, which nobody does for a few steps.
  public var leastRun = SimDuration.seconds(10)
  /// How long one must be on foot to have left a vehicle.
  public var leastExit = SimDuration.seconds(20)
  /// Speeds, in m/s, above which nobody runs or cycles for long, and below which a fast stretch ends;
  /// a cyclist's computer has 12 m/s and more for minutes downhill.
  public var fastSpeed = 20.0
  public var slowSpeed = 8.0

  /// Creates the defaults.
  public init() {}
}
