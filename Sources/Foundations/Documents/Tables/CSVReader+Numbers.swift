import Glibc

// Numbers parsed from the bytes of a field.

extension CSVReader {
  /// The whole number in a field; nil for any other text.
  public func integer(at index: Int) -> Int64? {
    guard index < fields.count else { return nil }
    return wholeNumber(bytes.span, fields[index].start..<fields[index].end)
  }

  /// The number in a field, correctly rounded; not-a-number for an empty field, nil for other text.
  public func number(at index: Int) -> Double? {
    guard index < fields.count, fields[index].start < fields[index].end else { return .nan }
    let field = fields[index]
    let range = field.start..<field.end
    return PlainDecimal(bytes.span, range)?.nearestDouble ?? slowNumber(bytes[range])
  }

  /// The number in a field, correctly rounded to single precision.
  ///
  /// Not-a-number for an empty field, nil for other text.
  public func single(at index: Int) -> Float? {
    guard let value = number(at: index) else { return nil }
    // Rounding twice fails if the first result lies halfway between two singles.
    let isHalfway = value.bitPattern & 0x1FFF_FFFF == 0x1000_0000
    let isSmall = value.magnitude < Double(Float.leastNormalMagnitude) && value != 0
    guard isHalfway || isSmall else { return Float(value) }
    let field = fields[index]
    return terminated(bytes[field.start..<field.end]) { strtof($0, nil) }
  }

  /// The seconds in a field as whole nanoseconds, exact; nil for other text, and if out of range.
  public func nanoseconds(at index: Int) -> Int64? {
    guard index < fields.count else { return nil }
    let field = fields[index]
    var cursor = field.start
    let isNegative = cursor < field.end && bytes[cursor] == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    var value: UInt64 = 0
    var decimals = -1
    var digitCount = 0
    while cursor < field.end, digitCount < 20 {
      let byte = bytes[cursor]
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
      } else {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10, decimals < 9 else { return slowNanoseconds(at: index) }
        value = value &* 10 &+ UInt64(digit)
        digitCount += 1
        if decimals >= 0 { decimals += 1 }
      }
      cursor += 1
    }
    guard cursor == field.end, digitCount > 0 else { return nil }
    for _ in max(decimals, 0)..<9 {
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = scaled
    }
    guard value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// Parses seconds in another form, such as `1e-3`, to the nearest nanosecond.
  private func slowNanoseconds(at index: Int) -> Int64? {
    guard let seconds = number(at: index), abs(seconds) < 9.2e9 else { return nil }
    return Int64((seconds * 1e9).rounded())
  }
}

/// Parses any number in C syntax except hexadecimal, without surrounding text.
private func slowNumber(_ text: ArraySlice<UInt8>) -> Double? {
  guard text.count <= 400 else { return nil }
  let isPlain = text.allSatisfy { byte in
    (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || "+-.eEinfatyINFATY".utf8.contains(byte)
  }
  guard isPlain else { return nil }
  return terminated(text) { start in
    var end: UnsafeMutablePointer<CChar>?
    let value = strtod(start, &end)
    return end == UnsafeMutablePointer(mutating: start + text.count) ? value : nil
  }
}

/// Passes a zero-terminated copy of a text to C.
private func terminated<Value>(
  _ text: ArraySlice<UInt8>, _ read: (UnsafePointer<CChar>) -> Value?
) -> Value? {
  let characters = text.map { CChar(bitPattern: $0) } + [0]
  return characters.withUnsafeBufferPointer { $0.baseAddress.flatMap(read) }
}
