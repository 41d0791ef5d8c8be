public import Documents

extension GNSSAlternative {
  /// Parameters of the check against single-epoch solutions.
  public struct Parameters: ParameterSet {
    public var isUsed = true
    public var memorySeconds = 20.0
    // Selection and weight of epochs.
    public var minimum = 6
    public var maxFactor = 4.0
    public var minAccuracy = 5.0
    public var alikeSeconds = 15.0
    public var alikeMetres = 15.0
    // Acceptance.
    public var maxRejections = 3.0
    public var commonShare = 1.0
    public var minMetres = 25.0
    public var sigmas = 3.0

    public init() {}

    private static let towers = "the roof of canyon-towers, seeds 401 to 424"

    public static let parameters: [Parameter<Self>] = [
      .flag(
        "is_used", \.isUsed, "Lets single-epoch solutions reset the filter.",
        .fitted(towers)),
      .number(
        "memory", \.memorySeconds, "s", 1...300, "Averaging time of the single-epoch solutions.",
        .fitted(towers)),
      .count(
        "fewest", \.minimum, 4...40, "Minimum number of satellites of a single-epoch solution.",
        .estimate),
      .number(
        "most_factor", \.maxFactor, "", 0.1...100,
        "Maximum variance of unit weight of a single-epoch solution.", .estimate),
      .number(
        "least_accuracy", \.minAccuracy, "m", 0.1...100,
        "Minimum accuracy radius of a single-epoch solution.", .estimate),
      .number(
        "alike_time", \.alikeSeconds, "s", 0.1...300,
        "Correlation time of multipath between epochs.", .estimate),
      .number(
        "alike_way", \.alikeMetres, "m", 0.1...300,
        "Correlation distance of multipath between epochs.",
        .assumed("multipath changes over 5 to 20 m")),
      .number(
        "patience", \.maxRejections, "", 1...100,
        "Minimum number of epochs with independent multipath for a reset.",
        .fitted(towers)),
      .number(
        "common", \.commonShare, "share", 0...10,
        "Share of an epoch's sigma that is common to all epochs.", .fitted(towers)),
      .number(
        "least", \.minMetres, "m", 0...1000,
        "Minimum offset of the filter from the single-epoch solutions for a reset.",
        .fitted(towers)),
      .number(
        "sigmas", \.sigmas, "", 0...100,
        "Minimum offset of the filter for a reset, in sigmas.",
        .fitted(towers)),
    ]
  }
}
