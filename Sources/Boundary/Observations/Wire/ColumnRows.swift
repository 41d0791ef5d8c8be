import Kernel

/// The type of a column in the scheme of columns, by its name in the greeting.
package enum ColumnType: String, Sendable {
  case number, integer
  /// An index in the list of texts.
  case text
}

/// Rows of one kind of item in the scheme of columns: 64-bit floats, row by row.
///
/// A missing value is not-a-number. A text is an index in ``texts``.
package struct ColumnRows: Sendable {
  /// The values as little-endian bit patterns.
  private(set) var words: [UInt64] = []
  /// Each text once, in order of first occurrence.
  private(set) var texts: [String] = []
  private var indices: [String: Int] = [:]

  mutating func append(_ value: Double) {
    // JSON has no infinity: in both schemes it is a missing value.
    words.append((value.isFinite ? value : .nan).bitPattern.littleEndian)
  }

  mutating func append(_ text: String) {
    if let index = indices[text] { return append(Double(index)) }
    indices[text] = texts.count
    append(Double(texts.count))
    texts.append(text)
  }

  /// Removes all rows, and keeps the capacity.
  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }
}

extension ColumnRows: RowFields {
  package mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    value.write(to: &self)
  }
  package mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {
    value.write(to: &self)
  }
}

/// The rows of one kind of item in the scheme of columns: types of columns, and their writer.
///
/// A row begins with the time of delivery.
struct ColumnForm<Item: Sendable>: Sendable {
  /// The types of the columns after the time of delivery.
  let types: [ColumnType]
  /// Appends the item's rows if it is of this kind.
  let append: @Sendable (Item, SimTime, inout ColumnRows) -> Bool

  /// The form of items with one row each.
  init<Payload: FieldRow>(_ extract: @escaping @Sendable (Item) -> Payload?) {
    types = columnTypes(of: Payload.self)
    append = { item, time, rows in
      guard var payload = extract(item) else { return false }
      time.write(to: &rows)
      payload.pass(&rows)
      return true
    }
  }

  /// The form of items with one row per member; one without members has a row without member values.
  init<Payload: FieldRow, Member: FieldRow>(
    _ extract: @escaping @Sendable (Item) -> Payload?,
    _ members: any WritableKeyPath<Payload, [Member]> & Sendable
  ) {
    let memberTypes = columnTypes(of: Member.self)
    types = columnTypes(of: Payload.self) + memberTypes
    append = { item, time, rows in
      guard var payload = extract(item) else { return false }
      for var member in payload[keyPath: members] {
        time.write(to: &rows)
        payload.pass(&rows)
        member.pass(&rows)
      }
      guard payload[keyPath: members].isEmpty else { return true }
      time.write(to: &rows)
      payload.pass(&rows)
      for _ in memberTypes { rows.append(.nan) }
      return true
    }
  }

  /// The form of batches of a motion sensor.
  init(axes: [String], _ extract: @escaping @Sendable (Item) -> InertialBatch?) {
    types = Array(repeating: .number, count: 1 + axes.count)
    append = { item, time, rows in
      guard let batch = extract(item) else { return false }
      for var sample in batch.samples {
        time.write(to: &rows)
        sample.pass(&rows, axes: axes)
      }
      guard batch.samples.isEmpty else { return true }
      time.write(to: &rows)
      for _ in 0...axes.count { rows.append(.nan) }
      return true
    }
  }
}

/// Returns the type of each field of a row.
private func columnTypes<Row: FieldRow>(of row: Row.Type) -> [ColumnType] {
  var (types, value) = (RowTypes(), Row.blank)
  value.pass(&types)
  return types.types
}

/// Collects the types of the fields.
private struct RowTypes: RowFields {
  var types: [ColumnType] = []

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    types.append(Value.columnType)
  }
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {
    types.append(Value.columnType)
  }
}
