/// The variants of one scenario, weighed by accuracy, latency and energy.
public struct SweepComparison: Sendable {
  /// A figure that variants are weighed by.
  public struct Objective: Sendable {
    /// Its name: `horizontal_error.p95`.
    public let name: String
    /// The unit of its values; empty for plain numbers.
    public let unit: String
    /// Whether more of it is better.
    public let isBetterLarger: Bool
    /// The best value, where both more and less are worse; nil for most.
    public let ideal: Double?

    /// Creates an objective.
    public init(name: String, unit: String, isBetterLarger: Bool, ideal: Double? = nil) {
      self.ideal = ideal
      self.name = name
      self.unit = unit
      self.isBetterLarger = isBetterLarger
    }

    /// Its name with its unit, for an axis.
    var axis: String {
      let way = ideal.map { "nearer to \(figureText($0))" } ?? (isBetterLarger ? "more" : "less")
      return "\(title) (\(way) is better)"
    }
    /// Its name with its unit.
    var title: String { unit.isEmpty ? name : "\(name), \(unit)" }
  }

  /// A variant and its figures.
  public struct Point: Sendable {
    /// The variant's label.
    public let label: String
    /// Accuracy, latency and energy; nil where there was nothing to sum up.
    public let values: [Double?]

    /// Creates a point.
    public init(label: String, values: [Double?]) {
      self.label = label
      self.values = values
    }
  }

  /// The scenario's name.
  public let scenario: String
  /// Accuracy, latency and energy.
  public let objectives: [Objective]
  /// The variants, in the order of the sweep.
  public let points: [Point]
  /// For each variant, whether no other is at least as good in all figures and better in one.
  public let isOptimal: [Bool]

  /// Weighs variants against each other.
  ///
  /// - Parameters:
  ///   - scenario: The scenario's name.
  ///   - objectives: What they are weighed by.
  ///   - points: The variants.
  public init(scenario: String, objectives: [Objective], points: [Point]) {
    self.scenario = scenario
    self.objectives = objectives
    self.points = points
    let costs = points.map { point -> [Double]? in
      var costs: [Double] = []
      for (value, objective) in zip(point.values, objectives) {
        // A variant without a figure (it never told a location) is no choice.
        guard let value, !value.isNaN else { return nil }
        costs.append(
          objective.ideal.map { abs(value - $0) } ?? (objective.isBetterLarger ? -value : value))
      }
      return costs
    }
    isOptimal = costs.map { costs.isOptimal($0) }
  }
}

extension [[Double]?] {
  /// Whether no element dominates some costs (Pareto): is nowhere more and somewhere less.
  fileprivate func isOptimal(_ own: [Double]?) -> Bool {
    guard let own else { return false }
    return !contains { other in
      guard let other else { return false }
      let pairs = zip(other, own)
      return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
    }
  }
}

extension SweepComparison {
  /// The variants as a table for people; those that no other beats are marked.
  public var lines: [String] {
    var table = TextTable(
      ["", "variant"] + objectives.map { $0.unit.isEmpty ? $0.name : "\($0.name) (\($0.unit))" })
    for (point, isOptimal) in zip(points, isOptimal) {
      table.add(
        [isOptimal ? "*" : "", ParetoText.shortened(point.label)]
          + point.values.map { $0.map(figureText) ?? "" })
    }
    let count = isOptimal.count { $0 }
    return ["\(scenario): \(points.count) variant\(points.count == 1 ? "" : "s")"]
      + table.lines.map { "  " + $0 }
      + ["  * \(count) that no other variant beats in all three"]
  }
}
