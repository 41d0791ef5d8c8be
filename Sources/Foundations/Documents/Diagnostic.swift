/// One thing that is wrong with a document: where, what, and what was probably meant.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// Where the mistake stands; `nil` when it is about a file as a whole.
  public var place: SourcePlace?
  /// What is wrong, in lower case and without a full stop.
  public var message: String
  /// What the author probably meant.
  public var suggestion: String?

  /// Creates a diagnostic.
  public init(place: SourcePlace?, message: String, suggestion: String? = nil) {
    self.place = place
    self.message = message
    self.suggestion = suggestion
  }

  /// One line: `mall.yaml:14:9: unknown key 'placment' (did you mean 'placement'?)`.
  public var description: String {
    var text = place.map { "\($0): " } ?? ""
    text += message
    if let suggestion {
      text += " (did you mean '\(suggestion)'?)"
    }
    return text
  }
}

/// Everything that is wrong with a document, in the order of its lines.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, at least one thing, sorted by place; those about whole files come first.
  public let diagnostics: [Diagnostic]
  /// How many more mistakes were found than are listed.
  public let unlisted: Int

  /// Gathers diagnostics and sorts them by place, keeping the order of those at one place.
  public init(_ diagnostics: [Diagnostic], unlisted: Int = 0) {
    precondition(!diagnostics.isEmpty, "an error needs a cause")
    self.diagnostics = diagnostics.enumerated().sorted { left, right in
      switch (left.element.place, right.element.place) {
      case (let first?, let second?) where first != second: first < second
      case (nil, _?): true
      case (_?, nil): false
      default: left.offset < right.offset
      }
    }.map(\.element)
    self.unlisted = unlisted
  }

  /// Makes an error of one diagnostic.
  public init(_ message: String, at place: SourcePlace? = nil, suggestion: String? = nil) {
    self.init([Diagnostic(place: place, message: message, suggestion: suggestion)])
  }

  /// One line for each diagnostic, and a last one that counts those left out.
  public var description: String {
    var lines = diagnostics.map(\.description)
    if unlisted > 0 { lines.append("and \(unlisted) more") }
    return lines.joined(separator: "\n")
  }
}
