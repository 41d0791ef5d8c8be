import Documents
import Glibc
public import Harness
public import Kernel
import Scenarios
public import Scoring

/// Limits of a scenario's budgets from what the stack reaches under many seeds.
public struct BudgetFit: Sendable {
  /// A budget with what the seeds reach.
  public struct Row: Sendable {
    /// The budget as it stands.
    public let budget: Budget
    /// Each seed's figure, in the metric's unit, in ascending order of how bad it is.
    public let figures: [Double]
    /// The 90 % point: nine seeds of ten reach this or better; nil if no seed has a figure.
    public let reached: Double?
    /// How many times worse than what is reached a fitted limit is.
    public let margin: Double
    /// Whether the limit is what a talk says, and so none of ours to choose.
    public var isGiven: Bool { budget.source != nil }

    /// How many times worse than what is reached the limit is; nil where a ratio means nothing.
    ///
    /// Of a share its smaller side counts, what there is or what is left over: 90 % is twice as bad as
    /// 95 %, and 10 % twice as bad as 20 %.
    public var slack: Double? {
      guard let reached else { return nil }
      let limit = budget.limit / budget.metric.unitInSI
      let (value, bound) = isLeftOver(of: reached) ? (1 - reached, 1 - limit) : (reached, limit)
      guard value > 0, bound > 0 else { return nil }
      return isMoreWorse(of: reached) ? bound / value : value / bound
    }

    /// The limit that would be fitted, in the metric's unit; nil where there is nothing to fit to, as
    /// where nine of ten leave nothing to be wished for: the author says then what they may.
    public var fitted: Double? {
      guard let reached else { return nil }
      let isLeft = isLeftOver(of: reached)
      let value = isLeft ? 1 - reached : reached
      guard value > 0 || !isMoreWorse(of: reached) else { return nil }
      let bound =
        isMoreWorse(of: reached) ? max(value * margin, isLeft ? 0 : finest) : value / margin
      return isLeft ? max(0, 1 - bound) : bound
    }

    /// Whether a share is nearer to all than to nothing.
    private func isLeftOver(of reached: Double) -> Bool {
      budget.statistic == .share && reached > 0.5
    }

    /// Whether more of what counts is worse.
    private func isMoreWorse(of reached: Double) -> Bool {
      (budget.relation != .atLeast) != isLeftOver(of: reached)
    }

    /// What nobody budgets below: a centimetre, a hundredth of a second.
    private var finest: Double { ["m", "s"].contains(budget.metric.unit) ? 0.01 : 0 }
  }

  /// How many times worse than the 90 % point a limit is made by default, and may be at the most.
  public static let usualMargin = 1.2
  public static let mostSlack = 1.3

  /// Runs a scenario under all seeds.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - seeds: The seeds.
  ///   - jobs: How many are run at once.
  ///   - margin: How many times worse than the 90 % point fitted limits are, 1 to mostSlack.
  ///   - cancellation: Stops the work.
  ///   - progress: Is told after each run.
  /// - Returns: A row for each budget of its file, expectations left aside: these hold, or don't.
  /// - Throws: ``Cancelled``, or ``StackFailure``.
  public static func rows(
    of scenario: LoadedScenario, seeds: ClosedRange<UInt64>, jobs: Int,
    margin: Double = usualMargin,
    cancellation: CancellationToken? = nil, progress: () -> Void = {}
  ) throws -> [Row] {
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
      return Row(
        budget: budget, figures: sorted, reached: sorted.isEmpty ? nil : sorted[max(0, point)],
        margin: margin)
    }
  }
}

extension BudgetFit.Row {
  /// The limit as it is written: two significant digits, on the generous side, in the unit that it had.
  ///
  /// - Returns: `horizontal_error.p95 <= 4.8 m`; nil where there is nothing to fit to.
  public var fittedText: String? {
    guard let fitted else { return nil }
    let words = budget.limitText.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3 else { return nil }
    let end = words[2].hasSuffix(" if any") ? " if any" : ""
    let old = end.isEmpty ? words[2] : String(words[2].dropLast(end.count))
    let parts = old.split(separator: " ", maxSplits: 1).map(String.init)
    guard let number = Double(parts[0]), number != 0 else { return nil }
    let unit = parts.count > 1 ? " " + parts[1] : ""
    // What one of the author's unit is in the metric's.
    let scale = budget.limit / budget.metric.unitInSI / number
    let isUp = budget.relation != .atLeast
    return "\(words[0]) \(words[1]) \(Self.rounded(fitted / scale, up: isUp))\(unit)\(end)"
  }

  private static func rounded(_ value: Double, up: Bool) -> String {
    guard value > 0 else { return "0" }
    let places = max(0, 1 - Int(floor(log10(value))))
    let scale = pow(10, Double(places))
    // A hair off, so that 4.8 stays 4.8.
    let whole = up ? (value * scale - 1e-9).rounded(.up) : (value * scale + 1e-9).rounded(.down)
    let text = String(whole / scale)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
