import CYAML

/// A syntax error of libyaml, and its conversion to a useful message.
struct YAMLProblem {
  var problem: String
  var context: String
  var mark: yaml_mark_t
  var contextMark: yaml_mark_t
  var isOutOfMemory: Bool

  /// Rewords the error and picks the more useful of its two positions.
  func diagnostic(in source: SourceText) -> Diagnostic {
    let (message, isAtContext) = describe(in: source)
    let mark = isAtContext ? contextMark : mark
    let (line, column) = source.place(line: Int(mark.line), column: Int(mark.column))
    return Diagnostic(
      place: SourcePosition(file: source.name, line: line + 1, column: column + 1),
      message: message)
  }

  private func describe(in source: SourceText) -> (message: String, isAtContext: Bool) {
    if isOutOfMemory { return ("not enough memory to read this file", false) }
    switch problem {
    case "found character that cannot start any token":
      return (describeStrayCharacter(in: source), false)
    case "found unexpected end of stream", "found unexpected document indicator":
      if context == "while scanning a quoted scalar" {
        return ("this quoted text is never closed", true)
      }
    case "could not find expected ':'":
      return ("missing ': ' after this key", true)
    case "did not find expected ',' or ']'":
      return (
        "expected ',' or ']' in the list that began at \(place(contextMark, in: source))", false
      )
    case "did not find expected ',' or '}'":
      return (
        "expected ',' or '}' in the mapping that began at \(place(contextMark, in: source))", false
      )
    default:
      break
    }
    if let message = plainMessages[problem] { return (message, false) }
    let detail = context.isEmpty ? "" : " \(context)"
    return ("not valid YAML: \(problem.isEmpty ? "cannot be read" : problem)\(detail)", false)
  }

  private func place(_ mark: yaml_mark_t, in source: SourceText) -> String {
    let (line, column) = source.place(line: Int(mark.line), column: Int(mark.column))
    return "\(line + 1):\(column + 1)"
  }

  private func describeStrayCharacter(in source: SourceText) -> String {
    switch source.scalar(at: Int(mark.index)) {
    case "\t"?: Diagnostic.tabMessage
    case let scalar?: "text that begins with '\(excerpt(String(scalar)))' must be in quotes"
    case nil: "the document ends too early"
    }
  }
}

/// Messages for libyaml's errors that need no context.
private let plainMessages: [String: String] = [
  "mapping values are not allowed in this context":
    "a ':' is not allowed here; check the indentation, or put text that contains ': ' in quotes",
  "mapping keys are not allowed in this context":
    "a key is not allowed here; check the indentation",
  "block sequence entries are not allowed in this context":
    "a list entry ('- ') is not allowed here; start it on its own line",
  "did not find expected key":
    "expected a key; check that this line is indented like its neighbours",
  "did not find expected '-' indicator":
    "expected a list entry ('- '); check that this line is indented like its neighbours",
  "did not find expected node content": "expected a value",
  "did not find expected <document start>":
    "nothing may follow the end of the document; check the indentation",
  "found unknown escape character":
    "unknown escape after '\\'; write '\\\\' for a backslash, or use single quotes",
  "did not find expected hexdecimal number":
    "expected hexadecimal digits after this escape",
  "found invalid Unicode character escape code":
    "this escape is not a Unicode character",
  "found a tab character where an indentation space is expected":
    Diagnostic.tabMessage,
  "found a tab character that violates indentation":
    Diagnostic.tabMessage,
  "found a tab character where an intendation space is expected":
    Diagnostic.tabMessage,
  "found undefined tag handle": "custom tags ('!…') are not supported",
  "did not find expected comment or line break": "expected the end of the line",
  "found incompatible YAML document": "only YAML 1.1 and 1.2 can be read",
]
