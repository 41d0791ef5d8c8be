public import Documents

extension WiFiParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    self.init()
    readLevels(&object)
    readPhone(&object)
    readScan(&object)
    replacedMonthly = object.optional(
      "replaced_monthly", .quantity(.ratio, .between(0, 1)), default: replacedMonthly,
      "Fraction of access points replaced each month.")
    movedMonthly = object.optional(
      "moved_monthly", .quantity(.ratio, .between(0, 1)), default: movedMonthly,
      "Fraction of access points moved by some metres each month.")
    removedMonthly = object.optional(
      "removed_monthly", .quantity(.ratio, .between(0, 1)), default: removedMonthly,
      "Fraction of access points removed each month.")
  }

  private mutating func readLevels(_ object: inout ObjectReader) {
    shadowDecibels = object.optional(
      "shadow", .quantity(.decibels, .between(0, 30)), default: shadowDecibels,
      "Standard deviation of the shadowing, which is frozen in space.")
    shadowLengthMetres = object.optional(
      "shadow_length", .quantity(.length, .between(0.1, 1000)), default: shadowLengthMetres,
      "Correlation distance (1/e) of the shadowing.")
    dailyChange = object.optional(
      "daily_change", .quantity(.ratio, .between(0, 1)), default: dailyChange,
      "Fraction of the shadowing variance redrawn each day.")
    hasFading = object.optional(
      "fading", .bool, default: hasFading, "Small-scale multipath fading, frozen in space.")
    motionDecibels = object.optional(
      "motion", .quantity(.decibels, .between(0, 30)), default: motionDecibels,
      "Standard deviation of levels from scan to scan, as people move.")
    networkDecibels = object.optional(
      "network_noise", .quantity(.decibels, .between(0, 30)), default: networkDecibels,
      "Standard deviation of levels between the networks of one radio.")
    bodyDecibels = object.optional(
      "body", .quantity(.decibels, .between(0, 40)), default: bodyDecibels,
      "Body loss of signals from behind, at 2.4 GHz.")
    people = object.optional(
      "people", .bool, default: people, "Body loss of the scenario's own people in the way.")
    crowdDensity = object.optional(
      "crowd", .quantity(.areaDensity, .between(0, 10)), default: crowdDensity,
      "Density of other people.")
    crowdDecibelsPerMetre = object.optional(
      "crowd_loss", .quantity(.attenuation, .between(0, 5)), default: crowdDecibelsPerMetre,
      "Crowd loss per metre, at one person per square metre.")
  }

  private mutating func readPhone(_ object: inout ObjectReader) {
    antennaDecibels = object.optional(
      "antenna_loss", .quantity(.decibels, .between(0, 40)), default: antennaDecibels,
      "Loss of phone antennas against an ideal one.")
    deviceDecibels = object.optional(
      "device_offset", .quantity(.decibels, .between(0, 30)), default: deviceDecibels,
      "Standard deviation of the level offset between phones.")
    deviceSlope = object.optional(
      "device_slope", .quantity(.ratio, .between(0, 0.5)), default: deviceSlope,
      "Standard deviation of the slope of reported levels between phones.")
    hasMisses = object.optional(
      "misses", .bool, default: hasMisses, "Misses of weak beacons.")
    hasCollisions = object.optional(
      "collisions", .bool, default: hasCollisions,
      "Misses of beacons by collisions with other transmissions.")
    sensitivity = object.optional(
      "sensitivity", .quantity(.decibelMilliwatts, .between(-110, -40)), default: sensitivity,
      "Level with a detection probability of one half, at 5 GHz.")
    sensitivityDecibels = object.optional(
      "sensitivity_spread", .quantity(.decibels, .between(0, 20)), default: sensitivityDecibels,
      "Standard deviation of the sensitivity between phones.")
    airtime = object.optional(
      "airtime", .quantity(.ratio, .between(0, 1)), default: airtime,
      "Fraction of the time that each radio sends data.")
    isQuantised = object.optional(
      "whole_decibels", .bool, default: isQuantised, "Rounding of levels to 1 dB.")
    staleSeconds = object.optional(
      "stale", .quantity(.time, .between(0, 600)), default: staleSeconds,
      "Max age of earlier scan results that are reported again.")
  }

  private mutating func readScan(_ object: inout ObjectReader) {
    band2GHz = object.optional("band_2ghz", .bool, default: band2GHz, "Scans at 2.4 GHz.")
    band5GHz = object.optional("band_5ghz", .bool, default: band5GHz, "Scans at 5 GHz.")
    radarChannels = object.optional(
      "radar_channels", .bool, default: radarChannels,
      "Scans of 5 GHz channels with radar detection (DFS).")
    activeSeconds = object.optional(
      "dwell", .quantity(.time, .between(0.001, 10)), default: activeSeconds,
      "Dwell time on a channel with active scanning.")
    passiveSeconds = object.optional(
      "passive_dwell", .quantity(.time, .between(0.001, 10)), default: passiveSeconds,
      "Dwell time on a channel with passive scanning.")
    switchSeconds = object.optional(
      "switch_time", .quantity(.time, .between(0, 1)), default: switchSeconds,
      "Switching time from one channel to the next.")
  }
}
