import Documents
import Kernel

/// Encoder of items as JSON rows, directly from a recording's tables.
///
/// The tables write CSV, whose numbers are valid JSON; so a row becomes JSON in one pass over its
/// bytes, without an intermediate tree of values.
struct RowsEncoder<Item: Sendable>: Sendable {
  private struct RowTemplate: Sendable {
    let table: RecordingTable<Item>
    /// A writer with only the header written.
    let blank: RowWriter
    /// `"KEY":` for each column, with the comma before it.
    let keys: [[UInt8]]
  }

  private var forms: [RowTemplate]
  /// The index of the last item's form: the next item is often of equal kind.
  private var latest = 0

  /// Creates an encoder of the items of some tables; other items are skipped.
  init(_ tables: [RecordingTable<Item>]) {
    forms = tables.map { table in
      RowTemplate(
        table: table, blank: RowWriter(columns: table.columns, notesText: true),
        keys: table.columns.enumerated().map { index, column in
          Array("\(index > 0 ? "," : "")\"\(column)\":".utf8)
        })
    }
  }

  /// Appends an item's rows as a JSON array; returns false if no table holds such an item.
  ///
  /// `opening` appends the text before the array, given the item's kind.
  mutating func append(
    _ item: Item, to bytes: inout [UInt8], opening: (String, inout [UInt8]) -> Void
  ) -> Bool {
    for offset in forms.indices {
      let index = (latest + offset) % forms.count
      let form = forms[index]
      var writer = form.blank
      guard form.table.write(item, &writer) else { continue }
      latest = index
      opening(form.table.kind, &bytes)
      Self.append(writer.csv, after: form.blank.csv.bytes.count, keys: form.keys, to: &bytes)
      return true
    }
    return false
  }

  /// Converts a table's rows, which begin at `start`.
  private static func append(
    _ csv: CSVWriter, after start: Int, keys: [[UInt8]], to bytes: inout [UInt8]
  ) {
    let flags = csv.fieldsAreText
    let source = csv.bytes
    var position = start
    var flag = 0
    bytes.append(UInt8(ascii: "["))
    source.withUnsafeBufferPointer { source in
      while position < source.count {
        if position > start { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "{"))
        // Skips sequence number and delivery time, "0,0,", which the message has itself.
        position += 4
        flag += 2
        for key in keys {
          bytes.append(contentsOf: key)
          position = append(source, from: position, isText: flags[flag], to: &bytes)
          flag += 1
        }
        bytes.append(UInt8(ascii: "}"))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Converts the field at a position and returns the position of the next.
  private static func append(
    _ source: UnsafeBufferPointer<UInt8>, from start: Int, isText: Bool, to bytes: inout [UInt8]
  ) -> Int {
    if isText { return appendText(source, from: start, to: &bytes) }
    var end = start
    while source[end] != UInt8(ascii: ","), source[end] != UInt8(ascii: "\n") { end += 1 }
    // Empty, "inf" and "-inf": JSON has no such numbers.
    let isNumber = end > start && source[end - 1] != UInt8(ascii: "f")
    if isNumber {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<end]))
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
    return end + 1
  }

  private static func appendText(
    _ source: UnsafeBufferPointer<UInt8>, from start: Int, to bytes: inout [UInt8]
  ) -> Int {
    let quote = UInt8(ascii: "\"")
    let isQuoted = source[start] == quote
    var position = isQuoted ? start + 1 : start
    bytes.append(quote)
    while true {
      let byte = source[position]
      if isQuoted, byte == quote {
        // Two quotes are an escaped quote; a single one is the end.
        guard source[position + 1] == quote else { break }
        position += 1
      } else if !isQuoted, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") {
        break
      }
      append(character: byte, to: &bytes)
      position += 1
    }
    bytes.append(quote)
    return position + (isQuoted ? 2 : 1)
  }

  private static func append(character byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case ..<0x20, 0x7F:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }
}
