public import Documents

/// Parameters of the averaging of readings at one spot.
public struct IndoorAnchorParameters: ParameterSet {
  public var spot = 1.5
  public var minNewInformation = 0.15
  public var newInformationMetres = 4.0
  public var maxReadings = 60
  public var searchReadings = 24
  public var minCommon: Float = 6
  public var carriedThreshold: Float = 3.5
  public var minFresh = 0.1

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number("spot", \.spot, "m", 0...20, "Distance after which a new spot begins.", .estimate),
    .number(
      "least_news", \.minNewInformation, "share", 0...1,
      "Minimum share of new information in a reading.", .estimate),
    .number(
      "news_way", \.newInformationMetres, "m", 0.1...100,
      "Distance after which readings are fully new information.", .estimate),
    .count(
      "most_readings", \.maxReadings, 4...1000,
      "Maximum number of readings per weighting, strongest first; further ones share "
        + "their errors.",
      .estimate),
    .count(
      "search_readings", \.searchReadings, 4...1000,
      "Number of strongest readings used in the search for other positions.",
      .fitted(
        "real walks, where it is as good as all (site 1 of the Indoor Location Competition "
          + "2.0; IPIN 2023, track 3), and twice as fast")),
    .float(
      "least_common", \.minCommon, "", 2...100,
      "Minimum number of common transmitters for the detection of a carried phone.", .estimate),
    .float(
      "restless", \.carriedThreshold, "", 1...50,
      "Mean squared change of levels, over noise, that counts as carried; a body turn "
        + "stays below it.",
      .fitted(
        "the airport with seeds 1 to 8 (p95 5.4 m with 2.2, 5.7 m with 3, 6.2 m with 4, 10.6 "
          + "m without) and the museum with seed 1 (6.7 m, 5.5 m, 5.0 m, 5.2 m)")),
    .number(
      "least_fresh", \.minFresh, "share", 0...1,
      "Minimum share of new readings for a new weighting of the particles.", .estimate),
  ]
}
