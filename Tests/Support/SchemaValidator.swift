package import Documents

/// Validates values by a JSON Schema, for the keywords that the library uses.
///
/// An unsupported keyword is a failure, so that none is overlooked.
package final class SchemaValidator {
  private let root: JSONValue
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  /// The unsupported keywords found.
  package private(set) var unknownKeywords: Set<String> = []

  /// Creates a validator for a complete schema.
  package init(_ root: JSONValue) {
    self.root = root
  }

  /// True if the schema accepts a value.
  package func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

  /// The target of a reference into the definitions.
  package func resolve(_ schema: JSONValue) -> JSONValue {
    guard case .string(let reference)? = schema["$ref"],
      let name = reference.split(separator: "/").last
    else { return schema }
    let plain = name.replacing("%20", with: " ").replacing("%2D", with: "-")
    return root["$defs"]?[String(plain)] ?? .null
  }

  /// True if a part of the schema accepts a value.
  package func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard case .object(let keywords) = schema else { return schema == .bool(true) }
    return keywords.members.allSatisfy { keyword in
      switch (keyword.key, keyword.value) {
      case ("$ref", _): accepts(value, resolve(schema))
      case ("type", .string(let type)): hasType(value, type)
      case ("const", let constant): value == constant
      case ("enum", .array(let values)): values.contains(value)
      case ("oneOf", .array(let schemas)): schemas.count { accepts(value, $0) } == 1
      case ("anyOf", .array(let schemas)): schemas.contains { accepts(value, $0) }
      case ("allOf", .array(let schemas)): schemas.allSatisfy { accepts(value, $0) }
      case ("$schema", _), ("$id", _), ("$defs", _), ("title", _), ("description", _),
        ("default", _), ("examples", _):
        true
      default: acceptsByKind(value, keyword, schema)
      }
    }
  }

  private func acceptsByKind(
    _ value: JSONValue, _ keyword: JSONObject.Member, _ schema: JSONValue
  ) -> Bool {
    switch value {
    case .string(let text): acceptsText(text, keyword)
    case .int(let number): acceptsNumber(Double(number), keyword)
    case .number(let number): acceptsNumber(number, keyword)
    case .array(let elements): acceptsElements(elements, keyword)
    case .object(let object): acceptsMembers(object, keyword, schema)
    case .null, .bool: true
    }
  }

  private func hasType(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.string, "string"), (.bool, "boolean"), (.array, "array"), (.object, "object"),
      (.int, "integer"), (.int, "number"), (.number, "number"), (.null, "null"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }

  private func acceptsText(_ text: String, _ keyword: JSONObject.Member) -> Bool {
    switch (keyword.key, keyword.value) {
    case ("minLength", .int(let length)): return text.unicodeScalars.count >= length
    case ("pattern", .string(let pattern)): return matches(text, pattern)
    default: return isOther(keyword.key)
    }
  }

  private func acceptsNumber(_ number: Double, _ keyword: JSONObject.Member) -> Bool {
    let limit: Double
    switch keyword.value {
    case .int(let value): limit = Double(value)
    case .number(let value): limit = value
    default: return isOther(keyword.key)
    }
    return switch keyword.key {
    case "minimum": number >= limit
    case "maximum": number <= limit
    case "exclusiveMinimum": number > limit
    case "exclusiveMaximum": number < limit
    default: isOther(keyword.key)
    }
  }

  private func acceptsElements(_ elements: [JSONValue], _ keyword: JSONObject.Member) -> Bool {
    switch (keyword.key, keyword.value) {
    case ("items", let schema): elements.allSatisfy { accepts($0, schema) }
    case ("minItems", .int(let count)): elements.count >= count
    case ("maxItems", .int(let count)): elements.count <= count
    default: isOther(keyword.key)
    }
  }

  private func acceptsMembers(
    _ object: JSONObject, _ keyword: JSONObject.Member, _ schema: JSONValue
  ) -> Bool {
    switch (keyword.key, keyword.value) {
    case ("required", .array(let keys)):
      keys.allSatisfy { if case .string(let key) = $0 { object[key] != nil } else { false } }
    case ("properties", let properties):
      object.members.allSatisfy { member in
        properties[member.key].map { accepts(member.value, $0) } ?? true
      }
    case ("additionalProperties", let rest):
      object.members.allSatisfy { member in
        schema["properties"]?[member.key] != nil || accepts(member.value, rest)
      }
    default: isOther(keyword.key)
    }
  }

  /// True if a keyword applies to another type of value.
  private func isOther(_ keyword: String) -> Bool {
    let known = [
      "minLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "items",
      "minItems", "maxItems", "deprecated", "required", "properties", "additionalProperties",
    ]
    if !known.contains(keyword) { unknownKeywords.insert(keyword) }
    return true
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    if let known = patterns[pattern] { return text.contains(known) }
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    patterns[pattern] = regex
    return text.contains(regex)
  }
}
