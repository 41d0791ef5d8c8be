public import Documents
import Maps

/// Parameters of the level likelihood of access points and beacons.
public struct IndoorRadioParameters: ParameterSet {
  public var readingShare = 0.5
  public var maxReadings = 30.0
  public var bodyVariance = Float(RadioMap.bodyVariance)
  public var bodyGain: Float = 2
  public var bodySideVariance: Float = 3
  public var bearingSoftening: Float = 3
  public var robustFrom: Float = 4
  public var beaconLimit: Float = 12
  public var wifiLimit: Float = 18
  public var sameReadingMetres = 1.0
  public var binSize = 1.0
  public var silence: Float = -98
  public var silentVariance: Float = 49
  public var surveyFloor: Float = -94
  public var surelyReceived: Float = -82
  public var receivedSpread: Float = 7
  public var firstOffsetVariance = 16.0
  public var offsetWander = 2.0
  public var minOffsetVariance = 9.0
  public var offsetGrowth = 0.2
  public var openOffsetShare = 0.5
  public var openOffsetVariance = 25.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "reading_share", \.readingShare, "share", 0...1,
      "Exponent of the readings' likelihood, because readings share errors.",
      .fitted(
        "the museum with seeds 1 to 4 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .number(
      "most_readings", \.maxReadings, "", 1...1000,
      "Maximum equivalent number of independent readings per kind.",
      .fitted(
        "four venues with seeds 1 to 16 and the ten walks of site 1 of the Indoor Location "
          + "Competition 2.0")),
    .float(
      "body_variance", \.bodyVariance, "dB2", 0...400,
      "Variance added to the survey's noise by bodies, crowds and doors.", .estimate),
    .float(
      "body_gain", \.bodyGain, "dB", 0...20,
      "Gain from a transmitter ahead and loss behind, by the body.",
      .fitted(
        "walks along one line the same and the other way, which differ by 3.6 to 6.6 dB "
          + "(Indoor Location Competition 2.0, site 1)")),
    .float(
      "body_side_variance", \.bodySideVariance, "dB2", 0.01...400,
      "Variance of the body loss to either side, along each axis.",
      .fitted(
        "walks along one line the same and the other way, half of whose difference is 1.8 to "
          + "3.3 dB (Indoor Location Competition 2.0, site 1)")),
    .float(
      "bearing_softening", \.bearingSoftening, "m", 0.1...50,
      "Distance below which the bearing of a transmitter is too uncertain for the body loss.",
      .estimate),
    .float(
      "robust_from", \.robustFrom, "", 1...50,
      "Residual above which a reading counts less, in sigmas.", .estimate),
    .float(
      "beacon_limit", \.beaconLimit, "", 1...1000,
      "Maximum squared normalised residual of a beacon; beacons are moved and cloned.",
      .estimate),
    .float(
      "wifi_limit", \.wifiLimit, "", 1...1000,
      "Maximum squared normalised residual of an access point.",
      .fitted(
        "three venues with seeds 1 to 16, where 12 to 22 are as good, and UJIIndoorLoc, which "
          + "is worse with 12")),
    .number(
      "same_way", \.sameReadingMetres, "m", 0...10,
      "Maximum distance between readings that are evaluated together.", .estimate),
    .number(
      "bin_size", \.binSize, "m", 0.2...5,
      "Width of the bins whose particles share the survey's values.", .estimate),
    .float(
      "silence", \.silence, "dBm", -109...(-80),
      "Level assumed where the survey has no signal.", .estimate),
    .float(
      "silent_variance", \.silentVariance, "dB2", 1...600,
      "Variance of the level assumed where the survey has no signal.", .estimate),
    .float(
      "survey_floor", \.surveyFloor, "dBm", -109...(-60),
      "Minimum level that surveyors receive; from the survey itself.", .estimate),
    .float(
      "surely_heard", \.surelyReceived, "dBm", -110...(-40),
      "Survey level above which a transmitter is nearly always received; reception "
        + "where it is weaker counts against the position.",
      .fitted(
        "half of the points of an office floor's survey by the other half (OpenHPS 2021-02, train), "
          + "where -86 to -78 dBm are as good")),
    .float(
      "heard_spread", \.receivedSpread, "dB", 1...50,
      "Level difference below the surely received level that reduces reception to 0.6.",
      .fitted(
        "half of that survey's points by the other half, where 5 to 10 dB are as good")),
    .number(
      "first_offset_variance", \.firstOffsetVariance, "dB2", 0.1...400,
      "Initial variance of the phone's RSSI offset to the survey.", .estimate),
    .number(
      "offset_wander", \.offsetWander, "dB2", 0...100,
      "Variance of the RSSI offset between scans; the body turns.", .estimate),
    .number(
      "least_offset_variance", \.minOffsetVariance, "dB2", 0.1...400,
      "Minimum variance of the RSSI offset; pockets and hands take some decibels.",
      .fitted("the museum with seeds 1 to 4")),
    .number(
      "offset_growth", \.offsetGrowth, "dB2", 0...100,
      "Growth of the RSSI offset variance with each weighting.", .estimate),
    .number(
      "open_offset_share", \.openOffsetShare, "share", 0...1,
      "Share of the RSSI offset that is kept in a search for other positions.", .estimate),
    .number(
      "open_offset_variance", \.openOffsetVariance, "dB2", 0.1...400,
      "Minimum variance of the RSSI offset in a search for other positions.", .estimate),
  ]
}
