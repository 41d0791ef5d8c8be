public import Documents
public import Kernel

extension FingerprintLocator {
  /// Distance measure between fingerprints.
  public enum Likeness: String, CaseIterable, Sendable {
    /// Euclidean distance of the levels; a transmitter missing in the scan or the survey counts as silent.
    case euclidean
    /// Cosine similarity of the levels above silence; invariant to a common factor.
    case cosine
    /// Sum of the differences of the levels above silence over the sum of all levels (Sørensen).
    case sorensen
  }

  /// Parameters of the fingerprint locator.
  public struct Parameters: ParameterSet {
    public var neighbours = 5
    public var likeness = Likeness.sorensen
    public var usesWiFi = true
    public var usesBeacons = true
    public var window = SimDuration.seconds(6)
    public var silence = -90.0
    public var minimum = 1
    public var minAccuracyMetres = 5.0

    public init() {}
  }
}

extension FingerprintLocator.Parameters {
  public static let parameters: [Parameter<Self>] = [
    .count(
      "neighbours", \.neighbours, 1...100, "Number of nearest surveyed points that are averaged.",
      .assumed("the usual k")),
    .choice("likeness", \.likeness, "Distance measure between fingerprints."),
    .flag("wifi", \.usesWiFi, "Uses access points."),
    .flag("beacons", \.usesBeacons, "Uses beacons."),
    .time("window", \.window, 0.1...60, "Maximum age of a reading.", .estimate),
    .number(
      "silence", \.silence, "dBm", -120 ... -70,
      "Level assumed for a transmitter that is not received.",
      .estimate),
    .count("fewest", \.minimum, 1...100, "Minimum number of received transmitters.", .estimate),
    .number(
      "least_accuracy", \.minAccuracyMetres, "m", 0...100, "Minimum horizontal accuracy radius.",
      .estimate),
  ]
}
