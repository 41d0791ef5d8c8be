/// The completion script for bash.
var bashCompletions: String {
  let cases = Verb.all.map { verb in
    let options = verb.allOptions
    return """
          \(verb.name))
            options='\(options.map { "--" + $0.name }.joined(separator: " "))'
            operands='\(words(after: verb).joined(separator: " "))'
            case "$before" in
      \(options.compactMap(valueCase).joined(separator: "\n"))
            esac
            ;;
      """
  }
  return """
    _venuesim() {
      local current="${COMP_WORDS[COMP_CWORD]}"
      local before="${COMP_WORDS[COMP_CWORD > 0 ? COMP_CWORD - 1 : 0]}"
      # The shell splits '--set=KEY' into three words.
      if [ "$current" = = ]; then current=''; fi
      if [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ]; then before="${COMP_WORDS[COMP_CWORD - 2]}"; fi
      local values='' kind=''
      local options='--help --version'
      local operands='\(Verb.all.map(\.name).joined(separator: " "))'
      if [ "$COMP_CWORD" -gt 1 ]; then
        options='' operands=''
        case "${COMP_WORDS[1]}" in
    \(cases.joined(separator: "\n"))
        esac
      fi
      case "$kind" in
        parameters)
          compopt -o nospace 2> /dev/null
          COMPREPLY=($(compgen -S = \\
            -W "$("${COMP_WORDS[0]}" list \(ListKind.parameters.rawValue) --names 2> /dev/null)" -- "$current"))
          return
          ;;
        metrics)
          COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" list metrics --names 2> /dev/null)" -- "$current"))
          return
          ;;
        folders) COMPREPLY=($(compgen -d -- "$current")); return ;;
        # The shell completes file names if no word fits.
        files) COMPREPLY=(); return ;;
        words) COMPREPLY=($(compgen -W "$values" -- "$current")); return ;;
      esac
      case "$current" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
        *) COMPREPLY=($(compgen -W "$operands" -- "$current")) ;;
      esac
    }
    complete -o default -F _venuesim venuesim
    """
}

/// The case of an option with a value: its names, and the completions of the value.
private func valueCase(_ option: Option) -> String? {
  let names = (option.short.map { "-\($0)|" } ?? "") + "--" + option.name
  let kind: String
  switch option.choices {
  case .files: kind = "kind=files"
  case .folders: kind = "kind=folders"
  case .parameters: kind = "kind=parameters"
  case .metrics: kind = "kind=metrics"
  case .words(let words): kind = "kind=words values='\(words.joined(separator: " "))'"
  case .free: return nil
  }
  return "          \(names)) \(kind) ;;"
}
