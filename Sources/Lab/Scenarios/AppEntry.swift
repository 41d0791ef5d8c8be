public import Documents

/// An app on an agent's phone: what it declares, and what it may from the start.
public struct AppEntry: DocumentObject, Hashable {
  /// What an app may have had before the scenario begins.
  public enum Grant: String, CaseIterable, Sendable {
    case undetermined, restricted, denied, once
    case whenInUse = "when_in_use"
    case provisionalAlways = "provisional_always"
    case always
  }

  /// What it is called.
  public let name: String
  /// What it may have of the location, and whether it may know of motion.
  public let location: Grant
  public let motion: Bool?
  /// Whether it says why it asks for the location in use, always, and for motion.
  public let explainsWhenInUse, explainsAlways, explainsMotion: Bool
  /// Whether location is among its background modes.
  public let hasBackgroundMode: Bool
  /// Whether it shows something on the watch face.
  public let hasComplication: Bool
  /// How long it takes to handle a message, in s.
  public let handling: Double

  /// Reads an app.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .identifier, "What the phone's script calls it.")
    location = object.optional(
      "location", .choice(Grant.self), default: .undetermined,
      "What it may have of the location from the start.")
    motion = object.optional(
      "motion", .bool, "Whether it may know of motion; undecided if not said.")
    explainsWhenInUse = object.optional(
      "explains_when_in_use", .bool, default: true,
      "Whether it says why it wants the location while in use.")
    explainsAlways = object.optional(
      "explains_always", .bool, default: true, "Whether it says why it wants it always.")
    explainsMotion = object.optional(
      "explains_motion", .bool, default: true, "Whether it says why it wants motion.")
    hasBackgroundMode = object.optional(
      "background_mode", .bool, default: true, "Whether location is among its background modes.")
    hasComplication = object.optional(
      "complication", .bool, default: false, "Whether it shows something on the watch face.")
    handling = object.optional(
      "handling", .quantity(.time, .between(0, 3600)), default: 0,
      "How long it takes to handle a message; meanwhile locations pile up.")
  }
}
