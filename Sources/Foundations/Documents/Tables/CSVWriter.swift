/// Writer of RFC 4180 tables: UTF-8, decimal points, rows that end in a line feed.
///
/// Fields are formatted directly into one growing buffer; fetch it with ``takeBytes()`` at any time.
/// Numbers read back exactly.
public struct CSVWriter: Sendable {
  /// The column names, in order.
  public let columns: [String]
  /// The bytes written since the last ``takeBytes()``, header included.
  public var bytes: [UInt8] { Array(storage[..<count]) }
  /// The number of bytes written since the last ``takeBytes()``, header included.
  public private(set) var count = 0
  /// The number of rows written, without the header.
  public private(set) var rowCount = 0
  /// For each field after the header, true if it was written as text; kept only on request.
  public private(set) var fieldsAreText: [Bool] = []
  private let notesText: Bool
  private static let large = 1 << 20
  /// The number of fields in the current row.
  private var fieldCount = 0
  /// The text, followed by spare capacity.
  private var storage: [UInt8] = []

  /// Starts a table with a header.
  ///
  /// `notesText` keeps ``fieldsAreText``, for conversion of the table to JSON.
  public init(columns: [String], notesText: Bool = false) {
    self.columns = columns
    self.notesText = notesText
    for column in columns { field(column) }
    endRow()
    rowCount = 0
    fieldsAreText = []
  }

  /// Returns the written bytes and empties the buffer.
  public mutating func takeBytes() -> [UInt8] {
    defer { count = 0 }
    // A small buffer keeps its capacity; a large one is handed over without a copy.
    guard count > Self.large else { return bytes }
    storage.removeLast(storage.count - count)
    defer { storage = [] }
    return storage
  }

  /// Reserves space for `byteCount` more bytes.
  public mutating func reserve(_ byteCount: Int) {
    if storage.count - count < byteCount { grow(byteCount) }
  }

  /// Ends the row; missing fields are empty.
  public mutating func endRow() {
    while fieldCount < columns.count { emptyField() }
    append(UInt8(ascii: "\n"))
    fieldCount = 0
    rowCount += 1
  }

  public mutating func emptyField() {
    separate()
  }

  /// Writes text, quoted if necessary.
  public mutating func field(_ text: String) {
    separate(isText: true)
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
    }
    guard needsQuotes else { return append(text) }
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }

  @inlinable
  public mutating func field(_ value: some BinaryInteger) {
    field(whole: Int64(truncatingIfNeeded: value))
  }

  public mutating func field(whole value: Int64) {
    separate()
    appendNumber { place in write(value, to: place) }
  }

  /// Writes a Boolean as 1 or 0.
  public mutating func field(_ value: Bool) {
    separate()
    append(UInt8(ascii: value ? "1" : "0"))
  }

  /// Writes a number in the fewest digits that read back exactly; not-a-number gives an empty field.
  public mutating func field(_ value: Double) {
    separate()
    guard value.isFinite else { return append(nonFinite: value) }
    appendNumber { place in
      if value == value.rounded(.towardZero), abs(value) < 1e15, value.sign == .plus || value != 0 {
        return write(Int64(value), to: place)
      }
      return write(shortest: value, to: place)
    }
  }

  /// Writes a single-precision number in the fewest digits that read back exactly.
  public mutating func field(_ value: Float) {
    separate()
    guard value.isFinite else { return append(nonFinite: Double(value)) }
    appendNumber { place in write(shortest: value, to: place) }
  }

  /// Writes a number rounded to a fixed number of decimals, 0 to 12, halves away from zero.
  public mutating func field(_ value: Double, decimals: Int) {
    separate()
    let places = min(max(decimals, 0), 12)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard value.isFinite else { return append(nonFinite: value) }
    appendNumber { place in
      abs(scaled) < 9e18
        ? write(fixed: Int64(scaled), decimals: places, to: place)
        : write(shortest: value, to: place)
    }
  }

  /// Writes nanoseconds as seconds, exact, without trailing zeros.
  public mutating func field(secondsOf nanoseconds: Int64) {
    separate()
    appendNumber { place in
      let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(
        dividingBy: 1_000_000_000)
      var end = 0
      if nanoseconds < 0 {
        place[0] = UInt8(ascii: "-")
        end = 1
      }
      end += write(seconds, to: place + end)
      guard rest > 0 else { return end }
      var (digits, width) = (rest, 9)
      if digits % 1_000_000 == 0 { (digits, width) = (digits / 1_000_000, 3) }
      while digits % 10 == 0 { (digits, width) = (digits / 10, width - 1) }
      place[end] = UInt8(ascii: ".")
      write(digits, width: width, to: place + end + 1)
      return end + 1 + width
    }
  }

  private mutating func separate(isText: Bool = false) {
    if notesText { fieldsAreText.append(isText) }
    if fieldCount > 0 { append(UInt8(ascii: ",")) }
    fieldCount += 1
  }

  private mutating func append(nonFinite value: Double) {
    guard !value.isNaN else { return }
    append(value < 0 ? "-inf" : "inf")
  }

  private mutating func append(_ byte: UInt8) {
    makeRoom(1)
    storage[count] = byte
    count += 1
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { text in
      makeRoom(text.count)
      let start = count
      storage.withUnsafeMutableBufferPointer { storage in
        _ = UnsafeMutableBufferPointer(rebasing: storage[start...]).update(from: text)
      }
      count += text.count
    }
  }

  /// Appends a number; `body` returns the number of bytes it wrote.
  @inline(__always)
  private mutating func appendNumber(_ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    makeRoom(maxNumberBytes)
    let start = count
    count += storage.withUnsafeMutableBufferPointer { storage in
      storage.baseAddress.map { body($0 + start) } ?? 0
    }
  }

  @inline(__always)
  private mutating func makeRoom(_ byteCount: Int) {
    if storage.count - count < byteCount { grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    let room = max(256, storage.count, byteCount)
    storage.append(contentsOf: repeatElement(0, count: room))
  }
}

// MARK: - Numbers

@inline(__always)
private func write(_ value: Int64, to place: UnsafeMutablePointer<UInt8>) -> Int {
  guard value < 0 else { return write(value.magnitude, to: place) }
  place[0] = UInt8(ascii: "-")
  return 1 + write(value.magnitude, to: place + 1)
}

private func write(
  fixed value: Int64, decimals: Int, to place: UnsafeMutablePointer<UInt8>
) -> Int {
  guard decimals > 0 else { return write(value, to: place) }
  var unit: UInt64 = 1
  for _ in 0..<decimals { unit *= 10 }
  let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: unit)
  if value < 0 { place[0] = UInt8(ascii: "-") }
  var end = value < 0 ? 1 : 0
  end += write(whole, to: place + end)
  place[end] = UInt8(ascii: ".")
  write(rest, width: decimals, to: place + end + 1)
  return end + 1 + decimals
}

@inline(__always)
private func write(shortest value: Double, to place: UnsafeMutablePointer<UInt8>) -> Int {
  if value.sign == .minus { place[0] = UInt8(ascii: "-") }
  let sign = value.sign == .minus ? 1 : 0
  guard value != 0 else { return sign + writeZero(to: place + sign) }
  // Above this, not every whole number is representable, and Swift shows an exponent.
  let isLarge = value.magnitude > 0x1p53
  return sign + write(ShortestDecimal(value), isLarge: isLarge, to: place + sign)
}

@inline(__always)
private func write(shortest value: Float, to place: UnsafeMutablePointer<UInt8>) -> Int {
  if value.sign == .minus { place[0] = UInt8(ascii: "-") }
  let sign = value.sign == .minus ? 1 : 0
  guard value != 0 else { return sign + writeZero(to: place + sign) }
  return sign
    + write(ShortestDecimal(value), isLarge: value.magnitude > 0x1p24, to: place + sign)
}

private func writeZero(to place: UnsafeMutablePointer<UInt8>) -> Int {
  for (index, byte) in "0.0".utf8.enumerated() { place[index] = byte }
  return 3
}
