public import Documents
import Maps

/// What the strengths of access points and beacons say.
public struct IndoorRadioDials: DialSet {
  public var readingShare = 0.5
  public var mostReadings = 30.0
  public var bodyVariance = Float(RadioMap.bodyVariance)
  public var bodyGain: Float = 2
  public var bodySideVariance: Float = 3
  public var bearingSoftening: Float = 3
  public var robustFrom: Float = 4
  public var beaconLimit: Float = 12
  public var wifiLimit: Float = 18
  public var sameWay = 1.0
  public var binSize = 1.0
  public var silence: Float = -98
  public var silentVariance: Float = 49
  public var surveyFloor: Float = -94
  public var surelyHeard: Float = -82
  public var heardSpread: Float = 7
  public var firstOffsetVariance = 16.0
  public var offsetWander = 2.0
  public var leastOffsetVariance = 9.0
  public var offsetGrowth = 0.2
  public var openOffsetShare = 0.5
  public var openOffsetVariance = 25.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "reading_share", \.readingShare, "share", 0...1,
      "How much of what readings say counts, since they share errors.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "most_readings", \.mostReadings, "", 1...1000,
      "How many readings all of a kind are worth together at most.",
      .fitted(
        "four venues with seeds 1 to 16 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .float(
      "body_variance", \.bodyVariance, "dB2", 0...400,
      "What bodies in the way, crowds and doors add to the survey's noise.", .estimate),
    .float(
      "body_gain", \.bodyGain, "dB", 0...20,
      "What the bearer's body makes of a sender ahead, and takes from one behind.",
      .fitted(
        "walks along one line the same and the other way, which differ by 3.6 to 6.6 dB "
          + "(Indoor Location Competition 2.0, site 1)")),
    .float(
      "body_side_variance", \.bodySideVariance, "dB2", 0.01...400,
      "How much a body takes from one side, along each axis.",
      .fitted(
        "walks along one line the same and the other way, half of whose difference is 1.8 to "
          + "3.3 dB (Indoor Location Competition 2.0, site 1)")),
    .float(
      "bearing_softening", \.bearingSoftening, "m", 0.1...50,
      "How near a sender must be for little things to decide what a body takes from it.",
      .estimate),
    .float(
      "robust_from", \.robustFrom, "", 1...50,
      "From how many standard deviations on a reading counts less.", .estimate),
    .float(
      "beacon_limit", \.beaconLimit, "", 1...1000,
      "How much a beacon's reading that is far off counts at most, as a square in standard "
        + "deviations: beacons are carried off and copied.",
      .estimate),
    .float(
      "wifi_limit", \.wifiLimit, "", 1...1000,
      "How much an access point's counts at most.",
      .fitted(
        "three venues with seeds 1 to 16, where 12 to 22 are as good, and UJIIndoorLoc, which "
          + "is worse with 12")),
    .number(
      "same_way", \.sameWay, "m", 0...10,
      "How near each other readings must be heard to be taken together.", .estimate),
    .number(
      "bin_size", \.binSize, "m", 0.2...5,
      "How wide a square is whose particles share what the survey says there.", .estimate),
    .float(
      "silence", \.silence, "dBm", -109...(-80),
      "How strong what isn't heard counts as.", .estimate),
    .float("silent_variance", \.silentVariance, "dB2", 1...600, "How unsure that is.", .estimate),
    .float(
      "survey_floor", \.surveyFloor, "dBm", -109...(-60),
      "From which strength on surveyors heard a sender; the survey's own figure.", .estimate),
    .float(
      "surely_heard", \.surelyHeard, "dBm", -110...(-40),
      "From which strength of the survey on a sender is nearly always heard; where it is weaker, to "
        + "hear it at all speaks against the place, as far as little else is heard.",
      .fitted(
        "half of the points of an office floor's survey by the other half (OpenHPS 2021-02, train), "
          + "where -86 to -78 dBm are as good")),
    .float(
      "heard_spread", \.heardSpread, "dB", 1...50,
      "How much weaker than that it is heard 0.6 times as often.",
      .fitted(
        "half of that survey's points by the other half, where 5 to 10 dB are as good")),
    .number(
      "first_offset_variance", \.firstOffsetVariance, "dB2", 0.1...400,
      "How unsure it is at first by how much the phone hears more than the survey's.", .estimate),
    .number(
      "offset_wander", \.offsetWander, "dB2", 0...100,
      "How much that may differ from one scan to the next: the body turns.", .estimate),
    .number(
      "least_offset_variance", \.leastOffsetVariance, "dB2", 0.1...400,
      "How well it is ever known; pockets and hands take some decibels.",
      .fitted("the museum with seeds 1 to 4")),
    .number(
      "offset_growth", \.offsetGrowth, "dB2", 0...100,
      "How much less sure it is with each weighing.", .estimate),
    .number(
      "open_offset_share", \.openOffsetShare, "share", 0...1,
      "How much of it is kept where the phone may be elsewhere.", .estimate),
    .number(
      "open_offset_variance", \.openOffsetVariance, "dB2", 0.1...400,
      "How unsure it is then at least.", .estimate),
  ]
}
