public import Documents

extension CityAid {
  /// How it is set.
  public struct Parameters: DialSet {
    public var skylines = Skylines()
    // The grid of places.
    public var spacing = 5.0
    public var half = 8
    public var rollPlaces = 2
    public var wandering = 0.5
    public var mostBlur = 0.2
    public var mapSigma = 2.0
    // What counts, and for how long.
    public var evidence = 0.15
    public var lastingSeconds = 30.0
    public var fewest = 3
    // A signal's lack of strength in sight and behind houses.
    public var seenLack = 2.0
    public var seenSpread = 4.0
    public var hiddenLack = 9.0
    public var hiddenSpread = 6.0
    public var mostStrengthCost = 4.0
    // The costs of ranges.
    public var rangeSigma = 2.0
    public var rangeLimit = 9.0
    public var earlyLimit = 6.0
    public var clockTie: Float = 0.002
    public var hiddenCost: Float = 1.0
    public var insideCost: Float = 40.0
    // What the filter is told of lines of sight.
    public var leastSight = 0.15
    public var leastLikelihood: Float = 0.002

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .group("skylines", \.skylines, "How high houses stand around a place."),
      .number("spacing", \.spacing, "m", 1...50, "How far apart the grid's places are.", .estimate),
      .count(
        "reach", \.half, 2...15, "How many places the grid reaches to each side of the middle.",
        .estimate),
      .count(
        "roll_places", \.rollPlaces, 0...14,
        "The grid moves along if the receiver is farther from its middle than so many places.",
        .estimate),
      .number(
        "wandering", \.wandering, "m2/s", 0...50,
        "How the place wanders against the filter's motion.", .estimate),
      .number(
        "most_blur", \.mostBlur, "share", 0...0.25,
        "The most of a weight that goes to each neighbour in an epoch.", .estimate),
      .number(
        "map_sigma", \.mapSigma, "m", 0...50,
        "One standard deviation of what the map and its heights are off by.", .estimate),
      .number(
        "evidence", \.evidence, "share", 0...1,
        "How much of an epoch's evidence counts: epochs' errors are much the same for seconds.",
        .estimate),
      .number(
        "lasting", \.lastingSeconds, "s", 0.1...600,
        "For how long the grid's error lasts: the filter learns from it no faster.", .estimate),
      .count("fewest", \.fewest, 1...40, "With fewer satellites nothing is weighed.", .estimate),
      .number(
        "seen_lack", \.seenLack, "dB", 0...30,
        "How much weaker than promised signals in sight are.", .assumed("after the echo model's")),
      .number(
        "seen_spread", \.seenSpread, "dB", 0.1...30, "One standard deviation of that.",
        .assumed("after the echo model's")),
      .number(
        "hidden_lack", \.hiddenLack, "dB", 0...40,
        "How much weaker than promised signals behind houses are.",
        .assumed("after the echo model's")),
      .number(
        "hidden_spread", \.hiddenSpread, "dB", 0.1...30, "One standard deviation of that.",
        .assumed("after the echo model's")),
      .number(
        "most_strength_cost", \.mostStrengthCost, "", 0...100,
        "The most that a signal's strength may count against a place.", .estimate),
      .number(
        "range_sigma", \.rangeSigma, "m", 0...100,
        "What ranges are off by beyond noise and what lasts.", .estimate),
      .number(
        "range_limit", \.rangeLimit, "", 0.1...1000,
        "The cost of a satellite's range from which on it doesn't grow.", .estimate),
      .number(
        "early_limit", \.earlyLimit, "", 0.1...1000,
        "The cost of a range that is too early for a satellite behind houses.", .estimate),
      .float(
        "clock_tie", \.clockTie, "1/m2", 1e-6...1,
        "How surely each system's clock is the filter's.", .estimate),
      .float(
        "hidden_cost", \.hiddenCost, "", 0...100, "What a range behind houses costs.", .estimate),
      .float(
        "inside_cost", \.insideCost, "", 0...1000, "What a place within a house costs.", .estimate),
      .number(
        "least_sight", \.leastSight, "share", 0...1,
        "How likely a satellite that the map hides is seen even so.", .estimate),
      .float(
        "least_likelihood", \.leastLikelihood, "", 0...1,
        "Places with less weight say nothing of what is seen.", .estimate),
    ]
  }
}

extension CityAid.Parameters {
  /// How high houses stand around a place.
  public struct Skylines: DialSet {
    public var reach = 160.0
    public var eye = 1.2
    public var mostBase = 2.0
    public var endShare = 0.7
    public var nearest = 0.5

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "reach", \.reach, "m", 1...1000, "How far skylines look.",
        .computed("beyond, houses of 60 m hide nothing over 20 degrees")),
      .number("eye", \.eye, "m", 0...10, "How high a phone is carried.", .estimate),
      .number(
        "most_base", \.mostBase, "m", 0...100,
        "Buildings that begin higher than this hide nothing.", .estimate),
      .number(
        "end_share", \.endShare, "share", 0...1,
        "Walls are no nearer than this share of the way to their nearer end.", .estimate),
      .number("nearest", \.nearest, "m", 0.01...10, "No wall is nearer than this.", .estimate),
    ]
  }
}
