import Documents
import Observations
import Recordings

/// A declarative layout of a data set's table: columns, ranges and units.
///
/// ``MappedTable`` reads any table by its map; the interpretation of the rows is up to the data set.
struct ColumnMap: Sendable {
  /// A column: by name in the header, or by index in a table without one.
  enum Key: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case name(String)
    case place(Int)

    init(stringLiteral name: String) { self = .name(name) }
    init(integerLiteral place: Int) { self = .place(place) }
  }

  /// The format of the row times.
  enum TimeFormat: Sendable {
    /// Integer milliseconds since 1970.
    case unixMilliseconds(Key)
    /// Integer nanoseconds of any clock.
    case nanoseconds(Key)
    /// Seconds of any clock, from 0 to `most`, converted to ns; may be missing in a row.
    case seconds(Key, maximum: Double)
    /// Seconds since 1970 of a local time such as 2021-03-11 09:01:51.
    case localTime(Key)
    /// Row numbers in the named column; rows are counted if it is absent.
    case rowNumber(String)
  }

  /// A numeric column.
  struct NumericColumn: Sendable {
    var key: Key
    /// Valid range, in the file's unit.
    var range: ClosedRange<Double>
    /// Value of a missing number; nil if the number is required.
    var otherwise: Double?
    /// Description of the expected value, in messages.
    var expected: String

    /// Creates a column with its own range.
    init(
      _ key: Key, _ range: ClosedRange<Double>, otherwise: Double? = nil,
      is expected: String = "a number"
    ) {
      (self.key, self.range, self.otherwise, self.expected) = (key, range, otherwise, expected)
    }

    /// Creates a column with the range of a recording's column; the file's number times `scale` has that
    /// column's unit.
    init(_ key: Key, as column: String, scale: Double = 1) {
      let range = InvalidValue.range(of: column)
      self.init(key, range.lowerBound / scale...range.upperBound / scale)
    }

    /// The three axes of a motion sensor, with the unit of a recording's columns, such as `mps2`.
    static func axes(_ keys: [Key], as unit: String, scale: Double = 1) -> [NumericColumn] {
      zip(keys, ["x", "y", "z"]).map { NumericColumn($0, as: $1 + "_" + unit, scale: scale) }
    }
  }

  var clock: TimeFormat
  var values: [NumericColumn]
  /// Max fields per row; nil for tables with a header, which defines it.
  var width: Int?
  /// A row separator in addition to the end of line.
  var rowEnd: UInt8 = 10
  /// True if rows shorter than the header are skipped.
  var isWhole = false
}

/// Remarks on a table's rows, including missing values.
protocol TableWarning: ReadingWarning {
  /// A row without a required value, which is skipped.
  static var incomplete: Self { get }
}

/// A row reader for a table with a column map, plain or gzipped.
///
/// Rejects text in a number column and values out of range, with line and column.
struct MappedTable<Warning: TableWarning> {
  /// Fields of the current row.
  private(set) var row: SeparatedText
  /// Column names; empty for a table without a header.
  let columns: [String]
  /// Time of the current row, in the clock's own unit.
  private(set) var time: Int64 = 0
  /// Numbers of the current row, in the order of the map.
  private(set) var values: [Double] = []
  var report = ReadingReport<Warning>()
  private let map: ColumnMap
  private var clock: Int?
  private var places: [Int?] = []
  private var count: Int64 = -1
  private let width: Int

  init(_ map: ColumnMap, _ text: ByteWindow, file: String) throws(DocumentError) {
    self.map = map
    if let width = map.width {
      self.width = width
      columns = []
      row = SeparatedText(
        try unpackedText(text, file: file), file: file,
        layout: SeparatedText.Layout(separator: UInt8(ascii: ","), recordEnd: map.rowEnd))
    } else {
      let table = try NamedTable(text, file: file)
      (row, columns, width) = (table.row, table.columns, table.columns.count)
    }
    switch map.clock {
    case .unixMilliseconds(let key), .nanoseconds(let key), .localTime(let key),
      .seconds(let key, maximum: _):
      clock = try place(of: key)
    case .rowNumber(let name): clock = columns.firstIndex(of: name)
    }
    for value in map.values {
      if value.otherwise != nil, case .name(let name) = value.key {
        places.append(columns.firstIndex(of: name))
      } else {
        places.append(try place(of: value.key))
      }
    }
  }

  /// Indices of the mapped columns.
  var mapped: [Int] { (clock.map { [$0] } ?? []) + places.compactMap { $0 } }

  /// Line number of the current row's start, from 1.
  var line: Int { row.line }

  /// The index of a column.
  func place(of key: ColumnMap.Key) throws(DocumentError) -> Int {
    switch key {
    case .place(let index): return index
    case .name(let name):
      guard let index = columns.firstIndex(of: name) else {
        throw DocumentError(
          "there is no column '\(name)'", at: SourcePosition(file: row.file, line: 1, column: 1))
      }
      return index
    }
  }

  /// Advances to the next row, complete or not; false after the last.
  mutating func next() throws(DocumentError) -> Bool {
    guard try row.next() else { return false }
    count += 1
    if map.width == nil { try row.checkCount(width) }
    return true
  }

  /// Reads the current row's time and numbers; counts the row and returns false if one is missing.
  mutating func isComplete() throws(DocumentError) -> Bool {
    let hasTime = try readTime()
    if map.width != nil { try row.checkCount(width) }
    guard hasTime, !(map.isWhole && row.count < width), try readValues() else {
      report.note(.incomplete, line: line)
      return false
    }
    return true
  }

  private mutating func readTime() throws(DocumentError) -> Bool {
    let place = clock ?? 0
    switch map.clock {
    case .unixMilliseconds: time = try row.demandUnixMilliseconds(place)
    case .nanoseconds: time = try row.demandNanoseconds(place)
    case .seconds(_, let maximum):
      guard let seconds = try row.demandNumber(place, in: 0...maximum) else { return false }
      time = Int64((seconds * 1e9).rounded())
    case .localTime:
      guard let seconds = localSeconds(row.text(place)) else {
        throw row.misfit(place, "a time such as 2021-03-11 09:01:51")
      }
      time = seconds
    case .rowNumber:
      time =
        clock == nil
        ? count : try row.demandInteger(place, in: 0...1_000_000_000, "the row's number")
    }
    return true
  }

  private mutating func readValues() throws(DocumentError) -> Bool {
    values.removeAll(keepingCapacity: true)
    for (value, place) in zip(map.values, places) {
      let reported = try place.flatMap { (place) throws(DocumentError) in
        try row.demandNumber(place, in: value.range, value.expected)
      }
      guard let number = reported ?? value.otherwise else { return false }
      values.append(number)
    }
    return true
  }

  /// A word of a closed set in a field; `expected` describes the set in messages.
  func word<Word: RawRepresentable<String>>(
    _ index: Int, _ expected: String
  ) throws(DocumentError) -> Word {
    guard let word = Word(rawValue: row.text(index)) else { throw row.misfit(index, expected) }
    return word
  }

  /// Three consecutive numbers of the map.
  func vector(_ first: Int) -> SIMD3<Double> {
    SIMD3(values[first], values[first + 1], values[first + 2])
  }
}
