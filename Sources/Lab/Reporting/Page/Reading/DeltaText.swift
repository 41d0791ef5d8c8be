/// A column of whole numbers as text, by the differences from one to the next.
///
/// A difference is written in base-64 digits of five bits, the lowest first, with the sign in the
/// lowest bit (the variable-length quantities of source maps, ECMA-426).
///
/// No digit means anything in JSON or HTML, and a column of a walk's coordinates takes some two
/// bytes a number.
struct DeltaText: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var last = 0

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// So that the difference of any two fits the 31 bits that a page's arithmetic has.
  private static let limit = 1 << 29

  /// Adds a number; one that is too large is taken for the largest.
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

  /// Adds a number times a scale, rounded; what isn't finite repeats the last.
  mutating func add(_ value: Double, times scale: Double) {
    guard value.isFinite else { return add(last) }
    add(Int((min(max(value * scale, -1e9), 1e9)).rounded()))
  }

  /// The column.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The numbers that a column holds.
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

  /// A column of given numbers.
  static func text(_ values: some Sequence<Int>) -> String {
    var column = DeltaText()
    for value in values { column.add(value) }
    return column.text
  }
}
