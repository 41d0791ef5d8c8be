import Documents
import Observations
import Recordings
import Truth

/// One row of a ground truth table.
struct TruthRow {
  /// Time by the table's clock, in s.
  var seconds: Double
  var coordinate: Coordinate?
  var altitudeMetres: Double?
  /// The level, with inner nil for outdoors; outer nil if the row has no floor.
  var floor: Int??
  var activity: TrueActivity?
  var steps: Int?
  var isPaused: Bool?

  /// Activities by means of transport.
  static let transports: [String: TrueActivity] = [
    "still": .stationary, "standing": .stationary, "sitting": .stationary, "none": .stationary,
    "foot": .walking, "walk": .walking, "run": .running, "bike": .cycling, "bicycle": .cycling,
    "car": .automotive, "bus": .automotive, "train": .automotive, "tram": .automotive,
    "subway": .automotive, "metro": .automotive, "taxi": .automotive, "motorbike": .automotive,
  ]
}

/// The columns of a ground truth table, found by name.
struct TruthColumns {
  /// The format of the times.
  enum TimeColumn: String, CaseIterable {
    /// Seconds since the recording's start.
    case elapsed = "time_s"
    /// Date and time; UTC unless a zone is given.
    case utc = "utc"
    /// Seconds or milliseconds since 1970, without leap seconds.
    case unix = "unix_s"
    case unixMilliseconds = "unix_ms"
    /// Seconds since 1980-01-06, with leap seconds.
    case gps = "gps_s"
  }

  private enum ValueColumn: String, CaseIterable {
    case latitude = "latitude_deg"
    case longitude = "longitude_deg"
    case altitude = "altitude_m"
    case floor, activity, transport, steps, pause
  }

  let clock: TimeColumn
  private let clockColumn: Int
  private var columns: [ValueColumn: Int] = [:]
  /// Names of unused columns.
  private(set) var unknownColumns: [String] = []

  /// Finds the columns in a table's header.
  ///
  /// - Throws: The missing or duplicate column.
  init(_ csv: CSVReader) throws(DocumentError) {
    var clocks: [(clock: TimeColumn, column: Int)] = []
    for (index, name) in csv.columns.enumerated() {
      let plain = name.lowercased()
      if let clock = TimeColumn(rawValue: plain) {
        clocks.append((clock, index))
      } else if let fact = ValueColumn(rawValue: plain) {
        columns[fact] = index
      } else {
        unknownColumns.append(name)
      }
    }
    let place = SourcePosition(file: csv.file, line: 1, column: 1)
    let known = TimeColumn.allCases.map(\.rawValue) + ValueColumn.allCases.map(\.rawValue)
    guard clocks.count == 1 else {
      let names = TimeColumn.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw DocumentError(
        "expected one column with the time, of \(names); there \(clocks.isEmpty ? "is none" : "are \(clocks.count)")",
        at: place,
        suggestion: unknownColumns.lazy.compactMap { nearestName(to: $0, among: known) }.first
      )
    }
    (clock, clockColumn) = clocks[0]
    guard (columns[.latitude] == nil) == (columns[.longitude] == nil) else {
      throw DocumentError(
        "'latitude_deg' and 'longitude_deg' must be given together; one of them is missing",
        at: place)
    }
    guard !columns.isEmpty else {
      let names = ValueColumn.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw DocumentError(
        "no known column; expected any of \(names)", at: place,
        suggestion: unknownColumns.lazy.compactMap { nearestName(to: $0, among: known) }.first)
    }
  }

  /// Reads the table's current row.
  func row(_ csv: CSVReader) throws(DocumentError) -> TruthRow {
    var row = TruthRow(seconds: try seconds(csv))
    func number(_ fact: ValueColumn, _ range: ClosedRange<Double>) throws(DocumentError) -> Double?
    {
      guard let column = columns[fact], !csv.isEmpty(at: column) else { return nil }
      guard let value = csv.number(at: column), range.contains(value) else {
        throw Self.unexpected(
          csv, column,
          "a number from \(shortNumber(range.lowerBound)) to \(shortNumber(range.upperBound))")
      }
      return value
    }
    func word(_ fact: ValueColumn) -> String? {
      columns[fact].flatMap { csv.isEmpty(at: $0) ? nil : csv.text(at: $0).lowercased() }
    }
    if let latitude = try number(.latitude, -90...90),
      let longitude = try number(.longitude, -180...180)
    {
      row.coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
    row.altitudeMetres = try number(.altitude, -1000...20_000)
    if let text = word(.floor), let column = columns[.floor] {
      guard text == "outdoors" || Int(text) != nil else {
        throw Self.unexpected(csv, column, "a floor, such as -1, 0 or 2, or 'outdoors'")
      }
      row.floor = .some(Int(text))
    }
    row.activity = try activity(csv)
    row.steps = try number(.steps, 0...10_000_000).map { Int($0) }
    if let text = word(.pause), let column = columns[.pause] {
      guard let isPaused = ["1": true, "true": true, "0": false, "false": false][text] else {
        throw Self.unexpected(csv, column, "1 in a pause and 0 otherwise")
      }
      row.isPaused = isPaused
    }
    return row
  }

  /// The row's activity, by name or by means of transport.
  private func activity(_ csv: CSVReader) throws(DocumentError) -> TrueActivity? {
    for (fact, words) in [
      (
        ValueColumn.activity,
        Dictionary(uniqueKeysWithValues: TrueActivity.allCases.map { ($0.rawValue, $0) })
      ),
      (.transport, TruthRow.transports),
    ] {
      guard let column = columns[fact], !csv.isEmpty(at: column) else { continue }
      let text = csv.text(at: column).lowercased()
      guard let found = words[text] else {
        throw DocumentError(
          "unknown \(fact.rawValue) '\(excerpted(text))'; there are "
            + words.keys.sorted().joined(separator: ", "),
          at: csv.place(ofField: column),
          suggestion: nearestName(to: text, among: words.keys.sorted()))
      }
      return found
    }
    return nil
  }

  /// The row's time, in s.
  private func seconds(_ csv: CSVReader) throws(DocumentError) -> Double {
    switch clock {
    case .utc:
      guard let time = unixTimestamp(csv.text(at: clockColumn).utf8) else {
        throw Self.unexpected(csv, clockColumn, "a date and time such as 2026-05-01T08:30:00Z")
      }
      return Double(time.nanoseconds) * 1e-9
    case .elapsed, .unix, .gps, .unixMilliseconds:
      guard let value = csv.number(at: clockColumn), value.isFinite, abs(value) < 1e19 else {
        throw Self.unexpected(csv, clockColumn, "a number")
      }
      return clock == .unixMilliseconds ? value * 1e-3 : value
    }
  }

  private static func unexpected(
    _ csv: CSVReader, _ column: Int, _ what: String
  ) -> DocumentError {
    DocumentError(
      "expected \(what), found '\(excerpted(csv.text(at: column)))'", at: csv.place(ofField: column)
    )
  }

  private func shortNumber(_ value: Double) -> String { "\(Int(value))" }
}
