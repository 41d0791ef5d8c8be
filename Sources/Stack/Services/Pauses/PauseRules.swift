public import Documents
public import Kernel

/// Auto-pause rule of one activity type.
///
/// The only published figures are users': 10 to 20 min, mostly about 15 (secondary). All values are
/// assumed within them, late rather than wrong.
public struct PauseRule: ParameterSet {
  /// Minimum distance of progress, in m, in addition to the location's error.
  public var radiusMetres: Double
  /// Time without progress after which updates pause.
  public var stillFor: SimDuration
  /// Time without a usable location after which updates pause.
  public var noFixFor: SimDuration

  /// Creates the rule of the type `other`.
  public init() { self = AutoPauser.Parameters().other }

  public init(radiusMetres: Double, stillFor: SimDuration, noFixFor: SimDuration) {
    self.radiusMetres = radiusMetres
    self.stillFor = stillFor
    self.noFixFor = noFixFor
  }
}

/// Auto-pause of sports computers: by slow speed, or the silence of a regular receiver, with automatic
/// resumption.
public struct SportPauseRule: ParameterSet {
  /// Speed of a halt, in m/s: at 76 automatic stops of two Edge 500 the last speed before was 0 for
  /// most and up to 1.7 m/s.
  public var stopSpeed = 1.0
  /// Minimum duration of a halt.
  public var stillFor = SimDuration.seconds(1)
  /// Speed of resumption, in m/s.
  public var goSpeed = 1.2

  /// Regularity from which the end of speeds is a halt; recorders that save records are silent in motion, too.
  static let minRegularity = 0.9
  /// Gain of the regularity with each speed, and its factor with each gap in motion.
  static let (regularityGain, gapFactor) = (1 / 60.0, 0.5)
  /// Longest interval of speeds that isn't a gap.
  static let longestGap = SimDuration.seconds(2)

  public init() {}
}
