import Kernel
import Observations

extension GPXFile {
  /// The track points of a file, of which a long one has millions, in compact rows.
  struct PointList: Hashable, Sendable {
    private struct Row: Hashable, Sendable {
      var coordinate: Coordinate
      var altitudeMetres: Double?
      /// In ns.
      var unixTime: Int64?
      var speedMetresPerSecond, courseDegrees: Double?
      var satelliteCount: Int?
      var horizontalDilution, verticalDilution: Double?
    }

    /// A track, with the index of each segment's first point.
    private struct PointShape: Hashable, Sendable {
      var name = ""
      var starts: [Int] = []
    }

    private var rows: [Row] = []
    /// The names of the few points that have one.
    private var names: [Int: String] = [:]
    private var shapes: [PointShape] = []
    /// Time zero of the points, in ns since 1970.
    var origin: Int64 = 0

    mutating func beginTrack() { shapes.append(PointShape()) }

    mutating func beginSegment() { shapes[shapes.count - 1].starts.append(rows.count) }

    /// Names the latest track.
    mutating func name(_ name: String) { shapes[shapes.count - 1].name = name }

    /// Adds a point to the latest segment.
    mutating func append(_ point: Point, unixTime: Int64?) {
      if !point.name.isEmpty { names[rows.count] = point.name }
      rows.append(
        Row(
          coordinate: point.coordinate, altitudeMetres: point.altitudeMetres, unixTime: unixTime,
          speedMetresPerSecond: point.speedMetresPerSecond, courseDegrees: point.courseDegrees,
          satelliteCount: point.satelliteCount, horizontalDilution: point.horizontalDilution,
          verticalDilution: point.verticalDilution))
    }

    /// The tracks with all their points.
    var tracks: [GPXTrack] {
      let ends = shapes.flatMap(\.starts).dropFirst() + [rows.count]
      var next = ends.startIndex
      return shapes.map { shape in
        GPXTrack(
          name: shape.name,
          segments: shape.starts.map { start in
            defer { next += 1 }
            return (start..<ends[next]).map(point)
          })
      }
    }

    private func point(_ index: Int) -> Point {
      let row = rows[index]
      return Point(
        coordinate: row.coordinate, altitudeMetres: row.altitudeMetres,
        time: row.unixTime.map { simTime($0, since: origin) }, name: names[index] ?? "",
        speedMetresPerSecond: row.speedMetresPerSecond, courseDegrees: row.courseDegrees,
        satelliteCount: row.satelliteCount, horizontalDilution: row.horizontalDilution,
        verticalDilution: row.verticalDilution)
    }
  }
}
