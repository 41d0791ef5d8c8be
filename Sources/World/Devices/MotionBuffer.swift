import Kernel
import Observations
import Signals

/// The batch buffer of a phone's motion sensors.
struct MotionBuffer: Sendable {
  static let sensors = [RadioRequest.Sensor.accelerometer, .gyroscope, .magnetometer]
  /// Default period of emptying (WWDC14 session 612).
  private static let period = SimDuration.seconds(2.5)

  /// The start time of each sensor, and the next emptying.
  private var starts = SensorValues<SimTime?>(nil)
  private var emptying: EventQueue<DeviceEvent>.Handle?
  private var since = SimTime.start
  private var readings = InertialReadings()

  /// Starts the buffering of a sensor.
  mutating func start(
    _ sensor: RadioRequest.Sensor, _ states: SensorValues<SensorState>,
    _ schedule: inout Schedule<DeviceEvent>
  ) {
    starts[sensor] = schedule.now
    guard emptying == nil else { return }
    since = schedule.now
    emptying = schedule.schedule(.motionBatch, after: period(states))
  }

  /// Stops a sensor and drops its samples.
  mutating func stop(_ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>) {
    guard starts[sensor] != nil else { return }
    starts[sensor] = nil
    if Self.sensors.allSatisfy({ starts[$0] == nil }), let handle = emptying {
      schedule.cancel(handle)
      emptying = nil
    }
  }

  /// The period of emptying.
  private func period(_ states: SensorValues<SensorState>) -> SimDuration {
    Self.period(states) { starts[$0] != nil }
  }

  /// The shortest batching of any of the sensors.
  static func period(
    _ states: SensorValues<SensorState>, of isIncluded: (RadioRequest.Sensor) -> Bool
  ) -> SimDuration {
    var minimum: SimDuration?
    for sensor in sensors where isIncluded(sensor) {
      let wanted = states[sensor].batching
      if wanted > .zero { minimum = min(minimum ?? wanted, wanted) }
    }
    return minimum ?? period
  }

  /// Reads the samples since the last call, for ``batch(of:)``.
  mutating func fill(
    from signals: inout PhoneSignals?, _ states: SensorValues<SensorState>,
    _ schedule: inout Schedule<DeviceEvent>
  ) {
    let (begin, end) = (since, schedule.now)
    since = end
    emptying = schedule.schedule(.motionBatch, after: period(states))
    var sensors: InertialSensors = []
    if starts[.accelerometer] != nil { sensors.insert(.accelerometer) }
    if starts[.gyroscope] != nil { sensors.insert(.gyroscope) }
    if starts[.magnetometer] != nil { sensors.insert(.magnetometer) }
    signals?.readMotion(sensors, from: begin, until: end, into: &readings)
  }

  /// A sensor's samples since it was switched on; nil if none.
  func batch(of sensor: RadioRequest.Sensor) -> Observation? {
    switch sensor {
    case .accelerometer:
      batch(readings.accelerometer, of: sensor).map { .accelerometer($0) }
    case .gyroscope: batch(readings.gyroscope, of: sensor).map { .gyroscope($0) }
    case .magnetometer: batch(readings.magnetometer, of: sensor).map { .magnetometer($0) }
    default: nil
    }
  }

  private func batch(
    _ samples: [InertialSample], of sensor: RadioRequest.Sensor
  ) -> InertialBatch? {
    guard let start = starts[sensor], !samples.isEmpty else { return nil }
    // Time stamps jitter by less than a millisecond about their ticks.
    let earliest = start - .milliseconds(5)
    guard let first = samples.first, first.time < earliest else {
      return InertialBatch(samples: samples)
    }
    let rest = samples.filter { $0.time >= earliest }
    return rest.isEmpty ? nil : InertialBatch(samples: rest)
  }
}
