/// Collector of the definitions of a JSON Schema.
public final class SchemaBuilder {
  private var definitions: [(name: String, schema: JSONValue)] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []

  public init() {}

  /// Returns a reference to the schema of an object type; the first call defines it.
  public func reference<Object: DocumentObject>(to type: Object.Type) -> JSONValue {
    if let name = names[ObjectIdentifier(type)] { return reference(name) }
    var name = Object.schemaName
    var number = 2
    while taken.contains(name) {
      name = "\(Object.schemaName)\(number)"
      number += 1
    }
    names[ObjectIdentifier(type)] = name
    let position = reserve(name)
    let describer = ObjectDescriber(self)
    var reader = ObjectReader(nil, in: DecodingContext(), describer: describer)
    _ = Object(from: &reader)
    definitions[position].schema = describer.schema
    return reference(name)
  }

  /// Returns a reference to a schema by name; the first call defines it by `make`.
  public func reference(to name: String, _ make: () -> JSONValue) -> JSONValue {
    if !taken.contains(name) {
      let position = reserve(name)
      definitions[position].schema = make()
    }
    return reference(name)
  }

  /// All definitions, in the order of their first references.
  var schema: JSONValue {
    .object(JSONObject(definitions.map { ($0.name, $0.schema) }))
  }

  private func reserve(_ name: String) -> Int {
    taken.insert(name)
    definitions.append((name, .null))
    return definitions.count - 1
  }

  private func reference(_ name: String) -> JSONValue {
    // RFC 6901 and RFC 3986: special characters of a name in a URI's pointer are escaped.
    var escaped = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): escaped += "~0"
      case UInt8(ascii: "/"): escaped += "~1"
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default: escaped += "%" + hexadecimal(UInt32(byte), digits: 2)
      }
    }
    return ["$ref": .string("#/$defs/\(escaped)")]
  }
}

/// Returns the JSON Schema (draft 2020-12) of the documents that decode as `type`.
public func jsonSchema<Object: DocumentObject>(
  of type: Object.Type, title: String, id: String? = nil
) -> JSONValue {
  let builder = SchemaBuilder()
  let root = builder.reference(to: type)
  var schema = JSONObject()
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
  if let id { schema["$id"] = .string(id) }
  schema["title"] = .string(title)
  if case .object(let reference) = root {
    for member in reference.members { schema[member.key] = member.value }
  }
  schema["$defs"] = builder.schema
  return .object(schema)
}
