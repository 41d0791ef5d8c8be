public import Documents

extension GNSSConfidence {
  /// How good the place is said to be.
  public struct Parameters: DialSet {
    // What lasts too long to be seen in a track.
    public var lastingSigmaMetres = 0.8
    public var verticalRatio = 2.0
    public var lastingShare = 1.8
    public var leastInformation = 1e-4
    public var informationSeconds = 5.0
    // What is doubtful where ranges are refused and rates outvoted.
    public var doubtSeconds = 40.0
    public var doubtMetres = 85.0
    public var refusedWeight = 0.75
    public var refusedMetres = 40.0
    public var mostRefused = 0.2
    public var mostOutvoted = 0.2
    public var calmStrain = 0.8
    public var mostUnrest = 1.0
    // How innovations scale the covariance.
    public var strainSeconds = 10.0
    public var leastFactor = 0.6
    public var mostFactor = 9.0
    public var accuracyFactor = 1.0
    public var coastingSeconds = 15.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "lasting_sigma", \.lastingSigmaMetres, "m", 0...50,
        "One standard deviation of orbits' and the atmosphere's errors in the place, along each horizontal axis.",
        .fitted("two hours of Esbjerg's reference station")),
      .number(
        "vertical_ratio", \.verticalRatio, "", 0...10,
        "How many times as much there is of all lasting errors in height.", .estimate),
      .number(
        "lasting_share", \.lastingShare, "", 0...20,
        "How much of the satellites' own lasting errors is in the place.",
        .computed(
          "the square of a usual horizontal dilution times the root of the satellites' number")),
      .number(
        "least_information", \.leastInformation, "1/m2", 1e-9...1,
        "The least that ranges are taken to know of the place against lasting errors.", .estimate),
      .number(
        "information", \.informationSeconds, "s", 0.1...600, "Over how long that is averaged.",
        .estimate),
      .number(
        "doubt_time", \.doubtSeconds, "s", 1...600,
        "Over how long ranges that are refused and rates that are outvoted are counted.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "doubt_distance", \.doubtMetres, "m", 0...1000,
        "One standard deviation of the place along each axis if all rates were outvoted.",
        .fitted("simulated runs in a city")),
      .number(
        "refused_weight", \.refusedWeight, "", 0...20,
        "The square's share of that if all ranges were refused.",
        .fitted("simulated runs in a city")),
      .number(
        "refused", \.refusedMetres, "m", 1...1000,
        "From so far off a refused range counts in full.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_refused", \.mostRefused, "share", 0...1,
        "The most ranges refused that are reckoned with.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_outvoted", \.mostOutvoted, "share", 0...1,
        "The most rates outvoted that are reckoned with.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "calm_strain", \.calmStrain, "", 0...10,
        "Squared innovations over what was expected, up to which nothing is doubted.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_unrest", \.mostUnrest, "", 0...10, "More than that by so much counts in full.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "strain", \.strainSeconds, "s", 0.1...600,
        "Over how long squared innovations are averaged.", .estimate),
      .number(
        "least_factor", \.leastFactor, "", 0.01...10,
        "The least by which small innovations scale the covariance.",
        .fitted("simulated runs in three towns, with an eye on four recordings")),
      .number(
        "most_factor", \.mostFactor, "", 1...1000, "The most by which large innovations scale it.",
        .estimate),
      .number(
        "radius_factor", \.accuracyFactor, "", 0.1...10,
        "The told radius is the covariance's times this.", .estimate),
      .number(
        "coasting", \.coastingSeconds, "s", 0...600,
        "For how long places are told without any new satellite.", .estimate),
    ]
  }
}
