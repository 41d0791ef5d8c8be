import Documents
import Kernel
import Observations

/// The motion sensors of a walk beside its fingerprint table.
struct FingerprintInertial {
  private(set) var accelerometer: [InertialSample] = []
  private(set) var gyroscope: [InertialSample] = []
  private(set) var magnetometer: [InertialSample] = []

  init() {}

  /// Reads the rows of a table, from the start of the walk on.
  ///
  /// - Throws: The fault and its position.
  init(
    _ table: FieldTable, _ names: FingerprintColumns.Inertial, knowsNorth: Bool
  ) throws(DocumentError) {
    var table = table
    var sensors: [(WritableKeyPath<Self, [InertialSample]>, [String])] = [
      (\.accelerometer, names.accelerometer), (\.gyroscope, names.gyroscope),
    ]
    // A compass is of no use where north isn't known.
    if knowsNorth { sensors.append((\.magnetometer, names.magnetometer)) }
    var columns: [(sensor: WritableKeyPath<Self, [InertialSample]>, at: [Int])] = []
    for (sensor, named) in sensors {
      var found: [Int] = []
      for name in named {
        if let column = try table.column(name) { found.append(column) }
      }
      if found.count == 3 { columns.append((sensor, found)) }
    }
    var row = 0.0
    while try table.next() {
      let time = SimTime(seconds: row / names.rate)
      row += 1
      for (sensor, at) in columns {
        guard let x = try table.number(at[0]), let y = try table.number(at[1]),
          let z = try table.number(at[2])
        else { continue }
        self[keyPath: sensor].append(
          InertialSample(time: time, x: Float(x), y: Float(y), z: Float(z)))
      }
    }
  }
}
