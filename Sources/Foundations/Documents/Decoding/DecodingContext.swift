/// What is shared while one document is decoded: above all, the mistakes found so far.
public final class DecodingContext {
  /// How many diagnostics are kept; the rest are only counted.
  let limit: Int
  private var diagnostics: [Diagnostic] = []
  /// How many mistakes have been found.
  public private(set) var errorCount = 0
  /// The names of the keys that the objects being read have asked for, the innermost object's last.
  var keyNames: [String] = []

  init(limit: Int = 100) {
    self.limit = limit
  }

  /// Notes a mistake at a node.
  public func report(
    _ message: @autoclosure () -> String, at node: Node, suggestion: String? = nil
  ) {
    report(message(), at: node.place, suggestion: suggestion)
  }

  /// Notes a mistake at a place.
  public func report(
    _ message: @autoclosure () -> String, at place: SourcePlace, suggestion: String? = nil
  ) {
    errorCount += 1
    guard diagnostics.count < limit else { return }
    diagnostics.append(Diagnostic(place: place, message: message(), suggestion: suggestion))
  }

  /// Notes that a node is not what was expected: `expected a list, found text 'abc'`.
  public func reportMismatch(expected: String, at node: Node) {
    report("expected \(expected), found \(node.foundText)", at: node)
  }

  /// Everything found; `nil` if nothing is wrong.
  var error: DocumentError? {
    errorCount == 0 ? nil : DocumentError(diagnostics, unlisted: errorCount - diagnostics.count)
  }
}
