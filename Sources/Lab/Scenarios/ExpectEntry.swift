public import Documents
public import Observations
public import Scoring
import Truth

/// Something that an app must be told, or must not, and when.
public struct ExpectEntry: DocumentObject {
  /// Which event, as people call it.
  public let event: EventName
  /// Which app; any if nil.
  public let app: String?
  /// What the window is counted from.
  public let anchor: AppExpectation.Anchor
  /// Where the window begins and ends, in s.
  public let from: Double
  public let until: Double?
  /// Whether it must not be told.
  public let isNever: Bool
  /// How often it must be told at the least, and at the most.
  public let least, most: Int?
  /// In which share of runs it must hold; nil for one that is only reported.
  public let share: Double?
  /// Whether its window may never begin.
  public let isOptional: Bool

  /// Reads an expectation.
  public init(from object: inout ObjectReader) {
    event = object.required(
      "event", EventNameForm(), "An event, such as paused or entered:home.")
    app = object.optional("app", .identifier, "Which app must be told; by default any.")
    anchor = object.optional(
      "since", AnchorForm(), default: .start,
      "What the window is counted from: 'region in home', 'doing sitting', 'told paused'.")
    let span = QuantityForm.quantity(.time, .between(-86_400, 8 * 86_400))
    from = object.optional("from", span, default: 0, "When the window begins.")
    until = object.optional("until", span, "When it ends; by default with the run.")
    isNever = object.optional("never", .bool, default: false, "Whether it must not be told.")
    least = object.optional("least", .int(1...1_000_000), "How often it must be told.")
    most = object.optional("most", .int(1...1_000_000), "How often it may be told.")
    let wanted = object.optional(
      "share", .quantity(.ratio, .between(0.01, 1)),
      "In which share of runs and phones it must hold; by default all.")
    let isReport = object.optional(
      "report_only", .bool, default: false, "Whether it need not hold, and is only reported.")
    share = isReport ? nil : wanted ?? 1
    isOptional = object.optional(
      "if_any", .bool, default: false, "Whether what it is counted from may never come.")
    object.check(!isReport || wanted == nil, at: "report_only", "excludes 'share'")
    if let until { object.check(from < until, at: "until", "must come after 'from'") }
    object.check(!isNever || least == nil && most == nil, at: "never", "excludes a number")
  }
}

/// An event's name.
struct EventNameForm: DocumentForm {
  /// The same condition as in ``event(_:_:_:)``, as a regular expression without anchors.
  static let pattern = "(" + EventName.names.joined(separator: "|") + ")(:[^\\n\\r]+)?"
  private let text = TextForm(
    "an event such as paused or entered:home", pattern: "^" + pattern + "$", example: "paused")

  var expectation: String { text.expectation }
  var placeholder: EventName { EventName("paused") }

  func read(_ node: Node, in context: DecodingContext) -> EventName? {
    text.read(node, in: context).flatMap { Self.event($0, node, context) }
  }

  static func event(_ text: String, _ node: Node, _ context: DecodingContext) -> EventName? {
    let event = EventName(text: text)
    guard EventName.names.contains(event.name) else {
      context.report(
        "no event is called '\(event.name.prefix(60))'", at: node,
        suggestion: nearestName(to: event.name, among: EventName.names))
      return nil
    }
    guard event.text == text, isOneLine(text) else {
      context.report("expected what '\(event.name):' is about on the same line", at: node)
      return nil
    }
    return event
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { text.schema(in: builder) }
}

/// What truly changes, or also what is told, from which a window is counted.
struct AnchorForm: DocumentForm {
  private let text: TextForm
  private let kinds: [String]

  /// - Parameter isTold: Whether what is told may be meant, too.
  init(isTold: Bool = true) {
    let changes = TrueChange.Kind.allCases.map(\.rawValue)
    kinds = changes + (isTold ? ["told"] : [])
    let told = isTold ? "|told " + EventNameForm.pattern : ""
    text = TextForm(
      "a change such as 'region in home'",
      pattern: "^((" + changes.joined(separator: "|") + ") [^\\n\\r]+" + told + ")$",
      example: "region in home")
  }

  var expectation: String { text.expectation }
  var placeholder: AppExpectation.Anchor { .change(kind: .region, to: "in home") }

  func read(_ node: Node, in context: DecodingContext) -> AppExpectation.Anchor? {
    guard let text = text.read(node, in: context) else { return nil }
    guard let space = text.firstIndex(of: " "), kinds.contains(String(text[..<space])) else {
      let word = String(text.prefix { $0 != " " })
      context.report(
        "expected \(expectation), found '\(text.prefix(60))'", at: node,
        suggestion: nearestName(to: word, among: kinds))
      return nil
    }
    let rest = String(text[text.index(after: space)...])
    guard let kind = TrueChange.Kind(rawValue: String(text[..<space])) else {
      return EventNameForm.event(rest, node, context).map { .told($0) }
    }
    guard !rest.isEmpty, isOneLine(rest) else {
      context.report("expected \(expectation)", at: node)
      return nil
    }
    return .change(kind: kind, to: rest)
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { text.schema(in: builder) }
}

private func isOneLine(_ text: String) -> Bool {
  !text.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
}
