import Testing

/// A CSV table in a plain reader: no number of these tables needs quotes.
struct Table {
  let columns: [String]
  let rows: [[String]]

  var count: Int { rows.count }

  /// Splits the text; every row must have as many fields as the header.
  init(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    var lines = Self.records(of: text)
    columns = lines.isEmpty ? [] : lines.removeFirst()
    rows = lines
    let width = columns.count
    let odd = lines.first { $0.count != width }
    #expect(odd == nil, "a row does not have the header's fields", sourceLocation: location)
    #expect(text.hasSuffix("\n"), "the last line has no end", sourceLocation: location)
  }

  /// A column by its name; empty if there is none.
  subscript(name: String) -> [String] {
    columns.firstIndex(of: name).map { column in rows.map { $0[column] } } ?? []
  }

  /// The rows in which some columns have given values.
  func rows(where values: [String: String]) -> [[String: String]] {
    rows.map { Dictionary(zip(columns, $0)) { first, _ in first } }.filter { row in
      values.allSatisfy { row[$0.key] == $0.value }
    }
  }

  /// RFC 4180: fields in quotes may hold commas, and quotes doubled.
  private static func records(of text: String) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    for scalar in text.unicodeScalars where scalar != "\r" {
      switch scalar {
      case "\"":
        if !isQuoted, !field.isEmpty { continue }
        isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\n" where !isQuoted:
        records.append(fields + [field])
        fields = []
        field = ""
      default: field.unicodeScalars.append(scalar)
      }
    }
    return records
  }
}
