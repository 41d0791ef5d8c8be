package import Documents
package import Kernel

/// The CSV table of one kind of item: columns, writer and reader of rows.
///
/// Every row begins with the item's sequence number and the time of delivery; rows of an output then
/// have the receiving app. An item of several members, such as a scan, takes a row per member; one
/// without members takes a row whose member columns are empty.
package struct RecordingTable<Item: Sendable>: Sendable {
  /// The file's name in the recording's folder.
  package let file: String
  /// The columns after `sequence` and `delivered_s`.
  package let columns: [String]
  /// Writes the item's rows if it is of this kind; `begin` starts each row.
  package let write: @Sendable (Item, inout RowWriter) -> Bool
  /// Reads the rows of one item and leaves the group at the next.
  package let read: @Sendable (inout RowGroup) throws(DocumentError) -> Item
  /// The rows in the scheme of columns; nil for tables that it leaves out.
  var form: ColumnForm<Item>?

  /// A table of items with one row each.
  package static func row<Payload>(
    _ file: String, _ columns: [String], _ extract: @escaping @Sendable (Item) -> Payload?,
    _ wrap: @escaping @Sendable (Payload) -> Item,
    write: @escaping @Sendable (Payload, inout CSVWriter) -> Void,
    read: @escaping @Sendable (inout RowGroup) throws(DocumentError) -> Payload
  ) -> RecordingTable {
    RecordingTable(
      file: file, columns: columns,
      write: { item, rows in
        guard let payload = extract(item) else { return false }
        rows.begin()
        write(payload, &rows.csv)
        rows.csv.endRow()
        return true
      },
      read: { (group: inout RowGroup) throws(DocumentError) -> Item in
        let payload = try read(&group)
        _ = try group.nextRow()
        return wrap(payload)
      })
  }

  /// A table of items with one row per member.
  ///
  /// `shared` columns come first and are read from the first row; `marker` is the member column
  /// that is empty if, and only if, there is no member.
  package static func rows<Payload, Member>(
    _ file: String, shared: [String], members: [String], marker: String,
    _ extract: @escaping @Sendable (Item) -> Payload?,
    _ wrap: @escaping @Sendable (Payload) -> Item,
    list: @escaping @Sendable (Payload) -> [Member],
    writeShared: @escaping @Sendable (Payload, inout CSVWriter) -> Void,
    writeMember: @escaping @Sendable (Member, inout CSVWriter) -> Void,
    readMember: @escaping @Sendable (inout RowGroup) throws(DocumentError) -> Member,
    read:
      @escaping @Sendable (
        inout RowGroup, (inout RowGroup) throws(DocumentError) -> [Member]
      ) throws(DocumentError) -> Payload
  ) -> RecordingTable {
    RecordingTable(
      file: file, columns: shared + members,
      write: { item, rows in
        guard let payload = extract(item) else { return false }
        let items = list(payload)
        for index in 0..<max(1, items.count) {
          rows.begin()
          writeShared(payload, &rows.csv)
          if index < items.count { writeMember(items[index], &rows.csv) }
          rows.csv.endRow()
        }
        return true
      },
      read: { (group: inout RowGroup) throws(DocumentError) -> Item in
        wrap(
          try read(&group) { (group: inout RowGroup) throws(DocumentError) -> [Member] in
            guard try !group.isEmpty(marker) else {
              _ = try group.nextRow()
              return []
            }
            var members: [Member] = []
            repeat { try members.append(readMember(&group)) } while try group.nextRow()
            return members
          })
      })
  }

  /// A table of items with one row each that pass their own fields.
  static func row<Payload: FieldRow>(
    _ file: String, _ extract: @escaping @Sendable (Item) -> Payload?,
    _ wrap: @escaping @Sendable (Payload) -> Item
  ) -> RecordingTable {
    row(
      file, Payload.columns, extract, wrap, write: { payload, csv in payload.write(to: &csv) },
      read: { (row: inout RowGroup) throws(DocumentError) in try Payload(reading: &row) }
    ).with(ColumnForm(extract))
  }

  /// A table of items with one row per member, which pass their own fields.
  ///
  /// `marker` is the members' first column, unless given.
  static func rows<Payload: FieldRow, Member: FieldRow>(
    _ file: String, _ members: any WritableKeyPath<Payload, [Member]> & Sendable,
    marker: String? = nil, _ extract: @escaping @Sendable (Item) -> Payload?,
    _ wrap: @escaping @Sendable (Payload) -> Item
  ) -> RecordingTable {
    rows(
      file, shared: Payload.columns, members: Member.columns, marker: marker ?? Member.columns[0],
      extract, wrap, list: { $0[keyPath: members] },
      writeShared: { payload, csv in payload.write(to: &csv) },
      writeMember: { member, csv in member.write(to: &csv) },
      readMember: { (row: inout RowGroup) throws(DocumentError) in try Member(reading: &row) },
      read: { row, list throws(DocumentError) in
        var payload = try Payload(reading: &row)
        payload[keyPath: members] = try list(&row)
        return payload
      }
    ).with(ColumnForm(extract, members))
  }

  /// Returns the table with a form for the scheme of columns.
  func with(_ form: ColumnForm<Item>) -> RecordingTable {
    var copy = self
    copy.form = form
    return copy
  }
}

/// A table being written, with the first fields of the current item's rows.
package struct RowWriter: Sendable {
  /// The name of the app column of outputs.
  package static let appColumn = "app"

  package var csv: CSVWriter
  package var sequence: Int64 = 0
  package var delivered = SimTime.start
  /// The receiving app; nil in tables without that column.
  package var app: String?

  package init(columns: [String], notesText: Bool = false, namesApps: Bool = false) {
    app = namesApps ? "" : nil
    let first = ["sequence", "delivered_s"] + (namesApps ? [Self.appColumn] : [])
    csv = CSVWriter(columns: first + columns, notesText: notesText)
  }

  package mutating func begin() {
    csv.field(sequence)
    csv.field(secondsOf: delivered.nanoseconds)
    if let app { csv.field(app) }
  }
}

extension CSVWriter {
  package mutating func field(_ time: SimTime) { field(secondsOf: time.nanoseconds) }

  package mutating func field(_ value: Double?) {
    if let value { field(value) } else { emptyField() }
  }

  package mutating func field(_ value: (some BinaryInteger)?) {
    if let value { field(value) } else { emptyField() }
  }

  package mutating func field(_ value: String?) { field(value ?? "") }

  package mutating func field(_ time: SimTime?) {
    if let time { field(time) } else { emptyField() }
  }
}
