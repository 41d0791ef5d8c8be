public import Documents

extension InertialParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    self.init()
    accelerometer = accelerometer.keeping(
      object.optional(
        "accelerometer", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "Accelerometer errors."))
    gyroscope = gyroscope.keeping(
      object.optional(
        "gyroscope", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "Gyroscope errors."))
    magnetometer = magnetometer.keeping(
      object.optional(
        "magnetometer", .object(InertialSensorErrors.self), default: InertialSensorErrors(),
        "Magnetometer errors."))
    gait.stride = object.optional(
      "gait", .bool, default: true, "Periodic gait motion of the phone on foot.")
    gait.variety = object.optional(
      "variety", .bool, default: true, "Gait differences between people.")
    gait.variation = object.optional(
      "variation", .bool, default: true, "Gait differences between steps.")
    gait.roughness = object.optional(
      "roughness", .bool, default: true, "Non-periodic part of the gait motion.")
    sway = object.optional(
      "sway", .bool, default: true, "Postural sway, breathing and tremor of a body at rest.")
    holds = object.optional(
      "holds", .bool, default: true, "Different hold of the phone for each person and episode.")
    handling = object.optional(
      "handling", .bool, default: true, "Moves of the phone and sitting down take time.")
    ride = object.optional(
      "ride", .object(RideParameters.self), default: RideParameters(),
      "Vibration by vehicles and cycling.")
    fidget = object.optional(
      "fidget", .object(ConfuserParameters.self), default: ConfuserParameters(),
      "Motion by typing, fiddling and dancing.")
    field = object.optional(
      "field", .object(MagneticParameters.self), default: MagneticParameters(),
      "Disturbances of the magnetic field.")
    sampleRateHertz = object.optional(
      "sample_rate", .quantity(.frequency, .between(1, 1000)), default: 50,
      "Sample rate of the motion sensors.")
  }
}

/// Switches and scale of a motion sensor's errors.
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
    bias = object.optional("bias", .bool, default: true, "Turn-on bias.")
    drift = object.optional("drift", .bool, default: true, "Bias drift.")
    scale = object.optional(
      "scale", .bool, default: true, "Scale and cross-axis errors.")
    quantisation = object.optional("quantisation", .bool, default: true, "Quantised readings.")
    saturation = object.optional("saturation", .bool, default: true, "Saturation of readings.")
    jitter = object.optional("jitter", .bool, default: true, "Jitter of the time stamps.")
    size = object.optional(
      "size", .number(.between(0, 1000)), default: 1,
      "Factor of noise, bias, drift and scale errors.")
  }
}

extension InertialSensorParameters {
  /// Returns the sensor with only some of its errors.
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
