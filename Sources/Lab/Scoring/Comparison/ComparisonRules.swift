/// How much evidence a verdict takes.
public struct ComparisonRules: Hashable, Sendable {
  /// The chance of a false alarm, over all figures of a scenario, that is put up with; two-sided.
  public var level = 0.05
  /// How surely a change of `alarmFactor` times the least that matters is to be found.
  public var power = 0.9
  /// How many times the least that matters must be ruled out before a figure is called unchanged.
  ///
  /// Twice: with a least of 5 %, a figure that may well be 10 % worse is undecided.
  public var alarmFactor = 2.0
  /// Of what share of the least that matters no seed's figure may move for `unchanged` where seeds are
  /// too few to tell; an estimate, small enough that a real change would have to hide in every seed.
  public var quietShare = 0.25
  /// How many resamples a bootstrap draws.
  public var resamples = 5000

  /// The usual rules.
  public init() {}

  /// The fewest seeds that can show anything: with fewer, even differences that all have one sign are
  /// too likely by chance alone, once corrected for the number of figures.
  ///
  /// - Parameter figures: How many figures are compared.
  /// - Returns: The least number of seeds.
  public func fewestSeeds(figures: Int) -> Int {
    var seeds = 2
    var chance = 0.5
    while chance * Double(max(1, figures)) > level, seeds < 64 {
      seeds += 1
      chance /= 2
    }
    return seeds
  }
}

/// What has become of a figure.
public enum FigureVerdict: String, CaseIterable, Sendable {
  /// Every seed has the same figure as before.
  case identical
  /// Nothing that matters has changed.
  case unchanged
  /// It is surely better, by an amount that matters.
  case better
  /// It is surely worse, by an amount that matters.
  case worse
  /// There are too few seeds to tell.
  case undecided
}
