/// A manual page from the same tables as the help, in man(7) macros.
struct ManualPage {
  private let name, summary, synopsis: String
  private var sections: [(title: String, lines: [String])] = []

  /// The page of a verb.
  init(_ verb: Verb) {
    name = "venuesim-" + verb.name
    summary = Self.phrase(verb.summary)
    synopsis = ".B venuesim \(verb.name)\n" + Self.plain("[OPTIONS] " + verb.operands)
    if !verb.about.isEmpty {
      // Preformatted, partly in columns.
      sections.append(("DESCRIPTION", [".nf"] + verb.about.map(Self.plain) + [".fi"]))
    }
    sections.append(("OPTIONS", verb.allOptions.flatMap(Self.option)))
    sections.append(("EXAMPLES", [".nf"] + verb.examples.map(Self.plain) + [".fi"]))
    sections.append(("EXIT STATUS", Self.statuses))
    sections.append(("SEE ALSO", [".BR venuesim (1)"]))
  }

  /// The page of the command itself.
  static var overview: ManualPage {
    var page = ManualPage(
      name: "venuesim",
      summary: "simulate venues, phones and their location stacks, and score them",
      synopsis: ".B venuesim\n" + plain("VERB [ARGUMENTS]"))
    page.sections = [
      (
        "VERBS",
        Verb.all.flatMap { [".TP", ".BR venuesim\\-\($0.name) (1)", plain($0.summary)] }
      ),
      (
        "OPTIONS",
        [Option.help, Option("version", "Print the version, and the commit it was built from.")]
          .flatMap(option)
      ),
      (
        "ENVIRONMENT",
        variables.flatMap { [".TP", ".B \($0)", plain($1)] }
      ),
      ("EXIT STATUS", statuses),
    ]
    return page
  }

  private init(name: String, summary: String, synopsis: String) {
    (self.name, self.summary, self.synopsis) = (name, summary, synopsis)
  }

  /// Environment variables of the command.
  private static let variables = [
    ("VENUESIM_CACHE", "The folder of surveys and tracks kept for the next run, or 'none'."),
    ("VENUESIM_DATA", "The folder of public recordings, for validate, study and fidelity."),
    ("VENUESIM_SHARE", "The folder of the bundled scenarios."),
    ("NO_COLOR", "If it isn't empty, nothing is coloured."),
    ("TMPDIR", "The folder for the rows of long runs in progress."),
  ]

  private static var statuses: [String] {
    ExitStatus.explanation.split(separator: "\n").map { plain(String($0)) }
  }

  /// The page's source.
  var text: String {
    var lines = [
      #".TH \#(name.uppercased().replacing("-", with: #"\-"#)) 1 "" "venuesim \#(version)" "User Commands""#,
      ".SH NAME", #"\#(name.replacing("-", with: #"\-"#)) \- \#(Self.escaped(summary))"#,
      ".SH SYNOPSIS", synopsis,
    ]
    for section in sections { lines += [".SH " + section.title] + section.lines }
    return lines.joined(separator: "\n")
  }

  private static func option(_ option: Option) -> [String] {
    let names = (option.short.map { "\\-\($0), " } ?? "") + "\\-\\-" + escaped(option.name)
    let value = option.value.map { #" \fI\#(escaped($0))\fR"# } ?? ""
    return [".TP", #"\fB\#(names)\fR\#(value)"#, plain(option.summary)]
  }

  /// A summary for the NAME line: no capital, no full stop.
  private static func phrase(_ sentence: String) -> String {
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// An escaped line for roff, in which a leading full stop or quote would start a command.
  private static func plain(_ line: String) -> String {
    let text = escaped(line)
    return text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# + text : text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: #"\e"#).replacing("-", with: #"\-"#)
  }
}
