/// Pareto comparison of the variants of one scenario by accuracy, latency and energy.
public struct SweepComparison: Sendable {
  /// An objective of the comparison.
  public struct Objective: Sendable {
    /// The figure's name: `horizontal_error.p95`.
    public let name: String
    /// Empty for plain numbers.
    public let unit: String
    /// True if larger values are better.
    public let isBetterLarger: Bool
    /// The best value, if both larger and smaller ones are worse; nil for most objectives.
    public let ideal: Double?

    public init(name: String, unit: String, isBetterLarger: Bool, ideal: Double? = nil) {
      self.ideal = ideal
      self.name = name
      self.unit = unit
      self.isBetterLarger = isBetterLarger
    }

    /// The axis label: name, unit and direction of improvement.
    var axis: String {
      let way = ideal.map { "nearer to \(figureText($0))" } ?? (isBetterLarger ? "more" : "less")
      return "\(title) (\(way) is better)"
    }
    /// The name with its unit.
    var title: String { unit.isEmpty ? name : "\(name), \(unit)" }
  }

  /// A variant with its figures.
  public struct VariantValues: Sendable {
    public let label: String
    /// Accuracy, latency and energy; nil without data.
    public let values: [Double?]

    public init(label: String, values: [Double?]) {
      self.label = label
      self.values = values
    }
  }

  public let scenario: String
  /// Accuracy, latency and energy.
  public let objectives: [Objective]
  /// In the order of the sweep.
  public let points: [VariantValues]
  /// For each variant, true if it is Pareto-optimal: no other is at least as good in all figures
  /// and better in one.
  public let isOptimal: [Bool]

  /// Compares variants.
  ///
  /// - Parameters:
  ///   - scenario: The scenario's name.
  ///   - objectives: Accuracy, latency and energy.
  ///   - points: The variants.
  public init(scenario: String, objectives: [Objective], points: [VariantValues]) {
    self.scenario = scenario
    self.objectives = objectives
    self.points = points
    let costs = points.map { point -> [Double]? in
      var costs: [Double] = []
      for (value, objective) in zip(point.values, objectives) {
        // A variant without a figure (it never reported a location) can't be optimal.
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
  /// True if no element dominates the given costs (Pareto): is nowhere more and somewhere less.
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
  /// The variants as a text table, with the Pareto-optimal ones marked.
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
      + ["  * \(count) Pareto-optimal: no other variant beats them in all three"]
  }
}
