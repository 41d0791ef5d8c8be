/// The completion script for fish.
var fishCompletions: String {
  var lines: [String] = []
  for verb in Verb.all {
    lines.append(
      "complete -c venuesim -n __fish_use_subcommand -a \(verb.name) -d '\(quoting(verb.summary))'")
    // The first word only: 'campaign run' and 'help run' don't have the options of 'run'.
    let condition = "-n 'contains -- \(verb.name) (commandline -opc)[2]'"
    for option in verb.allOptions {
      let short = option.short.map { " -s \($0)" } ?? ""
      lines.append(
        "complete -c venuesim \(condition)\(short) -l \(option.name)\(value(option)) "
          + "-d '\(quoting(option.summary))'")
    }
    for word in words(after: verb) {
      lines.append("complete -c venuesim \(condition) -a \(word)")
    }
  }
  lines.append("complete -c venuesim -n __fish_use_subcommand -l version -d 'Print the version.'")
  return lines.joined(separator: "\n")
}

/// Completions of an option's value; empty for a switch.
private func value(_ option: Option) -> String {
  guard option.value != nil else { return "" }
  return switch option.choices {
  case .files: " -r -F"
  case .folders: " -x -a '(__fish_complete_directories)'"
  case .parameters:
    #" -x -a '(venuesim list \#(ListKind.parameters.rawValue) --names 2>/dev/null | string replace -r "\$" "=")'"#
  case .metrics: " -x -a '(venuesim list metrics --names 2>/dev/null)'"
  case .words(let words): " -x -a '\(words.joined(separator: " "))'"
  case .free: " -x"
  }
}

/// A text with its single quotes escaped for fish.
private func quoting(_ text: String) -> String { text.replacing("'", with: "\\'") }
