public import Documents
public import Kernel

extension StrongestBeaconLocator {
  /// What can be set; ``dials`` says of each what it means.
  public struct Parameters: DialSet {
    public var window = SimDuration.seconds(3)
    public var leastAccuracyMetres = 5.0
    public var reachMetres = 12.0

    /// Creates the defaults.
    public init() {}
  }
}

extension StrongestBeaconLocator.Parameters {
  public static let dials: [Dial<Self>] = [
    .time("window", \.window, 0.1...60, "How long an advertisement counts.", .estimate),
    .number(
      "least_accuracy", \.leastAccuracyMetres, "m", 0...100, "The least accuracy told.", .estimate),
    .number(
      "reach", \.reachMetres, "m", 0.5...1000,
      "How near the best beacon must seem to be taken for the phone's place.", .estimate),
  ]
}
