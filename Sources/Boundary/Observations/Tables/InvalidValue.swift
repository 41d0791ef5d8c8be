package import Documents
package import Kernel

/// A value that no sensor reports: physically impossible on Earth, or not a number.
///
/// Recordings of every format are validated against these limits on reading.
package struct InvalidValue: Hashable, Sendable, CustomStringConvertible {
  /// The column of a recording's table for the value; its name ends in the unit.
  package var column: String
  /// The value, in the column's unit.
  package var value: Double
  /// The valid range.
  package var allowed: ClosedRange<Double>
  /// The index of the item's member with the value, from 0.
  package var member = 0

  /// Creates a report of a value out of a column's range, or not a number; nil for a valid value.
  package init?(_ column: String, _ value: Double) {
    self.init(column, value, allowed: Self.range(of: column))
  }

  /// Returns the valid range of a column.
  package static func range(of column: String) -> ClosedRange<Double> {
    limits[column] ?? otherwise
  }

  private init?(_ column: String, _ value: Double, allowed: ClosedRange<Double>, member: Int = 0) {
    guard !allowed.contains(value) else { return nil }
    (self.column, self.value, self.allowed, self.member) = (column, value, allowed, member)
  }

  /// Creates a report of a time a day or more away from its delivery: wrong clock.
  init?(_ column: String, _ time: SimTime, delivered: SimTime) {
    let day = 86_400.0
    self.init(
      column, time.seconds, allowed: delivered.seconds - day...delivered.seconds + day)
  }

  /// Finds an axis value beyond a motion sensor's range.
  fileprivate init?(_ batch: InertialBatch, _ axes: [String]) {
    let allowed = Self.range(of: axes[0])
    let limit = Float(allowed.upperBound)
    for (member, sample) in batch.samples.enumerated() {
      // Not-a-number fails the comparison too.
      if abs(sample.x) <= limit, abs(sample.y) <= limit, abs(sample.z) <= limit { continue }
      for (axis, value) in zip(axes, [sample.x, sample.y, sample.z]) {
        if let found = Self(axis, Double(value), allowed: allowed, member: member) {
          self = found
          return
        }
      }
    }
    return nil
  }

  /// The value and its valid range, as text.
  package var description: String {
    "'\(column)' is \(value), but must be from \(allowed.lowerBound) to \(allowed.upperBound)"
  }

  /// Returns an error with the value and its time.
  package func error(at place: SourcePosition?, file: String, time: SimTime) -> DocumentError {
    let text = "\(description), at \(time.seconds) s"
    return DocumentError(place == nil ? "\(file): \(text)" : text, at: place)
  }

  /// Valid ranges by column of a recording; the names end in the unit.
  ///
  /// Wide enough for every sensor that people carry, and for the motion of people and vehicles.
  private static let limits: [String: ClosedRange<Double>] = [
    // Phone sensors end at 160 m/s², 35 rad/s and 5,000 µT; sensors on feet see harder impacts.
    "x_mps2": -1000...1000, "y_mps2": -1000...1000, "z_mps2": -1000...1000,
    "x_radps": -1000...1000, "y_radps": -1000...1000, "z_radps": -1000...1000,
    "x_ut": -1e5...1e5, "y_ut": -1e5...1e5, "z_ut": -1e5...1e5,
    // From the stratosphere to a pressure chamber.
    "pressure_pa": 100...200_000, "temperature_c": -150...200,
    "latitude_deg": -90...90, "longitude_deg": -180...180,
    // From the deepest sea to a satellite.
    "altitude_m": -12_000...1e6, "horizontal_accuracy_m": 0...1e8, "vertical_accuracy_m": 0...1e8,
    // A car may reverse.
    "speed_mps": -100...10_000, "course_deg": -360...360, "satellites": 0...1000,
    "carrier_hz": 0...1e11, "pseudorange_m": -1e9...1e9, "rate_mps": -1e6...1e6,
    // Infinite if the receiver doesn't report it.
    "pseudorange_sigma_m": 0...(.infinity), "rate_sigma_mps": 0...(.infinity),
    "delta_range_sigma_m": 0...(.infinity),
    "cn0_dbhz": -50...150, "gps_week": 0...9999, "week_s": 0...604_800,
    "rssi_dbm": -200...50, "measured_power_dbm": -200...128, "power_dbm": -200...50,
    "frequency_mhz": 0...1e6, "battery_share": -1...1,
    // Ground truth.
    "floor": -1000...1000, "east_mps": -10_000...10_000, "north_mps": -10_000...10_000,
    "steps": 0...1e9, "distance_m": 0...1e9,
  ]

  /// The valid range of any other column.
  private static let otherwise = -1e15...1e15
}

extension Observation {
  /// Returns the first invalid value of an observation delivered at a time; nil if all are valid.
  package func invalid(at time: SimTime) -> InvalidValue? {
    isPlainlyPossible(at: time) ? nil : clearlyInvalid(at: time)
  }

  /// Returns the first invalid value by checking field by field with the columns' names.
  package func clearlyInvalid(at time: SimTime) -> InvalidValue? {
    switch self {
    case .accelerometer(let batch): check(batch, "mps2", time)
    case .gyroscope(let batch): check(batch, "radps", time)
    case .magnetometer(let batch): check(batch, "ut", time)
    case .barometer(let sample): check(sample, time)
    case .gnss(let epoch): check(epoch, time) ?? check(members: epoch.measurements, time)
    case .fix(let fix): check(fix, time)
    case .ephemeris(.kepler(let message)): check(message, time)
    case .ephemeris(.glonass(let message)): check(message, time)
    case .ephemeris(.ionosphere(let message)): check(message, time)
    case .wifi(let scan): check(scan, time) ?? check(members: scan.readings, time)
    case .beacon(let received): check(received, time)
    case .cell(let scan): check(scan, time) ?? check(members: scan.readings, time)
    case .power(let source): check(source, time)
    case .vehicle(let link): check(link, time)
    case .network, .download, .app, .boot: nil
    }
  }
}

private func check(_ batch: InertialBatch, _ unit: String, _ time: SimTime) -> InvalidValue? {
  if let fault = InvalidValue(batch, ["x_\(unit)", "y_\(unit)", "z_\(unit)"]) { return fault }
  for (member, sample) in batch.samples.enumerated() {
    guard var fault = InvalidValue("time_s", sample.time, delivered: time) else { continue }
    fault.member = member
    return fault
  }
  return nil
}

private func check(_ row: some FieldRow, _ time: SimTime) -> InvalidValue? {
  var (row, check) = (row, FieldCheck(delivered: time))
  row.pass(&check)
  return check.fault
}

private func check(members rows: [some FieldRow], _ time: SimTime) -> InvalidValue? {
  for (member, row) in rows.enumerated() {
    guard var fault = check(row, time) else { continue }
    fault.member = member
    return fault
  }
  return nil
}

/// Checks each field of a row and keeps the first fault.
private struct FieldCheck: RowFields {
  let delivered: SimTime
  var fault: InvalidValue?

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    guard fault == nil else { return }
    if let number = value.number {
      fault = InvalidValue(name, number)
    } else if let time = value as? SimTime {
      fault = InvalidValue(name, time, delivered: delivered)
    }
  }

  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {}
}
