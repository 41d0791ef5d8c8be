public import Kernel
import Observations
public import Truth

/// What a phone's accelerometer, gyroscope and magnetometer read along a trajectory.
///
/// All three follow one motion. The trajectory gives the bearer's path and heading; on it come the
/// legs (``GaitMotion``), a resting body's sway, vehicles, fingers; the hold turns the bearer's axes
/// into the device's, and each sensor adds its errors (``InertialSensorParameters``). Gravity is felt
/// through every tilt, and the gyroscope feels that tilt's derivative. Whatever is random is addressed
/// by device, purpose and time or step, so readings are the same however they are asked for.
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
  /// The bearer's last heading with its sine and cosine: it often stays the same.
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

  /// What the three sensors read at a moment.
  ///
  /// ``fill(_:sensors:hertz:from:until:along:)`` gives the same at the rate of the parameters, and
  /// much faster.
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
  /// Ticks are counted from the scenario's start, so that batches join up: two batches end to end
  /// are the same as one.
  ///
  /// - Parameters:
  ///   - readings: Emptied, then filled; its memory is used again.
  ///   - sensors: Which sensors are read; the others' readings stay empty.
  ///   - hertz: How often, in Hz.
  ///   - begin: The first moment.
  ///   - end: The moment after the last.
  ///   - cursor: The bearer's trajectory, fastest where it was left by the last batch.
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
      // The accelerometer needs the first four; by itself it is read most of the time.
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
