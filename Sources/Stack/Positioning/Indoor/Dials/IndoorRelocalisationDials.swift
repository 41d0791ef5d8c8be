public import Documents

/// What it costs to be elsewhere than was thought: a prior against leaving.
public struct IndoorRelocalisationDials: DialSet {
  public var establishing = 120.0
  public var levelDoubt = 2.0
  public var mostForLevel = 4.0
  public var costPerMetre = 0.05
  public var mostForWay = 3.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "establishing", \.establishing, "s", 0.1...3600,
      "How long it takes until it is established where the phone is, so that it can't be far "
        + "away all at once.",
      .estimate),
    .number(
      "level_doubt", \.levelDoubt, "m", 0.1...20,
      "How wrong the barometer may be about another level.",
      .fitted("the mall with seeds 1 and 2")),
    .number(
      "most_for_level", \.mostForLevel, "", 0...50,
      "What another level costs at most, as a log.", .fitted("the mall with seeds 1 and 2")),
    .number(
      "cost_per_metre", \.costPerMetre, "/m", 0...5,
      "What a metre away costs, as a log.", .fitted("the mall with seeds 1 and 2")),
    .number(
      "most_for_way", \.mostForWay, "", 0...50,
      "What the way costs at most, as a log.", .fitted("the mall with seeds 1 and 2")),
  ]
}
