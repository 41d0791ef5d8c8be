public import Documents

extension BeaconParameters {
  public init(from object: inout ObjectReader) {
    self.init()
    readSwitches(&object)
    readPropagation(&object)
    readRadio(&object)
  }

  private mutating func readSwitches(_ object: inout ObjectReader) {
    obstruction = object.optional(
      "obstruction", .bool, default: true, "Losses of walls and floors.")
    shadowing = object.optional(
      "shadowing", .bool, default: true, "Shadowing over metres.")
    fading = object.optional("fading", .bool, default: true, "Small-scale fading over centimetres.")
    antenna = object.optional("antenna", .bool, default: true, "Antenna patterns.")
    body = object.optional(
      "body", .bool, default: true, "Body loss of the carrier and of the crowd.")
    collisions = object.optional(
      "collisions", .bool, default: true,
      "Packet losses by collisions with other beacons and with Wi-Fi.")
    deafness = object.optional(
      "deafness", .bool, default: true, "Packet losses below the sensitivity.")
    miscalibration = object.optional(
      "miscalibration", .bool, default: true, "True transmit power in place of the encoded one.")
    phoneOffset = object.optional(
      "phone_offset", .bool, default: true, "Constant offset of each phone's readings.")
    noise = object.optional("noise", .bool, default: true, "Noise of readings.")
    quantisation = object.optional(
      "quantisation", .bool, default: true, "Rounding of strengths to whole dBm.")
    advertisingDelay = object.optional(
      "advertising_delay", .bool, default: true, "Random advertising delays and clock errors.")
  }

  private mutating func readPropagation(_ object: inout ObjectReader) {
    directRatio = object.optional(
      "direct_ratio", .quantity(.decibels, .between(-20, 40)), default: directRatio,
      "Rician K factor with line of sight.")
    delaySpread = object.optional(
      "delay_spread", .quantity(.time, .between(0, 1e-6)), default: delaySpread,
      "Mean excess delay of scattered rays.")
    shadowSpread = object.optional(
      "shadow_spread", .quantity(.decibels, .between(0, 15)), default: shadowSpread,
      "Standard deviation of the shadowing with line of sight.")
    motion = object.optional(
      "motion", .quantity(.ratio, .between(0, 1)), default: motion,
      "Fraction of the scattered power that moving people reflect.")
    people = object.optional(
      "people", .bool, default: people, "Body loss of the scenario's own people in the way.")
    crowdDensity = object.optional(
      "crowd_density", .quantity(.areaDensity, .between(0, 8)), default: crowdDensity,
      "Density of other people.")
    bodyScale = object.optional(
      "body_scale", .number(.between(0, 3)), default: bodyScale,
      "Scale of the carrier's body shadow; 1 is usual.")
    batteryAge = object.optional(
      "battery_age", .quantity(.time, .between(0, 1e9)), default: batteryAge,
      "Age of the beacons' batteries.")
  }

  private mutating func readRadio(_ object: inout ObjectReader) {
    interference = object.optional(
      "interference", .quantity(.ratio, .between(0, 1)), default: interference,
      "Airtime fraction of Wi-Fi and others at 2.4 GHz.")
    sensitivity = object.optional(
      "sensitivity", .quantity(.decibelMilliwatts, .between(-120, -40)), default: sensitivity,
      "Level at which half of the packets are decoded.")
    phoneSpread = object.optional(
      "phone_spread", .quantity(.decibels, .between(0, 15)), default: phoneSpread,
      "Standard deviation of the offset between phones.")
    readingNoise = object.optional(
      "reading_noise", .quantity(.decibels, .between(0, 15)), default: readingNoise,
      "Standard deviation of one reading.")
    profile = object.optional(
      "profile", .choice(BeaconScanProfile.self), default: profile,
      "Scan duty cycle.")
    address = object.optional(
      "address", .choice(Address.self), default: address,
      "Hardware address of a beacon as the system reports it.")
  }
}
