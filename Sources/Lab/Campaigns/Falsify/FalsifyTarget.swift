public import Documents
import Glibc
public import Scoring

/// Target of a search: the worst figure, or a figure that misses a budget.
public struct FalsifyTarget: Sendable {
  public let metric: Metric
  public let statistic: Statistic
  /// The budget to miss; nil to search for the worst figure.
  public let budget: Budget?

  /// Name of the figure, such as `horizontal_error.p95`.
  public var name: String { "\(metric.name).\(statistic.rawValue)" }

  /// Parses the options `--metric` and `--budget`.
  ///
  /// - Parameters:
  ///   - name: A metric with its statistic; the budget's if nil.
  ///   - text: A budget; nil for none.
  /// - Throws: ``DocumentError`` if the figure or the budget is invalid, or if they contradict each other.
  public init(metric name: String?, budget text: String?) throws(DocumentError) {
    var budget: Budget?
    if let text {
      do throws(DocumentFormError) {
        budget = try Budget(text)
      } catch {
        throw DocumentError("--budget \(error.message)", suggestion: error.suggestion)
      }
    }
    if let name {
      guard let parsed = MetricCatalogue.parse(name) else { throw unknownMetric(name) }
      if let budget, budget.metric != parsed.metric || budget.statistic != parsed.statistic {
        throw DocumentError("--metric \(name) and --budget '\(budget.text)' name different figures")
      }
      (metric, statistic) = parsed
    } else if let budget {
      (metric, statistic) = (budget.metric, budget.statistic)
    } else {
      throw DocumentError(
        "the figure to falsify is missing; give --metric horizontal_error.p95, or --budget")
    }
    self.budget = budget
  }

  /// A figure of a run, and the number of values that it summarises.
  struct FigureValue: Hashable, Sendable {
    var value: Double
    var count: Int
  }

  /// Min number of values behind a figure, for the statistic to be meaningful.
  ///
  /// With fewer than 20 values, a 95th percentile is nearly the maximum; a shrunk scenario must not win
  /// because it has few values.
  var minCount: Int {
    if let probability = statistic.probability { return Int((1 / (1 - probability)).rounded(.up)) }
    return statistic == .max || statistic == .min || statistic == .count ? 1 : 10
  }

  /// The pooled figure of a run's devices, or of a recording, in the metric's unit; nil if there are no
  /// values.
  func finding(of devices: [DeviceScore]) -> FigureValue? {
    var pool = ScenarioPool()
    for device in devices { pool.add(device) }
    let row = pool.rows.first { $0.metric == metric && $0.statistic == statistic }
    return row.flatMap { $0.value.isNaN ? nil : FigureValue(value: $0.value, count: $0.count) }
  }

  /// Badness of a figure; higher is worse.
  func badness(_ figure: Double?) -> Double {
    guard let figure else { return -.infinity }
    guard let budget else { return metric.entry.badness(figure) }
    return switch budget.relation {
    case .atMost: figure
    case .atLeast: -figure
    case .within: abs(figure)
    }
  }

  /// True if the figure misses the budget.
  func misses(_ figure: Double?, _ budget: Budget) -> Bool {
    figure.map { !budget.isKept(by: $0 * metric.unitInSI) } ?? false
  }

  /// The budget that a shrunk scenario must still miss.
  ///
  /// - Parameters:
  ///   - figure: The worst figure, in the metric's unit.
  ///   - slack: Allowed improvement, as a share of the figure.
  /// - Returns: The budget of the target, or one that the figure misses by about `slack`.
  func limit(missedBy figure: Double, slack: Double) -> Budget? {
    if let budget { return budget }
    // Towards the ideal; a metric without one moves towards zero, or away from it.
    let isTooMuch = metric.ideal.map { figure > $0 } ?? (metric.better == .lower)
    let step = slack * abs(figure - (metric.ideal ?? 0))
    let wanted = isTooMuch ? figure - step : figure + step
    let unit = metric.dimension == nil || metric.dimension == .ratio ? "" : " " + metric.unit
    // Two digits read best; more digits if the figure keeps the rounded limit.
    for digits in [2, 3, 4, 6, 15] {
      let relation = metric.better == .nearZero ? "within" : isTooMuch ? "<=" : ">="
      let value = relation == "within" ? abs(wanted) : wanted
      let text = "\(name) \(relation) \(Self.rounded(value, digits))\(unit)"
      if let budget = try? Budget(text), misses(figure, budget) { return budget }
    }
    return nil
  }

  private static func rounded(_ value: Double, _ digits: Int) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "1e300" }
    let place = digits - 1 - Int(floor(log10(abs(value))))
    let scale = pow(10, Double(abs(place)))
    let rounded =
      place >= 0 ? (value * scale).rounded() / scale : (value / scale).rounded() * scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
