import Documents
import Kernel
import Observations
import Recordings

/// Reads a GetSensorData log line by line.
struct GetSensorDataReader {
  typealias Warning = GetSensorData.Warning

  /// A row of a motion sensor or the barometer, with both times in ns.
  struct TimedRow {
    var app: Int64
    /// Negative if absent.
    var sensor: Int64
    var x: Float
    var y: Float
    var z: Float
    var line: Int32
  }

  var text: SeparatedText
  var report = ReadingReport<Warning>()
  var manufacturer = ""
  var model = ""
  var created = ""
  var force: [TimedRow] = []
  var rotation: [TimedRow] = []
  var magnetic: [TimedRow] = []
  /// Pressure rows; x is the pressure in Pa.
  var pressure: [TimedRow] = []
  var scans = ScanGrouping()
  var scanClock = ClockPair()
  var beacons: [(time: Int64, value: BeaconAdvertisement)] = []
  var fixes: [(time: Int64, value: LocationFix)] = []
  var newestFix: (sensor: Int64, coordinate: Coordinate)?
  var truth: [(time: Int64, value: GetSensorData.TruePoint)] = []

  init(_ text: ByteWindow, file: String) {
    self.text = SeparatedText(
      text, file: file, layout: SeparatedText.Layout(separator: UInt8(ascii: ";")))
  }

  mutating func read() throws(DocumentError) -> GetSensorData {
    while try text.next() {
      if text.starts(0, with: "%") {
        readComment()
      } else if !readRow() {
        report.note(.badRow, line: text.line)
      }
    }
    return try result()
  }

  private mutating func readComment() {
    let comment = text.text(0, through: text.count - 1)
    guard let colon = comment.firstIndex(of: ":") else { return }
    let value = String(
      comment[comment.index(after: colon)...].drop { $0.isWhitespace }.prefix(200))
    if comment.hasPrefix("% Manufacturer:") { manufacturer = value }
    if comment.hasPrefix("% Model:") { model = value }
    if comment.hasPrefix("% Date of creation:") { created = value }
  }

  /// Reads a row; false if it is damaged.
  private mutating func readRow() -> Bool {
    guard text.count >= 2, text.fields[0].width == 4, let app = text.nanoseconds(1),
      app >= 0
    else { return false }
    if text.has(0, "ACCE") { return Self.append(text, app, to: &force, &report) }
    if text.has(0, "GYRO") { return Self.append(text, app, to: &rotation, &report) }
    if text.has(0, "MAGN") { return Self.append(text, app, to: &magnetic, &report) }
    if text.has(0, "AHRS") {
      report.note(.attitude, line: text.line)
      return true
    }
    if text.has(0, "PRES") { return readPressure(app) }
    if text.has(0, "WIFI") { return readReading(app) }
    if text.has(0, "BLE4") { return readAdvertisement(app) }
    if text.has(0, "GNSS") { return readFix(app) }
    if text.has(0, "POSI") { return readTruth(app) }
    let isCode = text.bytes[text.fields[0].start..<text.fields[0].end].allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    if isCode { report.note(.otherRow, line: text.line) }
    return isCode
  }

  /// The sensor time of the current row; negative if absent.
  private static func sensorTime(_ text: SeparatedText) -> Int64 { text.nanoseconds(2) ?? -1 }

  /// Appends a motion sensor row; static, because a method would copy the rows it changes.
  private static func append(
    _ text: SeparatedText, _ app: Int64, to rows: inout [TimedRow],
    _ report: inout ReadingReport<Warning>
  ) -> Bool {
    // Code, two times, three axes, accuracy: a row without the accuracy may be truncated within an axis.
    if text.hasMore(than: 7) { report.note(.extraFields, line: text.line) }
    guard text.count >= 7, let value = text.vector(3), abs(value.x) < InertialRows.limit,
      abs(value.y) < InertialRows.limit, abs(value.z) < InertialRows.limit
    else { return false }
    rows.append(
      TimedRow(
        app: app, sensor: sensorTime(text), x: Float(value.x), y: Float(value.y),
        z: Float(value.z),
        line: Int32(truncatingIfNeeded: text.line)))
    return true
  }

  /// Reads a pressure in mbar, or in Pa if mbar would be out of range.
  private mutating func readPressure(_ app: Int64) -> Bool {
    if text.hasMore(than: 5) { report.note(.extraFields, line: text.line) }
    guard text.count >= 5, let reported = text.number(3) else { return false }
    // The range of phone barometers, from the highest peaks to the deepest mines.
    let pascals: Double
    switch reported {
    case 300...1200: pascals = reported * 100
    case 30_000...120_000:
      report.note(.pascals, line: text.line)
      pascals = reported
    default: return false
    }
    pressure.append(
      TimedRow(
        app: app, sensor: Self.sensorTime(text), x: Float(pascals), y: 0, z: 0,
        line: Int32(truncatingIfNeeded: text.line)))
    return true
  }

  /// Reads one access point's row; an SSID may contain `;`, so the other fields count from the end.
  private mutating func readReading(_ app: Int64) -> Bool {
    // Rows may end in a separator.
    let last = text.fields[text.count - 1].width == 0 ? text.count - 2 : text.count - 1
    guard last >= 5, let rssi = text.number(last), (-200...50).contains(rssi) else { return false }
    let hasFrequency = text.hardwareAddress(last - 2) != nil
    let place = hasFrequency ? last - 2 : last - 1
    guard place >= 4, let bssid = text.hardwareAddress(place) else { return false }
    let frequency = hasFrequency ? text.number(last - 1) ?? 0 : 0
    let received = Self.sensorTime(text)
    if received > 0 { scanClock.learn(app: app, sensor: received) }
    let isNew = scans.add(
      ScanGrouping.Row(
        bssid: bssid, ssid: text.text(3, through: place - 1), rssiDecibelMilliwatts: rssi,
        frequencyMegahertz: (0...100_000).contains(frequency) ? frequency : 0,
        received: received > 0 ? received : nil, line: Int32(truncatingIfNeeded: text.line)),
      delivered: app)
    if !isNew { report.note(.repeatedReading, line: text.line) }
    return true
  }
}
