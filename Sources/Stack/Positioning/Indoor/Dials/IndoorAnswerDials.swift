public import Documents

/// What is told of the particles.
public struct IndoorAnswerDials: DialSet {
  public var leastAccuracy = 1.0
  public var spreadShare = 0.5
  public var sparseSpreadShare = 2.4
  public var misledWay = 10.0
  public var usualMisfit = 1.0
  public var misfitPower = 8.0
  public var mostMisfit = 2.0
  public var unsurveyedMisfit = 1.15
  public var strong = -80.0
  public var unsurveyedStrangers = 0.2
  public var verticalAccuracy = 2.0
  public var together = 15.0
  public var farthest = 70.0
  public var outsideGain = 0.4
  public var outsideShare = 0.5
  public var settledShare = 0.05
  public var cloud = 60

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "least_accuracy", \.leastAccuracy, "m", 0...50,
      "The least accuracy told: what the survey itself is wrong by.", .estimate),
    .number(
      "spread_share", \.spreadShare, "share", 0...10,
      "How much of the square of the particles' spread is error: readings count for less than "
        + "they say, so particles lie further apart.",
      .fitted(
        "real walks, some 68 % within the accuracy told (Indoor Location Competition 2.0, "
          + "site 1; IPIN 2023, track 3)")),
    .number(
      "sparse_spread_share", \.sparseSpreadShare, "share", 0...20,
      "The same where so little is heard that each reading counts in full, and shadows "
        + "mislead all particles alike.",
      .fitted(
        "five venues without access points with seeds 1 to 4, some 60 to 75 % within the "
          + "accuracy told where beacons are fewest, and more elsewhere; both floors of site 1 of the "
          + "Indoor Location Competition 2.0 by beacons alone")),
    .number(
      "misled_way", \.misledWay, "m", 0.1...1000,
      "Over which way shadows come to mislead all particles alike; what one spot says is as honest "
        + "as where much is heard (OpenHPS 2021-02, train: half of it found by the other half, "
        + "with some 70 to 80 % within).",
      .estimate),
    .number(
      "usual_misfit", \.usualMisfit, "", 0.01...50,
      "How great the mean squared error of a reading is, in standard deviations, where particles are as "
        + "unsure as they seem: 1 if the survey is as unsure as it says.",
      .computed("the variance of unit weight")),
    .number(
      "misfit_power", \.misfitPower, "", 0...12,
      "By which power of what it is greater the square of the accuracy told grows.",
      .fitted(
        "both floors of site 1 of the Indoor Location Competition 2.0 by surveys of all, half and a "
          + "quarter of their walks, and three simulated venues with seeds 207 to 212, of which a "
          + "usual misfit below 1 makes too modest ones")),
    .number(
      "most_misfit", \.mostMisfit, "", 1...100,
      "By what it counts as greater at most; readings count as much less, too.", .estimate),
    .number(
      "unsurveyed_misfit", \.unsurveyedMisfit, "", 0.01...50,
      "From which mean squared error of a reading on the phone counts as where nobody surveyed.",
      .fitted(
        "three of five walks through parts of a museum that no other walk had surveyed have more "
          + "in the median, nine tenths of ways back where somebody had gone less (IPIN 2023, track 3)"
      )),
    .number(
      "strong", \.strong, "dBm", -120...0,
      "From which strength on an access point that the survey never heard is a stranger.", .estimate
    ),
    .number(
      "unsurveyed_strangers", \.unsurveyedStrangers, "share", 0...2,
      "From which share of strangers on, among what is strong, nobody surveyed there; more than 1 "
        + "for never.",
      .fitted(
        "an eighth of a mall's walks as its survey, where fixes with more are off by 34 m in the "
          + "mean and others by 8 m (Indoor Location Competition 2.0, site 1)")),
    .number(
      "vertical_accuracy", \.verticalAccuracy, "m", 0.1...50,
      "The vertical accuracy told.", .estimate),
    .number(
      "together", \.together, "m", 0.5...200,
      "How near particles are that belong together.",
      .fitted("real walks (Indoor Location Competition 2.0, site 1), where 5 m is worse")),
    .number(
      "farthest", \.farthest, "m", 1...500,
      "How far from the middle a particle counts as at most.",
      .fitted(
        "real walks by a few beacons alone (Indoor Location Competition 2.0, site 1), some 60 to 70 % "
          + "within the accuracy told; with 30 m 16 and 42 %")),
    .number(
      "outside_gain", \.outsideGain, "", 0.01...1,
      "How much of the particles' newest share outdoors counts for whether the phone may be there.",
      .estimate),
    .number(
      "outside_share", \.outsideShare, "share", 0...1,
      "With which share of the particles outdoors it is there.", .estimate),
    .number(
      "settled_share", \.settledShare, "share", 0...1,
      "Below which such share it is inside beyond doubt.", .estimate),
    .count("cloud", \.cloud, 1...10000, "How many particles are shown at most.", .estimate),
  ]
}
