/// Writes a table as RFC 4180 text: UTF-8, dot decimals, CRLF-free rows that end in a line feed.
///
/// Fields are formatted straight into one growing buffer; hand it on with ``takeBytes()`` whenever
/// it is convenient. Numbers are written so that they read back exactly.
public struct CSVWriter: Sendable {
  /// The columns' names, in order.
  public let columns: [String]
  /// What has been written since the bytes were last taken, header included.
  public private(set) var bytes: [UInt8] = []
  /// How many rows have been written, the header not counted.
  public private(set) var rowCount = 0
  /// For each field since the header, whether it was written as text; kept only where asked for.
  public private(set) var fieldsAreText: [Bool] = []
  private let notesText: Bool
  /// How many fields the current row has.
  private var fieldCount = 0

  /// Starts a table with a header.
  ///
  /// - Parameters:
  ///   - columns: The columns' names.
  ///   - notesText: Whether ``fieldsAreText`` is kept, for those who turn the table into JSON.
  public init(columns: [String], notesText: Bool = false) {
    self.columns = columns
    self.notesText = notesText
    for column in columns { field(column) }
    endRow()
    rowCount = 0
    fieldsAreText = []
  }

  /// Returns what has been written and empties the buffer, keeping its room.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Ends the row; fields that were not written are empty.
  public mutating func endRow() {
    while fieldCount < columns.count { emptyField() }
    bytes.append(UInt8(ascii: "\n"))
    fieldCount = 0
    rowCount += 1
  }

  /// Writes a field that holds nothing.
  public mutating func emptyField() {
    separate()
  }

  /// Writes text, quoted where it must be.
  public mutating func field(_ text: String) {
    separate(isText: true)
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
    }
    guard needsQuotes else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  public mutating func field(_ value: some BinaryInteger) {
    separate()
    append(decimal: Int64(truncatingIfNeeded: value))
  }

  /// Writes yes or no as 1 or 0.
  public mutating func field(_ value: Bool) {
    separate()
    bytes.append(UInt8(ascii: value ? "1" : "0"))
  }

  /// Writes a number in the fewest digits that read back to it; not-a-number is left empty.
  public mutating func field(_ value: Double) {
    separate()
    guard value.isFinite else { return append(nonFinite: value) }
    if value == value.rounded(.towardZero), abs(value) < 1e15, value.sign == .plus || value != 0 {
      append(decimal: Int64(value))
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Writes a single-precision number in the fewest digits that read back to it.
  public mutating func field(_ value: Float) {
    separate()
    guard value.isFinite else { return append(nonFinite: Double(value)) }
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number rounded to a fixed count of decimals, 0 to 12, half away from zero.
  public mutating func field(_ value: Double, decimals: Int) {
    separate()
    let places = min(max(decimals, 0), 12)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 9e18 else {
      return value.isFinite
        ? bytes.append(contentsOf: value.description.utf8) : append(nonFinite: value)
    }
    append(fixed: Int64(scaled), decimals: places)
  }

  /// Writes a count of nanoseconds as seconds with every digit that is not zero: exact.
  public mutating func field(secondsOf nanoseconds: Int64) {
    separate()
    append(fixed: nanoseconds, decimals: 9)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }

  private mutating func separate(isText: Bool = false) {
    if notesText { fieldsAreText.append(isText) }
    if fieldCount > 0 { bytes.append(UInt8(ascii: ",")) }
    fieldCount += 1
  }

  private mutating func append(nonFinite value: Double) {
    guard !value.isNaN else { return }
    bytes.append(contentsOf: (value < 0 ? "-inf" : "inf").utf8)
  }

  private mutating func append(decimal value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  private mutating func append(fixed value: Int64, decimals: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var unit: UInt64 = 1
    for _ in 0..<decimals { unit *= 10 }
    append(digits: value.magnitude / unit, atLeast: 1)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(digits: value.magnitude % unit, atLeast: decimals)
  }

  private mutating func append(digits value: UInt64, atLeast width: Int) {
    var rest = value
    var count = 0
    // Digits come out last first; twenty hold any 64-bit number.
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      while rest > 0 || count < width {
        buffer[23 - count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        count += 1
      }
      bytes.append(contentsOf: buffer[(24 - count)...])
    }
  }
}
