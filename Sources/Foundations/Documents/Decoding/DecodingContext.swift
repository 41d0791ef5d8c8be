/// Shared state of the decoding of one document, mainly its errors.
public final class DecodingContext {
  /// Max number of kept diagnostics; further ones are only counted.
  let limit: Int
  private var diagnostics: [Diagnostic] = []
  public private(set) var errorCount = 0
  /// The names of the keys that the objects being read have requested, innermost object last.
  var keyNames: [String] = []

  init(limit: Int = 100) {
    self.limit = limit
  }

  /// Reports an error at a node.
  public func report(
    _ message: @autoclosure () -> String, at node: Node, suggestion: String? = nil
  ) {
    report(message(), at: node.place, suggestion: suggestion)
  }

  /// Reports an error at a source position.
  public func report(
    _ message: @autoclosure () -> String, at place: SourcePosition, suggestion: String? = nil
  ) {
    errorCount += 1
    guard diagnostics.count < limit else { return }
    diagnostics.append(Diagnostic(place: place, message: message(), suggestion: suggestion))
  }

  /// Reports that a node differs from the expectation: `expected a list, found text 'abc'`.
  public func reportMismatch(expected: String, at node: Node) {
    report("expected \(expected), found \(node.foundText)", at: node)
  }

  /// All errors; `nil` if there are none.
  var error: DocumentError? {
    errorCount == 0 ? nil : DocumentError(diagnostics, unlisted: errorCount - diagnostics.count)
  }
}
