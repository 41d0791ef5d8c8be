/// The shells with completion scripts.
private enum Shell: String, CaseIterable {
  case bash, zsh, fish
}

/// Runs `venuesim completions bash|zsh|fish`.
@Sendable
func completionsVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let name = invocation.operands.first else {
    throw UsageError("completions for which shell? There are bash, zsh and fish")
  }
  switch Shell(rawValue: name) {
  case .bash: say(bashCompletions)
  case .zsh: say(zshCompletions)
  case .fish: say(fishCompletions)
  case nil:
    throw UsageError(
      "no shell '\(name)'" + suggestion(name, among: Shell.allCases.map(\.rawValue)))
  }
  return .success
}

/// The words that a verb accepts as operands.
func words(after verb: Verb) -> [String] {
  switch verb.name {
  case "list": ListKind.allCases.map(\.rawValue)
  case "schema": SchemaKind.allCases.map(\.rawValue)
  case "campaign": CampaignAct.allCases.map(\.rawValue)
  case "export": exportKinds
  case "import": importFormats
  case "demo": Demo.allCases.map(\.rawValue)
  case "new": NewKind.allCases.map(\.rawValue)
  case "cache": ["list", "clear"]
  case "completions": Shell.allCases.map(\.rawValue)
  case "help": Verb.all.map(\.name)
  default: []
  }
}
