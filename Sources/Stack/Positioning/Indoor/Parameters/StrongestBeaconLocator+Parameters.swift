public import Documents
public import Kernel

extension StrongestBeaconLocator {
  /// Parameters of the nearest-beacon locator.
  public struct Parameters: ParameterSet {
    public var window = SimDuration.seconds(3)
    public var minAccuracyMetres = 5.0
    public var reachMetres = 12.0

    public init() {}
  }
}

extension StrongestBeaconLocator.Parameters {
  public static let parameters: [Parameter<Self>] = [
    .time("window", \.window, 0.1...60, "Maximum age of an advertisement.", .estimate),
    .number(
      "least_accuracy", \.minAccuracyMetres, "m", 0...100, "Minimum horizontal accuracy radius.",
      .estimate),
    .number(
      "reach", \.reachMetres, "m", 0.5...1000,
      "Maximum estimated distance of the best beacon.", .estimate),
  ]
}
