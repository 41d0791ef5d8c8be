public import Documents

extension InertialParameters: SignalParameters {
  /// Reads the parameters from a scenario's mapping.
  public init(from object: inout ObjectReader) {
    self.init()
    accelerometer = accelerometer.keeping(
      object.optional(
        "accelerometer", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "The accelerometer's errors."))
    gyroscope = gyroscope.keeping(
      object.optional(
        "gyroscope", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "The gyroscope's errors."))
    magnetometer = magnetometer.keeping(
      object.optional(
        "magnetometer", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "The magnetometer's errors."))
    gait.stride = object.optional(
      "gait", .bool, default: true, "Whether going on foot moves the phone.")
    gait.variety = object.optional(
      "variety", .bool, default: true, "Whether people walk differently.")
    gait.variation = object.optional(
      "variation", .bool, default: true, "Whether steps differ from each other.")
    gait.roughness = object.optional(
      "roughness", .bool, default: true, "Whether there is motion that doesn't repeat.")
    sway = object.optional(
      "sway", .bool, default: true, "Whether a body at rest sways, breathes and trembles.")
    holds = object.optional(
      "holds", .bool, default: true, "Whether phones are held differently, anew each time.")
    handling = object.optional(
      "handling", .bool, default: true, "Whether putting the phone elsewhere takes time.")
    ride = object.optional(
      "ride", .object(RideParameters.self), default: RideParameters(),
      "How vehicles and cycling shake the phone.")
    fidget = object.optional(
      "fidget", .object(ConfuserParameters.self), default: ConfuserParameters(),
      "How typing, fiddling and dancing do.")
    field = object.optional(
      "field", .object(MagneticParameters.self), default: MagneticParameters(),
      "How the magnetic field differs from the Earth's.")
    sampleRateHertz = object.optional(
      "sample_rate", .quantity(.frequency, .between(1, 1000)), default: 50,
      "How often the sensors are read.")
  }
}

/// Which errors of a motion sensor there are, and how large.
struct InertialSensorErrors: DocumentObject, Hashable {
  var noise = true
  var bias = true
  var drift = true
  var scale = true
  var quantisation = true
  var saturation = true
  var jitter = true
  var size = 1.0

  init() {}

  init(from object: inout ObjectReader) {
    noise = object.optional("noise", .bool, default: true, "White noise.")
    bias = object.optional("bias", .bool, default: true, "The offset at switching on.")
    drift = object.optional("drift", .bool, default: true, "The wandering of the offset.")
    scale = object.optional(
      "scale", .bool, default: true, "Errors of scale and of the axes' directions.")
    quantisation = object.optional("quantisation", .bool, default: true, "Steps of readings.")
    saturation = object.optional("saturation", .bool, default: true, "The end of the range.")
    jitter = object.optional("jitter", .bool, default: true, "Errors of the time stamps.")
    size = object.optional(
      "size", .number(.between(0, 1000)), default: 1,
      "By what noise, offset, wandering and scale errors are multiplied.")
  }
}

extension InertialSensorParameters {
  /// The same sensor with only some of its errors.
  func keeping(_ errors: InertialSensorErrors) -> InertialSensorParameters {
    InertialSensorParameters(
      noiseDensity: errors.noise ? noiseDensity * errors.size : 0,
      bias: errors.bias ? bias * errors.size : 0, drift: errors.drift ? drift * errors.size : 0,
      scaleError: errors.scale ? scaleError * errors.size : 0,
      crossAxis: errors.scale ? crossAxis * errors.size : 0,
      resolution: errors.quantisation ? resolution : 0,
      range: errors.saturation ? range : .infinity, stampJitter: errors.jitter ? stampJitter : 0)
  }
}
