/// Scanner of quantities in text.
///
/// A quantity is a number, optional spaces, and a unit; a time may have several such terms in
/// descending order of their units: `1 h 30 min`.
struct QuantityScanner {
  let dimension: Dimension
  /// True for a difference, which has no offset: 2 C apart is 2 K apart.
  var isDifference = false
  var position = 0

  init(_ dimension: Dimension, isDifference: Bool = false) {
    self.dimension = isDifference ? dimension.ofDifferences : dimension
    self.isDifference = isDifference
  }

  /// A number with its optional unit.
  struct Term {
    var number: DecimalText
    var unit: UnitOfMeasure?
  }

  mutating func skipSpaces(_ bytes: Span<UInt8>) {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  func isAtEnd(_ bytes: Span<UInt8>) -> Bool { position == bytes.count }

  /// Moves past `character` if it is next.
  mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Moves past the two points of a range, if they are next.
  mutating func takeRangeMark(_ bytes: Span<UInt8>) -> Bool {
    let point = UInt8(ascii: ".")
    guard position + 1 < bytes.count, bytes[position] == point, bytes[position + 1] == point else {
      return false
    }
    position += 2
    return true
  }

  /// Reads a number and its optional unit.
  mutating func term(_ bytes: Span<UInt8>) throws(QuantityError) -> Term {
    skipSpaces(bytes)
    guard let number = DecimalText(bytes, at: &position, style: .strict) else {
      throw QuantityError("expected \(expectation), found \(rest(bytes))")
    }
    let end = position
    skipSpaces(bytes)
    let start = position
    while position < bytes.count, !isUnitEnd(bytes) { position += 1 }
    if position == start {
      position = end
      return Term(number: number, unit: nil)
    }
    let symbol = bytes.extracting(start..<position)
    if let unit = UnitTable.of(dimension).unit(symbol) { return Term(number: number, unit: unit) }
    let name = String(copying: UTF8Span(unchecked: symbol))
    if dimension.allowsBareNumber, name == "clip", start > end {
      position = end
      return Term(number: number, unit: nil)
    }
    throw unknownUnit(name)
  }

  /// Reads one quantity; the unit is required unless the dimension allows bare numbers.
  mutating func quantity(_ bytes: Span<UInt8>) throws(QuantityError) -> Double {
    let first = try term(bytes)
    var value = try self.value(of: first, bytes)
    guard dimension == .time else { return value }
    var last = first
    while let next = try followingTerm(bytes, after: last) {
      let more = try self.value(of: next, bytes)
      value += first.number.isNegative ? -more : more
      last = next
    }
    return value
  }

  /// The value of a term; its unit is required unless the dimension allows bare numbers.
  func value(of term: Term, _ bytes: Span<UInt8>) throws(QuantityError) -> Double {
    guard let unit = term.unit else {
      guard dimension.allowsBareNumber else { throw missingUnit(term.number, bytes) }
      return try finite(term.number.value(bytes), bytes)
    }
    return try finite(unit.value(of: term.number, bytes, isDifference: isDifference), bytes)
  }

  /// Reads a further term of a time, which must be in a smaller unit.
  mutating func followingTerm(
    _ bytes: Span<UInt8>, after last: Term
  ) throws(QuantityError) -> Term? {
    let end = position
    skipSpaces(bytes)
    guard position < bytes.count, isDigit(bytes[position]) else {
      position = end
      return nil
    }
    let next = try term(bytes)
    guard let unit = next.unit else { throw missingUnit(next.number, bytes) }
    if let larger = last.unit, unit.size >= larger.size {
      throw QuantityError("'\(unit.symbol)' can't follow '\(larger.symbol)' in one time")
    }
    return next
  }

  /// Throws unless the text is completely read.
  mutating func end(_ bytes: Span<UInt8>) throws(QuantityError) {
    skipSpaces(bytes)
    guard position < bytes.count else { return }
    throw QuantityError("expected \(expectation), but \(rest(bytes)) follows it")
  }

  func finite(_ value: Double, _ bytes: Span<UInt8>) throws(QuantityError) -> Double {
    guard value.isFinite else { throw QuantityError("\(whole(bytes)) is too large a number") }
    return value
  }

  /// The expectation for messages: `a speed such as '1.4 m/s'`.
  var expectation: String { "\(dimension.nameWithArticle) such as '\(dimension.example)'" }

  private func isUnitEnd(_ bytes: Span<UInt8>) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"): true
    case UInt8(ascii: "."):
      position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: ".")
    // A digit starts a further term, except in `m/s2`, `m^2` and the like.
    case 0x30...0x39: dimension == .time
    default: false
    }
  }

  /// The remaining text in quotes, for messages.
  func rest(_ bytes: Span<UInt8>) -> String {
    guard position < bytes.count else { return "nothing" }
    return quoted(bytes.extracting(position..<bytes.count))
  }

  func whole(_ bytes: Span<UInt8>) -> String { quoted(bytes) }

  private func quoted(_ bytes: Span<UInt8>) -> String {
    "'\(excerpt(String(copying: UTF8Span(unchecked: bytes))))'"
  }
}

extension UnitOfMeasure {
  /// The approximate size of the unit relative to the SI unit.
  var size: Double {
    var size = numerator / denominator
    for _ in 0..<abs(scale) { size = scale < 0 ? size / 10 : size * 10 }
    return size
  }
}

extension QuantityScanner {
  func missingUnit(_ number: DecimalText, _ bytes: Span<UInt8>) -> QuantityError {
    let text = String(copying: UTF8Span(unchecked: bytes.extracting(number.range)))
    let unit = dimension.example.split(separator: " ").last ?? ""
    return QuantityError(
      "expected \(dimension.nameWithArticle) with its unit, such as '\(excerpt(text)) \(unit)'")
  }

  private func unknownUnit(_ symbol: String) -> QuantityError {
    let table = UnitTable.of(dimension)
    let mark = excerpt(symbol)
    // A misspelling of a unit of this dimension has priority over a unit of another.
    if let meant = table.misspellings.first(where: { $0.wrong == symbol.lowercased() }) {
      return QuantityError("unknown unit '\(mark)'", suggestion: meant.right)
    }
    let expected = "expected \(expectation)"
    for other in Dimension.allCases
    where other.unitSymbols.contains(symbol) {
      return QuantityError("'\(mark)' is a unit of \(other.name); \(expected)")
    }
    return QuantityError(
      "unknown unit '\(mark)'; \(expected)",
      suggestion: nearestName(to: symbol, among: dimension.unitSymbols))
  }
}
