public import Documents
public import Kernel

/// When updates have no benefit any more, for one activity type.
///
/// The only published figures are users': 10 to 20 min, mostly about 15 (secondary). Everything here
/// is assumed within them, late rather than wrong.
public struct PauseRule: DialSet {
  /// How far one must get to have made progress, in m, beside the location's own error.
  public var radiusMetres: Double
  /// How long without progress is a pause.
  public var stillFor: SimDuration
  /// How long without a usable location is one.
  public var noFixFor: SimDuration

  /// Creates the rule of no special type.
  public init() { self = AutoPauser.Parameters().other }

  /// Creates a rule.
  public init(radiusMetres: Double, stillFor: SimDuration, noFixFor: SimDuration) {
    self.radiusMetres = radiusMetres
    self.stillFor = stillFor
    self.noFixFor = noFixFor
  }
}

/// A quick way to pause, as sports computers have it: by speed alone, and going on by itself.
public struct SportPauseRule: DialSet {
  /// The speed below which one stands, in m/s: at 76 automatic stops of two Edge 500 the last speed
  /// before was 0 for most and up to 1.7 m/s.
  public var stopSpeed = 1.0
  /// How long one must stand.
  public var stillFor = SimDuration.seconds(1)
  /// The speed from which one has gone on, in m/s.
  public var goSpeed = 1.2

  /// Creates the defaults.
  public init() {}
}
