public import Documents

extension GNSSWindow {
  /// The ranges of the last places, asked together.
  public struct Parameters: DialSet {
    // When it is asked, and when it is believed.
    public var trialStrain = 1.5
    public var trialRestSeconds = 10.0
    public var trialMargin = 7.0
    public var leastShift = 5.0
    public var mostShift = 250.0
    public var heightShare = 0.5
    public var mostSpreadMetres = 20.0
    public var fewestPlaces = 8
    // What it holds.
    public var places = 48
    public var rangesPerPlace = 24
    public var placeMetres = 4.0
    public var placeSeconds = 20.0
    public var windowSeconds = 80.0
    public var wandering = 2.0
    public var mostEchoMetres = 15.0
    // How it seeks.
    public var longLimit = 6.0
    public var shortLimit = 12.0
    public var nearReachMetres = 25.0
    public var farReachMetres = 60.0
    public var widest = 4.0
    public var heightSigmaMetres = 10.0
    public var heldRounds = 4
    public var trialRounds = 3
    public var rounds = 8
    // Places by other means.
    public var hintSeconds = 60.0
    public var mostHint = 16.0
    // What is known after going there.
    public var shiftFactor = 2.0
    public var shiftSigmaMetres = 2.0
    public var shiftHeightSigmaMetres = 4.0
    public var shiftClockSigmaMetres = 10.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "trial_strain", \.trialStrain, "", 0...20,
        "The window is asked where innovations' squares exceed what was expected so many times.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "trial_rest", \.trialRestSeconds, "s", 0...600,
        "It is asked no sooner than so long after the time before.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "trial_margin", \.trialMargin, "", 0...1000,
        "By how much the ranges' cost must be less elsewhere for the filter to go there.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "least_shift", \.leastShift, "m", 0...100, "The filter goes no shorter way.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_shift", \.mostShift, "m", 1...10000, "The filter goes no longer way.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "height_share", \.heightShare, "share", 0...1, "How much of that it may go in height.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_spread", \.mostSpreadMetres, "m", 1...1000,
        "A place whose standard deviation in the plane is more is not believed.", .estimate),
      .count(
        "fewest_places", \.fewestPlaces, 1...512,
        "With fewer places nothing is sought, unless places by other means say so.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .count("places", \.places, 2...512, "The most places that are held.", .estimate),
      .count(
        "ranges_per_place", \.rangesPerPlace, 4...80,
        "The most ranges of each place that are held.", .estimate),
      .number(
        "place_gap", \.placeMetres, "m", 0...100, "How far places are apart.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "place_patience", \.placeSeconds, "s", 0.1...600,
        "After so long a place counts as another even so.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "memory", \.windowSeconds, "s", 1...3600, "For how long places count.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "wandering", \.wandering, "m2/s", 0...100, "How the way by the rates goes astray.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_echo", \.mostEchoMetres, "m", 0.1...200, "The most that is expected of echoes.",
        .estimate),
      .number(
        "long_limit", \.longLimit, "", 0.1...1000,
        "The limit of the cost of a range that is too long.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "short_limit", \.shortLimit, "", 0.1...1000,
        "The limit of the cost of one that is too short: echoes come late.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "near_reach", \.nearReachMetres, "m", 1...1000, "How far off the six near beginnings lie.",
        .estimate),
      .number(
        "far_reach", \.farReachMetres, "m", 1...1000, "How far off the six far beginnings lie.",
        .estimate),
      .number(
        "widest", \.widest, "", 1...20, "How many times as wide the basin is in the first round.",
        .estimate),
      .number(
        "height_sigma", \.heightSigmaMetres, "m", 0.1...1000,
        "How surely the filter's height is held.", .estimate),
      .count(
        "held_rounds", \.heldRounds, 1...50,
        "Rounds in which the clocks are settled where the filter is.", .estimate),
      .count(
        "trial_rounds", \.trialRounds, 1...50,
        "Rounds in which they are settled at each beginning.", .estimate),
      .count(
        "rounds", \.rounds, 1...50, "Rounds in which place and clocks are settled.", .estimate),
      .number(
        "hint", \.hintSeconds, "s", 0...600, "For how long a place by other means counts.",
        .estimate),
      .number(
        "most_hint", \.mostHint, "", 0.1...1000, "What such a place may count at most.", .estimate),
      .number(
        "shift_factor", \.shiftFactor, "", 0.1...20,
        "By how much the window's standard deviations are multiplied.", .estimate),
      .number(
        "shift_sigma", \.shiftSigmaMetres, "m", 0...100,
        "What is added along each horizontal axis.", .estimate),
      .number(
        "shift_height_sigma", \.shiftHeightSigmaMetres, "m", 0...100, "What is added in height.",
        .estimate),
      .number(
        "shift_clock_sigma", \.shiftClockSigmaMetres, "m", 0.1...1000,
        "One standard deviation of the clocks.", .estimate),
    ]
  }
}
