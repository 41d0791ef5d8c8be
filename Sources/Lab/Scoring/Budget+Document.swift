public import Documents
import Kernel
import Observations
import Truth

// Budgets in scenario files: a limit alone, or a mapping with conditions.

extension Budget: DocumentObject {
  public init(from object: inout ObjectReader) {
    let limit = object.optional(
      "limit", Self.limitForm,
      "The limit: a metric, <=, >= or within, and a quantity; 'if any' where there may be none.")
    let part = ScoreFilter.part(from: &object)
    let source = object.optional(
      "source", .string,
      "Source of the limit, such as a talk; 'budgets --fit' leaves such a limit unchanged.")
    let comparison = FigureComparison(from: &object, within: part)
    let difference = object.optional(
      "by", .quantity(.ratio, .between(-0.9, 0.99)),
      "Least difference, as a share of the larger of both; if negative, how much worse it may be.")
    object.check(
      (limit == nil) == object.has("compare"), at: "limit",
      limit == nil ? "needs 'limit' or 'compare'" : "excludes 'compare'")
    guard let comparison else {
      let limit = limit ?? Self.example
      let complaint = limit.metric.complaint(about: part)
      object.check(complaint == nil, at: "limit", complaint ?? "")
      self.init(limit, filter: part, source: source)
      return
    }
    self.init(comparison, by: difference ?? 0)
  }

  /// A limit alone, or a mapping with conditions.
  public static var form: some DocumentForm<Budget> {
    limitForm.or(
      .object(Budget.self), scalar: { Budget($0, filter: nil) }, collection: { $0 })
  }

  private static var example: FigureLimit {
    FigureLimit(
      text: "horizontal_error.p95 <= 6 m", metric: .fix.horizontalError, statistic: .p95,
      relation: .atMost, value: 6)
  }

  private static var limitForm: MappedForm<TextForm, FigureLimit> {
    let text = TextForm(
      "a budget", pattern: "^[^ ]+ (<=|>=|within) .+$", example: example.text,
      accepts: { text in
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        return words.count == 3 && !words[0].isEmpty
          && Relation(rawValue: String(words[1])) != nil && !words[2].isEmpty
      })
    return text.map(placeholder: example) { text throws(DocumentFormError) in
      let limit = try FigureLimit(text)
      try limit.checkPower()
      return limit
    }
  }
}

extension ScoreFilter: DocumentObject {
  /// Reads the part of a run to which a budget or a study's metric applies, from keys beside it.
  ///
  /// - Returns: The part; nil for the whole run.
  public static func part(from object: inout ObjectReader) -> ScoreFilter? {
    let filter = ScoreFilter(from: &object)
    return filter == ScoreFilter() ? nil : filter
  }

  /// The filter with further conditions.
  func joined(_ others: ScoreFilter?) -> ScoreFilter {
    guard let others else { return self }
    var filter = self
    filter.floor = filter.floor ?? others.floor
    filter.activity = filter.activity ?? others.activity
    filter.device = filter.device ?? others.device
    filter.from = filter.from ?? others.from
    filter.until = filter.until ?? others.until
    return filter
  }

  public init(from object: inout ObjectReader) {
    self.init()
    let place = object.optional(
      "only", Self.placeForm, "Condition on the true floor, such as 'floor == 2'.")
    floor = place.flatMap { Int($0.dropFirst(Self.floorWords.count)) }
    activity = object.optional(
      "while", ActivityForm(), "Condition on the true activity of the carrier.")
    device = object.optional(
      "devices", Self.patternForm, "Names of the devices to include; * stands for any text.")
    let span = QuantityForm.quantity(.time, .between(0, 8 * 86_400))
    let begin = object.optional(
      "from", span, "Start of the time range, since the start of the run.")
    let end = object.optional("until", span, "End of the time range, since the start of the run.")
    if let begin, let end { object.check(begin < end, at: "until", "must come after 'from'") }
    from = begin.map { SimTime(seconds: $0) }
    until = end.map { SimTime(seconds: $0) }
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

  static let patternForm = TextForm(
    "devices such as 'visitor-*'", pattern: "^[A-Za-z0-9_.*-]+$", example: "visitor-*",
    accepts: { text in
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_.*-".utf8.contains(byte)
        }
    })
}

/// Form of a true activity, by its name in budgets.
private struct ActivityForm: DocumentForm {
  /// The activities that have a name.
  private static let named = TrueActivity.allCases.filter { $0 != .other }
  private let names = NameForm(named.map(\.word))

  var expectation: String { names.expectation }
  var placeholder: TrueActivity { .stationary }

  func read(_ node: Node, in context: DecodingContext) -> TrueActivity? {
    let word = names.read(node, in: context)
    return Self.named.first { $0.word == word }
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { names.schema(in: builder) }
  func json(_ value: TrueActivity) -> JSONValue? { names.json(value.word) }
}

extension TrueActivity {
  /// The name in scenario files.
  var word: String { self == .automotive ? "driving" : rawValue }
}
