/// The evidence that a verdict takes.
public struct ComparisonRules: Hashable, Sendable {
  /// The accepted two-sided probability of a false alarm over all figures of a scenario.
  public var level = 0.05
  /// The probability of detecting a change of `alarmFactor` times the smallest relevant one.
  public var power = 0.9
  /// The change, as a multiple of the smallest relevant one, to exclude before a figure counts as
  /// unchanged.
  ///
  /// With 2 and a smallest relevant change of 5 %, a figure that may be 10 % worse is undecided.
  public var alarmFactor = 2.0
  /// The maximum change of any seed, as a share of the smallest relevant one, for `unchanged` with
  /// too few seeds; estimated, so small that a real change would have to hide in every seed.
  public var quietShare = 0.25
  /// The number of bootstrap resamples.
  public var resamples = 5000

  public init() {}

  /// Returns the minimum number of seeds for a significant result: with fewer, even differences of
  /// one sign in all seeds are too likely by chance, once corrected for the number of figures.
  public func minSeeds(figures: Int) -> Int {
    var seeds = 2
    var chance = 0.5
    while chance * Double(max(1, figures)) > level, seeds < 64 {
      seeds += 1
      chance /= 2
    }
    return seeds
  }
}

/// The verdict on a figure.
public enum FigureVerdict: String, CaseIterable, Sendable {
  /// Every seed has the same figure in both runs.
  case identical
  /// No relevant change.
  case unchanged
  /// A significant and relevant improvement.
  case better
  /// A significant and relevant worsening.
  case worse
  /// Too few seeds for a verdict.
  case undecided
}
