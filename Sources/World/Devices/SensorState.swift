import Kernel
import Observations

/// The requested state of a sensor, and its next event.
struct SensorState: Sendable {
  var isOn = false
  /// Report period; nil for the default.
  var period: SimDuration?
  /// Max batching delay of reports.
  var batching = SimDuration.zero
  var causes = ["stack"]
  private var next: EventQueue<DeviceEvent>.Handle?

  init() {}

  /// Schedules the next event after a delay.
  mutating func plan(
    _ event: DeviceEvent, after delay: SimDuration, _ schedule: inout Schedule<DeviceEvent>
  ) {
    next = schedule.schedule(event, after: delay)
  }

  /// Schedules the next event at a time.
  mutating func plan(
    _ event: DeviceEvent, at time: SimTime, _ schedule: inout Schedule<DeviceEvent>
  ) {
    next = schedule.schedule(event, at: time)
  }

  /// Cancels the next event; returns false if there is none.
  @discardableResult
  mutating func cancel(_ schedule: inout Schedule<DeviceEvent>) -> Bool {
    guard let handle = next else { return false }
    schedule.cancel(handle)
    next = nil
    return true
  }
}

struct SensorValues<Value: Sendable>: Sendable {
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
  /// The index in a table.
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
