/// A form of a value in a document: decoding and JSON Schema.
///
/// Forms are small values such as `.string`, `.quantity(.speed)` or `.list(.duration)`. Decoder and
/// schema come from one form, so they can't diverge.
public protocol DocumentForm<Value>: Sendable {
  /// The decoded type.
  associatedtype Value: Sendable

  /// The expectation in messages: `a speed such as '1.4 m/s'`.
  var expectation: String { get }

  /// A valid substitute for a missing or wrong value, so that decoding can continue.
  var placeholder: Value { get }

  /// Decodes a value; reports every error to the context and then returns `nil`.
  func read(_ node: Node, in context: DecodingContext) -> Value?

  /// Returns the JSON Schema of the values that ``read(_:in:)`` accepts.
  func schema(in builder: SchemaBuilder) -> JSONValue

  /// Encodes a value as in a document, for defaults in the schema; `nil` if that is not useful.
  func json(_ value: Value) -> JSONValue?
}

extension DocumentForm {
  public func json(_ value: Value) -> JSONValue? { nil }
}

/// A type decoded from a mapping.
///
/// Its only initialiser requests every key from the reader. With a document it decodes; with a
/// describing reader it yields the JSON Schema; without a node it yields a placeholder. So it must
/// request the same keys every time, independent of their values.
public protocol DocumentObject: Sendable {
  /// The type's name in a schema's `$defs`.
  static var schemaName: String { get }

  /// Decodes the object's keys.
  init(from object: inout ObjectReader)
}

extension DocumentObject {
  public static var schemaName: String { "\(Self.self)" }
}
