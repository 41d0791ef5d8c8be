public import Documents

/// Parameters of the relocalisation prior: the cost of leaving the current position.
public struct IndoorRelocalisationParameters: ParameterSet {
  public var establishing = 120.0
  public var levelSigma = 2.0
  public var maxForLevel = 4.0
  public var costPerMetre = 0.05
  public var maxForDistance = 3.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "establishing", \.establishing, "s", 0.1...3600,
      "Time after a start at which the position is established and distant jumps cost "
        + "in full.",
      .estimate),
    .number(
      "level_doubt", \.levelSigma, "m", 0.1...20,
      "Sigma of the barometer for a change of level.",
      .fitted("the mall with seeds 1 and 2")),
    .number(
      "most_for_level", \.maxForLevel, "", 0...50,
      "Maximum log cost of another level.", .fitted("the mall with seeds 1 and 2")),
    .number(
      "cost_per_metre", \.costPerMetre, "/m", 0...5,
      "Log cost per metre of a jump.", .fitted("the mall with seeds 1 and 2")),
    .number(
      "most_for_way", \.maxForDistance, "", 0...50,
      "Maximum log cost of the distance of a jump.", .fitted("the mall with seeds 1 and 2")),
  ]
}
