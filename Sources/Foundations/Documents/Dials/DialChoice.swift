/// One of several parts that can fill a place in the stack, with the dials it has.
public struct DialAlternative: Sendable {
  /// Its name, as `use:` has it.
  public let name: String
  /// What it is, in a sentence.
  public let about: String
  /// Its dials, as they are unless turned.
  public let defaults: any DialSet

  /// Names an alternative.
  public init(_ name: String, _ about: String, _ defaults: any DialSet) {
    self.name = name
    self.about = about
    self.defaults = defaults
  }
}

/// Which alternative is in use, and how its dials are turned.
public struct DialChoice: Sendable {
  /// The alternative's name.
  public var name: String
  /// Its dials.
  public var settings: any DialSet

  /// Makes a choice.
  public init(_ name: String, _ settings: any DialSet) {
    self.name = name
    self.settings = settings
  }
}

/// A mapping whose key `use` names a part, and whose other keys are the dials of that part.
///
/// A dial of another part is a mistake that names that part: turning it would change nothing.
public struct DialChoiceForm: DocumentForm {
  let alternatives: [DialAlternative]
  let standard: DialAlternative
  /// How names begin that stand for a program of the user's; nil where there is none.
  let commandPrefix: String?
  /// Why such a program may not stand here all the same; nil where it may.
  let commandRefusal: String?

  /// Reads one of some alternatives.
  ///
  /// - Parameters:
  ///   - alternatives: What there is; the first is in use unless `use` says otherwise.
  ///   - commandPrefix: How names begin that stand for a program of the user's; nil where none may.
  ///   - commandRefusal: Why a program may not stand here, though names begin so; nil where it may.
  public init(
    _ alternatives: [DialAlternative], commandPrefix: String? = nil, commandRefusal: String? = nil
  ) {
    self.alternatives = alternatives
    standard = alternatives.first ?? DialAlternative("", "", NoDials())
    self.commandPrefix = commandPrefix
    self.commandRefusal = commandRefusal
  }

  public var expectation: String { "a mapping such as {use: \(standard.name)}" }
  public var placeholder: DialChoice { DialChoice(standard.name, standard.defaults) }

  public func read(_ node: Node, in context: DecodingContext) -> DialChoice? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    var reader = ObjectReader(node, in: context)
    guard let used = alternative(&reader, context) else {
      // Which keys are allowed isn't known.
      reader.allowsUnknownKeys = true
      reader.finish()
      return nil
    }
    let settings = dials(used.defaults, &reader)
    refuseOthers(than: used, node, &reader, context)
    reader.finish()
    return context.errorCount == before ? DialChoice(used.name, settings) : nil
  }

  /// The alternative that the key `use` names.
  private func alternative(
    _ reader: inout ObjectReader, _ context: DecodingContext
  ) -> DialAlternative? {
    guard let node = reader.take("use") else { return standard }
    if let commandPrefix, let text = node.text, text.hasPrefix(commandPrefix) {
      if let commandRefusal {
        context.report(commandRefusal, at: node)
        return nil
      }
      return DialAlternative(text, "", NoDials())
    }
    let names = alternatives.map(\.name)
    if let program = likelyProgram(node) {
      context.report(
        "expected \(listed(names + ["\(commandPrefix ?? "")PROGRAM"], "or")), "
          + "found '\(excerpt(node.text ?? ""))'", at: node, suggestion: program)
      return nil
    }
    // Where the name is misspelt, its dials are looked at all the same, as those of the likely one.
    let name =
      NameForm(names).read(node, in: context)
      ?? node.text.flatMap { nearestName(to: $0, among: names) }
    return alternatives.first { $0.name == name }
  }

  /// How a program of the user's is written, where a file's name stands in its place; else nil.
  private func likelyProgram(_ node: Node) -> String? {
    guard let commandPrefix, commandRefusal == nil, let text = node.text,
      !alternatives.contains(where: { $0.name == text }),
      text.contains(where: { "./ ".contains($0) })
    else { return nil }
    let isPython = text.hasSuffix(".py") && !text.contains(" ")
    return commandPrefix + (isPython ? "python3 " : "") + text
  }

  private func dials(_ defaults: some DialSet, _ reader: inout ObjectReader) -> any DialSet {
    reader.dials(defaults)
  }

  /// Reports keys that are dials of alternatives that aren't in use.
  private func refuseOthers(
    than used: DialAlternative, _ node: Node, _ reader: inout ObjectReader,
    _ context: DecodingContext
  ) {
    let own = Set(used.keys)
    for (key, _) in node.pairs {
      guard let text = key.text, text != "use", !own.contains(text),
        let owner = alternatives.first(where: { $0.keys.contains(text) })
      else { continue }
      context.report(
        "'\(excerpt(text))' is a dial of '\(owner.name)', which isn't in use here: "
          + "'\(excerpt(used.name))' is", at: key)
      _ = reader.take(text, remembering: false)
    }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let describer = ObjectDescriber(builder)
    let branches = alternatives.map { alternative in
      let branch = ObjectDescriber(builder)
      branch.addKind(
        "use", alternative.name, alternative.about, isRequired: alternative.name != standard.name)
      var reader = ObjectReader(nil, in: DecodingContext(), describer: branch)
      _ = dials(alternative.defaults, &reader)
      return branch
    }
    describer.branch(branches)
    guard let commandPrefix, commandRefusal == nil, case .object(var schema) = describer.schema,
      case .array(var shapes)? = schema["oneOf"]
    else { return describer.schema }
    shapes.append([
      "type": "object",
      "properties": [
        "use": [
          "type": "string", "pattern": .string("^\(commandPrefix)"),
          "description": "A program of your own that takes the part's place.",
          "examples": [.string("\(commandPrefix)python3 mine.py")],
        ]
      ],
      "required": ["use"], "additionalProperties": false,
    ])
    schema["oneOf"] = .array(shapes)
    return .object(schema)
  }
}

extension DialAlternative {
  /// The keys that its dials have in a document: those of groups, not of what is in them.
  fileprivate var keys: [String] { names(defaults) }

  private func names<Settings: DialSet>(_ settings: Settings) -> [String] {
    Settings.dials.map(\.name)
  }
}

/// The dials of a part that has none.
public struct NoDials: DialSet {
  public static let dials: [Dial<NoDials>] = []

  /// Nothing to be set.
  public init() {}
}
