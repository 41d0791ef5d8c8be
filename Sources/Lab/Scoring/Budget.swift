public import Documents
import Kernel

/// A limit on a figure: `horizontal_error.p95 <= 6 m`, perhaps for a part of the run only.
public struct Budget: Hashable, Sendable {
  /// Which side of the limit is allowed.
  public enum Relation: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    /// As near to zero as the limit, from either side: for figures with a sign.
    case within
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
  /// Whether there may be nothing to judge.
  public let isOptional: Bool
  /// Who says that the limit is to be this one; nil if it is what the stack reached, and some more.
  public let source: String?
  /// The limit as its author wrote it, without conditions.
  public let limitText: String

  /// A limit whose filter is known to make sense.
  init(_ limit: FigureLimit, filter: ScoreFilter?, source: String? = nil) {
    self.filter = filter
    self.source = source
    limitText = limit.text
    text = limit.text + (filter.map { " (\($0.words))" } ?? "")
    (metric, statistic) = (limit.metric, limit.statistic)
    (relation, self.limit) = (limit.relation, limit.value)
    isOptional = limit.isOptional
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
    try limit.checkPower()
    self.init(limit, filter: filter)
  }

  /// The budget of an expectation.
  ///
  /// - Parameters:
  ///   - share: In which share of runs it must be met.
  ///   - name: The expectation's name.
  ///   - isOptional: Whether its window may never begin.
  public init(expecting share: Double, of name: String, ifAny isOptional: Bool = false) {
    var filter = ScoreFilter()
    filter.expectation = name
    let metric = Metric.expectation.met
    let limit = FigureLimit(
      text: "\(metric.name).share >= \(share)", metric: metric, statistic: .share,
      relation: .atLeast, value: share, isOptional: isOptional)
    self.init(limit, filter: filter)
  }

  /// Whether a value, in SI units, keeps the budget.
  public func isKept(by value: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    case .within: abs(value) <= limit
    }
  }

  /// What it is called where several are told apart: the expectation, or the figure with its conditions.
  ///
  /// `runner paused`, `steps.abs_error.p95`, `energy.mean (devices live)`.
  public var name: String {
    if let expectation = filter?.expectation { return expectation }
    return "\(metric.name).\(statistic.rawValue)" + (filter.map { " (\($0.words))" } ?? "")
  }
}

extension [Budget] {
  /// Those that a name means: one by its whole text or name, or all of a figure, or all expectations that
  /// begin so.
  ///
  /// The whole text tells two limits on one figure apart: `energy.mean <= 40 J` and `energy.mean >= 20 J`.
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
