public import Documents
public import Kernel

/// Parameters of level changes by the barometer.
public struct IndoorLevelParameters: ParameterSet {
  public var smoothing = 1.2
  public var gap = SimDuration.seconds(30)
  public var freshness = SimDuration.seconds(10)
  public var window = SimDuration.seconds(8)
  public var steadyRange = 0.7
  public var levelShare = 0.6
  public var minGap = 2.2
  public var linkReach = 7.0
  public var linkSpread = 3.0
  public var carryShare = 0.5
  public var carryScatter = 1.2
  public var strayCost = 4.0
  public var nowhere = 2.0
  public var nowhereCost = 0.15
  public var groundMemory = 40.0
  public var nowhereMemory = 4.0
  public var blindChangeRate = 0.01
  public var maxBlindChangeShare = 0.1
  public var steadyChangeRate = 0.00001

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "smoothing", \.smoothing, "s", 0.05...60,
      "Time constant of the barometric height.", .estimate),
    .time("gap", \.gap, 1...600, "Barometer gap after which the averaging restarts.", .estimate),
    .time("freshness", \.freshness, 1...600, "Maximum age of the barometric height.", .estimate),
    .time(
      "window", \.window, 1...120,
      "Window of the steadiness check of the barometric height.", .estimate),
    .number(
      "steady_range", \.steadyRange, "m", 0.05...10,
      "Maximum height range of a steady barometer.", .estimate),
    .number(
      "level_share", \.levelShare, "share", 0.5...1,
      "Share of the level distance that counts as a level change.", .estimate),
    .number(
      "least_gap", \.minGap, "m", 0.5...10,
      "Minimum level distance.", .estimate),
    .number(
      "link_reach", \.linkReach, "m", 0.5...100,
      "Maximum distance of a level change from stairs, escalators and lifts.", .estimate),
    .number(
      "link_spread", \.linkSpread, "m", 0.1...50,
      "Sigma of the distance of a level change from stairs, escalators and lifts.", .estimate),
    .number(
      "carry_share", \.carryShare, "share", 0...1,
      "Share of the particles moved to the other end of a link at a level change.", .estimate),
    .number(
      "carry_scatter", \.carryScatter, "m", 0...20,
      "Sigma of the scatter at the other end of a link.", .estimate),
    .number(
      "stray_cost", \.strayCost, "", 0...50,
      "Log cost of a level change away from all links.", .estimate),
    .number(
      "nowhere", \.nowhere, "m", 0.2...20,
      "Minimum height difference from any level for the between-levels cost.",
      .fitted("the stairs of IPIN 2023, track 3")),
    .number(
      "nowhere_cost", \.nowhereCost, "Hz", 0...10,
      "Log cost per second of a particle between levels.",
      .fitted("the stairs of IPIN 2023, track 3")),
    .number(
      "ground_memory", \.groundMemory, "s", 0.1...3600,
      "Time constant of a particle's barometric ground level; the weather is slow.",
      .estimate),
    .number(
      "nowhere_memory", \.nowhereMemory, "s", 0.1...3600,
      "Time constant of the barometric ground level of a particle between levels, where "
        + "it cannot stand.",
      .fitted("IPIN 2023, track 3, where 1 s is as good")),
    .number(
      "blind_change_rate", \.blindChangeRate, "Hz", 0...10,
      "Rate of random level changes of particles at links without a barometer.",
      .estimate),
    .number(
      "most_blind_change_share", \.maxBlindChangeShare, "share", 0...1,
      "Maximum share of random level changes at once.", .estimate),
    .number(
      "steady_change_rate", \.steadyChangeRate, "Hz", 0...1,
      "Rate of random level changes at links with a steady barometer, in case it is stuck.",
      .fitted("the mall with seeds 1 to 16, where ten times as many make floors wrong for minutes")),
  ]
}
