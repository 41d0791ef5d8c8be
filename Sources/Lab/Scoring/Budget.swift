public import Documents

/// A limit on a figure: `horizontal_error.p95 <= 6 m`.
public struct Budget: Hashable, Sendable {
  /// Which side of the limit is allowed.
  public enum Relation: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
  }

  /// The limit as its author wrote it.
  public let text: String
  /// The metric.
  public let metric: MetricDefinition
  /// The statistic.
  public let statistic: Statistic
  /// Which side is allowed.
  public let relation: Relation
  /// The limit, in SI units.
  public let limit: Double

  /// Reads a budget.
  ///
  /// - Parameter text: A metric with its statistic, a relation and a quantity with its unit.
  /// - Throws: What is wrong with it, and the name that was probably meant.
  public init(_ text: String) throws(DocumentFormError) {
    self.text = text
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let relation = Relation(rawValue: words[1]) else {
      throw DocumentFormError(
        "expected a budget such as 'horizontal_error.p95 <= 6 m', found '\(text.prefix(60))'")
    }
    guard let (metric, statistic) = MetricCatalogue.parse(words[0]) else {
      throw DocumentFormError(
        "unknown metric '\(words[0].prefix(60))'",
        suggestion: nearestName(to: words[0], among: MetricCatalogue.names))
    }
    self.metric = metric
    self.statistic = statistic
    self.relation = relation
    guard let dimension = metric.dimension else {
      guard let number = Double(words[2]), number.isFinite else {
        throw DocumentFormError("expected a number, found '\(words[2].prefix(40))'")
      }
      limit = number
      return
    }
    // A share may also be given bare, as in '>= 0.9'.
    if dimension == .ratio, let number = Double(words[2]), number.isFinite {
      limit = number
      return
    }
    do {
      limit = try Quantity.parse(words[2], as: dimension)
    } catch {
      throw DocumentFormError("\(error)")
    }
  }

  /// Whether a value, in SI units, keeps the budget.
  public func isKept(by value: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    }
  }
}
