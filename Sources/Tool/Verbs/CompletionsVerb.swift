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
    let options = verb.allOptions.map { "--" + $0.name }
    return """
          \(verb.name))
            options='\(options.joined(separator: " "))'
            operands='\(words(after: verb).joined(separator: " "))'
            ;;
      """
  }
  let keyed = Verb.all.flatMap(\.options).filter(\.takesKey).map { "--" + $0.name }
  return """
    _venuesim() {
      local current="${COMP_WORDS[COMP_CWORD]}"
      local before="${COMP_WORDS[COMP_CWORD > 0 ? COMP_CWORD - 1 : 0]}"
      # Of '--set=KEY' the shell makes three words.
      if [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ]; then before="${COMP_WORDS[COMP_CWORD - 2]}"; fi
      case "$before" in
        \(Set(keyed).sorted().joined(separator: "|")))
          compopt -o nospace 2> /dev/null
          COMPREPLY=($(compgen -S = -W "$("${COMP_WORDS[0]}" list dials --names 2> /dev/null)" \
            -- "$current"))
          return
          ;;
      esac
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

/// Completes dials in fish.
private let dialsForFish =
  #" -x -a '(venuesim list dials --names 2>/dev/null | string replace -r "\$" "=")'"#

extension Option {
  /// Whether its value begins with the key of a dial.
  fileprivate var takesKey: Bool { value?.hasPrefix("KEY=") == true }
}

private var fishCompletions: String {
  var lines: [String] = []
  for verb in Verb.all {
    lines.append(
      "complete -c venuesim -n __fish_use_subcommand -a \(verb.name) -d '\(verb.summary.replacingQuotes)'"
    )
    let condition = "-n '__fish_seen_subcommand_from \(verb.name)'"
    for option in verb.allOptions {
      let takesValue = option.value == nil ? "" : option.takesKey ? dialsForFish : " -r"
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
  case "list": ListKind.allCases.map(\.rawValue)
  case "schema": ["scenario", "venue", "study", "campaign"]
  case "campaign": CampaignAct.allCases.map(\.rawValue)
  case "export": exportKinds
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
