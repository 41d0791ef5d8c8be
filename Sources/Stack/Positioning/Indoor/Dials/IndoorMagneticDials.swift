public import Documents

/// What the magnetic field says, where surveyors noted it.
public struct IndoorMagneticDials: DialSet {
  public var spacing = 1.0
  public var share = 0.25
  public var ownNoise = 1.0
  public var limit = 4.0
  public var firstOffset = 3.0
  public var leastOffset = 0.5
  public var offsetGrowth = 0.2
  public var misfitGain = 0.1

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "spacing", \.spacing, "m", 0.2...20,
      "Over how much of the way the field is averaged for one reading.", .estimate),
    .number(
      "share", \.share, "share", 0...1,
      "How much of a reading counts: neighbours share the survey's mistakes.",
      .fitted(
        "three simulated venues with seeds 201 to 206, and IPIN 2023's ways back by the survey of the "
          + "ways out, where 0.15 to 0.5 are as good")),
    .number(
      "own_noise", \.ownNoise, "uT", 0...50,
      "How far readings of phones differ besides the survey's own noise, one standard deviation.",
      .estimate),
    .number(
      "limit", \.limit, "", 0.5...1000,
      "From which square in standard deviations on a reading counts much less.", .estimate),
    .number(
      "first_offset", \.firstOffset, "uT", 0...100,
      "By how much a phone's magnetometer may be off at first, one standard deviation.", .estimate),
    .number(
      "least_offset", \.leastOffset, "uT", 0...100,
      "How well that is ever known: a phone's own iron turns with it.", .estimate),
    .number(
      "offset_growth", \.offsetGrowth, "uT", 0...10,
      "How much less sure it is with each reading.", .estimate),
    .number(
      "misfit_gain", \.misfitGain, "share", 0...1,
      "How much of how badly a reading fits counts for the next ones' share.", .estimate),
  ]
}
