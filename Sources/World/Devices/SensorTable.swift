import Kernel
import Observations

/// What the stack asks of a sensor, and what the sensor does next.
struct SensorState: Sendable {
  var isOn = false
  /// How often it is to report; nil where the stack doesn't say.
  var period: SimDuration?
  /// How long reports may pile up.
  var batching = SimDuration.zero
  /// On whose behalf it runs.
  var causes = ["stack"]
  private var next: EventQueue<DeviceEvent>.Handle?

  init() {}

  /// Plans what it does next.
  mutating func plan(
    _ event: DeviceEvent, after delay: SimDuration, _ schedule: inout Schedule<DeviceEvent>
  ) {
    next = schedule.schedule(event, after: delay)
  }

  /// Plans what it does next, at a time.
  mutating func plan(
    _ event: DeviceEvent, at time: SimTime, _ schedule: inout Schedule<DeviceEvent>
  ) {
    next = schedule.schedule(event, at: time)
  }

  /// Gives up what was planned.
  ///
  /// - Returns: Whether anything was.
  @discardableResult
  mutating func cancel(_ schedule: inout Schedule<DeviceEvent>) -> Bool {
    guard let handle = next else { return false }
    schedule.cancel(handle)
    next = nil
    return true
  }
}

/// A value for each sensor.
struct SensorTable<Value: Sendable>: Sendable {
  private var values: [Value]

  init(_ value: Value) {
    values = Array(repeating: value, count: RadioRequest.Sensor.allCases.count)
  }

  subscript(sensor: RadioRequest.Sensor) -> Value {
    get { values[sensor.number] }
    _modify { yield &values[sensor.number] }
  }
}

extension RadioRequest.Sensor {
  /// Its place in a table.
  @inline(__always)
  fileprivate var number: Int {
    switch self {
    case .accelerometer: 0
    case .gyroscope: 1
    case .magnetometer: 2
    case .barometer: 3
    case .gnss: 4
    case .beacon: 5
    case .cell: 6
    case .wifi: 7
    }
  }
}
