public import Documents

/// Whose rules hold for apps, and how pauses are judged.
public struct ServicesEntry: DocumentObject, Hashable {
  /// Versions of the rules.
  public enum Rules: String, CaseIterable, Sendable {
    case twelve, thirteen
    case thirteenFour = "thirteen_four"
  }

  /// Ways to pause.
  public enum Pauses: String, CaseIterable, Sendable {
    /// As phones do: late rather than wrong.
    case phone
    /// As sports computers do: by speed, within seconds.
    case sport
  }

  /// The version of the rules.
  public let rules: Rules
  /// Whether the device is a television.
  public let isTelevision: Bool
  /// How pauses are judged.
  public let pauses: Pauses

  /// The defaults.
  public init() {
    (rules, isTelevision, pauses) = (.thirteen, false, .phone)
  }

  /// Reads the services.
  public init(from object: inout ObjectReader) {
    rules = object.optional(
      "rules", .choice(Rules.self), default: .thirteen, "Which version's rules hold.")
    isTelevision = object.optional(
      "television", .bool, default: false, "Whether the device is a television.")
    pauses = object.optional(
      "pauses", .choice(Pauses.self), default: .phone, "How pauses are judged.")
  }
}
