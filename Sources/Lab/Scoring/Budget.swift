public import Documents
import Kernel

/// A limit on a figure: `horizontal_error.p95 <= 6 m`, perhaps for a part of the run only.
public struct Budget: Hashable, Sendable {
  /// Which side of the limit is allowed.
  public enum Relation: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
  }

  /// The limit as its author wrote it, with its conditions in words.
  public let text: String
  /// The metric.
  public let metric: Metric
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

  /// A limit whose filter is known to make sense.
  init(_ limit: FigureLimit, filter: ScoreFilter?) {
    self.filter = filter
    text = limit.text + (filter.map { " (\($0.words))" } ?? "")
    (metric, statistic) = (limit.metric, limit.statistic)
    (relation, self.limit) = (limit.relation, limit.value)
  }

  /// Reads a budget.
  ///
  /// - Parameters:
  ///   - text: A metric with its statistic, a relation and a quantity with its unit.
  ///   - filter: The part of the run that it is about; nil for all of it.
  /// - Throws: What is wrong with it, and the name that was probably meant.
  public init(_ text: String, filter: ScoreFilter? = nil) throws(DocumentFormError) {
    let limit = try FigureLimit(text)
    if let complaint = limit.metric.complaint(about: filter) {
      throw DocumentFormError(complaint)
    }
    self.init(limit, filter: filter)
  }

  /// The budget of an expectation.
  ///
  /// - Parameters:
  ///   - share: In which share of runs it must be met.
  ///   - name: The expectation's name.
  public init(expecting share: Double, of name: String) {
    var filter = ScoreFilter()
    filter.expectation = name
    let metric = Metric.expectation.met
    let limit = FigureLimit(
      text: "\(metric.name).share >= \(share)", metric: metric, statistic: .share,
      relation: .atLeast, value: share)
    self.init(limit, filter: filter)
  }

  /// Whether a value, in SI units, keeps the budget.
  public func isKept(by value: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    }
  }
}

extension Metric {
  /// What is wrong with limiting it in a part of a run; nil if nothing is.
  func complaint(about filter: ScoreFilter?) -> String? {
    guard let filter, filter.concernsMoments, !hasMoments else { return nil }
    return "'\(self.name)' is of a device's whole run; it can be limited for some devices only"
  }

  /// Whether its values belong to moments, so that a part of a run has some of them.
  ///
  /// What a device has one value of, for all of its run, has none.
  private var hasMoments: Bool { !Self.ofWholeRuns.contains(self) }

  private static let ofWholeRuns = Set(
    [
      .ttff.whole, .energy.whole, .energy.power, .energy.perEvent, .energy.perUsefulFix,
      .energy.battery,
    ] + Metric.ttff.after.all + Metric.energy.component.all)
}

extension ScoreFilter {
  /// The conditions in words, as a budget's author has them: `floor 2, while driving`.
  public var words: String {
    var words: [String] = []
    if let floor { words.append("floor \(floor)") }
    if let activity { words.append("while \(activity.word)") }
    if let device { words.append("devices \(device)") }
    if let from { words.append("from \(from.seconds) s") }
    if let until { words.append("until \(until.seconds) s") }
    if let expectation { words.append(expectation) }
    return words.joined(separator: ", ")
  }
}
