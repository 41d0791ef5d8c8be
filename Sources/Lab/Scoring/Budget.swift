public import Documents
import Kernel
import Truth

/// A limit on a figure: `horizontal_error.p95 <= 6 m`, optionally for a part of the run.
public struct Budget: Hashable, Sendable {
  /// The allowed side of the limit.
  public enum Relation: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    /// Absolute value at most the limit, for figures with a sign.
    case within
  }

  /// The limit as written in the scenario, with its conditions in words.
  public let text: String
  public let metric: Metric
  public let statistic: Statistic
  /// The allowed side of the limit.
  public let relation: Relation
  /// The limit, in SI units.
  public let limit: Double
  /// The part of the run that is judged; nil for the whole run.
  ///
  /// The filter's device may be a pattern in which `*` stands for any text.
  public let filter: ScoreFilter?
  /// True if the metric may have no values.
  public let isOptional: Bool
  /// Source of the limit; nil if it was fitted to the stack's figures with a margin.
  public let source: String?
  /// The limit as written in the scenario, without conditions.
  public let limitText: String
  /// The comparison that the figure is a difference of; nil for a limit on a figure itself.
  public let comparison: FigureComparison?

  /// Creates a budget; the filter must be valid for the metric.
  init(_ limit: FigureLimit, filter: ScoreFilter?, source: String? = nil) {
    self.filter = filter
    self.source = source
    limitText = limit.text
    text = limit.text + (filter.map { " (\($0.words))" } ?? "")
    (metric, statistic) = (limit.metric, limit.statistic)
    (relation, self.limit) = (limit.relation, limit.value)
    isOptional = limit.isOptional
    comparison = nil
  }

  /// Creates the budget of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - share: The least difference, as a share of the larger of both.
  init(_ comparison: FigureComparison, by share: Double) {
    var filter = ScoreFilter()
    filter.expectation = comparison.name
    (self.filter, self.comparison) = (filter, comparison)
    (metric, statistic) = (.comparison.difference, .mean)
    let isBelow = comparison.side == .below
    (relation, limit) = isBelow ? (.atMost, -share) : (.atLeast, share)
    limitText = "\(metric.name).mean \(relation.rawValue) \(limit)"
    let percentage = (share * 1e4).rounded() / 1e2
    let shown = percentage == percentage.rounded() ? "\(Int(percentage))" : "\(percentage)"
    text = comparison.name + (share == 0 ? "" : " by \(shown) %")
    (isOptional, source) = (false, nil)
  }

  /// Parses a budget.
  ///
  /// - Parameters:
  ///   - text: A metric with its statistic, a relation and a quantity with its unit.
  ///   - filter: The part of the run that is judged; nil for the whole run.
  /// - Throws: The first mistake, with the name that was probably meant.
  public init(_ text: String, filter: ScoreFilter? = nil) throws(DocumentFormError) {
    let limit = try FigureLimit(text)
    if let complaint = limit.metric.complaint(about: filter) {
      throw DocumentFormError(complaint)
    }
    try limit.checkPower()
    self.init(limit, filter: filter)
  }

  /// Creates the budget of an expectation.
  ///
  /// - Parameters:
  ///   - share: The share of runs in which the expectation must be met.
  ///   - name: The expectation's name.
  ///   - isOptional: True if the expectation's window may never begin.
  public init(expecting share: Double, of name: String, ifAny isOptional: Bool = false) {
    var filter = ScoreFilter()
    filter.expectation = name
    let metric = Metric.expectation.met
    let limit = FigureLimit(
      text: "\(metric.name).share >= \(share)", metric: metric, statistic: .share,
      relation: .atLeast, value: share, isOptional: isOptional)
    self.init(limit, filter: filter)
  }

  /// True if a value, in SI units, satisfies the budget.
  public func isKept(by value: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    case .within: abs(value) <= limit
    }
  }

  /// The short name, unique in most lists: the expectation, or the figure with its conditions.
  ///
  /// `runner paused`, `steps.abs_error.p95`, `energy.mean (devices live)`.
  public var name: String {
    if let expectation = filter?.expectation { return expectation }
    return "\(metric.name).\(statistic.rawValue)" + (filter.map { " (\($0.words))" } ?? "")
  }
}

extension [Budget] {
  /// Returns the budgets with a name: one by its whole text or name, or all budgets of a figure, or
  /// all expectations with this beginning.
  ///
  /// The whole text distinguishes two limits on one figure: `energy.mean <= 40 J` and `energy.mean
  /// >= 20 J`.
  public func named(_ name: String) -> [Budget] {
    let written = filter { $0.text == name }
    guard written.isEmpty else { return written }
    let exact = filter { $0.name == name }
    guard exact.isEmpty else { return exact }
    return filter { budget in
      guard budget.name.hasPrefix(name) else { return false }
      let isWord = budget.name.dropFirst(name.count).first.map { " ,".contains($0) } ?? true
      return isWord && !name.isEmpty
    }
  }
}

extension Metric {
  /// Returns an error message if the metric can't be limited in a part of a run; else nil.
  func complaint(about filter: ScoreFilter?) -> String? {
    guard let filter, filter.concernsMoments, !entry.hasMoments else { return nil }
    return "'\(self.name)' covers a device's whole run; its only possible condition is 'devices'"
  }
}

extension ScoreFilter {
  /// The conditions in words, as in scenario files: `floor 2, while driving`.
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

  /// Parses the format of ``words``; nil without any condition.
  init?(words: String) {
    guard !words.isEmpty else { return nil }
    self.init()
    var rest = words.split(separator: ", ")[...]
    while let part = rest.first {
      let space = part.firstIndex(of: " ") ?? part.endIndex
      let value = String(part[space...].dropFirst())
      let seconds = value.hasSuffix(" s") ? Double(value.dropLast(2)) : nil
      switch part[..<space] {
      case "floor" where Int(value) != nil: floor = Int(value)
      case "while": activity = TrueActivity.allCases.first { $0.word == value }
      case "devices": device = value
      case "from" where seconds != nil: from = seconds.map { SimTime(seconds: $0) }
      case "until" where seconds != nil: until = seconds.map { SimTime(seconds: $0) }
      default:
        expectation = rest.joined(separator: ", ")
        return
      }
      rest = rest.dropFirst()
    }
  }
}
