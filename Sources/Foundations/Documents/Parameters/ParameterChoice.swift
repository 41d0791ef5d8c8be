/// An alternative module for a role in the stack, with its parameters.
public struct ParameterAlternative: Sendable {
  /// The name in the key `use`.
  public let name: String
  /// A description in one sentence.
  public let about: String
  /// The parameters with their default values.
  public let defaults: any ParameterSet

  public init(_ name: String, _ about: String, _ defaults: any ParameterSet) {
    self.name = name
    self.about = about
    self.defaults = defaults
  }
}

/// The selected alternative and its parameters.
public struct ParameterChoice: Sendable {
  public var name: String
  public var settings: any ParameterSet

  public init(_ name: String, _ settings: any ParameterSet) {
    self.name = name
    self.settings = settings
  }
}

/// A mapping whose key `use` selects a module, and whose other keys are the parameters of that module.
///
/// A parameter of another module is an error that names that module, because it would have no effect.
public struct ParameterChoiceForm: DocumentForm {
  let alternatives: [ParameterAlternative]
  let standard: ParameterAlternative
  /// The prefix of names that denote a program of the user; nil if programs are not allowed.
  let commandPrefix: String?
  /// The reason why a program is not allowed here; nil if it is allowed.
  let commandRefusal: String?

  /// Creates a form for alternatives.
  ///
  /// - Parameters:
  ///   - alternatives: The choices; the first is the default.
  ///   - commandPrefix: The prefix of names that denote a program of the user; nil if none is allowed.
  ///   - commandRefusal: The reason why a program is not allowed here; nil if it is allowed.
  public init(
    _ alternatives: [ParameterAlternative], commandPrefix: String? = nil,
    commandRefusal: String? = nil
  ) {
    self.alternatives = alternatives
    standard = alternatives.first ?? ParameterAlternative("", "", NoParameters())
    self.commandPrefix = commandPrefix
    self.commandRefusal = commandRefusal
  }

  public var expectation: String { "a mapping such as {use: \(standard.name)}" }
  public var placeholder: ParameterChoice { ParameterChoice(standard.name, standard.defaults) }

  public func read(_ node: Node, in context: DecodingContext) -> ParameterChoice? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    var reader = ObjectReader(node, in: context)
    guard let used = alternative(&reader, context) else {
      // The allowed keys are unknown.
      reader.allowsUnknownKeys = true
      reader.finish()
      return nil
    }
    let settings = parameters(used.defaults, &reader)
    refuseOthers(than: used, node, &reader, context)
    reader.finish()
    return context.errorCount == before ? ParameterChoice(used.name, settings) : nil
  }

  /// The alternative selected by the key `use`.
  private func alternative(
    _ reader: inout ObjectReader, _ context: DecodingContext
  ) -> ParameterAlternative? {
    guard let node = reader.take("use") else { return standard }
    if let commandPrefix, let text = node.text, text.hasPrefix(commandPrefix) {
      if let commandRefusal {
        context.report(commandRefusal, at: node)
        return nil
      }
      return ParameterAlternative(text, "", NoParameters())
    }
    let names = alternatives.map(\.name)
    if let program = likelyProgram(node) {
      context.report(
        "expected \(listed(names + ["\(commandPrefix ?? "")PROGRAM"], "or")), "
          + "found '\(excerpt(node.text ?? ""))'", at: node, suggestion: program)
      return nil
    }
    // If the name is misspelt, the parameters are still checked, as those of the nearest name.
    let name =
      NameForm(names).read(node, in: context)
      ?? node.text.flatMap { nearestName(to: $0, among: names) }
    return alternatives.first { $0.name == name }
  }

  /// The corrected spelling if a file name stands in place of a program; else nil.
  private func likelyProgram(_ node: Node) -> String? {
    guard let commandPrefix, commandRefusal == nil, let text = node.text,
      !alternatives.contains(where: { $0.name == text }),
      text.contains(where: { "./ ".contains($0) })
    else { return nil }
    let isPython = text.hasSuffix(".py") && !text.contains(" ")
    return commandPrefix + (isPython ? "python3 " : "") + text
  }

  private func parameters(
    _ defaults: some ParameterSet, _ reader: inout ObjectReader
  ) -> any ParameterSet {
    reader.parameters(defaults)
  }

  /// Reports keys that are parameters of alternatives not in use.
  private func refuseOthers(
    than used: ParameterAlternative, _ node: Node, _ reader: inout ObjectReader,
    _ context: DecodingContext
  ) {
    let own = Set(used.keys)
    for (key, _) in node.pairs {
      guard let text = key.text, text != "use", !own.contains(text),
        let owner = alternatives.first(where: { $0.keys.contains(text) })
      else { continue }
      context.report(
        "'\(excerpt(text))' is a parameter of '\(owner.name)', which isn't in use here: "
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
      _ = parameters(alternative.defaults, &reader)
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

extension ParameterAlternative {
  /// The parameters' keys in a document; a group counts as one key.
  fileprivate var keys: [String] { names(defaults) }

  private func names<Settings: ParameterSet>(_ settings: Settings) -> [String] {
    Settings.parameters.map(\.name)
  }
}

/// The empty parameter set.
public struct NoParameters: ParameterSet {
  public static let parameters: [Parameter<NoParameters>] = []

  public init() {}
}
