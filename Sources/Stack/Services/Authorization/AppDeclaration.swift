public import Observations

/// What an app says of itself where it is installed, and how it behaves.
public struct AppDeclaration: Hashable, Sendable {
  /// Whether it tells the user why it wants locations while in use; without, asking does nothing.
  public var explainsWhenInUse = true
  /// Whether it tells why it wants them always.
  public var explainsAlways = true
  /// Whether it tells why it wants motion.
  public var explainsMotion = true
  /// Whether location is among its background modes.
  public var hasBackgroundMode = true
  /// The purposes for which it may ask for full accuracy for once; nil for any.
  public var accuracyPurposes: Set<String>?
  /// Whether it shows something on the watch face.
  public var hasComplication = false
  /// How long it takes to handle a message, in s; meanwhile locations pile up.
  public var handlingSeconds = 0.0
  /// What the device doesn't let the user decide.
  public var isRestricted = false
  /// What it may have from the start.
  public var grant = LocationGrant.undetermined
  /// What it may have of motion from the start.
  public var motion = AuthorizationEvent.Motion.notDetermined

  /// Creates an app that declares all that it may need and is quick.
  public init() {}
}
