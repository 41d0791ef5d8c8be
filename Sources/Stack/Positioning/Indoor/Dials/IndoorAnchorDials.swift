public import Documents

/// What is heard on one spot, averaged.
public struct IndoorAnchorDials: DialSet {
  public var spot = 1.5
  public var leastNews = 0.15
  public var newsWay = 4.0
  public var mostReadings = 60
  public var searchReadings = 24
  public var leastCommon: Float = 6
  public var restless: Float = 3.5
  public var leastFresh = 0.1

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number("spot", \.spot, "m", 0...20, "How far one goes to be elsewhere.", .estimate),
    .number(
      "least_news", \.leastNews, "share", 0...1,
      "How much of what is heard is news at once.", .estimate),
    .number("news_way", \.newsWay, "m", 0.1...100, "Over which way all of it is.", .estimate),
    .count(
      "most_readings", \.mostReadings, 4...1000,
      "How many readings are weighed at once at most, the strongest: more share their errors "
        + "with them.",
      .estimate),
    .count(
      "search_readings", \.searchReadings, 4...1000,
      "How many of the strongest tell whether the phone is elsewhere.",
      .fitted(
        "real walks, where it is as good as all (site 1 of the Indoor Location Competition "
          + "2.0; IPIN 2023, track 3), and twice as fast")),
    .float(
      "least_common", \.leastCommon, "", 2...100,
      "How many senders must have been heard before for a phone to be found carried.", .estimate),
    .float(
      "restless", \.restless, "", 1...50,
      "How much more than noise their strengths must differ from what they were, as a square: "
        + "who turns about there isn't carried.",
      .fitted(
        "the airport with seeds 1 to 8 (p95 5.4 m with 2.2, 5.7 m with 3, 6.2 m with 4, 10.6 "
          + "m without) and the museum with seed 1 (6.7 m, 5.5 m, 5.0 m, 5.2 m)")),
    .number(
      "least_fresh", \.leastFresh, "share", 0...1,
      "How many of the readings must be new for particles to be weighed by them anew.", .estimate),
  ]
}
