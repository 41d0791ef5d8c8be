public import Documents

extension CityAid {
  /// Parameters of the 3D-map aid.
  public struct Parameters: ParameterSet {
    public var skylines = Skylines()
    // The particle grid.
    public var spacing = 5.0
    public var half = 8
    public var rollPositions = 2
    public var wandering = 0.5
    public var maxBlur = 0.2
    public var mapSigma = 2.0
    // Use and duration of the evidence.
    public var evidence = 0.15
    public var lastingSeconds = 30.0
    public var minimum = 3
    // Signal strength deficits in line of sight and behind buildings.
    public var seenLack = 2.0
    public var seenSpread = 4.0
    public var hiddenLack = 9.0
    public var hiddenSpread = 6.0
    public var maxStrengthCost = 4.0
    // Range costs.
    public var rangeSigma = 2.0
    public var rangeLimit = 9.0
    public var earlyLimit = 6.0
    public var clockTie: Float = 0.002
    public var hiddenCost: Float = 1.0
    public var insideCost: Float = 40.0
    // Sight probabilities passed to the filter.
    public var minSight = 0.15
    public var minLikelihood: Float = 0.002

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .group("skylines", \.skylines, "Building skylines seen from a position."),
      .number("spacing", \.spacing, "m", 1...50, "Spacing of the position grid.", .estimate),
      .count(
        "reach", \.half, 2...15, "Grid half-width, in grid positions.",
        .estimate),
      .count(
        "roll_places", \.rollPositions, 0...14,
        "Distance from the grid's centre beyond which the grid moves with the receiver, in positions.",
        .estimate),
      .number(
        "wandering", \.wandering, "m2/s", 0...50,
        "Random-walk variance rate of the position relative to the filter's motion.", .estimate),
      .number(
        "most_blur", \.maxBlur, "share", 0...0.25,
        "Maximum share of a weight that diffuses to each neighbour per epoch.", .estimate),
      .number(
        "map_sigma", \.mapSigma, "m", 0...50,
        "Sigma of the map's positions and building heights.", .estimate),
      .number(
        "evidence", \.evidence, "share", 0...1,
        "Exponent of an epoch's likelihood; successive epochs' errors are correlated over seconds.",
        .estimate),
      .number(
        "lasting", \.lastingSeconds, "s", 0.1...600,
        "Correlation time of the grid's error; inflates the variance passed to the filter.",
        .estimate),
      .count("fewest", \.minimum, 1...40, "Minimum number of satellites for an update.", .estimate),
      .number(
        "seen_lack", \.seenLack, "dB", 0...30,
        "Mean C/N0 deficit of signals in line of sight.", .assumed("after the multipath model")),
      .number(
        "seen_spread", \.seenSpread, "dB", 0.1...30,
        "Sigma of the C/N0 deficit of signals in line of sight.",
        .assumed("after the multipath model")),
      .number(
        "hidden_lack", \.hiddenLack, "dB", 0...40,
        "Mean C/N0 deficit of signals behind buildings (NLOS).",
        .assumed("after the multipath model")),
      .number(
        "hidden_spread", \.hiddenSpread, "dB", 0.1...30,
        "Sigma of the C/N0 deficit of signals behind buildings (NLOS).",
        .assumed("after the multipath model")),
      .number(
        "most_strength_cost", \.maxStrengthCost, "", 0...100,
        "Maximum cost of a signal's C/N0 at a position.", .estimate),
      .number(
        "range_sigma", \.rangeSigma, "m", 0...100,
        "Sigma of range errors beyond noise and slow errors.", .estimate),
      .number(
        "range_limit", \.rangeLimit, "", 0.1...1000,
        "Saturation of the cost of a line-of-sight range.", .estimate),
      .number(
        "early_limit", \.earlyLimit, "", 0.1...1000,
        "Saturation of the cost of an NLOS range that is too short.", .estimate),
      .float(
        "clock_tie", \.clockTie, "1/m2", 1e-6...1,
        "Prior weight that ties each system's clock to the filter's clock.", .estimate),
      .float(
        "hidden_cost", \.hiddenCost, "", 0...100, "Cost of a range behind buildings.", .estimate),
      .float(
        "inside_cost", \.insideCost, "", 0...1000, "Cost of a position inside a building.",
        .estimate),
      .number(
        "least_sight", \.minSight, "share", 0...1,
        "Sight probability of a satellite that the map hides.", .estimate),
      .float(
        "least_likelihood", \.minLikelihood, "", 0...1,
        "Positions of lower weight are left out of the sight probabilities.", .estimate),
    ]
  }
}

extension CityAid.Parameters {
  /// Parameters of the building skylines around a position.
  public struct Skylines: ParameterSet {
    public var reach = 160.0
    public var eye = 1.2
    public var maxBase = 2.0
    public var endShare = 0.7
    public var nearest = 0.5

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .number(
        "reach", \.reach, "m", 1...1000, "Maximum distance of walls in a skyline.",
        .computed("beyond, buildings of 60 m hide nothing above 20 degrees")),
      .number(
        "eye", \.eye, "m", 0...10, "Antenna height of a carried phone above the ground.", .estimate),
      .number(
        "most_base", \.maxBase, "m", 0...100,
        "Maximum base height of buildings; buildings that begin higher are ignored.", .estimate),
      .number(
        "end_share", \.endShare, "share", 0...1,
        "Minimum wall distance, as a share of the distance to the nearer end of the wall.",
        .estimate),
      .number("nearest", \.nearest, "m", 0.01...10, "Minimum wall distance.", .estimate),
    ]
  }
}
