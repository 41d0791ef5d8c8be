// Numbers as text, written directly into memory. The space must extend eight bytes beyond the text:
// eight digits are stored at a time.

/// Max number of bytes per number, including the spare ones.
let maxNumberBytes = 48

private let zeros: UInt64 = 0x3030_3030_3030_3030

/// Eight digits of a number below 10^8, one per byte, the first in the lowest byte.
///
/// Divides all parts by 100 and by 10 in parallel, by multiplication with rounded reciprocals that
/// are exact for numbers this small.
@inline(__always)
private func eightDigits(_ value: UInt64) -> UInt64 {
  let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
  let fours = high | low << 32
  let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
  let pairs = hundreds | (fours &- 100 &* hundreds) << 16
  let tens = ((pairs &* 103) >> 10) & 0xF_000F_000F_000F
  return tens | (pairs &- 10 &* tens) << 8
}

@inline(__always)
private func store(_ word: UInt64, _ place: UnsafeMutablePointer<UInt8>) {
  UnsafeMutableRawPointer(place).storeBytes(of: word.littleEndian, as: UInt64.self)
}

/// Writes a number without leading zeros and returns the number of bytes.
@inline(__always)
func write(_ value: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
  if value < 100_000_000 {
    let digits = eightDigits(value)
    let skipped = min(digits.trailingZeroBitCount / 8, 7)
    store((digits | zeros) >> UInt64(8 * skipped), place)
    return 8 - skipped
  }
  let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
  let count = write(high, to: place)
  store(eightDigits(low) | zeros, place + count)
  return count + 8
}

/// Writes a number below 10^`width` with leading zeros; `width` is at most 16.
@inline(__always)
func write(_ value: UInt64, width: Int, to place: UnsafeMutablePointer<UInt8>) {
  guard width > 8 else {
    store((eightDigits(value) | zeros) >> UInt64(8 * (8 - width)), place)
    return
  }
  let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
  store((eightDigits(high) | zeros) >> UInt64(8 * (16 - width)), place)
  store(eightDigits(low) | zeros, place + width - 8)
}

/// Writes a decimal in the format of Swift's descriptions and returns the number of bytes.
///
/// For example `0.0001` and `123.0`, but `1e-05`, and `1.5e+16` if it `isLarge`.
func write(
  _ number: ShortestDecimal, isLarge: Bool, to place: UnsafeMutablePointer<UInt8>
) -> Int {
  // The digits start at the second byte, to leave space before them.
  let digitCount = write(number.digits, to: place + 1)
  let point = digitCount + number.exponent
  if isLarge || point < -3 {
    return writeExponent(point - 1, after: digitCount, to: place)
  }
  if point <= 0 {
    let digits = place + (2 - point)
    digits.update(from: place + 1, count: digitCount)
    for index in 0..<(2 - point) { place[index] = UInt8(ascii: index == 1 ? "." : "0") }
    return 2 - point + digitCount
  }
  if point < digitCount {
    place.update(from: place + 1, count: point)
    place[point] = UInt8(ascii: ".")
    return digitCount + 1
  }
  place.update(from: place + 1, count: digitCount)
  for index in digitCount..<point { place[index] = UInt8(ascii: "0") }
  place[point] = UInt8(ascii: ".")
  place[point + 1] = UInt8(ascii: "0")
  return point + 2
}

/// Makes `1.25e-07` of digits that begin at the second byte.
private func writeExponent(
  _ exponent: Int, after digitCount: Int, to place: UnsafeMutablePointer<UInt8>
) -> Int {
  place[0] = place[1]
  var end = 1
  if digitCount > 1 {
    place[1] = UInt8(ascii: ".")
    end = digitCount + 1
  }
  place[end] = UInt8(ascii: "e")
  place[end + 1] = UInt8(ascii: exponent < 0 ? "-" : "+")
  end += 2
  if exponent.magnitude < 10 {
    place[end] = UInt8(ascii: "0")
    end += 1
  }
  return end + write(UInt64(exponent.magnitude), to: place + end)
}
