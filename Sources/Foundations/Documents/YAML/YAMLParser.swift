import CYAML

/// Owner of libyaml's event parser and its memory.
///
/// A class, because the C structure must not move and must be freed exactly once.
final class YAMLParser {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let isReady: Bool

  init(_ source: [UInt8]) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    bytes = .allocate(capacity: source.count)
    _ = bytes.initialize(from: source)
    isReady = yaml_parser_initialize(parser) != 0
    if isReady {
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }
  }

  deinit {
    yaml_event_delete(event)
    if isReady { yaml_parser_delete(parser) }
    event.deallocate()
    parser.deallocate()
    bytes.deallocate()
  }

  /// Parses the next event, valid until the next call; `nil` for an error.
  func next() -> UnsafePointer<yaml_event_t>? {
    yaml_event_delete(event)
    guard isReady, yaml_parser_parse(parser, event) != 0 else { return nil }
    return UnsafePointer(event)
  }

  /// The parser's error with its position, in libyaml's words.
  var failure: YAMLProblem {
    let state = parser.pointee
    return YAMLProblem(
      problem: state.problem.map { String(cString: $0) } ?? "",
      context: state.context.map { String(cString: $0) } ?? "",
      mark: state.problem_mark,
      contextMark: state.context_mark,
      isOutOfMemory: !isReady || state.error == YAML_MEMORY_ERROR)
  }
}
