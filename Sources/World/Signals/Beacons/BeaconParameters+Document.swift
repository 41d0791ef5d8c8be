public import Documents

extension BeaconParameters {
  /// Reads the parameters from the keys of a mapping.
  public init(from object: inout ObjectReader) {
    self.init()
    readSwitches(&object)
    readPropagation(&object)
    readRadio(&object)
  }

  private mutating func readSwitches(_ object: inout ObjectReader) {
    obstruction = object.optional(
      "obstruction", .bool, default: true, "Walls and floors take their part.")
    shadowing = object.optional(
      "shadowing", .bool, default: true, "Strength wanders over metres.")
    fading = object.optional("fading", .bool, default: true, "Strength wanders over centimetres.")
    antenna = object.optional("antenna", .bool, default: true, "Antennas radiate unevenly.")
    body = object.optional(
      "body", .bool, default: true, "The bearer and the crowd stand in the way.")
    collisions = object.optional(
      "collisions", .bool, default: true, "Packets are lost to other beacons and to Wi-Fi.")
    deafness = object.optional(
      "deafness", .bool, default: true, "Packets are lost where they are too weak.")
    miscalibration = object.optional(
      "miscalibration", .bool, default: true, "Beacons radiate other than they claim.")
    phoneOffset = object.optional(
      "phone_offset", .bool, default: true, "Each phone reads high or low.")
    noise = object.optional("noise", .bool, default: true, "Readings scatter.")
    quantisation = object.optional(
      "quantisation", .bool, default: true, "Strength is told in whole dBm.")
    advertisingDelay = object.optional(
      "advertising_delay", .bool, default: true, "Events are delayed at random.")
  }

  private mutating func readPropagation(_ object: inout ObjectReader) {
    directRatio = object.optional(
      "direct_ratio", .quantity(.decibels, .between(-20, 40)), default: directRatio,
      "The direct ray's power over the scattered ones', within line of sight (Rice's K).")
    delaySpread = object.optional(
      "delay_spread", .quantity(.time, .between(0, 1e-6)), default: delaySpread,
      "The mean delay of scattered rays.")
    shadowSpread = object.optional(
      "shadow_spread", .quantity(.decibels, .between(0, 15)), default: shadowSpread,
      "The spread of the shadowing.")
    motion = object.optional(
      "motion", .quantity(.ratio, .between(0, 1)), default: motion,
      "The share of the scattered power that people who move change.")
    people = object.optional(
      "people", .bool, default: people, "Whether the scenario's own people stand in the way.")
    crowdDensity = object.optional(
      "crowd_density", .quantity(.areaDensity, .between(0, 8)), default: crowdDensity,
      "People who stand in the way.")
    bodyScale = object.optional(
      "body_scale", .number(.between(0, 3)), default: bodyScale,
      "How deep the bearer's shadow is; 1 is usual.")
    batteryAge = object.optional(
      "battery_age", .quantity(.time, .between(0, 1e9)), default: batteryAge,
      "The time since the beacons' batteries were new.")
  }

  private mutating func readRadio(_ object: inout ObjectReader) {
    interference = object.optional(
      "interference", .quantity(.ratio, .between(0, 1)), default: interference,
      "The share of time that Wi-Fi and others are on the air.")
    sensitivity = object.optional(
      "sensitivity", .quantity(.decibelMilliwatts, .between(-120, -40)), default: sensitivity,
      "Where half of the packets are decoded.")
    phoneSpread = object.optional(
      "phone_spread", .quantity(.decibels, .between(0, 15)), default: phoneSpread,
      "The spread of readings between phones.")
    readingNoise = object.optional(
      "reading_noise", .quantity(.decibels, .between(0, 15)), default: readingNoise,
      "The scatter of one reading.")
    profile = object.optional(
      "profile", .choice(BeaconScanProfile.self), default: profile,
      "How the scanner divides its time.")
    address = object.optional(
      "address", .choice(Address.self), default: address, "What the system tells of addresses.")
  }
}
