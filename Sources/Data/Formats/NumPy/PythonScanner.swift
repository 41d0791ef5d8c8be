/// A parser for the Python literals in an `.npy` header.
struct PythonScanner {
  /// A Python literal.
  enum Literal {
    case text(String)
    case truth(Bool)
    case tuple([Int])
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Parses a dictionary's entries in order; nil for anything else, or if text follows.
  mutating func dictionary() -> [(key: String, value: Literal)]? {
    guard take("{") else { return nil }
    var entries: [(key: String, value: Literal)] = []
    while !take("}") {
      guard entries.count < 16, case .text(let key)? = value(), take(":"), let value = value()
      else { return nil }
      entries.append((key, value))
      if !take(",") {
        guard take("}") else { return nil }
        break
      }
    }
    skipSpace()
    return rest.isEmpty ? entries : nil
  }

  private mutating func value() -> Literal? {
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return text()
    case UInt8(ascii: "("): return tuple()
    case UInt8(ascii: "T"): return word("True") ? .truth(true) : nil
    case UInt8(ascii: "F"): return word("False") ? .truth(false) : nil
    default: return nil
    }
  }

  private mutating func text() -> Literal? {
    guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { return nil }
    let bytes = rest[rest.startIndex..<end]
    rest = rest[(end + 1)...]
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func tuple() -> Literal? {
    guard take("(") else { return nil }
    var numbers: [Int] = []
    while !take(")") {
      guard numbers.count < 64, let number = number() else { return nil }
      numbers.append(number)
      if !take(",") {
        guard take(")") else { return nil }
        break
      }
    }
    return .tuple(numbers)
  }

  private mutating func number() -> Int? {
    skipSpace()
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    // Python 2 wrote long numbers with an L.
    if rest.first == UInt8(ascii: "L") { rest = rest.dropFirst() }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private mutating func word(_ word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
