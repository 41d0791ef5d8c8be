public import Documents

/// What must hold: a limit, perhaps for a part of the run only.
public struct BudgetEntry: DocumentObject {
  /// The limit, such as `horizontal_error.p95 <= 6 m`; the scorer reads it.
  public let limit: Located<String>
  /// The part of the run on which it must hold.
  public let conditions: ConditionsEntry

  /// Reads a budget with conditions.
  public init(from object: inout ObjectReader) {
    limit = object.required(
      "limit", .located(Self.limitForm), "The limit: a metric, <= or >=, and a quantity.")
    conditions = ConditionsEntry(from: &object)
  }

  private init(_ limit: Located<String>) {
    self.limit = limit
    conditions = ConditionsEntry()
  }

  /// A limit alone, or a mapping with conditions.
  static var form: EitherForm<LocatedForm<TextForm>, ObjectForm<BudgetEntry>, BudgetEntry> {
    LocatedForm<TextForm>.located(limitForm).or(
      .object(BudgetEntry.self), scalar: { BudgetEntry($0) }, collection: { $0 })
  }

  /// A limit's outward form; whether its metric exists is for the scorer to say.
  private static let limitForm = TextForm(
    "a budget", pattern: "^[^ ]+ (<=|>=) .+$", example: "horizontal_error.p95 <= 6 m",
    accepts: { text in
      let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      return words.count == 3 && !words[0].isEmpty && (words[1] == "<=" || words[1] == ">=")
        && !words[2].isEmpty
    })
}
