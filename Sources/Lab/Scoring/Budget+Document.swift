public import Documents
import Kernel
import Observations
import Truth

// How scenarios write budgets: a limit alone, or a mapping with conditions.

extension Budget: DocumentObject {
  /// Reads a budget with conditions.
  public init(from object: inout ObjectReader) {
    let limit = object.required(
      "limit", Self.limitForm,
      "The limit: a metric, <=, >= or within, and a quantity; 'if any' where there may be none.")
    let part = ScoreFilter.part(from: &object)
    let complaint = limit.metric.complaint(about: part)
    object.check(complaint == nil, at: "limit", complaint ?? "")
    let source = object.optional(
      "source", .string,
      "Who says that this is the limit, such as a talk; 'budgets --fit' leaves it alone then.")
    self.init(limit, filter: part, source: source)
  }

  /// A limit alone, or a mapping with conditions.
  public static var form: some DocumentForm<Budget> {
    limitForm.or(
      .object(Budget.self), scalar: { Budget($0, filter: nil) }, collection: { $0 })
  }

  private static var limitForm: MappedForm<TextForm, FigureLimit> {
    let example = FigureLimit(
      text: "horizontal_error.p95 <= 6 m", metric: .fix.horizontalError, statistic: .p95,
      relation: .atMost, value: 6)
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

extension ScoreFilter {
  /// Reads what part of a run a budget or a study's metric is about, from keys beside it.
  ///
  /// - Parameter object: The mapping that has the keys.
  /// - Returns: The part; nil for all of a run.
  public static func part(from object: inout ObjectReader) -> ScoreFilter? {
    let filter = ScoreFilter(from: &object)
    return filter == ScoreFilter() ? nil : filter
  }

  private init(from object: inout ObjectReader) {
    self.init()
    let place = object.optional(
      "only", Self.placeForm, "Only where the true floor is this one: 'floor == 2'.")
    floor = place.flatMap { Int($0.dropFirst(Self.floorWords.count)) }
    activity = object.optional(
      "while", ActivityForm(), "Only while the bearer truly does this.")
    device = object.optional(
      "devices", Self.patternForm, "Only these devices, by name; * stands for any text.")
    let span = QuantityForm.quantity(.time, .between(0, 8 * 86_400))
    let begin = object.optional("from", span, "Only from so long after the start.")
    let end = object.optional("until", span, "Only until so long after the start.")
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

  private static let patternForm = TextForm(
    "devices such as 'visitor-*'", pattern: "^[A-Za-z0-9_.*-]+$", example: "visitor-*",
    accepts: { text in
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_.*-".utf8.contains(byte)
        }
    })
}

/// What a bearer may truly do, by the words of budgets.
private struct ActivityForm: DocumentForm {
  /// All that has a name.
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
  /// What authors of scenarios call it.
  var word: String { self == .automotive ? "driving" : rawValue }
}
