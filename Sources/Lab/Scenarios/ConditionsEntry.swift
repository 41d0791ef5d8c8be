public import Documents

/// What part of a run something is about: keys that stand beside a budget's limit or a study's metric.
public struct ConditionsEntry: Sendable {
  /// What agents may be doing.
  public enum Activity: String, CaseIterable, Sendable {
    case stationary, walking, running, cycling, driving
  }

  /// The floor on which it must hold, by the truth.
  public let floor: Int?
  /// What the bearer must be doing, by the truth.
  public let activity: Activity?
  /// Which devices: names, with `*` for any text.
  public let devices: String?
  /// From when, in s since the start.
  public let from: Double?
  /// Until when, in s since the start.
  public let until: Double?

  /// All of a run.
  public init() {
    (floor, activity, devices, from, until) = (nil, nil, nil, nil, nil)
  }

  /// Reads the conditions among an object's keys.
  init(from object: inout ObjectReader) {
    let place = object.optional(
      "only", Self.placeForm, "Only where the true floor is this one: 'floor == 2'.")
    floor = place.flatMap { Int($0.dropFirst(Self.floorWords.count)) }
    activity = object.optional(
      "while", .choice(Activity.self), "Only while the bearer truly does this.")
    devices = object.optional(
      "devices", Self.patternForm, "Only these devices, by name; * stands for any text.")
    let span = QuantityForm.quantity(.time, .between(0, 8 * 86_400))
    from = object.optional("from", span, "Only from so long after the start.")
    until = object.optional("until", span, "Only until so long after the start.")
    if let from, let until { object.check(from < until, at: "until", "must come after 'from'") }
  }

  /// Whether it is a part of the run only.
  public var isConditional: Bool {
    floor != nil || activity != nil || devices != nil || from != nil || until != nil
  }

  private static let floorWords = "floor == "

  private static let placeForm = TextForm(
    "a floor such as 'floor == 2'", pattern: "^floor == (0|-?[1-9][0-9]?)$", example: "floor == 2",
    accepts: { text in
      guard text.hasPrefix(floorWords), let floor = Int(text.dropFirst(floorWords.count)) else {
        return false
      }
      return abs(floor) < 100 && text == "\(floorWords)\(floor)"
    })

  private static let patternForm = TextForm(
    "devices such as 'visitor-*'", pattern: "^[A-Za-z0-9_.*-]+$", example: "visitor-*",
    accepts: { text in
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_.*-".utf8.contains(byte)
        }
    })
}
