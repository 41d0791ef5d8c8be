extension Distribution {
  /// The names of distributions in texts.
  static let names = ["normal", "uniform", "lognormal", "exponential", "constant"]

  /// Parses a distribution of quantities of one dimension.
  ///
  /// - `4 s` or `constant(4 s)`
  /// - `3..8 min` or `uniform(3 min, 8 min)`
  /// - `normal(1.34 m/s, 0.26 m/s)` or with names, `normal(mean 1.34 m/s, sd 0.26 m/s)`
  /// - `lognormal(median 8 min, sigma 0.9)`
  /// - `exponential(mean 20 s)`
  ///
  /// followed by `clip 0.5..2.2 m/s` for a clipped distribution.
  public init(parsing text: String, as dimension: Dimension) throws(QuantityError) {
    let text = text
    var scanner = QuantityScanner(dimension)
    self = try scanner.distribution(text.utf8Span.span)
    try scanner.end(text.utf8Span.span)
  }

  /// Writes the distribution; it reads back exactly.
  public func text(as dimension: Dimension) -> String {
    func format(_ value: Double, isDifference: Bool = false) -> String {
      Quantity.format(value, as: dimension, isDifference: isDifference)
    }
    var text: String
    switch law {
    case .constant(let value): text = format(value)
    case .uniform(let low, let high): text = "\(format(low))..\(format(high))"
    case .normal(let mean, let sd):
      text = "normal(\(format(mean)), \(format(sd, isDifference: true)))"
    case .lognormal(let median, let sigma):
      text = "lognormal(median \(format(median)), sigma \(Quantity.plain(sigma)))"
    case .exponential(let mean): text = "exponential(mean \(format(mean)))"
    }
    guard limits != -.infinity ... .infinity else { return text }
    let largest = Double.greatestFiniteMagnitude
    let (low, high) = (max(-largest, limits.lowerBound), min(largest, limits.upperBound))
    text += " clip \(format(low))..\(format(high))"
    return text
  }
}

extension QuantityScanner {
  /// Parses a distribution with its limits.
  mutating func distribution(_ bytes: Span<UInt8>) throws(QuantityError) -> Distribution {
    skipSpaces(bytes)
    let law = try law(bytes)
    skipSpaces(bytes)
    let start = position
    let keyword = word(bytes)
    guard !keyword.isEmpty else { return try Distribution(law) }
    guard keyword == "clip", take(" ", bytes) else {
      position = start
      throw QuantityError(
        "expected 'clip' and a range, or nothing more, found \(rest(bytes))")
    }
    let limits = try range(bytes)
    return try Distribution(law, clippedTo: limits)
  }

  private mutating func law(_ bytes: Span<UInt8>) throws(QuantityError) -> Distribution.Law {
    let start = position
    let name = word(bytes)
    if name.isEmpty { return try unnamedLaw(bytes) }
    guard Distribution.names.contains(name) else {
      position = start
      throw QuantityError(
        "expected \(distributionExpectation), found \(rest(bytes))",
        suggestion: nearestName(to: name, among: Distribution.names))
    }
    skipSpaces(bytes)
    try take("(", after: name, bytes)
    let law: Distribution.Law
    switch name {
    case "constant":
      law = .constant(try argument("value", bytes))
    case "uniform":
      let low = try argument("from", bytes)
      try take(",", after: name, bytes)
      law = .uniform(low: low, high: try argument("to", bytes))
    case "normal":
      let mean = try argument("mean", bytes)
      try take(",", after: name, bytes)
      law = .normal(mean: mean, sd: try differenceArgument("sd", bytes))
    case "lognormal":
      let median = try argument("median", bytes)
      try take(",", after: name, bytes)
      law = .lognormal(median: median, sigma: try numberArgument("sigma", bytes))
    default:
      law = .exponential(mean: try argument("mean", bytes))
    }
    try take(")", after: name, bytes)
    return law
  }

  /// Parses a quantity as a constant, or a range as a uniform law.
  private mutating func unnamedLaw(
    _ bytes: Span<UInt8>
  ) throws(QuantityError) -> Distribution.Law {
    let start = position
    _ = try term(bytes)
    skipSpaces(bytes)
    while try followingTermExists(bytes) {}
    skipSpaces(bytes)
    let isRange = takeRangeMark(bytes)
    position = start
    if isRange {
      let range = try range(bytes)
      return .uniform(low: range.lowerBound, high: range.upperBound)
    }
    return .constant(try quantity(bytes))
  }

  private mutating func followingTermExists(_ bytes: Span<UInt8>) throws(QuantityError) -> Bool {
    skipSpaces(bytes)
    guard dimension == .time, position < bytes.count, isDigit(bytes[position]) else {
      return false
    }
    _ = try term(bytes)
    return true
  }

  private mutating func argument(
    _ label: String, _ bytes: Span<UInt8>
  ) throws(QuantityError) -> Double {
    try takeLabel(label, bytes)
    return try quantity(bytes)
  }

  private mutating func differenceArgument(
    _ label: String, _ bytes: Span<UInt8>
  ) throws(QuantityError) -> Double {
    try takeLabel(label, bytes)
    var inner = QuantityScanner(dimension, isDifference: true)
    inner.position = position
    defer { position = inner.position }
    return try inner.quantity(bytes)
  }

  private mutating func numberArgument(
    _ label: String, _ bytes: Span<UInt8>
  ) throws(QuantityError) -> Double {
    try takeLabel(label, bytes)
    guard let number = DecimalText(bytes, at: &position, style: .strict) else {
      throw QuantityError("expected a number for '\(label)', found \(rest(bytes))")
    }
    return try finite(number.value(bytes), bytes)
  }

  /// Moves past an argument's optional name.
  private mutating func takeLabel(_ label: String, _ bytes: Span<UInt8>) throws(QuantityError) {
    skipSpaces(bytes)
    let start = position
    let found = word(bytes)
    if !found.isEmpty && found != label {
      position = start
      throw QuantityError("expected '\(label)' here, found \(rest(bytes))")
    }
    skipSpaces(bytes)
  }

  private mutating func take(
    _ character: Unicode.Scalar, after name: String, _ bytes: Span<UInt8>
  ) throws(QuantityError) {
    skipSpaces(bytes)
    if take(character, bytes) { return }
    let isCutOff = position == bytes.count && character != "("
    let hint = isCutOff ? "; inside [ ] and { } it must be in quotes" : ""
    throw QuantityError(
      "expected '\(character)' in '\(name)(…)', found \(rest(bytes))\(hint)")
  }

  /// Reads a run of lower-case letters; may be empty.
  private mutating func word(_ bytes: Span<UInt8>) -> String {
    let start = position
    while position < bytes.count, bytes[position] >= 0x61, bytes[position] <= 0x7A {
      position += 1
    }
    return String(copying: UTF8Span(unchecked: bytes.extracting(start..<position)))
  }

  /// The expected form of a distribution, for messages.
  var distributionExpectation: String {
    "\(dimension.nameWithArticle) such as '\(dimension.example)' or its distribution, such as "
      + "'normal(\(dimension.example), …)'"
  }
}
