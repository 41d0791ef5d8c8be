/// An error in the text of a quantity; the caller adds the source position.
public struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error in lower case, without a full stop.
  public let message: String
  /// The probable intention of the author.
  public let suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  public var description: String {
    Diagnostic(place: nil, message: message, suggestion: suggestion).description
  }
}
