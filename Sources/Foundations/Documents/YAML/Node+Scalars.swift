/// The value of a scalar by YAML 1.2's core schema.
///
/// Only `true` and `false` are truth values: `no`, `yes`, `on` and `12:30` are text.
public enum CoreScalar: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// A number with a fraction or an exponent, an infinity, not-a-number, or a whole number that
  /// doesn't fit 64 bits.
  case number(Double)
  case text(String)
}

extension Node {
  /// A scalar's text, without quotes and escapes; `nil` for a list or a mapping.
  public var text: String? {
    kind == .scalar ? withText { String(copying: UTF8Span(unchecked: $0)) } : nil
  }

  /// True for a scalar without quotes, which may be a number, a truth value or null.
  public var isPlain: Bool { record.form == .plain }

  /// The value of a scalar by the core schema; `nil` for a list or a mapping.
  public var scalar: CoreScalar? {
    switch record.form {
    case .plain: withText { coreScalar(plain: $0) }
    case .quoted: .text(text ?? "")
    default: nil
    }
  }

  /// True for a plain scalar that is null: empty, `~` or `null`.
  public var isNull: Bool {
    guard record.form == .plain else { return false }
    return withText { isNullWord($0) }
  }

  /// Returns whether the node is a scalar with exactly this text.
  func hasText(_ other: String) -> Bool {
    let record = record
    guard record.form == .plain || record.form == .quoted else { return false }
    let bytes = other.utf8
    guard bytes.count == Int(record.count) else { return false }
    return withText { text in
      var position = 0
      for byte in bytes {
        if byte != text[position] { return false }
        position += 1
      }
      return true
    }
  }

  /// Calls `body` with the bytes of a scalar's text; empty for a list or a mapping.
  func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let record = record
    let isScalar = record.form == .plain || record.form == .quoted
    let start = isScalar ? Int(record.start) : 0
    let count = isScalar ? Int(record.count) : 0
    let text = storage.text
    let span = text.span
    return body(span.extracting(start..<start + count))
  }

  /// A description of the node for messages: `the number 4`, `text 'abc'`, `a list`, `nothing`.
  public var foundText: String {
    switch kind {
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar: break
    }
    let text = excerpt(text ?? "")
    return switch scalar {
    case .null?: "nothing"
    case .bool?: text
    case .int?, .number?: "the number \(text)"
    default: "text '\(text)'"
    }
  }
}

/// Resolves a plain scalar by the core schema.
func coreScalar(plain bytes: Span<UInt8>) -> CoreScalar {
  if isNullWord(bytes) { return .null }
  if isWord(bytes, "true") { return .bool(true) }
  if isWord(bytes, "false") { return .bool(false) }
  if let number = coreNumber(bytes) { return number }
  return .text(String(copying: UTF8Span(unchecked: bytes)))
}

/// Returns whether a plain scalar is text by the core schema, without making a string.
func isCoreText(plain bytes: Span<UInt8>) -> Bool {
  if isNullWord(bytes) || isWord(bytes, "true") || isWord(bytes, "false") { return false }
  return coreNumber(bytes) == nil
}

private func isNullWord(_ bytes: Span<UInt8>) -> Bool {
  if bytes.isEmpty { return true }
  if bytes.count == 1 { return bytes[0] == UInt8(ascii: "~") }
  return isWord(bytes, "null")
}

/// Returns whether the bytes are `word` in lower case, in capitals or capitalised.
private func isWord(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
  guard bytes.count == word.utf8CodeUnitCount else { return false }
  let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
  let capital: UInt8 = 0x20
  guard bytes[0] | capital == letters[0] else { return false }
  let restIsCapital = bytes[1] & capital == 0
  guard !restIsCapital || bytes[0] & capital == 0 else { return false }
  for position in 1..<bytes.count {
    let expected = restIsCapital ? letters[position] ^ capital : letters[position]
    guard bytes[position] == expected else { return false }
  }
  return true
}

/// Resolves a number by the core schema; `nil` for other text.
private func coreNumber(_ bytes: Span<UInt8>) -> CoreScalar? {
  guard let first = bytes.isEmpty ? nil : bytes[0] else { return nil }
  let isSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
  guard isSign || first == UInt8(ascii: ".") || isDigit(first) else { return nil }
  if first == UInt8(ascii: "0"), bytes.count > 2 {
    if bytes[1] == UInt8(ascii: "x") { return coreInteger(bytes, radix: 16) }
    if bytes[1] == UInt8(ascii: "o") { return coreInteger(bytes, radix: 8) }
  }
  let afterSign = isSign ? 1 : 0
  let body = bytes.extracting(afterSign..<bytes.count)
  if body.count == 4, body[0] == UInt8(ascii: ".") {
    let letters = body.extracting(1..<4)
    if isWord(letters, "inf") {
      return .number(first == UInt8(ascii: "-") ? -.infinity : .infinity)
    }
    let isNaN = isWord(letters, "nan") && letters[0] == UInt8(ascii: "n")
    if !isSign, isNaN || isNaNInCapitals(letters) { return .number(.nan) }
  }
  var position = 0
  guard let decimal = DecimalText(bytes, at: &position, style: .lenient),
    position == bytes.count
  else { return nil }
  if decimal.isWhole, let value = decimal.int64 { return .int(value) }
  return .number(decimal.value(bytes))
}

/// Not-a-number in the core schema is `.nan`, `.NaN` or `.NAN`.
private func isNaNInCapitals(_ letters: Span<UInt8>) -> Bool {
  letters[0] == UInt8(ascii: "N") && letters[2] == UInt8(ascii: "N")
    && (letters[1] == UInt8(ascii: "a") || letters[1] == UInt8(ascii: "A"))
}

/// Resolves the digits after `0x` or `0o`.
private func coreInteger(_ bytes: Span<UInt8>, radix: UInt64) -> CoreScalar? {
  var value: Int64 = 0
  var approximate = 0.0
  var fits = true
  for position in 2..<bytes.count {
    guard let digit = hexDigit(bytes[position]), digit < radix else { return nil }
    approximate = approximate * Double(radix) + Double(digit)
    fits = fits && value <= (.max - Int64(digit)) / Int64(radix)
    if fits { value = value * Int64(radix) + Int64(digit) }
  }
  return fits ? .int(value) : .number(approximate)
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// The value of a hexadecimal digit in either case.
func hexDigit(_ byte: UInt8) -> UInt64? {
  switch byte {
  case 0x30...0x39: UInt64(byte - 0x30)
  case 0x41...0x46: UInt64(byte - 0x41 + 10)
  case 0x61...0x66: UInt64(byte - 0x61 + 10)
  default: nil
  }
}

extension Node {
  /// Adds the node's contents to a hash, independent of source position and layout.
  public func hash(into hash: inout SHA256) {
    switch kind {
    case .scalar:
      hash.update(isPlain ? "p".utf8 : "q".utf8)
      let text = Array((text ?? "").utf8)
      hash.update("\(text.count) ".utf8)
      hash.update(text)
    case .sequence:
      hash.update("[\(count) ".utf8)
      for element in elements { element.hash(into: &hash) }
    case .mapping:
      hash.update("{\(count) ".utf8)
      for (key, value) in pairs {
        key.hash(into: &hash)
        value.hash(into: &hash)
      }
    }
  }
}
