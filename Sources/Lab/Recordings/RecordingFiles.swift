public import Documents
public import Kernel
public import Observations
public import Truth

/// Encodes deliveries to the files of a recording, one at a time and in order.
public struct RecordingWriter: Sendable {
  private var observations = TableSet(RecordingTables.observations)
  private var outputs = TableSet(RecordingTables.outputs, namesApps: true)
  private var truth = TableSet([RecordingTable<TruthSample>.truth])

  public init() {}

  /// Reserves memory for the samples of the motion sensors, which are most of a recording.
  mutating func reserve(for items: [Delivered<Observation>]) {
    var samples = [0, 0, 0]
    for delivered in items {
      switch delivered.item {
      case .accelerometer(let batch): samples[0] += batch.samples.count
      case .gyroscope(let batch): samples[1] += batch.samples.count
      case .magnetometer(let batch): samples[2] += batch.samples.count
      default: break
      }
    }
    for (file, count) in zip(["accelerometer.csv", "gyroscope.csv", "magnetometer.csv"], samples) {
      observations.reserve(rows: count, of: file)
    }
  }

  /// Writes an observation; call in order of delivery.
  public mutating func write(_ observation: Observation, at time: SimTime) {
    observations.write(observation, at: time)
  }

  /// Writes an output; call in order of publication.
  public mutating func write(_ output: Output, at time: SimTime, to app: String = "") {
    outputs.write(output, at: time, app: app)
  }

  /// Writes a sample of the truth; call in order of time.
  public mutating func write(_ sample: TruthSample) {
    truth.write(sample, at: sample.time)
  }

  /// Returns the files as names and contents, without empty tables.
  public consuming func files(header: RecordingHeader) -> [(name: String, bytes: [UInt8])] {
    [("recording.yaml", Array(header.yaml.utf8))] + observations.takeFiles() + outputs.takeFiles()
      + truth.takeFiles()
  }
}

/// All tables of one kind of item, while they are written.
private struct TableSet<Item: Sendable>: Sendable {
  let tables: [RecordingTable<Item>]
  var writers: [RowWriter]
  var sequence: Int64 = 0
  /// Index of the table of the last item; the next item is often of the same kind.
  var latest = 0

  init(_ tables: [RecordingTable<Item>], namesApps: Bool = false) {
    self.tables = tables
    writers = tables.map { RowWriter(columns: $0.columns, namesApps: namesApps) }
  }

  mutating func write(_ item: Item, at time: SimTime, app: String = "") {
    for offset in tables.indices {
      let index = (latest + offset) % tables.count
      writers[index].sequence = sequence
      writers[index].delivered = time
      if writers[index].app != nil { writers[index].app = app }
      if tables[index].write(item, &writers[index]) {
        latest = index
        sequence += 1
        return
      }
    }
  }

  /// Reserves memory for a number of rows of a table.
  mutating func reserve(rows: Int, of file: String) {
    guard let index = tables.firstIndex(where: { $0.file == file }) else { return }
    // Approximate size of a row with three axes.
    writers[index].csv.reserve(rows * 56)
  }

  /// Takes the files; the writers are empty afterwards.
  mutating func takeFiles() -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for index in tables.indices where writers[index].csv.rowCount > 0 {
      files.append((tables[index].file, writers[index].csv.takeBytes()))
    }
    return files
  }
}

extension Recording {
  /// The recording as files: names and contents.
  public var files: [(name: String, bytes: [UInt8])] {
    var writer = RecordingWriter()
    writer.reserve(for: observations)
    for delivered in observations { writer.write(delivered.item, at: delivered.time) }
    for reported in outputs { writer.write(reported.item, at: reported.time, to: reported.app) }
    for sample in truth { writer.write(sample) }
    return writer.files(header: header)
  }

  /// Decodes a recording from its files.
  ///
  /// - Parameters:
  ///   - name: Name of the folder or archive, for messages.
  ///   - isValid: True to reject values that are out of range; false to read everything.
  ///   - contents: Returns a file's bytes, or nil if there is no such file.
  /// - Throws: ``DocumentError`` with file, line and field.
  public init(
    name: String, isValid: Bool = true, contents: (String) throws(DocumentError) -> [UInt8]?
  ) throws(DocumentError) {
    guard let yaml = try contents("recording.yaml") else {
      throw DocumentError("'\(name)' is not a recording: it has no recording.yaml")
    }
    header = try decodeDocument(
      RecordingHeader.self, bytes: yaml, name: name + "/recording.yaml")
    observations = try Self.read(RecordingTables.observations, name, contents) {
      isValid ? $0.invalid(at: $1) : nil
    }
    outputs = try Self.read(RecordingTables.outputs, name, namesApps: true, contents)
    truth = try Self.read([RecordingTable<TruthSample>.truth], name, contents) { sample, _ in
      isValid ? sample.invalid : nil
    }.map(\.item)
  }

  /// Reads all tables of one kind of item and merges the items by sequence number.
  ///
  /// `check` returns an out-of-range value of an item; outputs of a stack aren't checked.
  private static func read<Item>(
    _ tables: [RecordingTable<Item>], _ name: String, namesApps: Bool = false,
    _ contents: (String) throws(DocumentError) -> [UInt8]?,
    check: (Item, SimTime) -> InvalidValue? = { _, _ in nil }
  ) throws(DocumentError) -> [Delivered<Item>] {
    var lists: [[(sequence: Int64, delivered: Delivered<Item>)]] = []
    for table in tables {
      guard let bytes = try contents(table.file) else { continue }
      var items: [(sequence: Int64, delivered: Delivered<Item>)] = []
      let file = name + "/" + table.file
      var group = try RowGroup(CSVReader(bytes: bytes, file: file))
      while let sequence = group.sequence {
        let time = try group.time("delivered_s")
        // Old recordings, from before apps had names, lack the column.
        let isNamed = namesApps && group.has(RowWriter.appColumn)
        let app = isNamed ? try group.text(RowWriter.appColumn) : ""
        let item = try table.read(&group)
        if let fault = check(item, time) {
          let place = try Self.place(of: fault, sequence, bytes, file: file)
          throw fault.error(at: place, file: file, time: time)
        }
        items.append((sequence, Delivered(time: time, item, app: app)))
      }
      if !items.isEmpty { lists.append(items) }
    }
    return try merged(lists, name)
  }

  /// Position of an item's out-of-range value, found by reading its table again.
  private static func place(
    of fault: InvalidValue, _ sequence: Int64, _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> SourcePosition? {
    var group = try RowGroup(CSVReader(bytes: bytes, file: file))
    while group.sequence != sequence { _ = try group.nextRow() }
    for _ in 0..<fault.member { _ = try group.nextRow() }
    return group.place(of: fault.column)
  }

  /// Merges sorted lists (k-way merge).
  private static func merged<Item>(
    _ lists: [[(sequence: Int64, delivered: Delivered<Item>)]], _ name: String
  ) throws(DocumentError) -> [Delivered<Item>] {
    var merged: [Delivered<Item>] = []
    merged.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    var heads = lists.map { _ in 0 }
    var previous: Int64?
    var latest = SimTime.distantPast
    while true {
      var first: (sequence: Int64, list: Int)?
      for list in lists.indices where heads[list] < lists[list].count {
        let sequence = lists[list][heads[list]].sequence
        if first.map({ sequence < $0.sequence }) ?? true { first = (sequence, list) }
      }
      guard let list = first?.list else { return merged }
      let (sequence, delivered) = lists[list][heads[list]]
      guard sequence != previous, delivered.time >= latest else {
        throw DocumentError(
          sequence == previous
            ? "'\(name)' has two items with the sequence \(sequence)"
            : "'\(name)' goes back in time at sequence \(sequence)")
      }
      (previous, latest) = (sequence, delivered.time)
      merged.append(delivered)
      heads[list] += 1
    }
  }
}
