import Documents
import Kernel
import Observations
import Recordings

/// Reads the rows of a phone sensor table.
struct SensorTableReader {
  typealias Warning = SensorTable.Warning

  private var text: SensorText
  private let sensor: SensorTable.SensorType
  private let file: String
  private var report = ReadingReport<Warning>()

  init(_ text: ByteWindow, file: String) throws(DocumentError) {
    self.file = file
    self.text = try SensorText(text, file: file)
    guard let sensor = self.text.header.sensor(file: file) else {
      throw self.text.row.failure("columns of no supported sensor")
    }
    self.sensor = sensor
    if self.text.isRounded { report.note(.roundedTime, line: self.text.row.line) }
  }

  /// Rejects a table with mostly duplicate times.
  private func demandTimes(_ kept: Int, of total: Int) throws(DocumentError) {
    guard total >= 20, 2 * kept < total else { return }
    throw DocumentError(
      "only \(kept) different times in \(total) rows: a spreadsheet may have rounded them; "
        + "use the app's own file",
      at: SourcePosition(file: file, line: 1, column: text.timeColumn + 1))
  }

  mutating func read() throws(DocumentError) -> SensorTable {
    let table =
      switch sensor {
      case .barometer: try readPressures()
      case .location: try readFixes()
      case .wifi: try readScans()
      default: try readMotion()
      }
    guard table.count > 0 else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return table
  }

  private func table(origin: Int64) -> SensorTable {
    SensorTable(
      sensor: sensor, clock: text.clock, originNanoseconds: origin, report: report)
  }

  // MARK: Motion

  private mutating func readMotion() throws(DocumentError) -> SensorTable {
    guard let axes = text.header.axes else {
      throw text.row.failure("no three columns of x, y and z in the header")
    }
    var scale = unitScale(text.header.columns[axes[0]].unit)
    var raw: [RawRow] = []
    while try text.next() {
      guard let time = text.time(), let x = text.number(axes[0]), let y = text.number(axes[1]),
        let z = text.number(axes[2])
      else {
        report.note(.badRow, line: text.row.line)
        continue
      }
      raw.append(
        RawRow(time: time, x: x, y: y, z: z, line: Int32(truncatingIfNeeded: text.row.line)))
    }
    if scale == nil, sensor == .accelerometer || sensor == .gravity, isInGravities(raw) {
      report.note(.gravityUnits, line: Int(raw[0].line))
      scale = Self.gravity
    }
    var rows = InertialRows()
    rows.reserve(raw.count)
    let factor = scale ?? 1
    for entry in raw {
      _ = rows.append(
        entry.time, entry.x * factor, entry.y * factor, entry.z * factor, line: Int(entry.line))
    }
    rows.flush(&report)
    try demandTimes(rows.rows.count, of: raw.count)
    try rows.check(quantity, file: file)
    let origin = rows.rows.first?.nanoseconds ?? 0
    var result = table(origin: origin)
    result.samples = rows.samples(since: origin)
    return result
  }

  private var quantity: InertialRows.InertialQuantity {
    switch sensor {
    case .accelerometer: .specificForce
    case .linearAcceleration, .gravity: .linearAcceleration
    case .gyroscope: .rotationRate
    case .magnetometer: .fluxDensity
    default: .other
    }
  }

  /// Rejects a value out of range, with its position.
  private func check(_ name: String, _ value: Double, _ column: Int) throws(DocumentError) {
    guard let fault = InvalidValue(name, value) else { return }
    throw text.row.failure(fault.description, field: column)
  }

  /// Standard gravity, in m/s² (CGPM 1901).
  static let gravity = 9.80665

  /// The factor from a unit to the reading's own unit; nil without a unit.
  private func unitScale(_ unit: String) -> Double? {
    switch (sensor, unit) {
    case (_, ""): nil
    case (.accelerometer, "g"), (.linearAcceleration, "g"), (.gravity, "g"): Self.gravity
    case (.gyroscope, "deg/s"), (.gyroscope, "°/s"): .pi / 180
    case (.magnetometer, "mt"): 1000
    case (.magnetometer, "g"), (.magnetometer, "gauss"): 100
    case (.barometer, "hpa"), (.barometer, "mbar"): 100
    case (.barometer, "kpa"): 1000
    default: 1
    }
  }

  /// True if the median magnitude is about 1, too small for m/s².
  private func isInGravities(_ rows: [RawRow]) -> Bool {
    // Tests the median of the squares by counting, which is faster than sorting.
    var (below, upTo) = (0, 0)
    for row in rows {
      let square = row.x * row.x + row.y * row.y + row.z * row.z
      if square < 0.64 { below += 1 }
      if square <= 1.56 { upTo += 1 }
    }
    return below <= rows.count / 2 && upTo > rows.count / 2
  }

  /// A motion row as read.
  private struct RawRow {
    var time: Int64
    var x, y, z: Double
    var line: Int32
  }

  // MARK: Slow sensors

  /// Counts rows out of order, of equal time and gaps; returns one row for each time.
  private mutating func settled<Value>(
    _ rows: [(time: Int64, line: Int, value: Value)]
  ) throws(DocumentError) -> [(time: Int64, line: Int, value: Value)] {
    var newest = Int64.min
    for row in rows {
      if row.time < newest { report.note(.disorder, line: row.line) }
      newest = max(newest, row.time)
    }
    var result: [(time: Int64, line: Int, value: Value)] = []
    for row in inOrderOfTime(rows, \.time) {
      if result.last?.time == row.time {
        report.note(.repeated, line: row.line)
      } else {
        result.append(row)
      }
    }
    try demandTimes(result.count, of: rows.count)
    report.noteGaps(
      result.map { SimTime(nanoseconds: $0.time) }, lines: result.map(\.line))
    return result
  }

  private mutating func readPressures() throws(DocumentError) -> SensorTable {
    let column = text.header.index(of: "pressure") ?? 0
    var scale = unitScale(text.header.columns[column].unit)
    var rows: [(time: Int64, line: Int, value: Double)] = []
    while try text.next() {
      guard let time = text.time(), let value = text.number(column) else {
        report.note(.badRow, line: text.row.line)
        continue
      }
      if scale == nil {
        report.note(.pressureUnits, line: text.row.line)
        scale = value < 150 ? 1000 : value < 1500 ? 100 : 1
      }
      let pascals = value * (scale ?? 1)
      try check("pressure_pa", pascals, column)
      // From the top of Mount Everest to the deepest mine, with a margin.
      guard (25_000...130_000).contains(pascals) else {
        report.note(.badRow, line: text.row.line)
        continue
      }
      rows.append((time, text.row.line, pascals))
    }
    let ordered = try settled(rows)
    let origin = ordered.first?.time ?? 0
    var result = table(origin: origin)
    result.pressures = ordered.map { row in
      PressureSample(time: simTime(row.time, since: origin), pressurePascals: row.value)
    }
    return result
  }

  private mutating func readFixes() throws(DocumentError) -> SensorTable {
    let header = text.header
    guard let latitude = header.index(of: "latitude"), let longitude = header.index(of: "longitude")
    else { throw text.row.failure("no columns of latitude and longitude in the header") }
    let altitude = header.index(of: "altitude", "height")
    let horizontal = header.index(of: "horizontalaccuracy", "accuracy")
    let vertical = header.index(of: "verticalaccuracy")
    let speed = header.index(of: "speed", "velocity")
    let course = header.index(of: "bearing", "course", "direction")
    let satellites = header.index(of: "satellites")
    var rows: [(time: Int64, line: Int, value: ReceiverFix)] = []
    while try text.next() {
      guard let time = text.time(), let north = text.number(latitude),
        let east = text.number(longitude)
      else {
        report.note(.badRow, line: text.row.line)
        continue
      }
      try check("latitude_deg", north, latitude)
      try check("longitude_deg", east, longitude)
      // Phones write negative values for unknown ones.
      func known(_ column: Int?) -> Double? { text.number(column).flatMap { $0 >= 0 ? $0 : nil } }
      let fix = ReceiverFix(
        time: .start, coordinate: Coordinate(latitudeDegrees: north, longitudeDegrees: east),
        altitudeMetres: text.number(altitude), horizontalAccuracyMetres: known(horizontal),
        verticalAccuracyMetres: known(vertical), speedMetresPerSecond: known(speed),
        courseDegrees: known(course),
        satelliteCount: known(satellites).flatMap { Int(exactly: min($0, 999).rounded()) })
      rows.append((time, text.row.line, fix))
    }
    let ordered = try settled(rows)
    let origin = ordered.first?.time ?? 0
    var result = table(origin: origin)
    result.fixes = ordered.map { row in
      var fix = row.value
      fix.time = simTime(row.time, since: origin)
      return fix
    }
    return result
  }

  private mutating func readScans() throws(DocumentError) -> SensorTable {
    let header = text.header
    guard let bssid = header.index(of: "bssid"),
      let strength = header.index(of: "rssi", "level", "signalstrength", "strength")
    else { throw text.row.failure("no columns 'bssid' and 'rssi' in the header") }
    let (name, frequency) = (header.index(of: "ssid"), header.index(of: "frequency"))
    var grouping = ScanGrouping()
    var origin: Int64?
    while try text.next() {
      let line = text.row.line
      guard let time = text.time(), let level = text.number(strength) else {
        report.note(.badRow, line: line)
        continue
      }
      try check("rssi_dbm", level, strength)
      guard (-150...0).contains(level) else {
        report.note(.badRow, line: line)
        continue
      }
      guard let address = text.row.hardwareAddress(bssid) else {
        report.note(.badAccessPoint, line: line)
        continue
      }
      origin = min(origin ?? time, time)
      let row = ScanGrouping.Row(
        bssid: address, ssid: name.map { text.row.text($0) } ?? "", rssiDecibelMilliwatts: level,
        frequencyMegahertz: text.number(frequency) ?? 0, received: nil,
        line: Int32(truncatingIfNeeded: line))
      if !grouping.add(row, delivered: time) { report.note(.repeatedReading, line: line) }
    }
    var result = table(origin: origin ?? 0)
    result.scans = grouping.finished(origin: origin ?? 0, offset: 0).scans
    return result
  }
}
