public import Documents

extension WiFiScanLocator {
  /// How it is set; levels are in dB, lengths in m, times in s.
  public struct Parameters: DialSet {
    /// What levels are expected, and how far they stray.
    public var levelSigmaDecibels = 8.0
    public var pathLossDecibels = KnownTransmitter.decibelsPerDecade
    public var highBandDecibels = KnownTransmitter.highBandDecibels
    public var phoneSigmaDecibels = 4.0
    public var softeningMetres = 10.0
    public var strayChance = 0.08
    public var straySpanDecibels = 60.0
    public var fitOdds = 2.0
    public var independentReadings = 10.0
    /// Which readings count.
    public var staleSeconds = 8.0
    public var mostTransmitters = 16
    /// The radius.
    public var floorMetres = 8.0
    public var accuracyFactor = 0.68
    public var farFactor = 2.5
    public var nearMetres = 40.0
    public var maxReachMetres = 600.0
    public var widestMetres = 600.0
    /// When a scan is ambiguous.
    public var separationMetres = 400.0
    public var rivalShare = 0.6
    public var rivalMargin = 7.0
    public var maxDoubt = 8.0
    /// Groups.
    public var few = Few()
    public var hint = Hint()
    public var search = Search()

    /// Creates the defaults.
    public init() {}
  }

  /// What is done with one or two transmitters.
  public struct Few: DialSet {
    /// Lengths are in m.
    public var fewest = 3
    public var openFactor = 3.0
    public var minRadiusMetres = 80.0
    public var softeningMetres = 10.0
    public var separationMetres = 400.0

    /// Creates the defaults.
    public init() {}
  }

  /// How the place before a scan decides between places far apart.
  public struct Hint: DialSet {
    /// In m/s, m, s, and as a negative logarithm.
    public var maxSpeed = 40.0
    public var slackMetres = 100.0
    public var maxAgeSeconds = 3600.0
    public var maxCost = 16.0

    /// Creates the defaults.
    public init() {}
  }

  /// How the likelihood is searched and summed.
  public struct Search: DialSet {
    /// Lengths are in m.
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

    /// Creates the defaults.
    public init() {}
  }
}

extension WiFiScanLocator.Parameters {
  public static let dials: [Dial<Self>] =
    levels + radii + [
      .group("few", \.few, "One or two transmitters."),
      .group("hint", \.hint, "The place before the scan."),
      .group("search", \.search, "The search for the likeliest place, and the grid about it."),
    ]

  private static let levels: [Dial<Self>] = [
    .number(
      "level_sigma", \.levelSigmaDecibels, "dB", 1...30,
      "One standard deviation of a level about what distance says.",
      .assumed(
        "3GPP TR 38.901 UMi: 4 dB in sight, 7.8 dB out of it; fading and body 3 to 4 dB more")),
    .number(
      "path_loss", \.pathLossDecibels, "dB", 15...60,
      "By how much levels fall with each decade of distance.",
      .assumed("between the 21 dB in sight and 35.3 dB out of it of 3GPP TR 38.901 UMi")),
    .number(
      "high_band_loss", \.highBandDecibels, "dB", 0...20,
      "By how much levels above 3 GHz are lower than those at 2.44 GHz.",
      .computed("free space, 5.5 GHz")),
    .number(
      "phone_sigma", \.phoneSigmaDecibels, "dB", 0.1...20,
      "One standard deviation of the offset of a phone's levels.",
      .memory("Kjaergaard 2011")),
    .number(
      "softening", \.softeningMetres, "m", 0.1...100,
      "How near a transmitter counts as being at it: heights, and the step of a tile.", .estimate),
    .number(
      "outlier_chance", \.strayChance, "share", 0.001...0.9,
      "The chance that a reading is an outlier: moved, carried, or under another's address.",
      .estimate),
    .number(
      "outlier_span", \.straySpanDecibels, "dB", 1...200,
      "The span of levels over which an outlier is uniform.", .estimate),
    .number(
      "inlier_odds", \.fitOdds, "", 1...20,
      "From how many times an outlier's likelihood on a reading bounds the distance.", .estimate),
    .number(
      "independent_readings", \.independentReadings, "", 1...100,
      "How many readings' worth a scan tells at most, as shadowing is shared.", .estimate),
    .number(
      "max_age", \.staleSeconds, "s", 0.1...60,
      "Readings older than this at the scan's end are left out.", .estimate),
    .count(
      "max_transmitters", \.mostTransmitters, 1...500,
      "How many transmitters are used, the strongest first.", .estimate),
  ]

  private static let radii: [Dial<Self>] = [
    .number(
      "radius_floor", \.floorMetres, "m", 0...100,
      "What is added to the radius, root-sum-square: what all entries are off together.",
      .estimate),
    .number(
      "radius_factor", \.accuracyFactor, "", 0.1...5, "What the radius is multiplied by.",
      .estimate),
    .number(
      "far_factor", \.farFactor, "", 0...10,
      "The least radius for each m by which the nearest transmitter seems beyond near_distance.",
      .estimate),
    .number(
      "near_distance", \.nearMetres, "m", 0...500,
      "How far the nearest transmitter may seem without widening the radius.", .estimate),
    .number(
      "max_distance", \.maxReachMetres, "m", 10...5000,
      "The farthest that a transmitter is taken to be by its level.", .estimate),
    .number(
      "max_radius", \.widestMetres, "m", 10...10_000, "With a wider radius there is no fix.",
      .estimate),
    .number(
      "separation", \.separationMetres, "m", 10...5000,
      "Farther apart than this two places are rivals.", .estimate),
    .number(
      "rival_share", \.rivalShare, "share", 0...1,
      "From which share of the best place's readings on a rival makes the scan ambiguous.",
      .estimate),
    .number(
      "rival_margin", \.rivalMargin, "", 0...50,
      "A rival less likely by more than this, as a logarithm, is no rival.", .estimate),
    .number(
      "max_doubt", \.maxDoubt, "", 0.1...50,
      "Few transmitters that the hint speaks against by more than this, as a logarithm, are rejected.",
      .assumed("four standard deviations")),
  ]
}

extension WiFiScanLocator.Few {
  public static let dials: [Dial<Self>] = [
    .count("fewest", \.fewest, 1...20, "How many transmitters are no longer few.", .estimate),
    .number(
      "open_factor", \.openFactor, "", 0.1...10,
      "By how much farther they may be than levels say, in the open.", .estimate),
    .number("min_radius", \.minRadiusMetres, "m", 1...1000, "The least radius.", .estimate),
    .number(
      "softening", \.softeningMetres, "m", 0.1...100,
      "How near one may seem before its weight stops growing.", .estimate),
    .number(
      "separation", \.separationMetres, "m", 10...5000,
      "Those farther than this from the best place are left out.", .estimate),
  ]
}

extension WiFiScanLocator.Hint {
  public static let dials: [Dial<Self>] = [
    .number(
      "max_speed", \.maxSpeed, "m/s", 0...100, "How fast the phone may have gone since.",
      .estimate),
    .number(
      "slack", \.slackMetres, "m", 1...5000, "How wrong the hint's radius may be.", .estimate),
    .number("max_age", \.maxAgeSeconds, "s", 1...86_400, "Older hints are ignored.", .estimate),
    .number(
      "max_cost", \.maxCost, "", 0...100,
      "The most that it counts against a place, as a logarithm.", .estimate),
  ]
}

extension WiFiScanLocator.Search {
  public static let dials: [Dial<Self>] = [
    .number("first_step", \.firstStepMetres, "m", 4...500, "The first step uphill.", .estimate),
    .number(
      "last_step", \.lastStepMetres, "m", 0.1...50, "The search ends at this step.", .estimate),
    .count("max_rounds", \.maxRounds, 1...1000, "The most steps and halvings.", .estimate),
    .count(
      "grid_half", \.gridHalf, 1...20, "How many cells the grid has to each side of the middle.",
      .estimate),
    .count(
      "grid_passes", \.gridPasses, 1...10, "How often the grid is fitted to the radius.",
      .estimate),
    .number("grid_spacing", \.gridMetres, "m", 1...200, "The first grid's cell.", .estimate),
    .number("min_grid_spacing", \.minGridMetres, "m", 0.1...50, "The finest cell.", .estimate),
    .number(
      "max_grid_spacing", \.maxGridMetres, "m", 1...500, "The coarsest cell.", .estimate),
    .number(
      "grid_share", \.gridShare, "", 0.05...3, "A fitting cell, as a share of the radius.",
      .estimate),
    .number(
      "finer_share", \.finerShare, "", 0...1,
      "A cell fits if the fitting one is larger than this share of it.", .estimate),
    .number(
      "coarser_share", \.coarserShare, "", 1...10,
      "A cell fits if the fitting one is smaller than this share of it.", .estimate),
  ]
}
