public import Documents
public import Observations

/// Something that an app must be told, or must not, and when.
public struct ExpectEntry: DocumentObject {
  /// What windows are counted from.
  public enum Anchor: Hashable, Sendable {
    /// The scenario's start.
    case start
    /// The first time that something truly changes to this: `region in home`, `doing sitting`.
    case change(kind: TrueChange.Kind, to: String)
    /// The first time that this is told.
    case told(EventName)
  }

  /// Which event, as people call it.
  public let event: EventName
  /// Which app; any if nil.
  public let app: String?
  /// What the window is counted from.
  public let anchor: Anchor
  /// Where the window begins and ends, in s.
  public let from: Double
  public let until: Double?
  /// Whether it must not be told.
  public let isNever: Bool
  /// How often it must be told at the least, and at the most.
  public let least, most: Int?
  /// In which share of runs it must hold.
  public let share: Double

  /// Reads an expectation.
  public init(from object: inout ObjectReader) {
    event = object.required(
      "event", EventNameForm(), "An event, such as paused or entered:home.")
    app = object.optional("app", .identifier, "Which app must be told; any unless said.")
    anchor = object.optional(
      "since", AnchorForm(), default: .start,
      "What the window is counted from: 'region in home', 'doing sitting', 'told paused'.")
    let span = QuantityForm.quantity(.time, .between(-86_400, 8 * 86_400))
    from = object.optional("from", span, default: 0, "When the window begins.")
    until = object.optional("until", span, "When it ends; with the run unless said.")
    isNever = object.optional("never", .bool, default: false, "Whether it must not be told.")
    least = object.optional("least", .int(1...1_000_000), "How often it must be told.")
    most = object.optional("most", .int(1...1_000_000), "How often it may be told.")
    share = object.optional(
      "share", .quantity(.ratio, .between(0, 1)), default: 1,
      "In which share of runs and phones it must hold; 0 only reports.")
    if let until { object.check(from < until, at: "until", "must come after 'from'") }
    object.check(!isNever || least == nil && most == nil, at: "never", "excludes a number")
  }
}

/// An event's name.
struct EventNameForm: DocumentForm {
  var expectation: String { "an event such as paused or entered:home" }
  var placeholder: EventName { EventName("paused") }

  func read(_ node: Node, in context: DecodingContext) -> EventName? {
    guard let text = node.text else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    return Self.event(text, node, context)
  }

  static func event(_ text: String, _ node: Node, _ context: DecodingContext) -> EventName? {
    let event = EventName(text: text)
    guard EventName.names.contains(event.name) else {
      context.report(
        "no event is called '\(event.name.prefix(60))'", at: node,
        suggestion: nearestName(to: event.name, among: EventName.names))
      return nil
    }
    return event
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { ["type": "string"] }
}

/// What a window is counted from.
struct AnchorForm: DocumentForm {
  var expectation: String { "a change such as 'region in home' or 'told paused'" }
  var placeholder: ExpectEntry.Anchor { .start }

  func read(_ node: Node, in context: DecodingContext) -> ExpectEntry.Anchor? {
    guard let text = node.text else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2, words[0] == "told" {
      return EventNameForm.event(words[1], node, context).map { .told($0) }
    }
    guard words.count == 2, let kind = TrueChange.Kind(rawValue: words[0]) else {
      context.report(
        "expected \(expectation)", at: node,
        suggestion: nearestName(
          to: words.first ?? "", among: TrueChange.Kind.allCases.map(\.rawValue) + ["told"]))
      return nil
    }
    return .change(kind: kind, to: words[1])
  }

  func schema(in builder: SchemaBuilder) -> JSONValue { ["type": "string"] }
}
