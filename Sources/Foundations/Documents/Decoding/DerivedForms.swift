/// A value with the place where it stands, for checks that come later.
public struct Located<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// Where it stands.
  public let place: SourcePlace

  /// Creates a value with a place.
  public init(_ value: Value, at place: SourcePlace) {
    self.value = value
    self.place = place
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A form whose value keeps its place.
public struct LocatedForm<Base: DocumentForm>: DocumentForm {
  let base: Base

  public var expectation: String { base.expectation }

  public var placeholder: Located<Base.Value> {
    Located(base.placeholder, at: SourcePlace(file: "", line: 1, column: 1))
  }

  public func read(_ node: Node, in context: DecodingContext) -> Located<Base.Value>? {
    base.read(node, in: context).map { Located($0, at: node.place) }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue { base.schema(in: builder) }
  public func json(_ value: Located<Base.Value>) -> JSONValue? { base.json(value.value) }
}

/// A form whose value is made into something else, which may fail.
public struct MappedForm<Base: DocumentForm, Value: Sendable>: DocumentForm {
  let base: Base
  let make: @Sendable (Base.Value) throws(DocumentFormError) -> Value
  public let placeholder: Value

  public var expectation: String { base.expectation }

  public func read(_ node: Node, in context: DecodingContext) -> Value? {
    guard let value = base.read(node, in: context) else { return nil }
    do {
      return try make(value)
    } catch {
      context.report(error.message, at: node, suggestion: error.suggestion)
      return nil
    }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue { base.schema(in: builder) }
}

/// Why a well-formed value is not acceptable.
public struct DocumentFormError: Error, Hashable, Sendable {
  /// What is wrong, in lower case and without a full stop.
  public let message: String
  /// What the author probably meant.
  public let suggestion: String?

  /// Creates a complaint.
  public init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }
}

/// Two forms that the kind of node tells apart: a scalar or a list, a name or a mapping.
public struct EitherForm<Scalar: DocumentForm, Collection: DocumentForm, Value: Sendable>:
  DocumentForm
{
  let scalar: Scalar
  let collection: Collection
  let fromScalar: @Sendable (Scalar.Value) -> Value
  let fromCollection: @Sendable (Collection.Value) -> Value

  public var expectation: String { "\(scalar.expectation), or \(collection.expectation)" }
  public var placeholder: Value { fromScalar(scalar.placeholder) }

  public func read(_ node: Node, in context: DecodingContext) -> Value? {
    if node.isNull {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    return node.kind == .scalar
      ? scalar.read(node, in: context).map(fromScalar)
      : collection.read(node, in: context).map(fromCollection)
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    ["anyOf": [scalar.schema(in: builder), collection.schema(in: builder)]]
  }
}

/// A node as it is, to be decoded once it is known how.
public struct NodeForm: DocumentForm {
  public var expectation: String { "a value" }

  public var placeholder: Node {
    let record = NodeRecord(
      line: 0, column: 0, start: 0, count: 0, next: 1, file: 0, form: .plain)
    return Node(NodeStorage(files: [""], records: [record], text: []), at: 0)
  }

  public func read(_ node: Node, in context: DecodingContext) -> Node? { node }
  public func schema(in builder: SchemaBuilder) -> JSONValue { [:] }
}
