import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

/// The tables of the Google Smartphone Decimeter Challenge (Fu, Khider and van Diggelen, "Android
/// Raw GNSS Measurement Datasets for Precise Positioning", ION GNSS+ 2020) as GnssLogger's rows.
enum GSDCTables {
  /// Turns a table into the lines of a log.
  ///
  /// A row begins with its kind in both; only the header differs: `MessageType,utcTimeMillis,…` is
  /// `# Raw,utcTimeMillis,…` in a log.
  ///
  /// - Parameters:
  ///   - bytes: The table, gzipped or not.
  ///   - kind: The kind of all rows; nil for a table of several, whose header then isn't kept
  ///     because GnssLogger's columns are the same.
  ///   - file: Its name in messages.
  /// - Returns: The log.
  /// - Throws: That it is no such table.
  static func asLog(_ bytes: [UInt8], kind: String?, file: String) throws(DocumentError) -> [UInt8]
  {
    var text = bytes
    if Gzip.isGzip(bytes) {
      do {
        text = try Gzip.decompress(bytes, name: file)
      } catch {
        throw DocumentError("\(error)")
      }
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    let first = Array("MessageType,".utf8)
    guard text.starts(with: first) else {
      throw DocumentError(
        "expected a header that begins with MessageType",
        at: SourcePlace(file: file, line: 1, column: 1))
    }
    if let kind {
      text.replaceSubrange(..<first.count, with: Array("# \(kind),".utf8))
    } else if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
      text.removeSubrange(...end)
    }
    if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    return text
  }

  /// The truth by the fixes of `ground_truth.csv`, one a second.
  static func truth(_ fixes: GNSSLoggerRecording, since start: GPSTime) -> [TruthSample] {
    let offset = SimDuration.seconds(fixes.start - start)
    var truth: [TruthSample] = fixes.fixes.map { fix in
      var sample = TruthSample.place(fix.coordinate, at: fix.time + offset)
      sample.altitudeMetres = fix.altitudeMetres
      sample.known.insert(.altitude)
      return sample
    }
    if let last = truth.last { truth.append(TruthSample(unknownAt: last.time.next)) }
    return truth
  }
}
