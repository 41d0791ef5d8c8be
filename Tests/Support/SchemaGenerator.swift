package import Documents
package import Kernel

/// Generates random values that a JSON Schema accepts.
package struct SchemaGenerator {
  private let validator: SchemaValidator
  /// The random stream.
  package var stream: RandomStream
  /// Keys that mutations add to objects, besides an unknown one.
  private let strangeKeys: [String]

  /// Creates a generator for the validator's schema.
  package init(
    validator: SchemaValidator, stream: RandomStream, strangeKeys: [String] = ["name"]
  ) {
    self.validator = validator
    self.stream = stream
    self.strangeKeys = strangeKeys
  }

  /// Makes a value.

  package mutating func value(_ schema: JSONValue, depth: Int = 0) -> JSONValue {
    // Keywords beside a reference take precedence over its target.
    if schema["$ref"] != nil, let examples = schema["examples"]?.elements { return pick(examples) }
    let schema = validator.resolve(schema)
    if let constant = schema["const"] { return constant }
    if let values = schema["enum"]?.elements { return pick(values) }
    if let schemas = schema["anyOf"]?.elements { return value(pick(schemas), depth: depth + 1) }
    if let schemas = schema["oneOf"]?.elements, schema["type"] == nil {
      return value(pick(schemas), depth: depth + 1)
    }
    switch schema["type"] {
    case "string"?:
      if let examples = schema["examples"]?.elements { return pick(examples) }
      return .string(
        pick(["", "x", "a: b", "12 x", "é\n"].dropFirst(schema["minLength"] == nil ? 0 : 1)))
    case "boolean"?: return .bool(stream.happens(withProbability: 0.5))
    case "integer"?: return .int(Int64(number(schema).rounded(.up)))
    case "number"?: return .number(number(schema))
    case "array"?: return array(schema, depth: depth)
    case "object"?: return object(schema, depth: depth)
    default: return pick([.int(1), "anything", ["a"]])
    }
  }

  private mutating func number(_ schema: JSONValue) -> Double {
    let low = (schema["minimum"] ?? schema["exclusiveMinimum"])?.double ?? -10
    let high = (schema["maximum"] ?? schema["exclusiveMaximum"])?.double ?? low + 10
    let share = Double(stream.integer(below: 1000) + 1) / 1002
    return low + (high - low) * share
  }

  private mutating func array(_ schema: JSONValue, depth: Int) -> JSONValue {
    let minimum = Int(schema["minItems"]?.double ?? 0)
    let maximum = min(Int(schema["maxItems"]?.double ?? 99), minimum + (depth < 6 ? 2 : 0))
    let count = minimum + stream.integer(below: maximum - minimum + 1)
    return .array((0..<count).map { _ in value(schema["items"] ?? .null, depth: depth + 1) })
  }

  private mutating func object(_ schema: JSONValue, depth: Int) -> JSONValue {
    var object = JSONObject()
    let required = schema["required"]?.elements ?? []
    // One group of keys of which one is required, or several such groups.
    let groups =
      schema["oneOf"]?.elements.map { [$0] }
      ?? (schema["allOf"]?.elements ?? []).compactMap { $0["oneOf"]?.elements }
    let chosen = groups.filter { !$0.isEmpty }.compactMap {
      pick($0)["required"]?.elements?.first
    }
    let exclusive = groups.joined().compactMap { $0["required"]?.elements?.first }
    if case .object(let properties)? = schema["properties"] {
      for property in properties.members {
        let key = JSONValue.string(property.key)
        let isWanted =
          exclusive.contains(key)
          ? chosen.contains(key)
          : required.contains(key) || stream.happens(withProbability: depth < 6 ? 0.5 : 0)
        if isWanted { object[property.key] = value(property.value, depth: depth + 1) }
      }
    }
    if let rest = schema["additionalProperties"], rest != .bool(false) {
      for key in ["one", "two two"].prefix(stream.integer(below: 3)) {
        object[key] = value(rest, depth: depth + 1)
      }
    }
    return .object(object)
  }

  /// Changes something in a value, so that it may be rejected.
  package mutating func mutated(_ value: JSONValue) -> JSONValue {
    let goesDeeper = stream.happens(withProbability: 0.7)
    switch value {
    case .array(var elements) where !elements.isEmpty && goesDeeper:
      let index = stream.integer(below: elements.count)
      elements[index] = mutated(elements[index])
      return .array(elements)
    case .object(let object) where !object.members.isEmpty && goesDeeper:
      var changed = object
      let member = pick(object.members)
      changed[member.key] = mutated(member.value)
      return .object(changed)
    case .object(let object): return .object(rekeyed(object))
    case .array(let elements):
      return .array(
        stream.happens(withProbability: 0.5) ? Array(elements.dropLast()) : elements + elements)
    default:
      return pick([
        .null, .bool(true), .int(0), .int(-1), .int(1000), .number(2.5), .number(1e30), "", "x",
        "4 m",
        "4", "1e9 s", "-5 m/s", "200 %", [], [1], [:], ["a": 1],
      ])
    }
  }

  private mutating func rekeyed(_ object: JSONObject) -> JSONObject {
    var changed = object
    switch stream.integer(below: 4) {
    case 0: changed["stranger"] = 1
    case 1: changed[pick(strangeKeys)] = "4 m"
    default:
      guard !object.members.isEmpty else { return changed }
      let member = pick(object.members)
      changed[member.key] = nil
      if stream.happens(withProbability: 0.5) { changed[member.key + "e"] = member.value }
    }
    return changed
  }

  /// Picks a random element.
  package mutating func pick<Element>(_ elements: some Collection<Element>) -> Element {
    let offset = stream.integer(below: elements.count)
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }
}

extension JSONValue {
  /// The elements of an array; nil for anything else.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The value of a number; nil for anything else.
  package var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
