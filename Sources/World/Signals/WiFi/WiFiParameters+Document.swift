public import Documents

extension WiFiParameters: SignalParameters {
  /// Reads the parameters.
  public init(from object: inout ObjectReader) {
    self.init()
    readLevels(&object)
    readPhone(&object)
    readScan(&object)
    replacedMonthly = object.optional(
      "replaced_monthly", .quantity(.ratio, .between(0, 1)), default: replacedMonthly,
      "The share of access points replaced each month.")
    movedMonthly = object.optional(
      "moved_monthly", .quantity(.ratio, .between(0, 1)), default: movedMonthly,
      "The share moved by some metres each month.")
    removedMonthly = object.optional(
      "removed_monthly", .quantity(.ratio, .between(0, 1)), default: removedMonthly,
      "The share switched off for good each month.")
  }

  private mutating func readLevels(_ object: inout ObjectReader) {
    shadowDecibels = object.optional(
      "shadow", .quantity(.decibels, .between(0, 30)), default: shadowDecibels,
      "How much levels depart from what walls and distance say; frozen in space.")
    shadowLengthMetres = object.optional(
      "shadow_length", .quantity(.length, .between(0.1, 1000)), default: shadowLengthMetres,
      "How far apart that differs.")
    dailyChange = object.optional(
      "daily_change", .quantity(.ratio, .between(0, 1)), default: dailyChange,
      "The share of it that is another each day.")
    hasFading = object.optional(
      "fading", .bool, default: hasFading, "Fading by multipath, frozen in space.")
    motionDecibels = object.optional(
      "motion", .quantity(.decibels, .between(0, 30)), default: motionDecibels,
      "How much levels vary from scan to scan as people move.")
    networkDecibels = object.optional(
      "network_noise", .quantity(.decibels, .between(0, 30)), default: networkDecibels,
      "How much the networks of one radio differ.")
    bodyDecibels = object.optional(
      "body", .quantity(.decibels, .between(0, 40)), default: bodyDecibels,
      "What the bearer's body takes from what comes from behind, at 2.4 GHz.")
    people = object.optional(
      "people", .bool, default: people, "Whether the scenario's own people stand in the way.")
    crowdDensity = object.optional(
      "crowd", .quantity(.areaDensity, .between(0, 10)), default: crowdDensity,
      "How many people stand about.")
    crowdDecibelsPerMetre = object.optional(
      "crowd_loss", .quantity(.attenuation, .between(0, 5)), default: crowdDecibelsPerMetre,
      "What they cost, at one person on each square metre.")
  }

  private mutating func readPhone(_ object: inout ObjectReader) {
    antennaDecibels = object.optional(
      "antenna_loss", .quantity(.decibels, .between(0, 40)), default: antennaDecibels,
      "What phones receive less than an ideal antenna would.")
    deviceDecibels = object.optional(
      "device_offset", .quantity(.decibels, .between(0, 30)), default: deviceDecibels,
      "How far phones differ in what they report.")
    deviceSlope = object.optional(
      "device_slope", .quantity(.ratio, .between(0, 0.5)), default: deviceSlope,
      "How far phones differ in the dB they report for one.")
    hasMisses = object.optional(
      "misses", .bool, default: hasMisses, "Whether weak beacons are missed.")
    hasCollisions = object.optional(
      "collisions", .bool, default: hasCollisions,
      "Whether beacons are missed when others send at the same time.")
    sensitivity = object.optional(
      "sensitivity", .quantity(.decibelMilliwatts, .between(-110, -40)), default: sensitivity,
      "The level of which half is heard, at 5 GHz.")
    sensitivityDecibels = object.optional(
      "sensitivity_spread", .quantity(.decibels, .between(0, 20)), default: sensitivityDecibels,
      "How far phones differ in that.")
    airtime = object.optional(
      "airtime", .quantity(.ratio, .between(0, 1)), default: airtime,
      "The share of the time that each radio sends.")
    isQuantised = object.optional(
      "whole_decibels", .bool, default: isQuantised, "Whether levels are whole dB.")
    staleSeconds = object.optional(
      "stale", .quantity(.time, .between(0, 600)), default: staleSeconds,
      "For how long results of earlier scans are reported again.")
  }

  private mutating func readScan(_ object: inout ObjectReader) {
    band2GHz = object.optional("band_2ghz", .bool, default: band2GHz, "Whether 2.4 GHz is scanned.")
    band5GHz = object.optional("band_5ghz", .bool, default: band5GHz, "Whether 5 GHz is scanned.")
    radarChannels = object.optional(
      "radar_channels", .bool, default: radarChannels,
      "Whether channels that radar has first claim to are listened to.")
    activeSeconds = object.optional(
      "dwell", .quantity(.time, .between(0.001, 10)), default: activeSeconds,
      "How long a phone asks and listens on a channel.")
    passiveSeconds = object.optional(
      "passive_dwell", .quantity(.time, .between(0.001, 10)), default: passiveSeconds,
      "How long it listens where it may not ask.")
    switchSeconds = object.optional(
      "switch_time", .quantity(.time, .between(0, 1)), default: switchSeconds,
      "From one channel to the next.")
  }
}
