public import Documents
public import Observations
public import Recordings
public import Truth

/// The true routes of cars, one per row: a table with the columns `id` and `WKT`, with lines such as
/// `MULTILINESTRING ((lon lat, …), …)`, beside ``FloatingCarTracks``.
public struct FloatingCarRoutes: RecordingFormat {
  /// Skipped rows of a file.
  public enum Warning: String, ReadingWarning {
    case badRow = "rows without readable lines (left out)"
    case repeated = "rows of a track that already has one (left out)"
  }

  /// The true route of one track.
  public struct Route: Hashable, Sendable {
    /// Name of its track.
    public var id: String
    /// Connected lines; consecutive lines have a break between them.
    public var lines: [[Coordinate]]

    public init(id: String, lines: [[Coordinate]]) {
      self.id = id
      self.lines = lines
    }
  }

  /// In the order of the file.
  public var routes: [Route]
  public var report: ReadingReport<Warning>

  /// The route of a track; nil if there is none.
  public func route(of id: String) -> Route? { routes.first { $0.id == id } }

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> FloatingCarRoutes {
    var table = try NamedTable(text, file: file)
    let columns = try table.columns(["id", "WKT"])
    var report = ReadingReport<Warning>()
    var routes: [Route] = []
    var known: Set<String> = []
    while try table.next() {
      guard let lines = wellKnownLines(Array(table.text(columns[1]).utf8)), !lines.isEmpty else {
        report.note(.badRow, line: table.line)
        continue
      }
      let id = table.text(columns[0])
      guard known.insert(id).inserted else {
        report.note(.repeated, line: table.line)
        continue
      }
      routes.append(Route(id: id, lines: lines))
    }
    guard !routes.isEmpty else { throw DocumentError("\(file): no route in the file") }
    return FloatingCarRoutes(routes: routes, report: report)
  }
}

extension FloatingCarRoutes.Route {
  /// The route in the form that locations are scored against.
  public var trueRoute: TrueRoute { TrueRoute(lines: lines) }
}

/// A road network as straight segments, one per row: the columns `lon1`, `lat1`, `lon2`, `lat2`.
public struct FloatingCarNetwork: RecordingFormat {
  /// Skipped rows of a file.
  public enum Warning: String, ReadingWarning {
    case badRow = "rows with an unreadable number (left out)"
    case noLength = "pieces without a length (left out)"
  }

  /// A straight road segment.
  public struct RoadSegment: Hashable, Sendable {
    /// Both ends; the segment may be driven in either direction.
    public var start, end: Coordinate
  }

  /// In the order of the file.
  public var pieces: [RoadSegment]
  public var report: ReadingReport<Warning>

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> FloatingCarNetwork {
    var table = try NamedTable(text, file: file)
    let columns = try table.columns(["lon1", "lat1", "lon2", "lat2"])
    var report = ReadingReport<Warning>()
    var pieces: [RoadSegment] = []
    while try table.next() {
      let numbers = columns.map { table.row.number($0) ?? .nan }
      guard abs(numbers[0]) <= 180, abs(numbers[1]) <= 90, abs(numbers[2]) <= 180,
        abs(numbers[3]) <= 90
      else {
        report.note(.badRow, line: table.line)
        continue
      }
      let piece = RoadSegment(
        start: Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[0]),
        end: Coordinate(latitudeDegrees: numbers[3], longitudeDegrees: numbers[2]))
      guard piece.start != piece.end else {
        report.note(.noLength, line: table.line)
        continue
      }
      pieces.append(piece)
    }
    guard !pieces.isEmpty else { throw DocumentError("\(file): no piece of road in the file") }
    return FloatingCarNetwork(pieces: pieces, report: report)
  }
}
