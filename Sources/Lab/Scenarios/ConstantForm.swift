public import Documents

/// A number of the services that a scenario sets, by its name in the table of constants.
public struct ConstantSetting: Hashable, Sendable {
  /// Its name, such as `in_use.grace`.
  public let name: String
  /// What it is to be, with its unit.
  public let text: String
  /// Where the name stands, and where the value does.
  public let namePlace, valuePlace: SourcePlace
}

/// A mapping of names to values; a name may also be cut into steps at its points.
///
/// Which names there are is for the stack to say, which the harness asks.
public struct ConstantForm: DocumentForm {
  public var expectation: String { "a mapping such as {in_use.grace: 8 s}" }
  public var placeholder: [ConstantSetting] { [] }

  public func read(_ node: Node, in context: DecodingContext) -> [ConstantSetting]? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    var settings: [ConstantSetting] = []
    gather(node, under: "", into: &settings, in: context)
    return settings
  }

  private func gather(
    _ node: Node, under prefix: String, into settings: inout [ConstantSetting],
    in context: DecodingContext
  ) {
    for (key, value) in node.pairs {
      let name = prefix + (key.text ?? "")
      if value.kind == .mapping {
        gather(value, under: name + ".", into: &settings, in: context)
      } else if let text = Self.quantity(value) {
        settings.append(
          ConstantSetting(
            name: name, text: text, namePlace: key.place, valuePlace: value.place))
      } else {
        context.reportMismatch(expected: "a quantity", at: value)
      }
    }
  }

  /// The text of a number or a quantity; nil for anything else.
  private static func quantity(_ node: Node) -> String? {
    switch JSONValue(node) {
    case .null, .bool, .array, .object: nil
    default: node.text
    }
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    builder.reference(to: "Constants") {
      [
        "type": "object",
        "additionalProperties": [
          "anyOf": [["type": "string"], ["type": "number"], ["$ref": "#/$defs/Constants"]]
        ],
      ]
    }
  }
}
