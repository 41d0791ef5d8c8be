/// The names of a kind of row's columns.
struct GNSSLoggerColumns {
  private var indices: [String: Int] = [:]

  /// Takes the names from a row such as `# Raw,utcTimeMillis,…`.
  init(names: [String]) {
    for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
  }

  /// Where the first of some names stands; nil if none does.
  func index(of names: String...) -> Int? {
    names.lazy.compactMap { self.indices[$0] }.first
  }
}

/// A row of a log: fields between commas.
struct GNSSLoggerRow {
  let bytes: [UInt8]
  let line: Int
  private(set) var fields: [Range<Int>] = []

  /// Splits a line; a line of more than 200 fields keeps the first ones.
  init(_ text: ColumnText, _ line: ColumnText.Line) {
    bytes = text.bytes
    self.line = line.number
    var start = line.start
    fields.reserveCapacity(40)
    for index in line.start..<line.end where bytes[index] == UInt8(ascii: ",") {
      fields.append(start..<index)
      start = index + 1
      if fields.count == 200 { break }
    }
    fields.append(start..<line.end)
  }

  /// Whether there is something in a column.
  func has(_ column: Int?) -> Bool {
    guard let column, column < fields.count else { return false }
    return !fields[column].isEmpty
  }

  /// The number in a column; nil for a missing column, an empty field or anything else.
  func number(_ column: Int?) -> Double? {
    guard let column, column < fields.count else { return nil }
    return fortranNumber(bytes[fields[column]])
  }

  /// The whole number in a column, exactly.
  func integer(_ column: Int?) -> Int64? {
    guard let column, column < fields.count else { return nil }
    var range = fields[column]
    let isNegative = !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "-")
    if isNegative { range = range.lowerBound + 1..<range.upperBound }
    guard (1...19).contains(range.count) else { return nil }
    var value: Int64 = 0
    for byte in bytes[range] {
      guard byte >= 48, byte <= 57 else { return nil }
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = scaled.addingReportingOverflow(Int64(byte - 48))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  /// The text in a column, without blanks around it.
  func text(_ column: Int) -> String {
    guard column < fields.count else { return "" }
    var range = fields[column]
    while !range.isEmpty, bytes[range.lowerBound] <= 32 { range.removeFirst() }
    while !range.isEmpty, bytes[range.upperBound - 1] <= 32 { range.removeLast() }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
