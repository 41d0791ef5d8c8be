import Documents
import Glibc
public import Harness
public import Kernel
import Scenarios
public import Scoring

/// Fits the limits of a scenario's budgets to the figures that the stack reaches over many seeds.
public struct BudgetFit: Sendable {
  /// A budget with the figures of all seeds.
  public struct BudgetFigures: Sendable {
    public let budget: Budget
    /// The figure of each seed, in the metric's unit, best first.
    public let figures: [Double]
    /// The 90 % point: 90 % of the seeds reach this value or better; nil if no seed has a figure.
    public let reached: Double?
    /// Factor by which a fitted limit is worse than ``reached``.
    public let margin: Double
    /// True if the limit comes from a published source and must not be fitted.
    public var isGiven: Bool { budget.source != nil || budget.comparison != nil }

    /// Factor by which the limit is worse than ``reached``; nil if the ratio has no meaning.
    ///
    /// For a share, the smaller of the share and its complement is compared: 90 % is twice as bad as 95 %,
    /// and 10 % twice as bad as 20 %.
    public var slack: Double? {
      guard let reached else { return nil }
      let limit = budget.limit / budget.metric.unitInSI
      let (value, bound) = isLeftOver(of: reached) ? (1 - reached, 1 - limit) : (reached, limit)
      guard value > 0, bound > 0 else { return nil }
      return isMoreWorse(of: reached) ? bound / value : value / bound
    }

    /// The fitted limit, in the metric's unit; nil if there is no figure, or if 90 % of the seeds reach a
    /// perfect value, for which the author must choose the limit.
    public var fitted: Double? {
      guard let reached else { return nil }
      let isLeft = isLeftOver(of: reached)
      let value = isLeft ? 1 - reached : reached
      guard value > 0 || !isMoreWorse(of: reached) else { return nil }
      let bound =
        isMoreWorse(of: reached) ? max(value * margin, isLeft ? 0 : finest) : value / margin
      return isLeft ? max(0, 1 - bound) : bound
    }

    /// True if the share is nearer to 100 % than to 0.
    private func isLeftOver(of reached: Double) -> Bool {
      budget.statistic == .share && reached > 0.5
    }

    /// True if a larger value of the compared side is worse.
    private func isMoreWorse(of reached: Double) -> Bool {
      (budget.relation != .atLeast) != isLeftOver(of: reached)
    }

    /// The smallest fitted limit: 1 cm or 10 ms.
    private var finest: Double { ["m", "s"].contains(budget.metric.unit) ? 0.01 : 0 }
  }

  /// Default factor from the 90 % point to a fitted limit, and the max factor accepted.
  public static let usualMargin = 1.2
  public static let maxSlack = 1.3

  /// Runs a scenario under all seeds.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - seeds: The seeds.
  ///   - jobs: Number of concurrent runs.
  ///   - margin: Factor from the 90 % point to the fitted limit, 1 to ``maxSlack``.
  ///   - cancellation: Stops the work.
  ///   - progress: Called after each run.
  /// - Returns: One row per budget of the file, without expectations, which have no limit to fit.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public static func rows(
    of scenario: LoadedScenario, seeds: SeedList, jobs: Int,
    margin: Double = usualMargin,
    cancellation: CancellationToken? = nil, progress: () -> Void = {}
  ) throws -> [BudgetFigures] {
    var plan = RunPlan(scenarios: [scenario])
    (plan.seeds, plan.jobs) = (seeds, jobs)
    let budgets = scenario.scenario.budgets
    var figures = [[Double]](repeating: [], count: budgets.count)
    try plan.run(cancellation: cancellation) { result in
      var pool = ScenarioPool()
      for device in result.devices { pool.add(device) }
      for (number, budget) in budgets.enumerated() {
        if let value = BudgetVerdict(budget, values: pool.values(of: budget)).value {
          figures[number].append(budget.relation == .within ? abs(value) : value)
        }
      }
      progress()
    }
    return zip(budgets, figures).map { budget, values in
      let sorted =
        budget.relation == .atLeast ? values.sorted(by: >) : values.sorted()
      let point = Int((0.9 * Double(sorted.count)).rounded(.up)) - 1
      return BudgetFigures(
        budget: budget, figures: sorted, reached: sorted.isEmpty ? nil : sorted[max(0, point)],
        margin: margin)
    }
  }
}

extension BudgetFit.BudgetFigures {
  /// The fitted limit as text: two significant digits, rounded to the loose side, in the old limit's unit.
  ///
  /// Example: `horizontal_error.p95 <= 4.8 m`; nil if there is no fitted limit.
  public var fittedText: String? {
    guard let fitted else { return nil }
    let words = budget.limitText.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3 else { return nil }
    let end = words[2].hasSuffix(" if any") ? " if any" : ""
    let old = end.isEmpty ? words[2] : String(words[2].dropLast(end.count))
    let parts = old.split(separator: " ", maxSplits: 1).map(String.init)
    guard let number = Double(parts[0]), number != 0 else { return nil }
    let unit = parts.count > 1 ? " " + parts[1] : ""
    // One of the author's unit, in the metric's unit.
    let scale = budget.limit / budget.metric.unitInSI / number
    let isUp = budget.relation != .atLeast
    return "\(words[0]) \(words[1]) \(Self.rounded(fitted / scale, up: isUp))\(unit)\(end)"
  }

  private static func rounded(_ value: Double, up: Bool) -> String {
    guard value > 0 else { return "0" }
    let places = max(0, 1 - Int(floor(log10(value))))
    let scale = pow(10, Double(places))
    // The epsilon keeps 4.8 at 4.8.
    let whole = up ? (value * scale - 1e-9).rounded(.up) : (value * scale + 1e-9).rounded(.down)
    let text = String(whole / scale)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
