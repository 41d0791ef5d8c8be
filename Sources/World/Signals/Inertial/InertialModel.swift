public import Kernel
import Observations
public import Truth

/// A phone's accelerometer, gyroscope and magnetometer: one strapdown motion with sensor errors.
///
/// The trajectory gives the carrier's path and heading. Gait (``GaitMotion``), postural sway, vehicles and
/// hand motion are added; the phone's hold rotates the carrier's axes into the device's, and each sensor
/// adds its errors (``InertialSensorParameters``). Gravity changes with every tilt, and the gyroscope
/// senses the tilt's derivative. Random draws are addressed by device, purpose and time or step, so that
/// readings are independent of the order of calls.
public struct InertialModel: SignalModel {
  let parameters: InertialParameters
  var attitude: PhoneAttitude
  var gait: GaitMotion
  var posture: GaitPosture
  var extras: InertialExtras
  var hand: InertialDrift
  var accelerometer: InertialSensor
  var gyroscope: InertialSensor
  var magnetometer: InertialSensor
  let noise: InertialNoise
  /// The cached heading of the carrier with its sine and cosine; it often stays the same.
  var heading = (radians: Double.nan, sine: Float(0), cosine: Float(0))

  /// Creates the motion sensors of one device.
  public init(
    _ parameters: InertialParameters, in surroundings: InertialSurroundings,
    for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    gait = GaitMotion(for: receiver, parts: parameters.gait)
    attitude = PhoneAttitude(
      receiver, isLeft: gait.traits.isLeft, variety: parameters.holds,
      handling: parameters.handling)
    posture = GaitPosture(receiver, traits: gait.traits)
    extras = InertialExtras(parameters, in: surroundings, for: receiver)
    noise = InertialNoise(receiver.stream("inertial.noise"))
    hand = InertialDrift(noise, .shifts, spacing: 0.12)
    accelerometer = InertialSensor(
      parameters.accelerometer, draws: receiver.stream("inertial.accelerometer"))
    gyroscope = InertialSensor(
      parameters.gyroscope, draws: receiver.stream("inertial.gyroscope"))
    magnetometer = InertialSensor(
      parameters.magnetometer, draws: receiver.stream("inertial.magnetometer"))
  }

  /// The readings of the three sensors at a moment.
  ///
  /// ``fill(_:sensors:hertz:from:until:along:)`` gives the same at the rate of the parameters, and much
  /// faster.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> InertialReading? {
    var cursor = TrajectoryCursor(trajectory)
    let scene = scene(along: &cursor, at: time, withRate: true, withField: true)
    let rate = SensorRate(self, hertz: parameters.sampleRateHertz)
    let draws = noise.draws(.sensors, time.nanoseconds)
    return InertialReading(
      accelerometer: readAccelerometer(scene, draws.lowHalf.lowHalf, rate, at: time),
      gyroscope: readGyroscope(scene, draws, rate, at: time),
      magnetometer: readMagnetometer(scene, draws, rate, at: time))
  }

  /// Reads some sensors at all ticks of a rate from one time until another.
  ///
  /// Ticks are counted from the scenario's start, so that two consecutive batches equal one.
  ///
  /// - Parameters:
  ///   - readings: Cleared, then filled; its memory is reused.
  ///   - sensors: The sensors to read; the readings of others stay empty.
  ///   - hertz: The sample rate, in Hz.
  ///   - begin: The first moment.
  ///   - end: The moment after the last.
  ///   - cursor: The carrier's trajectory, fastest at the end of the last batch.
  public mutating func fill(
    _ readings: inout InertialReadings, sensors: InertialSensors, hertz: Double,
    from begin: SimTime, until end: SimTime, along cursor: inout TrajectoryCursor
  ) {
    readings.removeAll()
    let rate = SensorRate(self, hertz: hertz)
    var tick = rate.ticks.index(atOrAfter: begin)
    var time = rate.ticks.time(of: tick)
    let (withRate, withField) = (sensors.contains(.gyroscope), sensors.contains(.magnetometer))
    while time < end {
      let scene = scene(along: &cursor, at: time, withRate: withRate, withField: withField)
      // The accelerometer needs the first four draws only; it is mostly read alone.
      let first: SIMD4<Float>
      if withRate || withField {
        let draws = noise.draws(.sensors, time.nanoseconds)
        first = draws.lowHalf.lowHalf
        if withRate { readings.gyroscope.append(readGyroscope(scene, draws, rate, at: time)) }
        if withField {
          readings.magnetometer.append(readMagnetometer(scene, draws, rate, at: time))
        }
      } else {
        first = noise.firstDraws(.sensors, time.nanoseconds)
      }
      if sensors.contains(.accelerometer) {
        readings.accelerometer.append(readAccelerometer(scene, first, rate, at: time))
      }
      tick += 1
      time = rate.ticks.time(of: tick)
    }
  }
}
