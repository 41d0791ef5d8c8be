public import Documents

extension GNSSRival {
  /// When the epochs by themselves are believed rather than the filter.
  public struct Parameters: DialSet {
    public var isUsed = true
    public var memorySeconds = 20.0
    // Which epochs count, and for how much.
    public var fewest = 6
    public var mostFactor = 4.0
    public var leastAccuracy = 5.0
    public var alikeSeconds = 15.0
    public var alikeMetres = 15.0
    // When they are believed.
    public var patience = 3.0
    public var commonShare = 1.0
    public var leastMetres = 25.0
    public var sigmas = 3.0

    /// Creates the defaults.
    public init() {}

    private static let towers = "the roof of canyon-towers, seeds 401 to 424"

    public static let dials: [Dial<Self>] = [
      .flag(
        "is_used", \.isUsed, "Whether epochs by themselves can bring the filter back.",
        .fitted(towers)),
      .number(
        "memory", \.memorySeconds, "s", 1...300, "Over how long they are averaged.",
        .fitted(towers)),
      .count("fewest", \.fewest, 4...40, "An epoch counts with so many satellites.", .estimate),
      .number(
        "most_factor", \.mostFactor, "", 0.1...100,
        "It counts where residuals' squares are within so many times the expected.", .estimate),
      .number(
        "least_accuracy", \.leastAccuracy, "m", 0.1...100,
        "No epoch is better than this, whatever it says.", .estimate),
      .number(
        "alike_time", \.alikeSeconds, "s", 0.1...300,
        "Epochs so far apart have echoes of their own.", .estimate),
      .number(
        "alike_way", \.alikeMetres, "m", 0.1...300, "So do epochs that are so far apart.",
        .assumed("echoes change over 5 to 20 m")),
      .number(
        "patience", \.patience, "", 1...100, "So many epochs with echoes of their own are asked.",
        .fitted(towers)),
      .number(
        "common", \.commonShare, "share", 0...10,
        "How much of an epoch's error all of them share.", .fitted(towers)),
      .number(
        "least", \.leastMetres, "m", 0...1000, "A filter that is off by less is left alone.",
        .fitted(towers)),
      .number(
        "sigmas", \.sigmas, "", 0...100,
        "It is left alone, too, where it is off by less than so many standard deviations.",
        .fitted(towers)),
    ]
  }
}
