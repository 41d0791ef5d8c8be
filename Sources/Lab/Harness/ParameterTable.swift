import Documents
import Parts
import Scenarios
import Services

/// List of all parameters of a scenario: of the stack's parts, the services and the signals.
public enum ParameterTable {
  public static let columns = ["parameter", "part", "default", "range", "meaning", "source"]

  /// A row per parameter, those of the stack first.
  public static var rows: [[String]] { stackRows + constantRows + signalRows }

  /// The parameters of the stack's parts, each with its key.
  public static var stackRows: [[String]] { ofParts.map { row($0.parameter, of: $0.part) } }

  /// Returns alternative values of a parameter of the software under test, to see its effect.
  ///
  /// - Parameters:
  ///   - parameter: The parameter's key.
  ///   - part: Its part, `services` for constants.
  /// - Returns: Values as a document writes them; empty for other parameters.
  package static func others(of parameter: String, _ part: String) -> [String] {
    let rows = ofParts + constants.map { ($0, "services") }
    return rows.first { $0.parameter.name == parameter && $0.part == part }?.parameter.others ?? []
  }

  private static var ofParts: [(parameter: ParameterRow, part: String)] {
    PartSlot.allCases.flatMap { slot in
      PartCatalogue.reference.kinds(of: slot).flatMap { kind in
        kind.alternative.defaults.parameterRows(prefix: "stack.\(slot.rawValue).").map {
          ($0, kind.name)
        }
      }
    }
  }

  private static var constants: [ParameterRow] {
    ServiceConstants().parameterRows(prefix: "constants.")
  }

  /// The available parts, with the number of parameters of each.
  public static var parts: [[String]] {
    PartSlot.allCases.flatMap { slot in
      PartCatalogue.reference.kinds(of: slot).map { kind in
        [
          slot.rawValue, kind.name, "\(kind.alternative.defaults.parameterRows().count)",
          kind.alternative.about,
        ]
      }
    }
  }

  private static var constantRows: [[String]] { constants.map { row($0, of: "services") } }

  private static func row(_ parameter: ParameterRow, of part: String) -> [String] {
    [
      parameter.name, part, parameter.value, parameter.range, parameter.meaning,
      parameter.source.phrase,
    ]
  }

  /// The signals' parameters, from the schema of scenarios.
  private static var signalRows: [[String]] {
    let schema = jsonSchema(of: Scenario.self, title: "Scenario")
    guard case .object(let definitions)? = schema["$defs"] else { return [] }
    let walker = SchemaWalker(definitions: definitions)
    return walker.leaves(of: schema, under: "").filter { $0.path.hasPrefix("signals.") }.map {
      [$0.path, "world", $0.value, "", $0.description, ""]
    }
  }
}

/// Walks over the keys of a schema that have plain values.
private struct SchemaWalker {
  let definitions: JSONObject

  struct Leaf {
    var path: String
    var value: String
    var description: String
  }

  func leaves(of schema: JSONValue, under prefix: String, depth: Int = 0) -> [Leaf] {
    guard depth < 12 else { return [] }
    let shape = resolved(schema)
    let shapes = alternatives(of: shape).filter { properties(of: $0) != nil }
    var seen: Set<String> = []
    return shapes.flatMap { shape -> [Leaf] in
      guard let properties = properties(of: shape) else { return [] }
      return properties.members.flatMap { member -> [Leaf] in
        guard seen.insert(member.key).inserted else { return [] }
        let path = prefix.isEmpty ? member.key : "\(prefix).\(member.key)"
        let nested = leaves(of: member.value, under: path, depth: depth + 1)
        return nested.isEmpty ? [leaf(member.value, path)] : nested
      }
    }
  }

  private func leaf(_ schema: JSONValue, _ path: String) -> Leaf {
    var value = ""
    switch schema["default"] {
    case .string(let text)?: value = text
    case .none, .null?: break
    case .some(let other): value = other.text(pretty: false)
    }
    var description = ""
    if case .string(let text)? = schema["description"] { description = text }
    return Leaf(path: path, value: value, description: description)
  }

  private func resolved(_ schema: JSONValue) -> JSONValue {
    guard case .string(let reference)? = schema["$ref"],
      let name = reference.split(separator: "/").last
    else { return schema }
    return definitions[String(name)] ?? schema
  }

  private func alternatives(of schema: JSONValue) -> [JSONValue] {
    for key in ["anyOf", "oneOf"] {
      if case .array(let shapes)? = schema[key] { return [schema] + shapes.map(resolved) }
    }
    return [schema]
  }

  private func properties(of schema: JSONValue) -> JSONObject? {
    if case .object(let properties)? = schema["properties"] { properties } else { nil }
  }
}
