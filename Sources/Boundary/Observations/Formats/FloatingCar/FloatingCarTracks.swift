public import Documents
public import Kernel

/// Tracks of cars by satellite receivers, one row a point.
///
/// A table of the columns `id`, `time` and `geometry`, as of the floating car data of Upper Franconia
/// (A. Wöltche, "Open source map matching with Markov decision processes", Transactions in GIS 27,
/// 2023, doi 10.1111/tgis.13107; github iisys-hof/map-matching-2).
///
/// Times are of the form `2019-03-11 08:33:24+00:00`, points of the form `POINT (lon lat)`. Rows of
/// one `id` are one track. Mended and counted: see ``Remark``.
public struct FloatingCarTracks: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case badRow = "rows with an unreadable time or place (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case disorder = "points earlier than one before of their track (put in order)"
    case repeated = "points of the same time as one before of their track (left out)"
    case gap = "gaps of more than 30 s in a track"
  }

  /// A point of a track.
  public struct Point: Hashable, Sendable {
    /// Since the track's first point.
    public var time: SimTime
    /// Where the receiver believed to be.
    public var coordinate: Coordinate
  }

  /// A car's track.
  public struct Track: Hashable, Sendable {
    /// Its name, the column `id`.
    public var id: String
    /// When its first point was.
    public var start: GPSTime
    /// Its points in order of time.
    public var points: [Point]
  }

  /// The tracks in the order in which they begin in the file.
  public var tracks: [Track]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The tracks.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> FloatingCarTracks {
    var table = try NamedTable(bytes, file: file)
    let columns = try table.columns(["id", "time", "geometry"])
    var report = ReadingReport<Remark>()
    var places: [String: Int] = [:]
    var rows: [(id: String, points: [(time: Int64, line: Int, coordinate: Coordinate)])] = []
    while try table.next() {
      let line = table.line
      guard let time = unixTimestamp(table.text(columns[1]).utf8),
        let coordinate = wellKnownLines(Array(table.text(columns[2]).utf8))?.first?.first
      else {
        report.note(.badRow, line: line)
        continue
      }
      if !time.hasZone { report.note(.noZone, line: line) }
      let id = table.text(columns[0])
      let place = places[id] ?? rows.count
      if place == rows.count {
        places[id] = place
        rows.append((id, []))
      }
      rows[place].points.append((time.nanoseconds, line, coordinate))
    }
    guard !rows.isEmpty else {
      throw DocumentError("\(file): no point of a track in the file")
    }
    let tracks = rows.map { track($0.id, $0.points, &report) }
    return FloatingCarTracks(tracks: tracks, report: report)
  }

  private static func track(
    _ id: String, _ points: [(time: Int64, line: Int, coordinate: Coordinate)],
    _ report: inout ReadingReport<Remark>
  ) -> Track {
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
        // The data set's own tracks have a point each 1 to 10 s.
        if time - last > .seconds(30) { report.note(.gap, line: point.line) }
      }
      result.append(Point(time: time, coordinate: point.coordinate))
    }
    return Track(id: id, start: GPSTime(unixNanoseconds: origin), points: result)
  }
}

extension FloatingCarTracks.Track {
  /// The track as a recording of a device that had nothing else, in a car.
  ///
  /// - Parameters:
  ///   - device: Its name; the track's own, unless given.
  ///   - route: The true route, if known. When the car was where on it isn't: for the truth at each
  ///     point's time stands the nearest place of the route, so that only errors across it count.
  /// - Returns: The recording.
  public func recording(device: String? = nil, route: FloatingCarRoutes.Route? = nil) -> Recording {
    var assembly = RecordingAssembly()
    for point in points {
      assembly.add([ReceiverFix(time: point.time, coordinate: point.coordinate)])
      let place = route?.nearest(to: point.coordinate)
      assembly.add(.partial(time: point.time, coordinate: place, activity: .automotive))
    }
    return assembly.recording(
      device: device ?? id, source: "floating car data, track \(id)", start: start)
  }
}
