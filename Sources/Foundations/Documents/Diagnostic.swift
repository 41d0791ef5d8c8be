/// An error in a document: source position, message and suggestion.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The source position; `nil` if the error concerns the file as a whole.
  public var place: SourcePosition?
  /// The error in lower case, without a full stop.
  public var message: String
  /// The probable intention of the author.
  public var suggestion: String?
  /// The mechanical correction; `nil` if the intention is uncertain.
  public var fix: TextFix?

  public init(
    place: SourcePosition?, message: String, suggestion: String? = nil, fix: TextFix? = nil
  ) {
    self.place = place
    self.message = message
    self.suggestion = suggestion
    self.fix = fix
  }

  /// True for a tab in the indentation of YAML.
  public var isAboutTab: Bool { message == Self.tabMessage }

  /// True for a file of another kind, whose contents may be secret.
  public var isAboutForeignFile: Bool {
    message.hasPrefix(Self.foreignMessage) || message == Self.textMessage
  }

  static let foreignMessage = "this is a file of another kind"
  static let textMessage = "expected a mapping, found text without keys"
  static let tabMessage = "a tab is not allowed as indentation; use spaces"

  /// The diagnostic in one line: `mall.yaml:14:9: unknown key 'placment' (did you mean 'placement'?)`.
  public var description: String {
    var text = place.map { "\($0): " } ?? ""
    text += message
    if let suggestion {
      text += " (did you mean '\(suggestion)'?)"
    }
    return text
  }
}

/// The errors of a document, in the order of its lines.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one diagnostic, sorted by position; those about whole files come first.
  public let diagnostics: [Diagnostic]
  /// The number of further errors that are not listed.
  public let unlisted: Int
  /// True if something outside the program failed, such as a full disk, rather than a document.
  public var isOfSystem = false

  /// Creates an error from diagnostics, stably sorted by position.
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

  /// Creates an error of one diagnostic.
  public init(_ message: String, at place: SourcePosition? = nil, suggestion: String? = nil) {
    self.init([Diagnostic(place: place, message: message, suggestion: suggestion)])
  }

  /// One line per diagnostic, and a last line with the number of unlisted ones.
  public var description: String {
    var lines = diagnostics.map(\.description)
    if unlisted > 0 { lines.append("and \(unlisted) more") }
    return lines.joined(separator: "\n")
  }
}
