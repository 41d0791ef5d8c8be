import Kernel
import Observations

/// The sampling of a device's sensors at a rate.
struct SensorRate {
  let ticks: Ticks
  /// Max time stamp error, in ns: a quarter of the sample interval.
  let stampLimit: Int64
  let accelerometerNoise, gyroscopeNoise, magnetometerNoise: Float

  init(_ model: InertialModel, hertz: Double) {
    let hertz = hertz.isFinite ? min(max(hertz, 1e-3), 1e6) : 1
    let period = 1e9 / hertz
    // A whole number of nanoseconds needs no division per tick.
    ticks =
      period == period.rounded()
      ? Ticks(from: .start, every: SimDuration(nanoseconds: Int64(period)))
      : Ticks(from: .start, hertz: hertz)
    stampLimit = Int64(period / 4)
    accelerometerNoise = model.accelerometer.noise(atHertz: hertz)
    gyroscopeNoise = model.gyroscope.noise(atHertz: hertz)
    magnetometerNoise = model.magnetometer.noise(atHertz: hertz)
  }
}

extension InertialModel {
  @inline(__always)
  mutating func readAccelerometer(
    _ scene: InertialScene, _ draws: SIMD4<Float>, _ rate: SensorRate, at time: SimTime
  ) -> InertialSample {
    accelerometer.sample(
      scene.force, draws, rate.accelerometerNoise, rate.stampLimit, at: time)
  }

  @inline(__always)
  mutating func readGyroscope(
    _ scene: InertialScene, _ draws: SIMD16<Float>, _ rate: SensorRate, at time: SimTime
  ) -> InertialSample {
    gyroscope.sample(
      scene.rate, draws.lowHalf.highHalf, rate.gyroscopeNoise, rate.stampLimit, at: time)
  }

  @inline(__always)
  mutating func readMagnetometer(
    _ scene: InertialScene, _ draws: SIMD16<Float>, _ rate: SensorRate, at time: SimTime
  ) -> InertialSample {
    magnetometer.sample(
      scene.field, draws.highHalf.lowHalf, rate.magnetometerNoise, rate.stampLimit, at: time)
  }
}

extension InertialSensor {
  @inline(__always)
  fileprivate mutating func sample(
    _ truth: PhoneVector, _ draws: PhoneVector, _ noise: Float, _ stampLimit: Int64,
    at time: SimTime
  ) -> InertialSample {
    let value = reading(of: truth, draws: draws, noise: noise, nanoseconds: time.nanoseconds)
    let error = min(stampLimit, max(-stampLimit, stampError(draws.w)))
    return InertialSample(
      time: SimTime(nanoseconds: time.nanoseconds &+ error), x: value.x, y: value.y, z: value.z)
  }
}
