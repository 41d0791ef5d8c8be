/// Text, optionally with conditions.
public struct TextForm: DocumentForm {
  private let pattern: String?
  private let minimumLength: Int
  private let what: String
  private let example: String
  private let accepts: (@Sendable (String) -> Bool)?

  /// Creates a form of text that satisfies `accepts`; `pattern` is the condition as a regular expression.
  ///
  /// - Parameters:
  ///   - what: The expectation in messages: `an identifier of at most 100 characters such as 'gate-3'`.
  ///   - pattern: For the schema: an ECMA 262 regular expression, with anchors.
  ///   - example: Accepted text, which also serves as the placeholder.
  ///   - accepts: Returns true if the text is valid.
  public init(
    _ what: String, pattern: String? = nil, example: String,
    accepts: (@Sendable (String) -> Bool)? = nil
  ) {
    self.what = what
    self.pattern = pattern
    self.example = example
    self.accepts = accepts
    minimumLength = 0
  }

  init(minimumLength: Int) {
    self.minimumLength = minimumLength
    what = "text"
    pattern = nil
    example = minimumLength > 0 ? "text" : ""
    accepts = nil
  }

  public var expectation: String { what }
  public var placeholder: String { example }

  public func read(_ node: Node, in context: DecodingContext) -> String? {
    let isText =
      switch node.record.form {
      case .quoted: true
      case .plain: node.withText { isCoreText(plain: $0) }
      default: false
      }
    guard isText, let text = node.text else {
      let isScalar = node.kind == .scalar && !node.isNull
      let isValidInQuotes = isScalar && accepts?(node.text ?? "") ?? true
      let hint = isValidInQuotes ? "; put it in quotes to make it text" : ""
      context.report(
        "expected \(what), found \(node.foundText)\(hint)", at: node,
        fix: isValidInQuotes ? quoting(node) : nil)
      return nil
    }
    if text.isEmpty, minimumLength > 0 {
      context.report("expected text, found none", at: node)
      return nil
    }
    if let accepts, !accepts(text) {
      context.report("expected \(what), found '\(excerpt(text))'", at: node)
      return nil
    }
    return text
  }

  /// The correction of a number or a truth value that can only be text: quotes.
  private func quoting(_ node: Node) -> TextFix? {
    guard node.isPlain, let text = node.text, !text.contains(where: { "'\\\n".contains($0) })
    else { return nil }
    return TextFix(place: node.place, old: text, new: "'\(text)'")
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    var schema: JSONObject = ["type": "string"]
    if minimumLength > 0 { schema["minLength"] = .int(Int64(minimumLength)) }
    if let pattern {
      schema["pattern"] = .string(pattern)
      schema["examples"] = [.string(example)]
    }
    return .object(schema)
  }

  public func json(_ value: String) -> JSONValue? { .string(value) }
}

extension DocumentForm where Self == TextForm {
  /// Non-empty text; text that looks like a number, a truth value or null must be in quotes.
  public static var string: TextForm { TextForm(minimumLength: 1) }

  /// Text that may be empty.
  public static var anyString: TextForm { TextForm(minimumLength: 0) }

  /// An identifier for references: a letter, then letters, digits, `-`, `_` and `.`; at most 100, as names of
  /// files are made of several.
  public static var identifier: TextForm {
    TextForm(
      "an identifier of at most 100 characters such as 'gate-3'",
      pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,99}$",
      example: "gate-3", accepts: isIdentifier)
  }

  /// Text with a condition; see ``TextForm/init(_:pattern:example:accepts:)``.
  public static func string(
    _ what: String, pattern: String? = nil, example: String,
    accepts: @escaping @Sendable (String) -> Bool
  ) -> TextForm {
    TextForm(what, pattern: pattern, example: example, accepts: accepts)
  }
}

@Sendable
private func isIdentifier(_ text: String) -> Bool {
  guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 100 else { return false }
  return text.utf8.allSatisfy { byte in
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ".")
  }
}

private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// One of several names known only at run time.
public struct NameForm: DocumentForm {
  private let names: [String]

  /// Creates a form for `names`, of which there must be at least one.
  public init(_ names: [String]) {
    precondition(!names.isEmpty, "a choice without a name")
    self.names = names
  }

  public var expectation: String { listed(names, "or") }
  public var placeholder: String { names[0] }

  public func read(_ node: Node, in context: DecodingContext) -> String? {
    for name in names where node.hasText(name) { return name }
    reportUnknownName(node, names: names, in: context)
    return nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    ["enum": .array(names.map { .string($0) })]
  }

  public func json(_ value: String) -> JSONValue? { .string(value) }
}

/// A case of an enumeration, by its raw value.
public struct ChoiceForm<Choice>: DocumentForm
where Choice: CaseIterable & RawRepresentable & Sendable, Choice.RawValue == String {
  init() {}

  public var expectation: String { listed(Choice.allCases.map(\.rawValue), "or") }

  public var placeholder: Choice {
    // The compiler rejects an enumeration with a raw type but without cases.
    guard let first = Choice.allCases.first else { preconditionFailure("a choice without a case") }
    return first
  }

  public func read(_ node: Node, in context: DecodingContext) -> Choice? {
    for choice in Choice.allCases where node.hasText(choice.rawValue) { return choice }
    reportUnknownName(node, names: Choice.allCases.map(\.rawValue), in: context)
    return nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    ["enum": .array(Choice.allCases.map { .string($0.rawValue) })]
  }

  public func json(_ value: Choice) -> JSONValue? { .string(value.rawValue) }
}

extension DocumentForm where Self == NameForm {
  /// One of several names known only at run time.
  public static func name(among names: [String]) -> NameForm { NameForm(names) }
}

extension DocumentForm {
  /// A case of an enumeration, by its raw value.
  public static func choice<Choice>(_ type: Choice.Type) -> ChoiceForm<Choice>
  where Self == ChoiceForm<Choice> {
    ChoiceForm()
  }
}

private func reportUnknownName(_ node: Node, names: [String], in context: DecodingContext) {
  guard let text = node.text, !node.isNull else {
    context.reportMismatch(expected: listed(names, "or"), at: node)
    return
  }
  let suggestion = nearestName(to: text, among: names)
  let expected = names.count <= 12 ? listed(names, "or") : "one of \(names.count) names"
  context.report(
    "expected \(expected), found '\(excerpt(text))'", at: node, suggestion: suggestion)
}
