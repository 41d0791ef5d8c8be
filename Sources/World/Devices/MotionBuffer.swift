import Kernel
import Observations
import Signals

/// The buffer in which a phone's motion sensors gather what they read.
struct MotionBuffer: Sendable {
  /// The sensors that it serves.
  static let sensors = [RadioRequest.Sensor.accelerometer, .gyroscope, .magnetometer]
  /// How often it is emptied (WWDC14 session 612).
  private static let period = SimDuration.seconds(2.5)

  /// Since when each sensor fills it, and the next emptying.
  private var starts = SensorTable<SimTime?>(nil)
  private var emptying: EventQueue<DeviceEvent>.Handle?
  private var since = SimTime.start
  private var readings = InertialReadings()

  /// Takes what a sensor reads from now on.
  mutating func start(
    _ sensor: RadioRequest.Sensor, _ states: SensorTable<SensorState>,
    _ schedule: inout Schedule<DeviceEvent>
  ) {
    starts[sensor] = schedule.now
    guard emptying == nil else { return }
    since = schedule.now
    emptying = schedule.schedule(.motionBatch, after: period(states))
  }

  /// Forgets what a sensor has read.
  mutating func stop(_ sensor: RadioRequest.Sensor, _ schedule: inout Schedule<DeviceEvent>) {
    guard starts[sensor] != nil else { return }
    starts[sensor] = nil
    if Self.sensors.allSatisfy({ starts[$0] == nil }), let handle = emptying {
      schedule.cancel(handle)
      emptying = nil
    }
  }

  /// How often it is emptied: the shortest that any sensor's user wants.
  private func period(_ states: SensorTable<SensorState>) -> SimDuration {
    var least: SimDuration?
    for sensor in Self.sensors where starts[sensor] != nil {
      let wanted = states[sensor].batching
      if wanted > .zero { least = min(least ?? wanted, wanted) }
    }
    return least ?? Self.period
  }

  /// Reads what the sensors have sensed since the last time; ``batch(of:)`` has it then.
  mutating func fill(
    from signals: inout PhoneSignals?, _ states: SensorTable<SensorState>,
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

  /// What a sensor has read since it was switched on; nil if nothing.
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
    // Stamps jitter by less than a millisecond about their ticks.
    let earliest = start - .milliseconds(5)
    guard let first = samples.first, first.time < earliest else {
      return InertialBatch(samples: samples)
    }
    let rest = samples.filter { $0.time >= earliest }
    return rest.isEmpty ? nil : InertialBatch(samples: rest)
  }
}
