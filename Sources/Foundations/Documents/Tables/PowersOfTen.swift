/// The powers of ten from 10^-342 to 10^324, each rounded up to 128 bits with the leading bit set.
///
/// Used in both directions between text and binary: for the shortest text of a number, and for the
/// nearest number of a text.
enum PowersOfTen {
  static let minimum = -342
  static let greatest = 324

  /// The 128-bit significand of 10^k, without its power of two.
  @inline(__always)
  static func significand(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    significands[exponent - minimum]
  }

  /// The integer part of the binary logarithm of 10^k, for k from -1233 to 1233.
  ///
  /// The fraction is from R. Giulietti, "The Schubfach way to render doubles", 2021.
  @inline(__always)
  static func binaryLogarithm(_ exponent: Int) -> Int { (exponent * 1_741_647) >> 19 }

  private static let significands: ContiguousArray<(high: UInt64, low: UInt64)> = {
    var powers = ContiguousArray<(high: UInt64, low: UInt64)>()
    powers.reserveCapacity(greatest - minimum + 1)
    // Below one: repeated division of 2^1408 by ten, rounding down, equals a single rounding down.
    var number = LongNumber(powerOfTwo: 1408)
    for _ in 1...(-minimum) {
      number.divideByTen()
      powers.append(number.leading(isExact: false))
    }
    powers.reverse()
    number = LongNumber(powerOfTwo: 0)
    powers.append(number.leading(isExact: true))
    for _ in 1...greatest {
      number.multiplyByTen()
      powers.append(number.leading(isExact: true))
    }
    return powers
  }()
}

/// An unsigned integer of arbitrary length.
private struct LongNumber {
  /// The lowest word first.
  private var words: [UInt64]

  init(powerOfTwo exponent: Int) {
    words = Array(repeating: 0, count: exponent / 64 + 1)
    words[exponent / 64] = 1 << UInt64(exponent % 64)
  }

  mutating func divideByTen() {
    var rest: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], rest) = (10 as UInt64).dividingFullWidth((rest, words[index]))
    }
    while words.last == 0 { words.removeLast() }
  }

  mutating func multiplyByTen() {
    var carry: UInt64 = 0
    for index in words.indices {
      let product = words[index].multipliedFullWidth(by: 10)
      let (low, overflows) = product.low.addingReportingOverflow(carry)
      words[index] = low
      carry = product.high + (overflows ? 1 : 0)
    }
    if carry > 0 { words.append(carry) }
  }

  /// The first 128 bits, rounded up unless the rest is zero.
  func leading(isExact: Bool) -> (high: UInt64, low: UInt64) {
    func word(_ index: Int) -> UInt64 { index >= 0 ? words[index] : 0 }
    let top = words.count - 1
    let shift = UInt64(words[top].leadingZeroBitCount)
    func shifted(_ index: Int) -> UInt64 {
      shift == 0 ? word(index) : word(index) << shift | word(index - 1) >> (64 - shift)
    }
    let (high, low) = (shifted(top), shifted(top - 1))
    let rest = word(top - 2) << shift
    let isWhole = isExact && rest == 0 && (0..<max(0, top - 2)).allSatisfy { words[$0] == 0 }
    guard !isWhole else { return (high, low) }
    return low == .max ? (high + 1, 0) : (high, low + 1)
  }
}
