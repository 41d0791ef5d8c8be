/// A value with its source position, for later checks.
public struct Located<Value: Sendable>: Sendable {
  public let value: Value
  /// The source position of the value.
  public let place: SourcePosition

  public init(_ value: Value, at place: SourcePosition) {
    self.value = value
    self.place = place
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A form whose value keeps its source position.
public struct LocatedForm<Base: DocumentForm>: DocumentForm {
  let base: Base

  public var expectation: String { base.expectation }

  public var placeholder: Located<Base.Value> {
    Located(base.placeholder, at: SourcePosition(file: "", line: 1, column: 1))
  }

  public func read(_ node: Node, in context: DecodingContext) -> Located<Base.Value>? {
    base.read(node, in: context).map { Located($0, at: node.place) }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue { base.schema(in: builder) }
  public func json(_ value: Located<Base.Value>) -> JSONValue? { base.json(value.value) }
}

/// A form with a fallible conversion of its value.
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
      context.report(
        error.message, at: node, suggestion: error.suggestion, fix: error.fix(in: node))
      return nil
    }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue { base.schema(in: builder) }
}

/// The reason why a well-formed value is rejected.
public struct DocumentFormError: Error, Hashable, Sendable {
  /// The error in lower case, without a full stop.
  public let message: String
  /// The probable intention of the author.
  public let suggestion: String?
  /// The part of the value that is certainly misspelt, with its correction; nil if that is uncertain.
  public let correction: Correction?

  /// A word and its replacement.
  public struct Correction: Hashable, Sendable {
    public let old: String
    public let new: String

    /// Replaces a word by another; nil without one.
    public init?(_ old: String, to new: String?) {
      guard let new else { return nil }
      (self.old, self.new) = (old, new)
    }
  }

  public init(_ message: String, suggestion: String? = nil, correction: Correction? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.correction = correction
  }

  /// The correction of the text of a node.
  public func fix(in node: Node) -> TextFix? {
    correction.map { TextFix(place: node.place, old: $0.old, new: $0.new) }
  }
}

/// A choice of two forms by node kind: a scalar or a collection.
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

/// An undecoded node, to be decoded later.
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
