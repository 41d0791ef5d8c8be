/// What is wrong with the text of a quantity; a place is added by whoever knows it.
public struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public let message: String
  /// What the author probably meant.
  public let suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  public var description: String {
    Diagnostic(place: nil, message: message, suggestion: suggestion).description
  }
}
