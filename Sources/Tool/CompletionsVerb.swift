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
    let words = verb.options.map { "--" + $0.name } + ["--help"] + words(after: verb)
    return "    \(verb.name)) words='\(words.joined(separator: " "))' ;;"
  }
  return """
    _venuesim() {
      local words current="${COMP_WORDS[COMP_CWORD]}"
      if [ "$COMP_CWORD" -eq 1 ]; then
        words='\(Verb.all.map(\.name).joined(separator: " ")) --help --version'
      else
        case "${COMP_WORDS[1]}" in
    \(cases.joined(separator: "\n"))
        esac
      fi
      COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
    }
    complete -F _venuesim venuesim
    """
}

private var fishCompletions: String {
  var lines: [String] = []
  for verb in Verb.all {
    lines.append(
      "complete -c venuesim -n __fish_use_subcommand -a \(verb.name) -d '\(verb.summary)'")
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
  case "list": ["scenarios", "metrics", "parts", "constants", "capabilities"]
  case "schema": ["scenario", "venue"]
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
