import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

/// Ground truth of a receiver with RINEX files.
enum RinexTruth {
  /// Reads the ground truth from a table beside the file, or from the header of a surveyed station.
  ///
  /// A table whose name begins with `groundTruth` has no header and the columns second of the GPS week,
  /// the same second again, latitude, longitude and height. If all its rows name one point, the antenna
  /// is stationary throughout, before and after too.
  ///
  /// - Parameters:
  ///   - file: The observation file.
  ///   - tree: Source of the files.
  ///   - content: Content of the observation file.
  ///   - end: End of the recording.
  ///   - notes: Notes for the report.
  /// - Returns: The ground truth; empty if there is none.
  /// - Throws: The fault of the table and its position.
  static func beside(
    _ file: String, in tree: RecordingTree, _ content: RinexObservations, until end: SimTime,
    _ notes: inout [String]
  ) throws(DocumentError) -> [TruthSample] {
    let folder = ReplayFormat.folder(of: file)
    let table = tree.names(in: String(folder.dropLast())).first {
      $0.lowercased().hasPrefix("groundtruth")
    }
    if let table {
      let truth = try rows(of: folder + table, in: tree, start: content.start)
      let isStill = truth.dropFirst().allSatisfy { $0.coordinate == truth.first?.coordinate }
      guard isStill, let place = truth.first else {
        return truth + (truth.last.map { [TruthSample(unknownAt: $0.time.next)] } ?? [])
      }
      notes.append("the truth of \(table) is one point, which is valid for the whole time")
      return [.place(place.coordinate, at: .start), .place(place.coordinate, at: end)]
    }
    guard isStation(tree.head(file)), let position = content.approximatePosition,
      let place = try? Geodetic(ecef: position)
    else { return [] }
    notes.append("a surveyed station: the truth is the header's position")
    var sample = TruthSample.place(
      Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      at: .start)
    sample.altitudeMetres = place.altitudeMetres
    sample.known.insert(.altitude)
    return [sample]
  }

  /// True if the header's marker has a DOMES number, such as `10118M001`, which is assigned only to stations
  /// of the terrestrial reference frame.
  private static func isStation(_ head: [UInt8]) -> Bool {
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { $0.contains("MARKER NUMBER") }),
      let number = line.split(separator: " ").first
    else { return false }
    let digits = number.filter(\.isNumber)
    return number.utf8.count == 9 && digits.utf8.count == 8
      && number.dropFirst(5).first.map { $0 == "M" || $0 == "S" } == true
  }

  private static func rows(
    of file: String, in tree: RecordingTree, start: GPSTime
  ) throws(DocumentError) -> [TruthSample] {
    let title = tree.title(file)
    var bytes = try tree.bytes(file)
    if Gzip.isGzip(bytes) {
      do { bytes = try Gzip.decompress(bytes, name: title) } catch {
        throw DocumentError("\(error)")
      }
    }
    var truth: [TruthSample] = []
    for (number, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let fields = String(decoding: line, as: UTF8.self).split(
        separator: ",", omittingEmptySubsequences: false
      ).map { $0.filter { !$0.isWhitespace } }
      guard fields != [""] else { continue }
      guard fields.count >= 4, let second = Double(fields[0]), let latitude = Double(fields[2]),
        let longitude = Double(fields[3]), abs(latitude) <= 90, abs(longitude) <= 360,
        (0..<GPSTime.secondsPerWeek).contains(second)
      else {
        // The first line may be a header.
        if number == 0 { continue }
        throw DocumentError(
          "expected the second of the week twice, latitude and longitude",
          at: SourcePosition(file: title, line: number + 1, column: 1))
      }
      truth.append(
        .place(
          Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
          at: SimTime(seconds: GPSTime.wrapped(second - start.secondsOfWeek))))
    }
    return truth
  }
}
