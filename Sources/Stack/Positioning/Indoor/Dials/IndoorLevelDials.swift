public import Documents
public import Kernel

/// Changes of level, by the barometer.
public struct IndoorLevelDials: DialSet {
  public var smoothing = 1.2
  public var gap = SimDuration.seconds(30)
  public var freshness = SimDuration.seconds(10)
  public var window = SimDuration.seconds(8)
  public var steadyRange = 0.7
  public var levelShare = 0.6
  public var leastGap = 2.2
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
  public var mostBlindChangeShare = 0.1
  public var steadyChangeRate = 0.00001

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "smoothing", \.smoothing, "s", 0.05...60,
      "For how long its height is averaged.", .estimate),
    .time("gap", \.gap, 1...600, "After how long without it averaging begins anew.", .estimate),
    .time("freshness", \.freshness, 1...600, "How old its height may be to be known.", .estimate),
    .time(
      "window", \.window, 1...120,
      "Over which time it must stay the same to be steady.", .estimate),
    .number(
      "steady_range", \.steadyRange, "m", 0.05...10,
      "By how much it changes then at most.", .estimate),
    .number(
      "level_share", \.levelShare, "share", 0.5...1,
      "How much of a level's height up or down is a change of level.", .estimate),
    .number(
      "least_gap", \.leastGap, "m", 0.5...10,
      "How far apart levels are at least.", .estimate),
    .number(
      "link_reach", \.linkReach, "m", 0.5...100,
      "How near stairs, escalators and lifts a change of level is expected.", .estimate),
    .number(
      "link_spread", \.linkSpread, "m", 0.1...50,
      "How far from them it happens, as a standard deviation.", .estimate),
    .number(
      "carry_share", \.carryShare, "share", 0...1,
      "How many particles are carried to their other end with it.", .estimate),
    .number(
      "carry_scatter", \.carryScatter, "m", 0...20,
      "How far they are scattered there.", .estimate),
    .number(
      "stray_cost", \.strayCost, "", 0...50,
      "What changing levels away from all of them costs, as a log.", .estimate),
    .number(
      "nowhere", \.nowhere, "m", 0.2...20,
      "How far from any level the barometer must show a particle to be for that to cost.",
      .fitted("the stairs of IPIN 2023, track 3")),
    .number(
      "nowhere_cost", \.nowhereCost, "Hz", 0...10,
      "What it costs each second, as a log.", .fitted("the stairs of IPIN 2023, track 3")),
    .number(
      "ground_memory", \.groundMemory, "s", 0.1...3600,
      "For how long a particle stays by what the barometer showed on the ground: the weather "
        + "is slow.",
      .estimate),
    .number(
      "nowhere_memory", \.nowhereMemory, "s", 0.1...3600,
      "For how long it does where that has it between levels: nobody stands there.",
      .fitted("IPIN 2023, track 3, where 1 s is as good")),
    .number(
      "blind_change_rate", \.blindChangeRate, "Hz", 0...10,
      "How many particles at stairs, escalators and lifts change levels each second without a "
        + "barometer.",
      .estimate),
    .number(
      "most_blind_change_share", \.mostBlindChangeShare, "share", 0...1,
      "How many do at once at most.", .estimate),
    .number(
      "steady_change_rate", \.steadyChangeRate, "Hz", 0...1,
      "How many do though the barometer shows no change, should it be stuck.",
      .fitted("the mall with seeds 1 to 16, where ten times as many make floors wrong for minutes")),
  ]
}
