/// Overview of all verbs.
var overview: String {
  let width = Verb.all.map(\.name.count).max() ?? 0
  let groups = Verb.groups.map { title, verbs in
    let lines = verbs.map { verb in
      let blanks = String(repeating: " ", count: width - verb.name.count + 2)
      return "  \(verb.name)\(blanks)\(verb.summary)"
    }
    return ([title + ":"] + lines).joined(separator: "\n")
  }
  return """
    venuesim VERB [ARGUMENTS]: simulate venues, phones and their location stacks, and score them.

    \(groups.joined(separator: "\n\n"))

    'venuesim demo' shows what it does; 'venuesim help VERB' says more; 'venuesim --version' prints the version.
    \(ExitStatus.explanation)
    """
}

/// Runs `venuesim help [VERB]`.
@Sendable
func helpVerb(_ invocation: Invocation) throws -> ExitStatus {
  let isManual = invocation.has(.man)
  guard let name = invocation.operands.first else {
    say(isManual ? ManualPage.overview.text : overview)
    return .success
  }
  guard let verb = Verb.called(name) else {
    throw UsageError("unknown verb '\(name)'" + suggestion(name, among: Verb.all.map(\.name)))
  }
  say(isManual ? ManualPage(verb).text : verb.help)
  return .success
}

extension Option {
  static let man = Option("man", "Print a manual page, for 'man -l -', in place of plain help.")
}
