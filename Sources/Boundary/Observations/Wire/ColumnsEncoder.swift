import Documents
import Kernel

/// Encoder of observations in the scheme of columns: the rows of each kind together.
struct ColumnsEncoder: Sendable {
  private struct KindRows: Sendable {
    let kind: String
    let form: ColumnForm<Observation>
    var rows = ColumnRows()
    var latest = SimTime.start

    /// Appends the message without the rows.
    func describe(in text: inout [UInt8]) {
      text.append(contentsOf: "{\"observe\":\"\(kind)\",\"time_s\":".utf8)
      StackWire.append(secondsOf: latest, to: &text)
      text.append(contentsOf: ",\"count\":\(rows.words.count / (1 + form.types.count))".utf8)
      if !rows.texts.isEmpty {
        let texts = JSONValue.array(rows.texts.map { .string($0) })
        text.append(contentsOf: ",\"texts\":\(texts.text(pretty: false))".utf8)
      }
      text.append(contentsOf: ",\"bytes\":\(8 * rows.words.count)}".utf8)
    }
  }

  private var kinds: [KindRows]
  /// Indices of the kinds with rows, in order of their first rows.
  private var filled: [Int] = []
  /// The index of the last observation's kind: the next one is often the same.
  private var latest = 0

  /// Creates an encoder of the tables that have a form.
  init(_ tables: [RecordingTable<Observation>]) {
    kinds = tables.compactMap { table in
      table.form.map { KindRows(kind: table.kind, form: $0) }
    }
  }

  var byteCount: Int { filled.reduce(0) { $0 + 8 * kinds[$1].rows.words.count } }

  mutating func append(_ observation: Observation, at time: SimTime) -> Bool {
    for offset in kinds.indices {
      let index = (latest + offset) % kinds.count
      let isFirst = kinds[index].rows.words.isEmpty
      guard kinds[index].form.append(observation, time, &kinds[index].rows) else { continue }
      kinds[index].latest = time
      latest = index
      if isFirst { filled.append(index) }
      return true
    }
    return false
  }

  /// Appends a message for each kind to the text, and its rows to the payload; returns the number of messages.
  mutating func take(text: inout [UInt8], payload: inout [UInt8]) -> Int {
    defer { filled.removeAll(keepingCapacity: true) }
    for (number, index) in filled.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      kinds[index].describe(in: &text)
      kinds[index].rows.words.withUnsafeBytes { payload.append(contentsOf: $0) }
      kinds[index].rows.removeAll()
    }
    return filled.count
  }
}
