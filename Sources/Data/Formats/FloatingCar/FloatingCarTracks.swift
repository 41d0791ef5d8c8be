public import Documents
public import Kernel
public import Observations
public import Recordings
import Truth

/// GNSS tracks of cars, one point per row.
///
/// A table with the columns `id`, `time` and `geometry`, like the floating car data of Upper Franconia
/// (A. Wöltche, "Open source map matching with Markov decision processes", Transactions in GIS 27,
/// 2023, doi 10.1111/tgis.13107; github iisys-hof/map-matching-2).
///
/// Times have the form `2019-03-11 08:33:24+00:00`, points the form `POINT (lon lat)`. Rows with the
/// same `id` form one track. Repaired and counted: see ``Warning``.
public struct FloatingCarTracks: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning {
    case badRow = "rows with an unreadable time or position (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case disorder = "points earlier than a previous one of their track (put in order)"
    case repeated = "points of the same time as a previous one of their track (left out)"
    case gap = "gaps of more than 30 s in a track"
  }

  /// A GNSS position with its time.
  public struct Point: Hashable, Sendable {
    /// Since the track's first point.
    public var time: SimTime
    /// Position by the receiver.
    public var coordinate: Coordinate
  }

  /// The track of one car.
  public struct CarTrack: Hashable, Sendable {
    /// The value of the column `id`.
    public var id: String
    /// Time of the first point.
    public var start: GPSTime
    /// In order of time.
    public var points: [Point]
    /// Repaired or skipped rows of this track.
    public var report: ReadingReport<Warning>
  }

  /// In the order of their first rows in the file.
  public var tracks: [CarTrack]
  /// Repaired or skipped rows of all tracks, and of rows without a track.
  public var report: ReadingReport<Warning>

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> FloatingCarTracks {
    var table = try NamedTable(text, file: file)
    let columns = try table.columns(["id", "time", "geometry"])
    var report = ReadingReport<Warning>()
    var places: [String: Int] = [:]
    var rows: [(id: String, bad: [Int], points: [Row])] = []
    while try table.next() {
      let line = table.line
      let id = table.text(columns[0])
      let place = places[id] ?? rows.count
      if place == rows.count {
        places[id] = place
        rows.append((id, [], []))
      }
      guard let time = unixTimestamp(table.text(columns[1]).utf8),
        let coordinate = wellKnownLines(Array(table.text(columns[2]).utf8))?.first?.first
      else {
        rows[place].bad.append(line)
        continue
      }
      rows[place].points.append(Row(time.nanoseconds, time.hasZone, line, coordinate))
    }
    let tracks = rows.filter { !$0.points.isEmpty }.map { track($0.id, $0.points, bad: $0.bad) }
    guard !tracks.isEmpty else {
      throw DocumentError("\(file): no point of a track in the file")
    }
    for lost in rows where lost.points.isEmpty {
      for line in lost.bad { report.note(.badRow, line: line) }
    }
    for track in tracks { report.add(track.report) }
    return FloatingCarTracks(tracks: tracks, report: report)
  }

  /// A point with its line number.
  private struct Row {
    let time: Int64
    let hasZone: Bool
    let line: Int
    let coordinate: Coordinate

    init(_ time: Int64, _ hasZone: Bool, _ line: Int, _ coordinate: Coordinate) {
      (self.time, self.hasZone, self.line, self.coordinate) = (time, hasZone, line, coordinate)
    }
  }

  private static func track(_ id: String, _ points: [Row], bad: [Int]) -> CarTrack {
    var report = ReadingReport<Warning>()
    for line in bad { report.note(.badRow, line: line) }
    for point in points where !point.hasZone { report.note(.noZone, line: point.line) }
    var newest = Int64.min
    for point in points {
      if point.time < newest { report.note(.disorder, line: point.line) }
      newest = max(newest, point.time)
    }
    let ordered = inOrderOfTime(points, \.time)
    let origin = ordered.first?.time ?? 0
    var result: [Point] = []
    for point in ordered {
      let time = simTime(point.time, since: origin)
      if let last = result.last?.time {
        guard time > last else {
          report.note(.repeated, line: point.line)
          continue
        }
        // The data set's own tracks have a point every 1 to 10 s.
        if time - last > .seconds(30) { report.note(.gap, line: point.line) }
      }
      result.append(Point(time: time, coordinate: point.coordinate))
    }
    return CarTrack(
      id: id, start: GPSTime(unixNanoseconds: origin), points: result, report: report)
  }
}

extension FloatingCarTracks.CarTrack {
  /// A recording of a device in a car that recorded only these fixes.
  ///
  /// Only the activity is ground truth. The path comes from the track's route, if there is one; the
  /// position along it at each time is unknown.
  ///
  /// - Parameter device: Device name; the track's id by default.
  /// - Returns: The recording.
  public func recording(device: String? = nil) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(points.map { ReceiverFix(time: $0.time, coordinate: $0.coordinate) })
    var sample = TruthSample(unknownAt: .start)
    sample.activity = .automotive
    sample.known = .activity
    assembly.add(sample)
    return assembly.recording(
      device: device ?? id, source: "floating car data, track \(id)", start: start)
  }
}
