import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

/// A fingerprint table of any source: positions, floors and the RSSI of each transmitter received there.
///
/// ``FingerprintColumns`` names its columns. Rows are separate places, or walks if there are times; they
/// keep the file's order. Skipped and counted: rows without a position. Rejected, with line and column: text in a
/// number column, and RSSI out of range.
struct FingerprintTable {
  /// Skipped data in a file.
  enum Warning: String, ReadingWarning {
    case incomplete = "rows without a position, a floor or a time"
    case silent = "rows without a received transmitter"
  }

  /// One RSSI, in dBm, with its transmitter's index in ``transmitters``.
  ///
  /// Kept small, because a large table has tens of millions.
  struct Reading: Hashable {
    var transmitter: Int32
    var strength: Double
  }

  /// A position and its RSSI readings.
  struct Fingerprint: Hashable {
    var coordinate: Coordinate
    var floor: Int?
    var readings: [Reading]
    /// Time in s, from any start; nil for a separate place.
    var seconds: Double?
    /// Value of the walk's column; empty without one.
    var walk = ""
  }

  private(set) var spots: [Fingerprint] = []
  /// Transmitter names.
  private(set) var transmitters: [String]
  private(set) var report = ReadingReport<Warning>()
  let kind: FingerprintColumns.TransmitterKind
  /// True if the direction of north is known.
  let knowsNorth: Bool
  /// True if positions are in metres without a geographic origin.
  let isNowhere: Bool
  /// Age of the readings of a walk's row.
  let latency: SimDuration
  /// Sensor readings of the walk.
  var inertial = FingerprintInertial()

  /// Valid RSSI, in dBm.
  private static let strengths = -127.0...20
  /// Largest time, in s: Unix times in s are a sixtieth of it.
  private static let maxSeconds = 1e11

  /// Reads a table, joined tables included.
  ///
  /// - Throws: The fault and its position.
  init(_ table: FieldTable, _ names: FingerprintColumns) throws(DocumentError) {
    kind = names.kind
    let places = try FingerprintPlaces(table, names)
    isNowhere = places.isNowhere
    knowsNorth = places.knowsNorth
    latency = SimDuration(seconds: names.latency)
    let time = try table.column(names.time)
    let walk = try table.column(names.walk)
    try Self.checkTimes(names)
    var rowCount = 0
    var received = try FingerprintReadings(table, names)
    var scan: [String]?
    var table = table
    while try table.next() {
      rowCount += 1
      let readings = try received.readings(table, allowed: Self.strengths)
      if readings.isEmpty { report.note(.silent, line: table.line) }
      guard let (coordinate, floor) = try places.place(table) else {
        report.note(.incomplete, line: table.line)
        continue
      }
      // Rows of one scan are consecutive.
      let key = received.scan(table, places)
      if let key, key == scan {
        spots[spots.count - 1].readings += readings
        continue
      }
      var spot = Fingerprint(coordinate: coordinate, floor: floor, readings: readings)
      if let time {
        guard let seconds = try table.number(time) else {
          report.note(.incomplete, line: table.line)
          continue
        }
        guard abs(seconds) <= Self.maxSeconds else {
          throw DocumentError(
            "expected a time in s, found \(seconds); is it in ms or ns?", at: table.place(time))
        }
        spot.seconds = seconds
      } else if let interval = names.interval {
        spot.seconds = interval * Double(key == nil ? rowCount - 1 : spots.count)
      }
      if let walk { spot.walk = table.text(walk) }
      scan = key
      spots.append(spot)
    }
    transmitters = received.transmitters
    guard !spots.isEmpty else {
      throw DocumentError("'\(table.file)' has no row with a position or a time")
    }
  }

  /// Rejects column files whose keys contradict each other.
  private static func checkTimes(_ names: FingerprintColumns) throws(DocumentError) {
    let isWalk = names.time != nil || names.interval != nil
    guard names.time == nil || names.interval == nil else {
      throw DocumentError("give either 'time' or 'interval', not both")
    }
    let others = [
      ("walk", names.walk != nil), ("latency", names.latency > 0),
      ("inertial", names.inertial != nil),
    ]
    if !isWalk, let (key, _) = others.first(where: \.1) {
      throw DocumentError("'\(key)' is of walks: add 'time: COLUMN' or 'interval: 1 s'")
    }
  }
}

/// Reads the positions of a table's rows.
private struct FingerprintPlaces {
  private let names: FingerprintColumns
  private let east, north, floor: Int
  private let isInDegrees: Bool
  private let plan: LocalPlan
  let isNowhere: Bool
  let knowsNorth: Bool
  /// The columns of the position and the floor.
  var columns: [Int] { [east, north] + (floor < 0 ? [] : [floor]) }

  init(_ table: FieldTable, _ names: FingerprintColumns) throws(DocumentError) {
    self.names = names
    func found(_ name: String?, _ usual: String) throws(DocumentError) -> Int? {
      try table.column(name) ?? table.columns.firstIndex(of: usual)
    }
    let pairs = [
      (
        try found(names.longitude, "longitude_deg"), try found(names.latitude, "latitude_deg"), true
      ),
      (try found(names.x, "x_m"), try found(names.y, "y_m"), false),
    ]
    guard let pair = pairs.first(where: { $0.0 != nil && $0.1 != nil }), let east = pair.0,
      let north = pair.1
    else {
      throw DocumentError(
        "'\(table.file)' has no positions: expected the columns 'x_m' and 'y_m', or 'latitude_deg' and "
          + "'longitude_deg'; a file '\(FingerprintFiles.name(of: table.file))' beside it can name others"
      )
    }
    (self.east, self.north, isInDegrees) = (east, north, pair.2)
    floor = try found(names.floor, "floor") ?? -1
    isNowhere = !isInDegrees && names.origin == nil
    knowsNorth = isInDegrees || names.azimuth != nil
    plan = names.origin.map { LocalPlan(origin: $0, note: "") } ?? .nowhere
  }

  /// The position and floor of a row; nil if it lacks them.
  func place(_ table: FieldTable) throws(DocumentError) -> (Coordinate, Int?)? {
    guard let x = try table.number(east), let y = try table.number(north) else {
      return nil
    }
    let level = try level(table)
    guard floor < 0 || level != nil else { return nil }
    guard isInDegrees else {
      let point = Vec2(x, y).rotated(by: -(names.azimuth ?? 0)) * names.metres
      return (plan.coordinate(x: point.x, y: point.y), level)
    }
    guard abs(y) <= 90, abs(x) <= 180 else {
      throw DocumentError(
        "expected degrees, found \(y), \(x); for metres use the columns 'x' and 'y'",
        at: table.place(north))
    }
    return (Coordinate(latitudeDegrees: y, longitudeDegrees: x), level)
  }

  private func level(_ table: FieldTable) throws(DocumentError) -> Int? {
    guard floor >= 0 else { return nil }
    let text = table.text(floor).trimmingSpaces
    if let named = names.floors[text] { return named }
    guard let value = try table.number(floor) else { return nil }
    let level = (value / (names.floorHeight ?? 1)).rounded()
    guard names.floorHeight != nil || level == value, abs(level) < 1000 else {
      throw DocumentError(
        "expected the number of a floor, found \(text); for a height give 'floor_height'",
        at: table.place(floor))
    }
    return Int(level)
  }
}

/// Reads the RSSI values of a table's rows.
private struct FingerprintReadings {
  private let undetected: Set<Double>
  /// Transmitter names, in order of columns or of first reception.
  private(set) var transmitters: [String]
  /// Index of each transmitter, for tables with one row for each RSSI.
  private var numbers: [String: Int32] = [:]
  /// The column of each transmitter; empty for tables with one row for each RSSI.
  private let wide: [Int]
  private let transmitter, strength, scan, time: Int

  init(_ table: FieldTable, _ names: FingerprintColumns) throws(DocumentError) {
    undetected = Set(names.undetected)
    let columns = table.columns
    transmitter =
      try table.column(names.transmitter) ?? columns.firstIndex(of: "transmitter") ?? -1
    strength = try table.column(names.strength) ?? columns.firstIndex(of: "rssi_dbm") ?? -1
    scan = try table.column(names.scan) ?? columns.firstIndex(of: "scan") ?? -1
    time = try table.column(names.time) ?? -1
    guard transmitter < 0 || strength < 0 else {
      (wide, transmitters) = ([], [])
      return
    }
    wide = columns.indices.filter { index in
      names.transmitters.isEmpty
        ? HardwareAddress(columns[index]) != nil
        : names.transmitters.contains { Self.matches(columns[index], $0) }
    }
    transmitters = wide.map { columns[$0] }
    guard !wide.isEmpty else {
      throw DocumentError(
        "'\(table.file)' has no transmitters: expected the columns 'transmitter' and 'rssi_dbm', or a "
          + "column named by the address of each; 'transmitters: [WAP*]' in "
          + "'\(FingerprintFiles.name(of: table.file))' beside it can name others")
    }
  }

  /// True if a name matches a pattern; `5-9` matches the numbers from 5 to 9, `*` any ending.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    if pattern.hasSuffix("*") { return name.hasPrefix(pattern.dropLast()) }
    let ends = pattern.split(separator: "-").compactMap { Int($0) }
    if ends.count == 2, let number = Int(name) {
      return (ends[0]...max(ends[0], ends[1])) ~= number
    }
    return name == pattern
  }

  /// The values common to all rows of one scan; nil if each row is a scan.
  func scan(_ table: FieldTable, _ places: FingerprintPlaces) -> [String]? {
    guard transmitter >= 0, strength >= 0 else { return nil }
    let keys = scan >= 0 ? [scan] : places.columns + (time < 0 ? [] : [time])
    return keys.map { table.text($0) }
  }

  mutating func readings(
    _ table: FieldTable, allowed: ClosedRange<Double>
  ) throws(DocumentError) -> [FingerprintTable.Reading] {
    var found: [FingerprintTable.Reading] = []
    if wide.isEmpty {
      let name = table.text(transmitter).trimmingSpaces
      if !name.isEmpty, let value = try level(table, strength, allowed) {
        found.append(FingerprintTable.Reading(transmitter: number(of: name), strength: value))
      }
      return found
    }
    for (number, column) in wide.enumerated() {
      guard let value = try level(table, column, allowed) else { continue }
      found.append(FingerprintTable.Reading(transmitter: Int32(number), strength: value))
    }
    return found
  }

  private mutating func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    numbers[name] = Int32(transmitters.count)
    transmitters.append(name)
    return Int32(transmitters.count - 1)
  }

  /// The RSSI in a column, in dBm; nil if the transmitter was not received.
  private func level(
    _ table: FieldTable, _ column: Int, _ allowed: ClosedRange<Double>
  ) throws(DocumentError) -> Double? {
    guard let value = try table.number(column), !undetected.contains(value) else { return nil }
    guard allowed.contains(value) else {
      throw DocumentError(
        "expected an RSSI from -127 to 20 dBm, found \(value); if it means not received, give "
          + "'unheard: [\(value)]'", at: table.place(column))
    }
    return value
  }
}
