public import Documents
public import Kernel

extension FingerprintLocator {
  /// How alike two fingerprints are.
  public enum Likeness: String, CaseIterable, Sendable {
    /// By the differences of the strengths heard; what a survey's point lacks of them is silence there.
    case euclidean
    /// By the angle between them: who hears all of them weaker by a factor, in dB above silence, is as near.
    case cosine
  }

  /// What can be set; ``dials`` says of each what it means.
  public struct Parameters: DialSet {
    public var neighbours = 5
    public var likeness = Likeness.euclidean
    public var usesWiFi = true
    public var usesBeacons = true
    public var window = SimDuration.seconds(6)
    public var silence = -100.0
    public var fewest = 1
    public var leastAccuracyMetres = 5.0

    /// Creates the defaults.
    public init() {}
  }
}

extension FingerprintLocator.Parameters {
  public static let dials: [Dial<Self>] = [
    .count(
      "neighbours", \.neighbours, 1...100, "Of so many surveyed points the mean is the place.",
      .assumed("the usual k")),
    .choice("likeness", \.likeness, "How alike two fingerprints are."),
    .flag("wifi", \.usesWiFi, "Whether access points count."),
    .flag("beacons", \.usesBeacons, "Whether beacons count."),
    .time("window", \.window, 0.1...60, "How long a reading counts.", .estimate),
    .number(
      "silence", \.silence, "dBm", -120 ... -70, "What isn't heard counts as this strong.",
      .estimate),
    .count("fewest", \.fewest, 1...100, "So many senders must be heard.", .estimate),
    .number(
      "least_accuracy", \.leastAccuracyMetres, "m", 0...100, "The least accuracy told.", .estimate),
  ]
}
