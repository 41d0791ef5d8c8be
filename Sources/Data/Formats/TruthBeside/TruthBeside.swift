import Documents
import Kernel
import Observations
public import Recordings
import Truth

/// The ground truth of a recording in a separate table: `walk.truth.csv` beside `walk.nmea`, or beside the
/// folder `walk`; recordings of any format may have one.
///
/// The table has the time and any of position, floor, activity, steps and pauses. Positions and steps are
/// interpolated linearly in time; all other values hold until a row changes them. Before the first row and
/// after the last the truth is unknown.
struct TruthBeside {
  private let rows: [TruthRow]
  private let columns: TruthColumns
  private let file: String

  private static let ending = FoundRecordings.truthEnding

  /// Possible paths of a recording's truth table.
  ///
  /// - Parameters:
  ///   - file: The recording's first file.
  ///   - isFolder: True if the recording is the file's folder.
  /// - Returns: The paths, most likely first; empty for the root folder.
  static func paths(of file: String, isFolder: Bool) -> [String] {
    if isFolder {
      let folder = String(ReplayFormat.folder(of: file).dropLast())
      return folder.isEmpty ? [] : [folder + ending]
    }
    let plain = FileProbe.plain(file)
    let start = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
    guard let dot = plain.lastIndex(of: "."), dot > start else { return [plain + ending] }
    return [plain[..<dot] + ending, plain + ending]
  }

  /// Reads the table.
  ///
  /// - Throws: The fault and its position.
  init(bytes: [UInt8], file: String) throws(DocumentError) {
    var csv = try CSVReader(bytes: bytes, file: file)
    columns = try TruthColumns(csv)
    var rows: [TruthRow] = []
    while try csv.nextRow() {
      let row = try columns.row(csv)
      if let last = rows.last, row.seconds <= last.seconds {
        throw DocumentError(
          "times must increase; this row is not later than the previous one",
          at: csv.place(ofField: 0))
      }
      rows.append(row)
    }
    guard !rows.isEmpty else { throw DocumentError("'\(file)' has no rows") }
    self.rows = rows
    self.file = file
  }

  /// Replaces a recording's ground truth by the table.
  ///
  /// - Throws: An error if no row is within the recording's time, with the likely cause.
  func lay(beside read: inout ReadRecording) throws(DocumentError) {
    let header = read.recording.header
    let clock = TruthClock(columns.clock, header)
    guard clock.isUsable else {
      throw DocumentError(
        "'\(file)' has dates, but the recording has none: give 'time_s', the seconds since its start"
      )
    }
    let span = rows[0].seconds...rows[rows.count - 1].seconds
    let elapsed =
      clock.elapsed(
        span.lowerBound)...max(
        clock.elapsed(span.lowerBound), clock.elapsed(span.upperBound))
    let share = clock.share(span, clock.elapsed)
    guard share > 0 else {
      throw DocumentError(
        "no row of '\(file)' is within the recording's time, which is from 0 to "
          + "\(Self.text((header.endTime - .start).seconds)) s; it is from \(Self.text(elapsed.lowerBound)) to "
          + "\(Self.text(elapsed.upperBound)) s" + (clock.cure(span).map { "; \($0)" } ?? ""))
    }
    read.recording.truth = samples(clock)
    read.changes.removeAll { $0.kind == .pause }
    read.changes += pauses(clock)
    read.notes.removeAll { $0 == ReplayFormat.noTruth || $0 == ReplayFormat.noGroundTruth }
    read.notes.append("the truth is that of '\(file)'")
    let covered = share * (elapsed.upperBound - elapsed.lowerBound)
    let part = covered / max(1e-9, (header.endTime - .start).seconds)
    if part < 0.95 {
      read.notes.append(
        "it covers \(Int((part * 100).rounded())) % of the recording; only that part is evaluated")
    }
    if !columns.unknownColumns.isEmpty {
      read.notes.append(
        "columns of it without a meaning here: \(columns.unknownColumns.prefix(6).joined(separator: ", "))"
      )
    }
    if let doubt = TruthShift(read.recording).doubt { read.notes.append(doubt) }
  }

  /// Ground truth at the rows' times, and unknown after the last.
  private func samples(_ clock: TruthClock) -> [TruthSample] {
    var samples: [TruthSample] = []
    var latest = TruthRow(seconds: 0)
    let places = rows.indices.filter { rows[$0].coordinate != nil }
    let counts = rows.filter { $0.steps != nil }
    var next = 0
    for (index, row) in rows.enumerated() {
      let time = SimTime(seconds: clock.elapsed(row.seconds))
      var sample = TruthSample(unknownAt: time)
      while next < places.count, places[next] < index { next += 1 }
      if let place = place(at: row.seconds, places, next) {
        sample.coordinate = place
        sample.known.insert(.position)
      }
      latest.altitudeMetres = row.altitudeMetres ?? latest.altitudeMetres
      latest.floor = row.floor ?? latest.floor
      latest.activity = row.activity ?? latest.activity
      if let altitude = latest.altitudeMetres {
        (sample.altitudeMetres, _) = (altitude, sample.known.insert(.altitude))
      }
      if let floor = latest.floor { (sample.floor, _) = (floor, sample.known.insert(.floor)) }
      if let activity = latest.activity {
        (sample.activity, _) = (activity, sample.known.insert(.activity))
      }
      if let steps = Self.steps(at: row.seconds, counts) {
        (sample.stepCount, _) = (steps, sample.known.insert(.steps))
      }
      samples.append(sample)
    }
    if let last = samples.last { samples.append(TruthSample(unknownAt: last.time.next)) }
    return samples
  }

  /// The number of steps at a time, interpolated between the rows with steps; nil before the first.
  private static func steps(at seconds: Double, _ rows: [TruthRow]) -> Int? {
    let next = rows.partitioningIndex { $0.seconds > seconds }
    guard next > 0, let steps = rows[next - 1].steps else { return nil }
    guard next < rows.count, let later = rows[next].steps else { return steps }
    let (start, end) = (rows[next - 1].seconds, rows[next].seconds)
    return steps + Int(Double(later - steps) * (seconds - start) / (end - start))
  }

  /// The position at a time, interpolated between the rows with positions.
  ///
  /// - Parameters:
  ///   - seconds: Time by the table's clock.
  ///   - places: Indices of the rows with positions.
  ///   - next: Index in `places` of the first row not before that time.
  /// - Returns: The position; nil before the first and after the last.
  private func place(at seconds: Double, _ places: [Int], _ next: Int) -> Coordinate? {
    guard next < places.count, let end = rows[places[next]].coordinate else { return nil }
    let endTime = rows[places[next]].seconds
    guard endTime > seconds else { return end }
    guard next > 0, let start = rows[places[next - 1]].coordinate else { return nil }
    let startTime = rows[places[next - 1]].seconds
    // Across the antimeridian, interpolation between longitudes would cross the globe.
    guard abs(end.longitudeDegrees - start.longitudeDegrees) < 180 else { return nil }
    let share = (seconds - startTime) / (endTime - startTime)
    func between(_ path: KeyPath<Coordinate, Double>) -> Double {
      start[keyPath: path] + share * (end[keyPath: path] - start[keyPath: path])
    }
    return Coordinate(
      latitudeDegrees: between(\.latitudeDegrees), longitudeDegrees: between(\.longitudeDegrees))
  }

  private func pauses(_ clock: TruthClock) -> [TrueChange] {
    var isPaused = false
    return rows.compactMap { row -> TrueChange? in
      guard let now = row.isPaused, now != isPaused else { return nil }
      isPaused = now
      let (from, to): (PauseEvent, PauseEvent) = now ? (.resumed, .paused) : (.paused, .resumed)
      return TrueChange(
        time: SimTime(seconds: clock.elapsed(row.seconds)), kind: .pause, from: from.rawValue,
        to: to.rawValue)
    }
  }

  private static func text(_ seconds: Double) -> String {
    let rounded = (seconds * 10).rounded() / 10
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension RecordingSource {
  /// Adds ground truth from a table beside the recording, if there is one.
  mutating func findTruth() {
    if let found = neighbour(TruthBeside.paths) {
      complement = Self.truth(found.title, found.bytes)
    } else if let path = besideRoot(FoundRecordings.truthEnding) {
      takeTruth(at: path)
    }
  }

  /// Replaces the ground truth by a table at any path.
  public mutating func takeTruth(at path: String) {
    complement = Self.truth(path) { () throws(DocumentError) in try readFile(path, limit: 1 << 30) }
  }

  private static func truth(
    _ title: String, _ bytes: @escaping @Sendable () throws(DocumentError) -> [UInt8]
  ) -> RecordingComplement {
    RecordingComplement(bytes: bytes) { text, read throws(DocumentError) in
      try TruthBeside(bytes: text, file: title).lay(beside: &read)
    }
  }
}
