import Documents

/// A figure with the allowed side of a value: `horizontal_error.p95 <= 6 m`.
struct FigureLimit: Hashable {
  /// The limit as written in the scenario.
  let text: String
  let metric: Metric
  let statistic: Statistic
  let relation: Budget.Relation
  /// In SI units.
  let value: Double
  /// True if the metric may have no values.
  var isOptional = false
}

extension FigureLimit {
  /// Parses a limit.
  ///
  /// - Throws: The first mistake, with the name that was probably meant.
  init(_ text: String) throws(DocumentFormError) {
    let isOptional = text.hasSuffix(Self.ifAny)
    let limit = isOptional ? String(text.dropLast(Self.ifAny.count)) : text
    let words = limit.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let relation = Budget.Relation(rawValue: words[1]) else {
      throw DocumentFormError(
        "expected a budget such as 'horizontal_error.p95 <= 6 m', found '\(text.prefix(60))'")
    }
    guard let (metric, statistic) = MetricCatalogue.parse(words[0]) else {
      throw MetricCatalogue.unknown(words[0])
    }
    self.init(
      text: text, metric: metric, statistic: statistic, relation: relation,
      value: try Self.value(words[2], of: metric), isOptional: isOptional)
  }

  /// The suffix of an optional limit.
  private static let ifAny = " if any"

  private static func value(
    _ text: String, of metric: Metric
  ) throws(DocumentFormError) -> Double {
    guard let dimension = metric.dimension else {
      guard let number = Double(text), number.isFinite else {
        throw DocumentFormError("expected a number, found '\(text.prefix(40))'")
      }
      return number
    }
    // A share may also be given as a plain number, as in '>= 0.9'.
    if dimension == .ratio, let number = Double(text), number.isFinite { return number }
    do {
      return try Quantity.parse(text, as: dimension)
    } catch {
      throw DocumentFormError(error.message, suggestion: error.suggestion)
    }
  }
}
