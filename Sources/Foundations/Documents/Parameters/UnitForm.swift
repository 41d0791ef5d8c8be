/// A number with the unit of its parameter.
///
/// If the unit is the SI unit of a dimension, all units of that dimension are accepted; any other unit,
/// such as `m2/s3`, is accepted only as it is.
struct UnitForm: DocumentForm {
  private let unit: String
  private let range: ClosedRange<Double>
  private let dimension: Dimension?

  init(_ unit: String, _ range: ClosedRange<Double>) {
    self.unit = unit
    self.range = range
    dimension =
      unit == "share" ? .ratio : Dimension.allCases.first { $0.unitSymbols.first == unit }
  }

  private var limits: ValueLimits { .between(range.lowerBound, range.upperBound) }

  var expectation: String {
    if let dimension { return QuantityForm(dimension: dimension, limits: limits).expectation }
    if unit.isEmpty { return NumberForm(limits: limits).expectation }
    return "a number of \(unit) such as '\(Quantity.plain(range.lowerBound)) \(unit)'"
  }

  var placeholder: Double { limits.inside }

  func read(_ node: Node, in context: DecodingContext) -> Double? {
    if let dimension {
      return QuantityForm(dimension: dimension, limits: limits).read(node, in: context)
    }
    if unit.isEmpty { return NumberForm(limits: limits).read(node, in: context) }
    guard let text = node.text, node.kind == .scalar, !node.isNull else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, let value = Double(parts[0]), value.isFinite else {
      let cure = Double(text) != nil ? "\(text) \(unit)" : nil
      context.report(
        "expected \(expectation), found '\(excerpt(text))'", at: node, suggestion: cure)
      return nil
    }
    guard parts[1] == unit else {
      context.report(
        "expected the unit \(unit), found '\(excerpt(parts[1]))'", at: node,
        suggestion: "\(parts[0]) \(unit)")
      return nil
    }
    guard range.contains(value) else {
      let (low, high) = (Quantity.plain(range.lowerBound), Quantity.plain(range.upperBound))
      context.report(
        "expected \(low) to \(high) \(unit), found '\(excerpt(text))'", at: node)
      return nil
    }
    return value
  }

  func schema(in builder: SchemaBuilder) -> JSONValue {
    if let dimension {
      return QuantityForm(dimension: dimension, limits: limits).schema(in: builder)
    }
    if unit.isEmpty { return NumberForm(limits: limits).schema(in: builder) }
    var literal = ""
    for scalar in unit.unicodeScalars {
      if "/^$.|?*+()[]{}\\".unicodeScalars.contains(scalar) { literal += "\\" }
      literal.unicodeScalars.append(scalar)
    }
    let (low, high) = (Quantity.plain(range.lowerBound), Quantity.plain(range.upperBound))
    return [
      "type": "string",
      "pattern": .string("^[-+]?[0-9.]+([eE][-+]?[0-9]+)? +\(literal)$"),
      "description": .string("From \(low) to \(high) \(unit)."),
      "examples": [.string("\(Quantity.plain(limits.inside)) \(unit)")],
    ]
  }

  func json(_ value: Double) -> JSONValue? {
    if let dimension { return QuantityForm(dimension: dimension, limits: limits).json(value) }
    return unit.isEmpty ? .number(value) : .string("\(Quantity.plain(value)) \(unit)")
  }

  /// A value as shown in lists.
  func row(_ value: Double, text: String) -> ShownParameter {
    let shown = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    let suffix = unit.isEmpty || unit == "share" ? "" : " \(unit)"
    let span = range.upperBound - range.lowerBound
    // Far enough to have an effect, and not at the end, where a module may fail.
    let doubled = value == 0 ? range.lowerBound + min(span / 4, 1) : value * 2
    let other = range.contains(doubled) ? doubled : value / 2
    let inside = range.contains(other) ? other : range.lowerBound + span / 3
    return (
      value: shown + suffix, unit: unit,
      range: "\(Quantity.plain(range.lowerBound))..\(Quantity.plain(range.upperBound))",
      others: [inside, range.lowerBound, range.upperBound].filter { $0 != value }
        .map { Quantity.plain($0) + suffix }
    )
  }
}
