/// A JSON value whose objects keep the order of their keys.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A whole number that fits 64 bits.
  case int(Int64)
  /// Any other number; a non-finite one is written as null, since JSON has none.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in order.
public struct JSONObject: Hashable, Sendable {
  /// A key with its value.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue
  }

  /// The members in order, with unique keys.
  public private(set) var members: [Member] = []

  public init() {}

  /// Creates an object from pairs with unique keys.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    members = pairs.map { Member(key: $0, value: $1) }
  }

  /// The value of a key, by linear search; a new key is added at the end.
  public subscript(key: String) -> JSONValue? {
    get { members.first { ExactText($0.key) == ExactText(key) }?.value }
    set {
      let index = members.firstIndex { ExactText($0.key) == ExactText(key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  /// The value of an object's key; `nil` if there is none or this isn't an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Converts a node by YAML's core schema; non-finite numbers are kept.
  public init(_ node: Node) {
    switch node.kind {
    case .sequence: self = .array(node.elements.map(JSONValue.init))
    case .mapping:
      self = .object(JSONObject(node.pairs.map { ($0.key.text ?? "", JSONValue($0.value)) }))
    case .scalar:
      switch node.scalar {
      case .bool(let value)?: self = .bool(value)
      case .int(let value)?: self = .int(value)
      case .number(let value)?: self = .number(value)
      case .text(let value)?: self = .string(value)
      case .null?, nil: self = .null
      }
    }
  }
}
