public import Documents

extension BarometerParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    weather = object.optional(
      "weather", .bool, default: true, "Pressure changes by weather.")
    fronts = object.optional(
      "fronts", .bool, default: true, "Occasional weather fronts, at 1 to 3 hPa/h.")
    ventilation = object.optional(
      "ventilation", .bool, default: true,
      "Overpressure in buildings, by ventilation and stack effect.")
    doors = object.optional(
      "doors", .bool, default: true, "Pressure pulses of building and car doors.")
    lifts = object.optional(
      "lifts", .bool, default: true, "Pressure ahead of a moving lift.")
    vehicles = object.optional(
      "vehicles", .bool, default: true,
      "Cabin pressure of vehicles by fans, windows and dynamic pressure.")
    wind = object.optional("wind", .bool, default: true, "Wind gusts outdoors.")
    temperature = object.optional(
      "temperature", .bool, default: true, "Temperature coefficient of the sensor.")
    seaLevelPascals = object.optional(
      "sea_level", .quantity(.pressure, .between(85_000, 110_000)), default: 101_325,
      "Mean sea level pressure.")
    weatherWalkPascals = object.optional(
      "weather_walk", .quantity(.pressure, .between(0, 100)), default: 2.8,
      "Random walk of the weather after one minute.")
    offsetPascals = object.optional(
      "offset", .quantity(.pressure, .between(0, 1000)), default: 50,
      "Standard deviation of the offset of a device.")
    noisePascals = object.optional(
      "noise", .quantity(.pressure, .between(0, 100)), default: 1.6,
      "RMS noise of a device's readings, median of devices.")
    resolutionPascals = object.optional(
      "resolution", .quantity(.pressure, .between(0, 100)), default: 0.16,
      "Resolution of readings.")
    caseSeconds = object.optional(
      "case", .quantity(.time, .between(0, 86_400)), default: 0,
      "Time constant of the air in the phone's case; over an hour for a sealed one.")
  }
}
