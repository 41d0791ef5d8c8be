public import Documents

extension WiFiScanLocator {
  /// Parameters of scan positioning; levels are in dB, lengths in m, times in s.
  public struct Parameters: ParameterSet {
    /// Level model.
    public var levelSigmaDecibels = 8.0
    public var pathLossDecibels = KnownTransmitter.decibelsPerDecade
    public var highBandDecibels = KnownTransmitter.highBandDecibels
    public var phoneSigmaDecibels = 4.0
    public var softeningMetres = 10.0
    public var strayChance = 0.08
    public var straySpanDecibels = 60.0
    public var fitOdds = 2.0
    public var independentReadings = 10.0
    /// Selection of readings.
    public var staleSeconds = 8.0
    public var maxTransmitters = 16
    /// Accuracy radius.
    public var floorMetres = 8.0
    public var accuracyFactor = 0.57
    public var farFactor = 2.5
    public var nearMetres = 40.0
    public var maxReachMetres = 600.0
    public var widestMetres = 600.0
    /// Ambiguity.
    public var separationMetres = 400.0
    public var alternativeShare = 0.6
    public var alternativeMargin = 7.0
    public var maxSigma = 8.0
    /// Groups.
    public var few = Few()
    public var hint = Hint()
    public var search = Search()

    public init() {}
  }

  /// Parameters for one or two transmitters; lengths are in m.
  public struct Few: ParameterSet {
    public var minimum = 3
    public var openFactor = 3.0
    public var minRadiusMetres = 80.0
    public var softeningMetres = 10.0
    public var separationMetres = 400.0

    public init() {}
  }

  /// Parameters of the previous position as a prior.
  public struct Hint: ParameterSet {
    /// In m/s, m, s, and as a negative logarithm.
    public var maxSpeed = 40.0
    public var slackMetres = 100.0
    public var maxAgeSeconds = 3600.0
    public var maxCost = 16.0

    public init() {}
  }

  /// Parameters of the search and of the grid; lengths are in m.
  public struct Search: ParameterSet {
    public var firstStepMetres = 48.0
    public var lastStepMetres = 2.0
    public var maxRounds = 60
    public var gridHalf = 4
    public var gridPasses = 2
    public var gridMetres = 24.0
    public var minGridMetres = 2.0
    public var maxGridMetres = 60.0
    public var gridShare = 0.6
    public var finerShare = 0.7
    public var coarserShare = 1.4

    public init() {}
  }
}

extension WiFiScanLocator.Parameters {
  public static let parameters: [Parameter<Self>] =
    levels + radii + [
      .group("few", \.few, "Positioning with one or two transmitters."),
      .group("hint", \.hint, "Previous position as a prior."),
      .group("search", \.search, "Search for the most likely position, and grid around it."),
    ]

  private static let levels: [Parameter<Self>] = [
    .number(
      "level_sigma", \.levelSigmaDecibels, "dB", 1...30,
      "Sigma of a level about the path loss model.",
      .assumed(
        "3GPP TR 38.901 UMi: 4 dB in sight, 7.8 dB out of it; fading and body 3 to 4 dB more")),
    .number(
      "path_loss", \.pathLossDecibels, "dB", 15...60,
      "Path loss per decade of distance.",
      .assumed("between the 21 dB in sight and 35.3 dB out of it of 3GPP TR 38.901 UMi")),
    .number(
      "high_band_loss", \.highBandDecibels, "dB", 0...20,
      "Additional path loss above 3 GHz relative to 2.44 GHz.",
      .computed("free space, 5.5 GHz")),
    .number(
      "phone_sigma", \.phoneSigmaDecibels, "dB", 0.1...20,
      "Sigma of the RSSI offset between phones.",
      .memory("Kjaergaard 2011")),
    .number(
      "softening", \.softeningMetres, "m", 0.1...100,
      "Distance below which levels stop growing: antenna heights and the resolution of "
        + "a tile.", .estimate),
    .number(
      "outlier_chance", \.strayChance, "share", 0.001...0.9,
      "Probability that a reading is an outlier: moved, mobile, or an address collision.",
      .estimate),
    .number(
      "outlier_span", \.straySpanDecibels, "dB", 1...200,
      "Span of the uniform level distribution of outliers.", .estimate),
    .number(
      "inlier_odds", \.fitOdds, "", 1...20,
      "Minimum likelihood ratio to an outlier for a reading that bounds the distance.", .estimate),
    .number(
      "independent_readings", \.independentReadings, "", 1...100,
      "Maximum equivalent number of independent readings per scan, because shadowing is "
        + "shared.", .estimate),
    .number(
      "max_age", \.staleSeconds, "s", 0.1...60,
      "Maximum age of a reading at the scan's end.", .estimate),
    .count(
      "max_transmitters", \.maxTransmitters, 1...500,
      "Maximum number of transmitters, strongest first.", .estimate),
  ]

  private static let radii: [Parameter<Self>] = [
    .number(
      "radius_floor", \.floorMetres, "m", 0...100,
      "Common error of all entries, added to the radius in quadrature.",
      .estimate),
    .number(
      "radius_factor", \.accuracyFactor, "", 0.1...5, "Factor on the accuracy radius.",
      .estimate),
    .number(
      "far_factor", \.farFactor, "", 0...10,
      "Minimum radius per m of the nearest transmitter's distance beyond near_distance.",
      .estimate),
    .number(
      "near_distance", \.nearMetres, "m", 0...500,
      "Distance of the nearest transmitter up to which the radius is not widened.", .estimate),
    .number(
      "max_distance", \.maxReachMetres, "m", 10...5000,
      "Maximum distance of a transmitter by its level.", .estimate),
    .number(
      "max_radius", \.widestMetres, "m", 10...10_000, "Maximum accuracy radius of a fix.",
      .estimate),
    .number(
      "separation", \.separationMetres, "m", 10...5000,
      "Minimum distance between two alternative positions.", .estimate),
    .number(
      "rival_share", \.alternativeShare, "share", 0...1,
      "Share of the best position's explained readings at which an alternative makes "
        + "the scan ambiguous.",
      .estimate),
    .number(
      "rival_margin", \.alternativeMargin, "", 0...50,
      "Maximum log likelihood deficit of an alternative position.", .estimate),
    .number(
      "max_doubt", \.maxSigma, "", 0.1...50,
      "Maximum log cost by the prior for a position from one or two transmitters.",
      .assumed("four standard deviations")),
  ]
}

extension WiFiScanLocator.Few {
  public static let parameters: [Parameter<Self>] = [
    .count(
      "fewest", \.minimum, 1...20, "Minimum number of transmitters for the grid estimate.",
      .estimate
    ),
    .number(
      "open_factor", \.openFactor, "", 0.1...10,
      "Factor on the distance of the transmitters, for open areas.", .estimate),
    .number(
      "min_radius", \.minRadiusMetres, "m", 1...1000,
      "Minimum accuracy radius with one or two transmitters.", .estimate),
    .number(
      "softening", \.softeningMetres, "m", 0.1...100,
      "Distance below which a transmitter's weight stops growing.", .estimate),
    .number(
      "separation", \.separationMetres, "m", 10...5000,
      "Maximum distance of a transmitter from the best position.", .estimate),
  ]
}

extension WiFiScanLocator.Hint {
  public static let parameters: [Parameter<Self>] = [
    .number(
      "max_speed", \.maxSpeed, "m/s", 0...100,
      "Maximum speed of the phone since the previous position.",
      .estimate),
    .number(
      "slack", \.slackMetres, "m", 1...5000,
      "Additional uncertainty of the previous position's radius.", .estimate),
    .number(
      "max_age", \.maxAgeSeconds, "s", 1...86_400, "Maximum age of the previous position.",
      .estimate),
    .number(
      "max_cost", \.maxCost, "", 0...100,
      "Maximum log cost of a position by the prior.", .estimate),
  ]
}

extension WiFiScanLocator.Search {
  public static let parameters: [Parameter<Self>] = [
    .number(
      "first_step", \.firstStepMetres, "m", 4...500, "First step of the hill climbing.", .estimate),
    .number(
      "last_step", \.lastStepMetres, "m", 0.1...50, "Last step of the hill climbing.", .estimate),
    .count("max_rounds", \.maxRounds, 1...1000, "Maximum number of steps and halvings.", .estimate),
    .count(
      "grid_half", \.gridHalf, 1...20, "Half-width of the grid, in cells.",
      .estimate),
    .count(
      "grid_passes", \.gridPasses, 1...10, "Maximum number of grid passes with adapted spacing.",
      .estimate),
    .number("grid_spacing", \.gridMetres, "m", 1...200, "Initial spacing of the grid.", .estimate),
    .number(
      "min_grid_spacing", \.minGridMetres, "m", 0.1...50, "Minimum spacing of the grid.", .estimate),
    .number(
      "max_grid_spacing", \.maxGridMetres, "m", 1...500, "Maximum spacing of the grid.", .estimate),
    .number(
      "grid_share", \.gridShare, "", 0.05...3,
      "Target spacing of the grid, as a share of the radius.",
      .estimate),
    .number(
      "finer_share", \.finerShare, "", 0...1,
      "Minimum ratio of target to current spacing at which the grid is kept.", .estimate),
    .number(
      "coarser_share", \.coarserShare, "", 1...10,
      "Maximum ratio of target to current spacing at which the grid is kept.", .estimate),
  ]
}
