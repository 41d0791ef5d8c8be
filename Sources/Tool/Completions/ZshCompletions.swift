/// The completion script for zsh: a file `_venuesim` on `fpath`, or sourced after `compinit`.
var zshCompletions: String {
  let verbs = Verb.all.map { "    '\($0.name):\(described($0.summary))'" }
  let cases = Verb.all.map { verb in
    let words = words(after: verb)
    let operands = words.isEmpty ? "_files" : "_venuesim_words \(words.joined(separator: " "))"
    let lines = verb.allOptions.map { "        '\(argument($0))'" } + ["        '*: :\(operands)'"]
    return "    \(verb.name)) _arguments \\\n\(lines.joined(separator: " \\\n")) ;;"
  }
  return """
    #compdef venuesim

    # Completes words and file names, where both are allowed.
    _venuesim_words() { compadd -- "$@"; _files }

    _venuesim_parameters() {
      local -a names
      names=(${(f)"$(${_venuesim_command:-venuesim} list \(ListKind.parameters.rawValue) --names 2> /dev/null)"})
      compadd -S = -- $names
    }

    _venuesim_metrics() {
      local -a metrics
      metrics=(${(f)"$(${_venuesim_command:-venuesim} list metrics --names 2> /dev/null)"})
      compadd -- $metrics
    }

    _venuesim() {
      local -a verbs
      verbs=(
    \(verbs.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        if [[ $PREFIX == -* ]]; then compadd -- --help --version; else _describe verb verbs; fi
        return
      fi
      local _venuesim_command=$words[1]
      shift words
      (( CURRENT-- ))
      case $words[1] in
    \(cases.joined(separator: "\n"))
      esac
    }

    if [ "$funcstack[1]" = _venuesim ]; then _venuesim "$@"; else compdef _venuesim venuesim; fi
    """
}

/// An option for `_arguments`: `--out[Keep the results.]:DIR:_files -/`, within single quotes.
///
/// An option with a letter closes the quotes for it: `(-o --output)'{-o,--output}'[…]`.
private func argument(_ option: Option) -> String {
  let long = "--" + option.name
  let name =
    option.short.map { short in
      (option.repeats ? "*" : "(-\(short) \(long))") + "'{-\(short),\(long)}'"
    } ?? (option.repeats ? "*" : "") + long
  let about = "[\(described(option.summary))]"
  guard let value = option.value else { return name + about }
  let action =
    switch option.choices {
    case .files: "_files"
    case .folders: "_files -/"
    case .parameters: "_venuesim_parameters"
    case .metrics: "_venuesim_metrics"
    case .words(let words):
      "(\(words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")))"
    case .free: " "
    }
  return name + about + ":\(value.replacing(":", with: "\\:")):\(action)"
}

/// A text escaped for single quotes and brackets of a specification.
private func described(_ text: String) -> String {
  text.replacing("'", with: #"'\''"#).replacing(":", with: #"\:"#)
    .replacing("[", with: #"\["#).replacing("]", with: #"\]"#)
}
