package import Documents
import Scoring

/// A journal entry of a finished unit: the extent of its rows in the tables, its recordings, and
/// its contribution to the run's figures.
struct UnitEntry: Hashable {
  /// A file with its expected size and checksum.
  struct FileRecord: Hashable {
    var name: String
    var byteCount: Int
    var checksum: UInt32
  }

  struct RecordingFolder: Hashable {
    /// The folder's name below `recordings`.
    var name: String
    var files: [FileRecord]
  }

  /// The unit's index in the plan.
  var number: Int
  /// The size and checksum of the unit's rows in each table.
  var rows: [FileRecord]
  var figures: UnitFigures
  var recordings: [RecordingFolder]

  /// The encoded entry.
  var bytes: [UInt8] {
    var writer = PackedWriter()
    writer.add(number)
    writer.add(rows)
    figures.add(to: &writer)
    writer.add(recordings.count)
    for recording in recordings {
      writer.add(recording.name)
      writer.add(recording.files)
    }
    return writer.bytes
  }
}

extension UnitEntry {
  /// Decodes an entry; nil for invalid bytes.
  init?(bytes: [UInt8]) {
    var reader = PackedReader(bytes[...])
    guard let number = reader.integer(), let rows = reader.parts(),
      let figures = UnitFigures(from: &reader),
      let recordings = reader.list({ reader -> RecordingFolder? in
        guard let name = reader.text(), let files = reader.parts() else { return nil }
        return RecordingFolder(name: name, files: files)
      }), reader.isAtEnd
    else { return nil }
    self.number = number
    self.rows = rows
    self.figures = figures
    self.recordings = recordings
  }
}

extension UnitFigures {
  /// Writes the encoding.
  package func add(to writer: inout PackedWriter) {
    writer.add(eventDigest)
    writer.add(samples)
    writer.add(parts.count)
    for part in parts {
      writer.add(part.filter.text)
      writer.add(part.samples)
    }
  }

  /// Reads the encoding of ``add(to:)``; nil for anything else.
  package init?(from reader: inout PackedReader) {
    guard let digest = reader.text(), let samples = reader.samples(),
      let parts = reader.list({ reader -> UnitFigures.FilteredValues? in
        guard let text = reader.text(), let filter = ScoreFilter(text: text),
          let samples = reader.samples()
        else { return nil }
        return UnitFigures.FilteredValues(filter: filter, samples: samples)
      })
    else { return nil }
    self.init(samples: samples, parts: parts, eventDigest: digest)
  }
}

extension PackedWriter {
  fileprivate mutating func add(_ samples: [UnitFigures.MetricValues]) {
    add(samples.count)
    for sample in samples {
      add(sample.metric.name)
      add(sample.values.numbers)
    }
  }

  fileprivate mutating func add(_ parts: [UnitEntry.FileRecord]) {
    add(parts.count)
    for part in parts {
      add(part.name)
      add(part.byteCount)
      add(part.checksum)
    }
  }
}

extension PackedReader {
  fileprivate mutating func samples() -> [UnitFigures.MetricValues]? {
    list { reader -> UnitFigures.MetricValues? in
      guard let name = reader.text(), let metric = MetricCatalogue.metric(name),
        let numbers = reader.values(),
        let values = ValueSketch(numbers: numbers)
      else { return nil }
      return UnitFigures.MetricValues(metric: metric, values: values)
    }
  }

  fileprivate mutating func parts() -> [UnitEntry.FileRecord]? {
    list { reader in
      guard let name = reader.text(), let count = reader.integer(),
        let checksum = reader.number(UInt32.self)
      else { return nil }
      return UnitEntry.FileRecord(name: name, byteCount: count, checksum: checksum)
    }
  }
}
