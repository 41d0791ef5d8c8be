public import Documents

extension BarometerParameters: SignalParameters {
  /// Reads the parameters; what isn't said is as in nature.
  public init(from object: inout ObjectReader) {
    weather = object.optional(
      "weather", .bool, default: true, "Whether the weather moves the pressure.")
    fronts = object.optional(
      "fronts", .bool, default: true, "Whether a front passes now and then, at 1 to 3 hPa/h.")
    ventilation = object.optional(
      "ventilation", .bool, default: true, "Whether buildings have a pressure of their own.")
    doors = object.optional(
      "doors", .bool, default: true, "Whether doors of buildings and cars make pulses.")
    lifts = object.optional(
      "lifts", .bool, default: true, "Whether a lift pushes the air before it.")
    vehicles = object.optional(
      "vehicles", .bool, default: true, "Fans, windows and the wind of motion in vehicles.")
    wind = object.optional("wind", .bool, default: true, "Whether gusts are felt outdoors.")
    temperature = object.optional(
      "temperature", .bool, default: true, "Whether the sensor's temperature shifts its reading.")
    seaLevelPascals = object.optional(
      "sea_level", .quantity(.pressure, .between(85_000, 110_000)), default: 101_325,
      "The pressure at sea level that the weather varies around.")
    weatherWalkPascals = object.optional(
      "weather_walk", .quantity(.pressure, .between(0, 100)), default: 2.8,
      "The random walk of the weather after one minute.")
    offsetPascals = object.optional(
      "offset", .quantity(.pressure, .between(0, 1000)), default: 50,
      "How far a device's readings are off, standard deviation.")
    noisePascals = object.optional(
      "noise", .quantity(.pressure, .between(0, 100)), default: 1.6,
      "The noise of a device's readings, RMS, median of devices.")
    resolutionPascals = object.optional(
      "resolution", .quantity(.pressure, .between(0, 100)), default: 0.16,
      "How fine readings are.")
    caseSeconds = object.optional(
      "case", .quantity(.time, .between(0, 86_400)), default: 0,
      "How long the air in the phone's case takes to follow; a sealed one takes over an hour.")
  }
}
