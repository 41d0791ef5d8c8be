public import Documents
import Kernel
import Observations
import Truth

/// A limit on a figure: `horizontal_error.p95 <= 6 m`, perhaps for a part of the run only.
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
  /// The part of the run that it is about; nil for all of it.
  ///
  /// The filter's device may be a pattern in which `*` stands for any text.
  public let filter: ScoreFilter?

  /// Reads a budget.
  ///
  /// - Parameters:
  ///   - given: A metric with its statistic, a relation and a quantity with its unit.
  ///   - filter: The part of the run that it is about; nil for all of it.
  /// - Throws: What is wrong with it, and the name that was probably meant.
  public init(_ given: String, filter: ScoreFilter? = nil) throws(DocumentFormError) {
    self.filter = filter
    text = given + (filter.map { " (\($0.words))" } ?? "")
    let words = given.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let relation = Relation(rawValue: words[1]) else {
      throw DocumentFormError(
        "expected a budget such as 'horizontal_error.p95 <= 6 m', found '\(given.prefix(60))'")
    }
    guard let (metric, statistic) = MetricCatalogue.parse(words[0]) else {
      throw DocumentFormError(
        "unknown metric '\(words[0].prefix(60))'",
        suggestion: nearestName(to: words[0], among: MetricCatalogue.names))
    }
    if let filter, filter.concernsMoments, !metric.hasMoments {
      throw DocumentFormError(
        "'\(metric.name)' is of a device's whole run; it can be limited for some devices only")
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

extension MetricDefinition {
  /// Whether its values belong to moments, so that a part of a run has some of them.
  ///
  /// What a device has one value of, for all of its run, has none.
  var hasMoments: Bool {
    let families = ["energy", "power", "battery", "ttff", "cpu", "stack"]
    return !families.contains(String(name.prefix { $0 != "." }))
  }
}

extension ScoreFilter {
  /// The conditions in words, as a budget's author has them: `floor 2, while driving`.
  public var words: String {
    var words: [String] = []
    if let floor { words.append("floor \(floor)") }
    if let activity {
      words.append("while \(activity == .automotive ? "driving" : activity.rawValue)")
    }
    if let device { words.append("devices \(device)") }
    if let from { words.append("from \(from.seconds) s") }
    if let until { words.append("until \(until.seconds) s") }
    if let expectation { words.append(expectation) }
    return words.joined(separator: ", ")
  }
}
