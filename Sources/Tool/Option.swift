import Documents

/// A command-line option of a verb.
struct Option: Sendable {
  /// The name, without its dashes.
  let name: String
  /// One-letter form after a single dash; nil for most.
  let short: String?
  /// A former name, which is accepted and not shown; nil for most.
  let former: String?
  /// Placeholder of the value in help, such as `DIR`; nil for a switch.
  let value: String?
  /// True if the option may be repeated.
  let repeats: Bool
  /// Completions of the value.
  let choices: Choices
  /// One-line description.
  let summary: String

  init(
    _ name: String, short: String? = nil, formerly former: String? = nil,
    taking value: String? = nil, repeats: Bool = false,
    from choices: Choices? = nil, _ summary: String
  ) {
    self.name = name
    self.short = short
    self.former = former
    self.value = value
    self.repeats = repeats
    self.choices = choices ?? Choices(of: value ?? "")
    self.summary = summary
  }

  /// Possible values, as far as a shell can complete them.
  enum Choices: Equatable {
    case files, folders
    /// The names printed by `venuesim list parameters` or `list metrics`.
    case parameters, metrics
    case words([String])
    /// Anything: a number, a new name.
    case free

    /// Derives the completions from the placeholder.
    init(of value: String) {
      switch value {
      case "DIR": self = .folders
      case _ where value.hasSuffix("FILE") || value == "PATH": self = .files
      case _ where value.hasPrefix("KEY="): self = .parameters
      default: self = .free
      }
    }

    /// The raw values of all cases.
    static func names<Kind: CaseIterable & RawRepresentable>(of kind: Kind.Type) -> Choices
    where Kind.RawValue == String {
      .words(kind.allCases.map(\.rawValue))
    }
  }

  /// An option for what a verb writes: `--out`, or `-o`; `--output` until version 0.4.
  static func out(_ value: String, formerly former: String = "output", _ summary: String) -> Option
  {
    Option("out", short: "o", formerly: former, taking: value, summary)
  }

  /// True for an argument that names the option, without its value.
  func isNamed(_ word: Substring) -> Bool {
    word == "--" + name || short.map { "-" + $0 == word } == true
      || former.map { "--" + $0 == word } == true
  }

  /// The option as shown in help: `--set KEY=VALUE`, or `-o, --out FILE`.
  var form: String {
    (short.map { "-\($0), " } ?? "") + "--" + name + (value.map { " " + $0 } ?? "")
  }
}

extension Option {
  static let out = out("DIR", "Keep the results in this folder.")
  static let data = Option(
    "data", taking: "DIR",
    "The folder of public recordings; by default $VENUESIM_DATA. See Docs/evidence/index.md.")
  static let force = Option("force", "Write into a folder that is not empty.")
  static let seed = Option("seed", taking: "N", "The seed, in place of the scenario's own.")
  static let seeds = Option(
    "seeds", taking: "LIST", "Several seeds: a range or a list, such as 1-20 or 1-3,7.")
  static let jobs = Option(
    "jobs", taking: "N", "Number of concurrent runs; the results don't depend on it.")
  static let set = Option(
    "set", taking: "KEY=VALUE", repeats: true,
    "Change a value of the scenario: stack.locator.window=2 s.")
  static let stack = Option(
    "stack", taking: "NAME", from: .words(["reference", "cmd:"]),
    "The stack under test: 'reference', or 'cmd:PROGRAM' that speaks JSON Lines.")
  static let record = Option("record", "Keep the observations of each device, for replays.")
  static let quiet = Option("quiet", "Print nothing but errors.")
  static let json = Option("json", "Print one JSON object instead of text.")
  static let help = Option("help", "Print this help.")
}

/// The parsed arguments of a verb.
struct Invocation {
  /// The arguments that aren't options, in order.
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// True if an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option; the last one if it was repeated.
  func value(_ option: Option) -> String? { values[option.name]?.last }

  /// All values of an option, in order.
  func values(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// The value of an option with a fixed set of names; nil if it wasn't given.
  func choice<Choice>(_ option: Option) throws(UsageError) -> Choice?
  where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
    guard let name = value(option) else { return nil }
    if let choice = Choice(rawValue: name) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw UsageError(
      "--\(option.name) takes \(names.joined(separator: ", ")), not '\(name)'"
        + suggestion(name, among: names))
  }

  /// Parses arguments: `--name value`, `--name=value`, switches, operands; `--` ends the options.
  init(_ arguments: some Sequence<String>, verb: String, options: [Option]) throws(UsageError) {
    var rest = Array(arguments)[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      guard takesOptions, argument.hasPrefix("-"), argument.utf8.count > 1 else {
        operands.append(argument)
        continue
      }
      if argument == "--" {
        takesOptions = false
        continue
      }
      let given = argument == "-h" ? "--help" : argument
      let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = options.first { $0.isNamed(parts[0]) }
      guard let option else {
        throw UsageError(
          "unknown option '\(parts[0])' for '\(verb)'"
            + suggestion(String(parts[0]), among: options.map { "--" + $0.name }))
      }
      try take(option, inline: parts.count == 2 ? String(parts[1]) : nil, from: &rest)
    }
  }

  private mutating func take(
    _ option: Option, inline: String?, from rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let placeholder = option.value else {
      guard inline == nil else { throw UsageError("--\(option.name) takes no value") }
      guard values[option.name] == nil else { throw UsageError("--\(option.name) is given twice") }
      values[option.name, default: []].append("")
      return
    }
    // `--out --force` lacks the folder; a folder with that name can be given as `--out=--force`.
    let isFollowed = rest.first.map { !$0.hasPrefix("--") } ?? false
    guard let value = inline ?? (isFollowed ? rest.popFirst() : nil) else {
      throw UsageError("--\(option.name) needs a value: --\(option.name) \(placeholder)")
    }
    guard !PathName.isForeign(value) else {
      throw UsageError("the value '\(PathName.shown(value))' of --\(option.name) isn't UTF-8")
    }
    if let first = values[option.name]?.first, !option.repeats {
      throw UsageError(
        "--\(option.name) is given twice, as '\(first)' and '\(value)'; give one of them")
    }
    values[option.name, default: []].append(value)
  }
}

/// The end of a message with the nearest name; empty if none is close.
func suggestion(_ name: String, among names: [String]) -> String {
  nearestName(to: name, among: names).map { " (did you mean '\($0)'?)" } ?? ""
}
