/// Records the keys that an object requests and builds its JSON Schema.
public final class ObjectDescriber {
  /// The keys of one alternative; objects without kinds have only one.
  private struct Shape {
    var properties = JSONObject()
    var required: [String] = []
    /// Groups of keys of which exactly one must be present.
    var choices: [[String]] = []
  }

  let builder: SchemaBuilder
  private var shapes = [Shape()]

  init(_ builder: SchemaBuilder) {
    self.builder = builder
  }

  func add<Form: DocumentForm>(
    _ key: String, _ form: Form, _ description: String, isRequired: Bool,
    default defaultValue: Form.Value? = nil, isDeprecated: Bool = false
  ) {
    var schema = described(form.schema(in: builder), description)
    if isDeprecated { schema["deprecated"] = true }
    if let defaultValue, let json = form.json(defaultValue) { schema["default"] = json }
    add(key, schema, isRequired: isRequired)
  }

  /// Adds a key with one fixed value, which determines the kind.
  func addKind(_ key: String, _ name: String, _ description: String, isRequired: Bool) {
    add(key, described(["const": .string(name)], description), isRequired: isRequired)
  }

  func requireOne(of keys: [String]) {
    for index in shapes.indices { shapes[index].choices.append(keys) }
  }

  /// Combines the recorded keys with each of the alternatives.
  func branch(_ branches: [ObjectDescriber]) {
    shapes = shapes.flatMap { shape in
      branches.flatMap { branch in
        branch.shapes.map { alternative in
          var combined = shape
          for member in alternative.properties.members {
            combined.properties[member.key] = member.value
          }
          combined.required += alternative.required
          combined.choices += alternative.choices
          return combined
        }
      }
    }
  }

  /// The schema of the recorded keys.
  var schema: JSONValue {
    let alternatives = shapes.map(schema(of:))
    return alternatives.count == 1 ? alternatives[0] : ["oneOf": .array(alternatives)]
  }

  private func add(_ key: String, _ schema: JSONObject, isRequired: Bool) {
    for index in shapes.indices {
      shapes[index].properties[key] = .object(schema)
      if isRequired { shapes[index].required.append(key) }
    }
  }

  private func schema(of shape: Shape) -> JSONValue {
    var schema = JSONObject()
    schema["type"] = "object"
    schema["properties"] = .object(shape.properties)
    if !shape.required.isEmpty { schema["required"] = .array(shape.required.map { .string($0) }) }
    let choices: [JSONValue] = shape.choices.map { keys in
      .array(keys.map { ["required": [.string($0)]] })
    }
    if choices.count == 1 {
      schema["oneOf"] = choices[0]
    } else if choices.count > 1 {
      schema["allOf"] = .array(choices.map { ["oneOf": $0] })
    }
    schema["additionalProperties"] = false
    return .object(schema)
  }

  /// Adds a description to a schema, before the schema's own.
  private func described(_ schema: JSONValue, _ description: String) -> JSONObject {
    guard case .object(var object) = schema else { return JSONObject() }
    guard !description.isEmpty else { return object }
    if case .string(let own)? = object["description"] {
      let stop = description.hasSuffix(".") ? "" : "."
      object["description"] = .string("\(description)\(stop) \(own)")
    } else {
      object["description"] = .string(description)
    }
    return object
  }
}
