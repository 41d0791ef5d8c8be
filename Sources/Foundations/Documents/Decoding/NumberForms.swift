/// A Boolean: true or false.
public struct BoolForm: DocumentForm {
  public var expectation: String { "true or false" }
  public var placeholder: Bool { false }

  public func read(_ node: Node, in context: DecodingContext) -> Bool? {
    if case .bool(let value)? = node.scalar { return value }
    let word = node.text.flatMap {
      ["yes": "true", "on": "true", "no": "false", "off": "false"][$0]
    }
    context.report(
      "expected true or false, found \(node.foundText)", at: node, suggestion: word)
    return nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue { ["type": "boolean"] }
  public func json(_ value: Bool) -> JSONValue? { .bool(value) }
}

/// A whole number within a range.
public struct IntegerForm: DocumentForm {
  let range: ClosedRange<Int>

  public var expectation: String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): "a whole number"
    case (let low, .max): "a whole number of at least \(low)"
    case (.min, let high): "a whole number of at most \(high)"
    case (let low, let high): "a whole number from \(low) to \(high)"
    }
  }

  public var placeholder: Int { range.contains(0) ? 0 : range.lowerBound }

  public func read(_ node: Node, in context: DecodingContext) -> Int? {
    let value: Int?
    switch node.scalar {
    case .int(let whole)?: value = Int(whole)
    // JSON Schema counts 3.0 and 1e3 as integers, so they are accepted.
    case .number(let number)?: value = Int(exactly: number)
    default: value = nil
    }
    guard let value, range.contains(value) else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    return value
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    var schema: JSONObject = ["type": "integer"]
    if range.lowerBound != .min { schema["minimum"] = .int(Int64(range.lowerBound)) }
    if range.upperBound != .max { schema["maximum"] = .int(Int64(range.upperBound)) }
    return .object(schema)
  }

  public func json(_ value: Int) -> JSONValue? { .int(Int64(value)) }
}

/// A finite number without a unit.
public struct NumberForm: DocumentForm {
  let limits: ValueLimits

  public var expectation: String {
    "a number" + limits.phrase(Quantity.plain)
  }

  public var placeholder: Double { limits.inside }

  public func read(_ node: Node, in context: DecodingContext) -> Double? {
    guard let value = node.finiteNumber, limits.contains(value) else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    return value
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    .object(limits.schema)
  }

  public func json(_ value: Double) -> JSONValue? { .number(value) }
}

extension ValueLimits {
  var schema: JSONObject {
    var schema: JSONObject = ["type": "number"]
    if lower > -.infinity {
      schema[excludesLower ? "exclusiveMinimum" : "minimum"] = .number(lower)
    }
    if upper < .infinity {
      schema[excludesUpper ? "exclusiveMaximum" : "maximum"] = .number(upper)
    }
    return schema
  }
}

extension Node {
  /// The number of a plain scalar, if it is finite.
  var finiteNumber: Double? {
    switch scalar {
    case .int(let value)?: Double(value)
    case .number(let value)? where value.isFinite: value
    default: nil
    }
  }
}

extension DocumentForm where Self == BoolForm {
  public static var bool: BoolForm { BoolForm() }
}

extension DocumentForm where Self == IntegerForm {
  public static var int: IntegerForm { IntegerForm(range: .min ... .max) }

  /// A whole number within a range.
  public static func int(_ range: ClosedRange<Int>) -> IntegerForm { IntegerForm(range: range) }

  /// A whole number with a lower limit.
  public static func int(_ range: PartialRangeFrom<Int>) -> IntegerForm {
    IntegerForm(range: range.lowerBound ... .max)
  }
}

extension DocumentForm where Self == NumberForm {
  /// A finite number without a unit.
  public static var number: NumberForm { NumberForm(limits: .none) }

  /// A finite number without a unit, within limits.
  public static func number(_ limits: ValueLimits) -> NumberForm { NumberForm(limits: limits) }
}
