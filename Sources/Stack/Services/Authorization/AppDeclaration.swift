public import Observations

/// Static declarations of an app, and its behaviour.
public struct AppDeclaration: Hashable, Sendable {
  /// True if it has a purpose string for when-in-use; without one, a request has no effect.
  public var explainsWhenInUse = true
  /// True if it has a purpose string for always.
  public var explainsAlways = true
  /// True if it has a purpose string for motion.
  public var explainsMotion = true
  /// True if location is among its background modes.
  public var hasBackgroundMode = true
  /// Declared purposes for temporary full accuracy; nil for any.
  public var accuracyPurposes: Set<String>?
  /// True if it has a complication on the watch face.
  public var hasComplication = false
  /// Time to handle a message, in s; locations are queued meanwhile.
  public var handlingSeconds = 0.0
  /// True if the device restricts location, without a choice for the user.
  public var isRestricted = false
  /// Initial location authorization.
  public var grant = LocationGrant.undetermined
  /// Initial motion authorization.
  public var motion = AuthorizationEvent.Motion.notDetermined

  /// Creates an app that declares everything and handles messages at once.
  public init() {}
}
