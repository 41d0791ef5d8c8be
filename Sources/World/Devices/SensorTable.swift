import Observations

/// A value for each sensor.
struct SensorTable<Value: Sendable>: Sendable {
  private var values: [Value]

  init(_ value: Value) {
    values = Array(repeating: value, count: RadioRequest.Sensor.allCases.count)
  }

  subscript(sensor: RadioRequest.Sensor) -> Value {
    get { values[sensor.number] }
    set { values[sensor.number] = newValue }
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
