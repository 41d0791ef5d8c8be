/// Regular expressions (ECMA 262) for the syntax of the quantity parsers.
///
/// They can't express order and size: that a range begins below its end, that a time's units
/// decrease, that a number is finite.
struct QuantityPattern {
  let dimension: Dimension

  init(_ dimension: Dimension) {
    self.dimension = dimension
  }

  private static let unsigned = "[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
  private static let number = "[+-]?" + unsigned

  private static func unit(_ dimension: Dimension) -> String {
    "(?:" + dimension.unitSymbols.map(escaped).joined(separator: "|") + ")"
  }

  private static func escaped(_ symbol: String) -> String {
    symbol.reduce(into: "") { result, character in
      if "^.$*+?()[]{}|\\".contains(character) { result += "\\" }
      result.append(character)
    }
  }

  private static func quantity(_ dimension: Dimension) -> String {
    let unit = unit(dimension)
    if dimension == .time { return "\(number) *\(unit)(?: *\(unsigned) *\(unit))*" }
    return dimension.allowsBareNumber ? "\(number)(?: *\(unit))?" : "\(number) *\(unit)"
  }

  var quantity: String { Self.quantity(dimension) }

  var range: String {
    let end = "(?:\(quantity)|\(Self.number))"
    return "\(end) *\\.\\. *\(quantity)"
  }

  var distribution: String {
    let difference = Self.quantity(dimension.ofDifferences)
    func argument(_ label: String, _ value: String) -> String { " *(?:\(label) *)?\(value) *" }
    let laws = [
      "constant *\\(\(argument("value", quantity))\\)",
      "uniform *\\(\(argument("from", quantity)),\(argument("to", quantity))\\)",
      "normal *\\(\(argument("mean", quantity)),\(argument("sd", difference))\\)",
      "lognormal *\\(\(argument("median", quantity)),\(argument("sigma", Self.number))\\)",
      "exponential *\\(\(argument("mean", quantity))\\)",
    ]
    // After a unit, a space must separate 'clip'.
    let law = "(?:\(laws.joined(separator: "|")))(?: *clip +\(range))?"
    return "\(law)|(?:\(range)|\(quantity))(?: +clip +\(range))?"
  }

  /// An example of a range.
  var rangeExample: String { "\(dimension.example)..\(dimension.example)" }

  /// The schema of text that matches the pattern completely.
  func schema(_ pattern: String, example: String) -> JSONValue {
    ["type": "string", "pattern": .string("^ *(?:\(pattern)) *$"), "examples": [.string(example)]]
  }

  /// The schema, defined under `name`, of matching text, or of a number if the unit is optional.
  func schema(
    _ pattern: String, example: String, name: String, limits: ValueLimits, in builder: SchemaBuilder
  ) -> JSONValue {
    let text = builder.reference(to: name) { schema(pattern, example: example) }
    guard dimension.allowsBareNumber else { return limits.annotated(text, as: dimension) }
    return limits.annotated(["anyOf": [.object(limits.schema), text]], as: dimension)
  }
}
