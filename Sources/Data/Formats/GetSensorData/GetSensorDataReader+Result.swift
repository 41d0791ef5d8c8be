import Documents
import Kernel
import Observations
import Recordings

// The common time base.

extension GetSensorDataReader {
  mutating func result() throws(DocumentError) -> GetSensorData {
    let forces = try settled(force, .specificForce)
    let rotations = try settled(rotation, .rotationRate)
    let fields = try settled(magnetic, .fluxDensity)
    let pressures = try settled(pressure, .other)
    let firsts = [
      forces.rows.first?.nanoseconds, rotations.rows.first?.nanoseconds,
      fields.rows.first?.nanoseconds, pressures.rows.first?.nanoseconds,
      scans.scans.map(\.delivered).min(), beacons.map(\.time).min(), fixes.map(\.time).min(),
      truth.map(\.time).min(),
    ]
    guard let origin = firsts.compactMap({ $0 }).min() else {
      throw DocumentError("\(text.file): no readable row of GetSensorData in the file")
    }
    let (scans, invalid) = scans.finished(origin: origin, offset: scanClock.offset ?? 0)
    for line in invalid { report.note(.invalidSight, line: line) }
    return GetSensorData(
      manufacturer: manufacturer, model: model, created: created,
      originAppSeconds: Double(origin) / 1e9, accelerometer: forces.samples(since: origin),
      gyroscope: rotations.samples(since: origin), magnetometer: fields.samples(since: origin),
      barometer: pressures.samples(since: origin).map { row in
        PressureSample(time: row.time, pressurePascals: Double(row.x))
      }, scans: scans,
      beacons: placed(beacons, since: origin, \.time), fixes: placed(fixes, since: origin, \.time),
      truth: placed(truth, since: origin, \.time), report: report)
  }

  /// A sensor's rows in order of their sample times, on the app's clock.
  private mutating func settled(
    _ rows: [TimedRow], _ quantity: InertialRows.InertialQuantity
  ) throws(DocumentError) -> InertialRows {
    var clocks = ClockPair()
    for row in rows where row.sensor >= 0 { clocks.learn(app: row.app, sensor: row.sensor) }
    var placed = InertialRows()
    for row in rows {
      var time = row.app
      if row.sensor >= 0 {
        if let taken = clocks.taken(app: row.app, sensor: row.sensor) {
          time = taken
        } else {
          report.note(.clockConflict, line: Int(row.line))
        }
      }
      _ = placed.append(time, Double(row.x), Double(row.y), Double(row.z), line: Int(row.line))
    }
    placed.flush(&report)
    try placed.check(quantity, file: text.file)
    return placed
  }
}
