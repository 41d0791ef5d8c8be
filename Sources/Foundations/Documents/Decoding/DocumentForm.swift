/// A way to write a value in a document: how to read it, and how to describe it to an editor.
///
/// Forms are small values such as `.string`, `.quantity(.speed)` or `.list(.duration)`; reading and
/// JSON Schema come from the same form, so they can't drift apart.
public protocol DocumentForm<Value>: Sendable {
  /// What is read.
  associatedtype Value: Sendable

  /// What is expected, for messages: `a speed such as '1.4 m/s'`.
  var expectation: String { get }

  /// A valid value that stands in for one that is missing or wrong, so that reading can go on.
  var placeholder: Value { get }

  /// Reads a value; reports every mistake to the context and then returns `nil`.
  func read(_ node: Node, in context: DecodingContext) -> Value?

  /// Describes by JSON Schema what ``read(_:in:)`` accepts.
  func schema(in builder: SchemaBuilder) -> JSONValue

  /// Writes a value as a document would have it, for defaults; `nil` where that has no use.
  func json(_ value: Value) -> JSONValue?
}

extension DocumentForm {
  public func json(_ value: Value) -> JSONValue? { nil }
}

/// A type that is read from a mapping.
///
/// Its one initialiser asks the reader for every key. Run on a document it decodes; run on a
/// describing reader it yields the JSON Schema; run on nothing it yields a placeholder. So it must ask
/// for the same keys every time, whatever the answers are.
public protocol DocumentObject: Sendable {
  /// The type's name in a schema's `$defs`.
  static var schemaName: String { get }

  /// Reads the object's keys.
  init(from object: inout ObjectReader)
}

extension DocumentObject {
  public static var schemaName: String { "\(Self.self)" }
}
