public import Documents

/// What must hold: a limit, perhaps for a part of the run only.
public struct BudgetEntry: DocumentObject {
  /// What agents may be doing.
  public enum Activity: String, CaseIterable, Sendable {
    case stationary, walking, running, cycling, driving
  }

  /// The limit, such as `horizontal_error.p95 <= 6 m`; the scorer reads it.
  public let limit: Located<String>
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

  /// Reads a budget with conditions.
  public init(from object: inout ObjectReader) {
    limit = object.required(
      "limit", .located(Self.limitForm), "The limit: a metric, <= or >=, and a quantity.")
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

  private init(_ limit: Located<String>) {
    self.limit = limit
    (floor, activity, devices, from, until) = (nil, nil, nil, nil, nil)
  }

  /// Whether it speaks of a part of the run only.
  public var isConditional: Bool {
    floor != nil || activity != nil || devices != nil || from != nil || until != nil
  }

  /// A limit alone, or a mapping with conditions.
  static var form: EitherForm<LocatedForm<TextForm>, ObjectForm<BudgetEntry>, BudgetEntry> {
    LocatedForm<TextForm>.located(limitForm).or(
      .object(BudgetEntry.self), scalar: { BudgetEntry($0) }, collection: { $0 })
  }

  private static let floorWords = "floor == "

  /// A limit's outward form; whether its metric exists is for the scorer to say.
  private static let limitForm = TextForm(
    "a budget", pattern: "^[^ ]+ (<=|>=) .+$", example: "horizontal_error.p95 <= 6 m",
    accepts: { text in
      let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      return words.count == 3 && !words[0].isEmpty && (words[1] == "<=" || words[1] == ">=")
        && !words[2].isEmpty
    })

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
