/// Does what `venuesim completions bash|zsh|fish` asks.
@Sendable
func completionsVerb(_ invocation: Invocation) throws -> ExitStatus {
  let shells = ["bash", "zsh", "fish"]
  switch invocation.operands.first {
  case "bash": say(bashCompletions)
  case "zsh": say("autoload -U +X bashcompinit && bashcompinit\n" + bashCompletions)
  case "fish": say(fishCompletions)
  case let other?: throw UsageError("no shell '\(other)'" + suggestion(other, among: shells))
  case nil: throw UsageError("completions for which shell? There are bash, zsh and fish")
  }
  return .success
}

private var bashCompletions: String {
  let cases = Verb.all.map { verb in
    let options = (verb.options + [.help]).map { "--" + $0.name }
    return """
          \(verb.name))
            options='\(options.joined(separator: " "))'
            operands='\(words(after: verb).joined(separator: " "))'
            ;;
      """
  }
  return """
    _venuesim() {
      local current="${COMP_WORDS[COMP_CWORD]}"
      local options='--help --version'
      local operands='\(Verb.all.map(\.name).joined(separator: " "))'
      if [ "$COMP_CWORD" -gt 1 ]; then
        options='' operands=''
        case "${COMP_WORDS[1]}" in
    \(cases.joined(separator: "\n"))
        esac
      fi
      case "$current" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
        *) COMPREPLY=($(compgen -W "$operands" -- "$current")) ;;
      esac
    }
    # Where no word fits, the shell completes the names of files.
    complete -o default -F _venuesim venuesim
    """
}

private var fishCompletions: String {
  var lines: [String] = []
  for verb in Verb.all {
    lines.append(
      "complete -c venuesim -n __fish_use_subcommand -a \(verb.name) -d '\(verb.summary.replacingQuotes)'"
    )
    let condition = "-n '__fish_seen_subcommand_from \(verb.name)'"
    for option in verb.options + [.help] {
      let takesValue = option.value == nil ? "" : " -r"
      lines.append(
        "complete -c venuesim \(condition) -l \(option.name)\(takesValue) -d '\(option.summary.replacingQuotes)'"
      )
    }
    for word in words(after: verb) {
      lines.append("complete -c venuesim \(condition) -a \(word)")
    }
  }
  return lines.joined(separator: "\n")
}

/// The words that a verb takes where others take files.
private func words(after verb: Verb) -> [String] {
  switch verb.name {
  case "list": ["scenarios", "places", "metrics", "parts", "dials", "constants"]
  case "schema": ["scenario", "venue", "study"]
  case "completions": ["bash", "zsh", "fish"]
  case "help": Verb.all.map(\.name)
  default: []
  }
}

extension String {
  /// The text with its single quotes escaped for fish.
  fileprivate var replacingQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
