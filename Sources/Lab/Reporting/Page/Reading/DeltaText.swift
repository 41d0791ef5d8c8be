/// Delta encoding of a column of integers as text.
///
/// A difference is written in base-64 digits of five bits, the lowest first, with the sign in the
/// lowest bit (the variable-length quantities of source maps, ECMA-426).
///
/// All digits are safe in JSON and HTML, and the coordinates of a walk take some two bytes per
/// number.
struct DeltaText: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var last = 0

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// Limit of magnitude, so that differences fit the 31-bit arithmetic of the page.
  private static let limit = 1 << 29

  /// Adds a number, clamped to the limit.
  mutating func add(_ value: Int) {
    let value = min(max(value, -Self.limit), Self.limit)
    let step = value - last
    last = value
    count += 1
    var rest = UInt(step.magnitude) << 1 | (step < 0 ? 1 : 0)
    repeat {
      let digit = Int(rest & 31)
      rest >>= 5
      bytes.append(Self.digits[rest > 0 ? digit | 32 : digit])
    } while rest > 0
  }

  /// Adds a number times a scale, rounded; a value that is not finite repeats the last one.
  mutating func add(_ value: Double, times scale: Double) {
    guard value.isFinite else { return add(last) }
    add(Int((min(max(value * scale, -1e9), 1e9)).rounded()))
  }

  /// The encoded column.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The decoded numbers.
  var numbers: [Int] {
    var numbers: [Int] = []
    var (rest, shift, last) = (0, 0, 0)
    for byte in bytes {
      guard let digit = Self.digits.firstIndex(of: byte) else { continue }
      rest |= (digit & 31) << shift
      shift += 5
      if digit & 32 != 0 { continue }
      last += rest & 1 == 1 ? -(rest >> 1) : rest >> 1
      numbers.append(last)
      (rest, shift) = (0, 0)
    }
    return numbers
  }

  /// Encodes a column.
  static func text(_ values: some Sequence<Int>) -> String {
    var column = DeltaText()
    for value in values { column.add(value) }
    return column.text
  }
}
