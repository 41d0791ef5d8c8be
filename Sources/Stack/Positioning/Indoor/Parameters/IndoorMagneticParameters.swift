public import Documents

/// Parameters of the magnetic field likelihood, where the survey has a field map.
public struct IndoorMagneticParameters: ParameterSet {
  public var spacing = 1.0
  public var share = 0.25
  public var ownNoise = 1.0
  public var limit = 4.0
  public var firstOffset = 3.0
  public var minOffset = 0.5
  public var offsetGrowth = 0.2
  public var misfitGain = 0.1

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "spacing", \.spacing, "m", 0.2...20,
      "Distance over which the field is averaged per reading.", .estimate),
    .number(
      "share", \.share, "share", 0...1,
      "Exponent of a reading's likelihood; neighbouring readings share the survey's errors.",
      .fitted(
        "three simulated venues with seeds 201 to 206, and IPIN 2023's ways back by the survey of the "
          + "ways out, where 0.15 to 0.5 are as good")),
    .number(
      "own_noise", \.ownNoise, "uT", 0...50,
      "Sigma of phone readings beyond the survey's noise.",
      .estimate),
    .number(
      "limit", \.limit, "", 0.5...1000,
      "Squared normalised residual above which a reading counts much less.", .estimate),
    .number(
      "first_offset", \.firstOffset, "uT", 0...100,
      "Initial sigma of the phone's magnetometer bias.", .estimate),
    .number(
      "least_offset", \.minOffset, "uT", 0...100,
      "Minimum sigma of the magnetometer bias; the phone's own iron turns with it.", .estimate),
    .number(
      "offset_growth", \.offsetGrowth, "uT", 0...10,
      "Growth of the bias uncertainty with each reading.", .estimate),
    .number(
      "misfit_gain", \.misfitGain, "share", 0...1,
      "Smoothing gain of the misfit that scales the exponent of later readings.", .estimate),
  ]
}
