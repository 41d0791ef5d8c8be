public import Kernel

/// Decodes a scalar's text by a quantity parser, and adds the source position to its errors.
func readQuantity<Value>(
  _ node: Node, expected: @autoclosure () -> String, in context: DecodingContext,
  _ parse: (Span<UInt8>) throws(QuantityError) -> Value
) -> Value? {
  guard node.kind == .scalar, !node.isNull else {
    context.reportMismatch(expected: expected(), at: node)
    return nil
  }
  let result: Result<Value, QuantityError> = node.withText { bytes in
    do throws(QuantityError) {
      return .success(try parse(bytes))
    } catch {
      return .failure(error)
    }
  }
  switch result {
  case .success(let value): return value
  case .failure(let error):
    context.report(error.message, at: node, suggestion: error.suggestion)
    return nil
  }
}

/// A quantity with its unit, in the SI unit.
public struct QuantityForm: DocumentForm {
  let dimension: Dimension
  let limits: ValueLimits

  public var expectation: String { QuantityScanner(dimension).expectation }
  public var placeholder: Double { limits.inside }

  public func read(_ node: Node, in context: DecodingContext) -> Double? {
    let value = readQuantity(node, expected: expectation, in: context) {
      bytes throws(QuantityError) in
      // A plain 0x10 is a number in YAML and JSON Schema, but not for the quantity parser.
      if dimension.allowsBareNumber, let number = node.finiteNumber { return number }
      return try Quantity.parse(bytes, as: dimension)
    }
    guard let value else { return nil }
    return limits.check(value, node, as: dimension, in: context) ? value : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let pattern = QuantityPattern(dimension)
    let schema = pattern.schema(
      pattern.quantity, example: dimension.example, name: dimension.name, limits: limits,
      in: builder)
    let usual = (try? Quantity.parse(dimension.example, as: dimension)) ?? limits.inside
    guard !limits.contains(usual), case .object(var object) = schema else { return schema }
    // The dimension's own example is outside these limits: use a value inside.
    object["examples"] = [.string(Quantity.format(limits.inside, as: dimension))]
    return .object(object)
  }

  public func json(_ value: Double) -> JSONValue? {
    dimension.allowsBareNumber ? .number(value) : .string(Quantity.format(value, as: dimension))
  }
}

/// A duration in whole nanoseconds.
public struct DurationForm: DocumentForm {
  /// In seconds.
  let limits: ValueLimits

  public var expectation: String { QuantityScanner(.time).expectation }
  public var placeholder: SimDuration { .seconds(limits.inside) }

  public func read(_ node: Node, in context: DecodingContext) -> SimDuration? {
    let value = readQuantity(node, expected: expectation, in: context) {
      bytes throws(QuantityError) in try Quantity.parseDuration(bytes)
    }
    guard let value else { return nil }
    return limits.check(value.seconds, node, as: .time, in: context) ? value : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    QuantityForm(dimension: .time, limits: limits).schema(in: builder)
  }

  public func json(_ value: SimDuration) -> JSONValue? { .string(Quantity.format(value)) }
}

/// A range of a quantity, in the SI unit.
public struct RangeForm: DocumentForm {
  let dimension: Dimension
  let limits: ValueLimits

  public var expectation: String { QuantityScanner(dimension).rangeExpectation }
  public var placeholder: ClosedRange<Double> { limits.inside...limits.inside }

  public func read(_ node: Node, in context: DecodingContext) -> ClosedRange<Double>? {
    let value = readQuantity(node, expected: expectation, in: context) {
      bytes throws(QuantityError) in try Quantity.parseRange(bytes, as: dimension)
    }
    guard let value else { return nil }
    let isInside =
      limits.check(value.lowerBound, node, as: dimension, in: context)
      && limits.check(value.upperBound, node, as: dimension, in: context)
    return isInside ? value : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let pattern = QuantityPattern(dimension)
    let schema = builder.reference(to: "range of \(dimension.name)") {
      pattern.schema(pattern.range, example: pattern.rangeExample)
    }
    return limits.annotated(schema, as: dimension)
  }

  public func json(_ value: ClosedRange<Double>) -> JSONValue? {
    let low = Quantity.format(value.lowerBound, as: dimension)
    return .string("\(low)..\(Quantity.format(value.upperBound, as: dimension))")
  }
}

/// A distribution of a quantity; its draws respect the limits.
public struct DistributionForm: DocumentForm {
  let dimension: Dimension
  let limits: ValueLimits

  public var expectation: String { QuantityScanner(dimension).distributionExpectation }
  public var placeholder: Distribution { .constant(limits.inside) }

  public func read(_ node: Node, in context: DecodingContext) -> Distribution? {
    let value = readQuantity(node, expected: expectation, in: context) {
      bytes throws(QuantityError) in
      if dimension.allowsBareNumber, let number = node.finiteNumber {
        return Distribution.constant(number)
      }
      var scanner = QuantityScanner(dimension)
      let value = try scanner.distribution(bytes)
      try scanner.end(bytes)
      return value
    }
    guard let value else { return nil }
    return limited(value, node, in: context)
  }

  /// Clips a distribution to the limits; its parameters must lie within them.
  private func limited(
    _ value: Distribution, _ node: Node, in context: DecodingContext
  ) -> Distribution? {
    let isInside: Bool
    switch value.law {
    case .uniform(let low, let high):
      isInside =
        limits.check(low, node, as: dimension, in: context)
        && limits.check(high, node, as: dimension, in: context)
    default:
      isInside = limits.check(value.law.centre, node, as: dimension, in: context)
    }
    guard isInside else { return nil }
    guard limits != .none else { return value }
    let low = max(value.limits.lowerBound, limits.lower)
    let high = min(value.limits.upperBound, limits.upper)
    if low <= high, let limited = try? Distribution(value.law, clippedTo: low...high) {
      return limited
    }
    context.report("the distribution has no value within its limits", at: node)
    return nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let pattern = QuantityPattern(dimension)
    let name = "distribution of \(dimension.name)"
    return pattern.schema(
      pattern.distribution, example: dimension.example, name: name, limits: limits, in: builder)
  }

  public func json(_ value: Distribution) -> JSONValue? {
    .string(value.text(as: dimension))
  }
}

extension ValueLimits {
  /// Checks a quantity against the limits; reports a violation and returns false.
  func check(
    _ value: Double, _ node: Node, as dimension: Dimension, in context: DecodingContext
  ) -> Bool {
    if contains(value) { return true }
    let phrase = phrase { Quantity.format($0, as: dimension) }
    context.report(
      "expected \(dimension.nameWithArticle)\(phrase), found '\(excerpt(node.text ?? ""))'",
      at: node)
    return false
  }

  /// Adds the limits, which no pattern can express, to a schema's description.
  func annotated(_ schema: JSONValue, as dimension: Dimension) -> JSONValue {
    guard case .object(var object) = schema,
      let words = words({ Quantity.format($0, as: dimension) })
    else { return schema }
    object["description"] = .string(words.prefix(1).uppercased() + words.dropFirst() + ".")
    return .object(object)
  }
}
