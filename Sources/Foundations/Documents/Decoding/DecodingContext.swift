/// Shared state of the decoding of one document, mainly its errors.
public final class DecodingContext {
  /// Max number of kept diagnostics; further ones are only counted.
  let limit: Int
  private var diagnostics: [Diagnostic] = []
  public private(set) var errorCount = 0
  /// The names of the keys that the objects being read have requested, innermost object last.
  var keyNames: [String] = []
  /// The number of failed comparisons of values in the objects being read.
  var inconsistencies = 0
  /// True to keep objects and lists without their wrong optional keys and elements, for further checks.
  let keepsReadable: Bool

  init(limit: Int = 100, keepsReadable: Bool = false) {
    self.limit = limit
    self.keepsReadable = keepsReadable
  }

  /// Reports an error at a node.
  public func report(
    _ message: @autoclosure () -> String, at node: Node, suggestion: String? = nil,
    fix: TextFix? = nil
  ) {
    report(message(), at: node.place, suggestion: suggestion, fix: fix)
  }

  /// Reports an error at a source position.
  public func report(
    _ message: @autoclosure () -> String, at place: SourcePosition, suggestion: String? = nil,
    fix: TextFix? = nil
  ) {
    errorCount += 1
    guard diagnostics.count < limit else { return }
    diagnostics.append(
      Diagnostic(place: place, message: message(), suggestion: suggestion, fix: fix))
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
