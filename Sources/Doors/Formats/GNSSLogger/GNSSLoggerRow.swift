/// The names of a kind of row's columns.
struct GNSSLoggerColumns {
  private var indices: [String: Int] = [:]
  /// How many there are.
  let count: Int

  /// Takes the names from a row such as `# Raw,utcTimeMillis,…`.
  init(names: [String]) {
    count = names.count
    for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
  }

  /// Where the first of some names stands; nil if none does.
  func index(of names: String...) -> Int? {
    names.lazy.compactMap { self.indices[$0] }.first
  }
}

/// A row of a log, whose columns may be missing.
struct GNSSLoggerRow {
  let text: SeparatedText
  var line: Int { text.line }
  var count: Int { text.count }

  init(_ text: SeparatedText) {
    self.text = text
  }

  /// The number in a column; nil for a missing column, an empty field or anything else.
  func number(_ column: Int?) -> Double? {
    guard let column, let value = text.number(column), value.isFinite else { return nil }
    return value
  }

  /// The whole number in a column: exactly, or as near as a number such as `1.26e+18` tells it.
  func integer(_ column: Int?) -> Int64? {
    column.flatMap { text.integer($0) ?? text.number($0).flatMap { Int64(exactly: $0) } }
  }

  /// The text in a column, without blanks around it.
  func text(_ column: Int) -> String {
    var name = Substring(text.text(column))
    while name.first == " " || name.first == "\t" { name.removeFirst() }
    while name.last == " " || name.last == "\t" { name.removeLast() }
    return String(name)
  }
}
