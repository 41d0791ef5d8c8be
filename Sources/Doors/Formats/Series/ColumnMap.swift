import Documents
import Observations
import Recordings

/// How a data set's table lies, as data: what is in which column, in which unit.
///
/// ``MappedTable`` reads any table by its map; what a data set makes of the rows is its own.
struct ColumnMap: Sendable {
  /// Where a column is: by its name in the header, or by its place, from 0, in a table without one.
  enum Key: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case name(String)
    case place(Int)

    init(stringLiteral name: String) { self = .name(name) }
    init(integerLiteral place: Int) { self = .place(place) }
  }

  /// What the times of the rows are.
  enum Clock: Sendable {
    /// Whole milliseconds since 1970.
    case unixMilliseconds(Key)
    /// Whole nanoseconds of any clock.
    case nanoseconds(Key)
    /// Seconds of any clock, from 0 to so many, kept in ns; a row may lack it.
    case seconds(Key, most: Double)
    /// Seconds since 1970 of a local time such as 2021-03-11 09:01:51.
    case localTime(Key)
    /// The rows' numbers in a column of that name; counted where there is none.
    case rowNumber(String)
  }

  /// A column of numbers.
  struct Value: Sendable {
    var key: Key
    /// What is possible, in the file's unit.
    var range: ClosedRange<Double>
    /// What stands for a number that isn't told; nil where a row without it is no use.
    var otherwise: Double?
    /// What belongs there, in messages.
    var expected: String

    /// A column of which the table gives the range.
    init(
      _ key: Key, _ range: ClosedRange<Double>, otherwise: Double? = nil,
      is expected: String = "a number"
    ) {
      (self.key, self.range, self.otherwise, self.expected) = (key, range, otherwise, expected)
    }

    /// A column of a quantity that recordings have: the file's number times `scale` is in the unit of
    /// the recordings' column.
    init(_ key: Key, as column: String, scale: Double = 1) {
      let range = ImpossibleValue.range(of: column)
      self.init(key, range.lowerBound / scale...range.upperBound / scale)
    }

    /// Three axes of a motion sensor, such as those of `mps2`.
    static func axes(_ keys: [Key], as unit: String, scale: Double = 1) -> [Value] {
      zip(keys, ["x", "y", "z"]).map { Value($0, as: $1 + "_" + unit, scale: scale) }
    }
  }

  var clock: Clock
  var values: [Value]
  /// How many fields a row may have; nil for tables with a header, which says it.
  var width: Int?
  /// What may end a row beside the end of its line.
  var rowEnd: UInt8 = 10
  /// Whether a row that is shorter than the header is no use.
  var isWhole = false
}

/// What may be remarkable about a table's rows: they may lack values, too.
protocol TableRemark: ReadingRemark {
  /// A row without a value that it must have: it is left out.
  static var incomplete: Self { get }
}

/// A table of a data set while it is read by its map, plain or gzipped.
///
/// Text where a number belongs, and what can't be, is refused with its line and column.
struct MappedTable<Remark: TableRemark> {
  /// The fields of the current row.
  private(set) var row: SeparatedText
  /// The columns' names; none in a table without a header.
  let columns: [String]
  /// The current row's time, in the clock's own unit.
  private(set) var time: Int64 = 0
  /// The current row's numbers, in the order of the map.
  private(set) var values: [Double] = []
  var report = ReadingReport<Remark>()
  private let map: ColumnMap
  private var clock: Int?
  private var places: [Int?] = []
  private var count: Int64 = -1
  private let width: Int

  /// Opens a table and finds its columns.
  init(_ map: ColumnMap, _ bytes: [UInt8], file: String) throws(DocumentError) {
    self.map = map
    if let width = map.width {
      self.width = width
      columns = []
      row = SeparatedText(
        bytes: try unpackedText(bytes, file: file), file: file,
        layout: SeparatedText.Layout(separator: UInt8(ascii: ","), recordEnd: map.rowEnd))
    } else {
      let table = try NamedTable(bytes, file: file)
      (row, columns, width) = (table.row, table.columns, table.columns.count)
    }
    switch map.clock {
    case .unixMilliseconds(let key), .nanoseconds(let key), .localTime(let key),
      .seconds(let key, most: _):
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

  /// The places of the columns of the map.
  var mapped: [Int] { (clock.map { [$0] } ?? []) + places.compactMap { $0 } }

  /// The line on which the current row starts, from 1.
  var line: Int { row.line }

  /// The number of a column.
  func place(of key: ColumnMap.Key) throws(DocumentError) -> Int {
    switch key {
    case .place(let index): return index
    case .name(let name):
      guard let index = columns.firstIndex(of: name) else {
        throw DocumentError(
          "there is no column '\(name)'", at: SourcePlace(file: row.file, line: 1, column: 1))
      }
      return index
    }
  }

  /// Goes to the next row, whatever it holds; false after the last.
  mutating func next() throws(DocumentError) -> Bool {
    guard try row.next() else { return false }
    count += 1
    if map.width == nil { try row.checkCount(width) }
    return true
  }

  /// Reads the current row's time and numbers; false, and counted, if one is missing.
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
    case .seconds(_, let most):
      guard let seconds = try row.demandNumber(place, in: 0...most) else { return false }
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
      let told = try place.flatMap { (place) throws(DocumentError) in
        try row.demandNumber(place, in: value.range, value.expected)
      }
      guard let number = told ?? value.otherwise else { return false }
      values.append(number)
    }
    return true
  }

  /// One of a closed list of words; `expected` says which, in messages.
  func word<Word: RawRepresentable<String>>(
    _ place: Int, _ expected: String
  ) throws(DocumentError) -> Word {
    guard let word = Word(rawValue: row.text(place)) else { throw row.misfit(place, expected) }
    return word
  }

  /// Three numbers from one of the map on.
  func vector(_ first: Int) -> SIMD3<Double> {
    SIMD3(values[first], values[first + 1], values[first + 2])
  }
}
