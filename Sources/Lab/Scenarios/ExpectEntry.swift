public import Documents
public import Observations
public import Scoring
import Truth

/// A message that an app must receive, or must not, within a time window.
public struct ExpectEntry: DocumentObject {
  public let event: EventName
  /// Nil for any app.
  public let app: String?
  /// The origin of the window's time.
  public let anchor: AppExpectation.WindowOrigin
  /// The window's begin and end, in s; without an end, that of the run.
  public let from: Double
  public let until: Double?
  /// True if the message must not come.
  public let isNever: Bool
  /// The minimum and maximum number of messages.
  public let minimum, maximum: Int?
  /// The share of runs in which it must hold; nil for a report without a budget.
  public let share: Double?
  /// True if its window may never begin.
  public let isOptional: Bool

  public init(from object: inout ObjectReader) {
    event = object.required(
      "event", EventNameForm(), "Name of the event, such as paused or entered:home.")
    app = object.optional("app", .identifier, "App that must receive the event; by default any.")
    anchor = object.optional(
      "since", AnchorForm(), default: .start,
      "Origin of the window's time: 'region in home', 'doing sitting', 'told paused'.")
    let span = QuantityForm.quantity(.time, .between(-86_400, 8 * 86_400))
    from = object.optional("from", span, default: 0, "Start of the window.")
    until = object.optional("until", span, "End of the window; by default that of the run.")
    isNever = object.optional("never", .bool, default: false, "True if the event must not come.")
    minimum = object.optional(
      "least", .int(1...1_000_000), "Minimum number of events in the window.")
    maximum = object.optional(
      "most", .int(1...1_000_000), "Maximum number of events in the window.")
    let wanted = object.optional(
      "share", .quantity(.ratio, .between(0.01, 1)),
      "Share of runs and phones in which it must hold; by default all.")
    let isReport = object.optional(
      "report_only", .bool, default: false, "True for a report without a budget.")
    share = isReport ? nil : wanted ?? 1
    isOptional = object.optional(
      "if_any", .bool, default: false, "True if the window's origin may never come.")
    object.check(!isReport || wanted == nil, at: "report_only", "excludes 'share'")
    if let until { object.check(from < until, at: "until", "must come after 'from'") }
    object.check(!isNever || minimum == nil && maximum == nil, at: "never", "excludes a number")
  }
}

/// Form of an event's name.
struct EventNameForm: DocumentForm {
  /// The condition of ``event(_:_:_:)`` as a regular expression without anchors.
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
      context.report("expected the subject of '\(event.name):' on the same line", at: node)
      return nil
    }
    return event
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { text.schema(in: builder) }
}

/// Form of a window's origin: a true change or, optionally, a delivered event.
struct AnchorForm: DocumentForm {
  private let text: TextForm
  private let kinds: [String]

  /// - Parameter isReported: True to allow delivered events too.
  init(isReported: Bool = true) {
    let changes = TrueChange.Kind.allCases.map(\.rawValue)
    kinds = changes + (isReported ? ["told"] : [])
    let reported = isReported ? "|told " + EventNameForm.pattern : ""
    text = TextForm(
      "a change such as 'region in home'",
      pattern: "^((" + changes.joined(separator: "|") + ") [^\\n\\r]+" + reported + ")$",
      example: "region in home")
  }

  var expectation: String { text.expectation }
  var placeholder: AppExpectation.WindowOrigin { .change(kind: .region, to: "in home") }

  func read(_ node: Node, in context: DecodingContext) -> AppExpectation.WindowOrigin? {
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
      return EventNameForm.event(rest, node, context).map { .reported($0) }
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
