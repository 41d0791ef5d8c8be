public import Documents
public import Kernel

/// Parameters of the location estimate from the particles.
public struct IndoorAnswerParameters: ParameterSet {
  public var minAccuracy = 1.0
  public var spreadShare = 0.7
  public var stillSpreadShare = 0.35
  public var scanSpreadShare = 0.2
  public var scanGap = SimDuration.seconds(10)
  public var movedMetres = 5.0
  public var recentSeconds = 10.0
  public var sparseSpreadShare = 2.4
  public var biasMetres = 10.0
  public var usualMisfit = 1.0
  public var misfitPower = 8.0
  public var maxMisfit = 2.0
  public var unsurveyedMisfit = 1.15
  public var strong = -80.0
  public var unsurveyedUnknowns = 0.2
  public var verticalAccuracy = 2.0
  public var together = 15.0
  public var farthest = 70.0
  public var outsideGain = 0.4
  public var outsideShare = 0.5
  public var certainShare = 0.05
  public var cloud = 60

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "least_accuracy", \.minAccuracy, "m", 0...50,
      "Minimum horizontal accuracy radius: the error of the survey itself.", .estimate),
    .number(
      "spread_share", \.spreadShare, "share", 0...10,
      "Factor on the particles' variance in the accuracy radius of a phone that has walked lately; "
        + "readings are underweighted, so particles spread too far.",
      .fitted(
        "real walks, some 68 % within the reported accuracy (both floors of site 1 of the Indoor "
          + "Location Competition 2.0; a library with motion sensors)")),
    .number(
      "still_spread_share", \.stillSpreadShare, "share", 0...10,
      "The same for a phone at rest, whose location doesn't lag.",
      .fitted("six simulated venues with seeds 301 to 304, some 68 % within the reported accuracy")),
    .number(
      "scan_spread_share", \.scanSpreadShare, "share", 0...10,
      "The same for a location by one scan, without motion data.",
      .fitted(
        "single scans, some 68 % within the reported accuracy (a library, openHPS, UJIIndoorLoc)")),
    .time(
      "scan_gap", \.scanGap, 0...600,
      "Gap before a scan after which it alone gives the location, without motion data.", .estimate),
    .number(
      "moved_way", \.movedMetres, "m", 0.1...100,
      "Distance walked lately above which a phone counts as walking.", .estimate),
    .number(
      "recent_time", \.recentSeconds, "s", 0.1...600,
      "Time over which walking counts as lately.", .estimate),
    .number(
      "sparse_spread_share", \.sparseSpreadShare, "share", 0...20,
      "Factor on the particles' variance where transmitters are sparse, because "
        + "shadowing biases all particles alike.",
      .fitted(
        "five venues without access points with seeds 1 to 4, some 60 to 75 % within the "
          + "reported accuracy where beacons are fewest, and more elsewhere; both floors of site 1 of the "
          + "Indoor Location Competition 2.0 by beacons alone")),
    .number(
      "misled_way", \.biasMetres, "m", 0.1...1000,
      "Distance over which shadowing comes to bias all particles alike where "
        + "transmitters are sparse.",
      .estimate),
    .number(
      "usual_misfit", \.usualMisfit, "", 0.01...50,
      "Mean normalised residual squared of a reading that leaves the accuracy radius "
        + "unchanged; 1 if the survey's noise is right.",
      .computed("the variance of unit weight")),
    .number(
      "misfit_power", \.misfitPower, "", 0...12,
      "Power of the excess misfit by which the squared accuracy radius grows.",
      .fitted(
        "both floors of site 1 of the Indoor Location Competition 2.0 by surveys of all, half and a "
          + "quarter of their walks, and three simulated venues with seeds 207 to 212, of which a "
          + "usual misfit below 1 makes too modest ones")),
    .number(
      "most_misfit", \.maxMisfit, "", 1...100,
      "Maximum excess misfit in the accuracy radius and in the weight of readings.", .estimate),
    .number(
      "unsurveyed_misfit", \.unsurveyedMisfit, "", 0.01...50,
      "Mean normalised residual squared of a reading above which the area counts as not "
        + "surveyed.",
      .fitted(
        "three of five walks through parts of a museum that no other walk had surveyed have more "
          + "in the median, nine tenths of return walks along surveyed paths less (IPIN 2023, track 3)"
      )),
    .number(
      "strong", \.strong, "dBm", -120...0,
      "Minimum RSSI of an access point that counts as unknown if the survey lacks it.", .estimate
    ),
    .number(
      "unsurveyed_strangers", \.unsurveyedUnknowns, "share", 0...2,
      "Share of unknown access points among the strong ones above which the area counts "
        + "as not surveyed; more than 1 for never.",
      .fitted(
        "an eighth of a mall's walks as its survey, where fixes with more are off by 34 m in the "
          + "mean and others by 8 m (Indoor Location Competition 2.0, site 1)")),
    .number(
      "vertical_accuracy", \.verticalAccuracy, "m", 0.1...50,
      "Reported vertical accuracy.", .estimate),
    .number(
      "together", \.together, "m", 0.5...200,
      "Width of the kernel around the particles' mode.",
      .fitted("real walks (Indoor Location Competition 2.0, site 1), where 5 m is worse")),
    .number(
      "farthest", \.farthest, "m", 1...500,
      "Maximum distance of a particle from the mean in the spread.",
      .fitted(
        "real walks by a few beacons alone (Indoor Location Competition 2.0, site 1), some 60 to 70 % "
          + "within the reported accuracy; with 30 m 16 and 42 %")),
    .number(
      "outside_gain", \.outsideGain, "", 0.01...1,
      "Smoothing gain of the particles' outdoor share.",
      .estimate),
    .number(
      "outside_share", \.outsideShare, "share", 0...1,
      "Outdoor share of the particles above which the phone counts as outdoors.", .estimate),
    .number(
      "settled_share", \.certainShare, "share", 0...1,
      "Outdoor share below which the phone is certainly inside.", .estimate),
    .count("cloud", \.cloud, 1...10000, "Maximum number of displayed particles.", .estimate),
  ]
}
