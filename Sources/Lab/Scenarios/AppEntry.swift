public import Documents

/// An app on an agent's phone, with its declarations and initial permissions.
public struct AppEntry: DocumentObject, Hashable {
  /// The permission at the start of the scenario.
  public enum Grant: String, CaseIterable, Sendable {
    case undetermined, restricted, denied, once
    case whenInUse = "when_in_use"
    case provisionalAlways = "provisional_always"
    case always
  }

  public let name: String
  /// The location permission, and the motion permission; nil if undetermined.
  public let location: Grant
  public let motion: Bool?
  /// True if the app has a usage description for location in use, for location always, and for
  /// motion.
  public let explainsWhenInUse, explainsAlways, explainsMotion: Bool
  /// True if location is among its background modes.
  public let hasBackgroundMode: Bool
  /// True if it has a complication on the watch face.
  public let hasComplication: Bool
  /// The time to handle a message, in s.
  public let handling: Double

  public init(from object: inout ObjectReader) {
    name = object.required("name", .identifier, "Name of the app in the phone's events.")
    location = object.optional(
      "location", .choice(Grant.self), default: .undetermined,
      "Location permission at the start.")
    motion = object.optional(
      "motion", .bool, "Motion permission at the start; undetermined by default.")
    explainsWhenInUse = object.optional(
      "explains_when_in_use", .bool, default: true,
      "True if the app has a usage description for location in use.")
    explainsAlways = object.optional(
      "explains_always", .bool, default: true, "True if there is one for location always.")
    explainsMotion = object.optional(
      "explains_motion", .bool, default: true, "True if there is one for motion.")
    hasBackgroundMode = object.optional(
      "background_mode", .bool, default: true, "True if location is among the background modes.")
    hasComplication = object.optional(
      "complication", .bool, default: false, "True if there is a complication on the watch face.")
    handling = object.optional(
      "handling", .quantity(.time, .between(0, 3600)), default: 0,
      "Time to handle a message; locations queue meanwhile.")
  }
}
