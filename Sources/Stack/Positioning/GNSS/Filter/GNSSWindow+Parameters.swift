public import Documents

extension GNSSWindow {
  /// Parameters of the window search.
  public struct Parameters: ParameterSet {
    // Trigger and acceptance.
    public var trialStrain = 1.5
    public var trialRestSeconds = 10.0
    public var trialMargin = 7.0
    public var minShift = 5.0
    public var maxShift = 250.0
    public var heightShare = 0.5
    public var maxSpreadMetres = 20.0
    public var minPositions = 8
    // Size of the window.
    public var places = 48
    public var rangesPerPlace = 24
    public var positionSpacingMetres = 4.0
    public var positionSeconds = 20.0
    public var windowSeconds = 80.0
    public var wandering = 2.0
    public var maxEchoMetres = 15.0
    // Search.
    public var longLimit = 6.0
    public var shortLimit = 12.0
    public var nearReachMetres = 25.0
    public var farReachMetres = 60.0
    public var widest = 4.0
    public var heightSigmaMetres = 10.0
    public var heldRounds = 4
    public var trialRounds = 3
    public var rounds = 8
    // Hints by external positions.
    public var hintSeconds = 60.0
    public var maxHint = 16.0
    // Uncertainty after a move.
    public var shiftFactor = 2.0
    public var shiftSigmaMetres = 2.0
    public var shiftHeightSigmaMetres = 4.0
    public var shiftClockSigmaMetres = 10.0

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "trial_strain", \.trialStrain, "", 0...20,
        "Normalised innovation squared that triggers a window search.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "trial_rest", \.trialRestSeconds, "s", 0...600,
        "Minimum time between window searches.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "trial_margin", \.trialMargin, "", 0...1000,
        "Minimum decrease of the ranges' cost for a move of the filter.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "least_shift", \.minShift, "m", 0...100, "Minimum distance of a move.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_shift", \.maxShift, "m", 1...10000, "Maximum distance of a move.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "height_share", \.heightShare, "share", 0...1,
        "Maximum height change of a move, as a share of the maximum distance.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_spread", \.maxSpreadMetres, "m", 1...1000,
        "Maximum horizontal sigma of a window solution.", .estimate),
      .count(
        "fewest_places", \.minPositions, 1...512,
        "Minimum number of positions for a window search without contradicting external "
          + "positions.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .count("places", \.places, 2...512, "Maximum number of positions in the window.", .estimate),
      .count(
        "ranges_per_place", \.rangesPerPlace, 4...80,
        "Maximum number of ranges per position.", .estimate),
      .number(
        "place_gap", \.positionSpacingMetres, "m", 0...100,
        "Distance between positions in the window.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "place_patience", \.positionSeconds, "s", 0.1...600,
        "Time after which a position is added regardless of distance.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "memory", \.windowSeconds, "s", 1...3600, "Maximum age of positions in the window.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "wandering", \.wandering, "m2/s", 0...100,
        "Random-walk variance rate of the path integrated from the rates.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_echo", \.maxEchoMetres, "m", 0.1...200,
        "Maximum multipath sigma in the window search.",
        .estimate),
      .number(
        "long_limit", \.longLimit, "", 0.1...1000,
        "Saturation of the cost of a too long range.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "short_limit", \.shortLimit, "", 0.1...1000,
        "Saturation of the cost of a too short range; multipath arrives late.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "near_reach", \.nearReachMetres, "m", 1...1000,
        "Radius of the inner ring of six start positions.",
        .estimate),
      .number(
        "far_reach", \.farReachMetres, "m", 1...1000,
        "Radius of the outer ring of six start positions.",
        .estimate),
      .number(
        "widest", \.widest, "", 1...20, "Width factor of the cost function in the first iteration.",
        .estimate),
      .number(
        "height_sigma", \.heightSigmaMetres, "m", 0.1...1000,
        "Sigma of the height relative to the filter's height.", .estimate),
      .count(
        "held_rounds", \.heldRounds, 1...50,
        "Iterations for the clocks at the filter's position.", .estimate),
      .count(
        "trial_rounds", \.trialRounds, 1...50,
        "Iterations for the clocks at each start position.", .estimate),
      .count(
        "rounds", \.rounds, 1...50, "Iterations for position and clocks.", .estimate),
      .number(
        "hint", \.hintSeconds, "s", 0...600, "Maximum age of an external position used as a hint.",
        .estimate),
      .number(
        "most_hint", \.maxHint, "", 0.1...1000, "Saturation of the cost of the hint.", .estimate),
      .number(
        "shift_factor", \.shiftFactor, "", 0.1...20,
        "Factor on the sigmas of the window solution after a move.", .estimate),
      .number(
        "shift_sigma", \.shiftSigmaMetres, "m", 0...100,
        "Sigma added along each horizontal axis after a move.", .estimate),
      .number(
        "shift_height_sigma", \.shiftHeightSigmaMetres, "m", 0...100,
        "Sigma added in height after a move.",
        .estimate),
      .number(
        "shift_clock_sigma", \.shiftClockSigmaMetres, "m", 0.1...1000,
        "Sigma of the clocks after a move.", .estimate),
    ]
  }
}
