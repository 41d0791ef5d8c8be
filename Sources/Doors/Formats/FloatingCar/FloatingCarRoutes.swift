public import Documents
public import Observations
public import Recordings
public import Truth

/// The routes that cars truly took, one row a route: a table of the columns `id` and `WKT`, with
/// lines such as `MULTILINESTRING ((lon lat, …), …)`, beside ``FloatingCarTracks``.
public struct FloatingCarRoutes: RecordingFormat {
  /// What was left out of a file.
  public enum Remark: String, ReadingRemark {
    case badRow = "rows without readable lines (left out)"
    case repeated = "rows of a track that has had one (left out)"
  }

  /// A route.
  public struct Route: Hashable, Sendable {
    /// The track it belongs to.
    public var id: String
    /// Its lines, each without a break.
    public var lines: [[Coordinate]]

    /// Creates a route.
    public init(id: String, lines: [[Coordinate]]) {
      self.id = id
      self.lines = lines
    }
  }

  /// The routes in the order of the file.
  public var routes: [Route]
  /// What was left out.
  public var report: ReadingReport<Remark>

  /// The route of a track; nil if there is none.
  public func route(of id: String) -> Route? { routes.first { $0.id == id } }

  /// Reads a file: the routes.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> FloatingCarRoutes {
    var table = try NamedTable(bytes, file: file)
    let columns = try table.columns(["id", "WKT"])
    var report = ReadingReport<Remark>()
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
  /// The route as what locations are judged by.
  public var trueRoute: TrueRoute { TrueRoute(lines: lines) }
}

/// Roads as lines, one row a straight piece: a table of the columns `lon1`, `lat1`, `lon2`, `lat2`.
public struct FloatingCarNetwork: RecordingFormat {
  /// What was left out of a file.
  public enum Remark: String, ReadingRemark {
    case badRow = "rows with an unreadable number (left out)"
    case noLength = "pieces without a length (left out)"
  }

  /// A straight piece of road.
  public struct Piece: Hashable, Sendable {
    /// Its ends; it may be driven either way.
    public var start, end: Coordinate
  }

  /// The pieces in the order of the file.
  public var pieces: [Piece]
  /// What was left out.
  public var report: ReadingReport<Remark>

  /// Reads a file: the roads.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> FloatingCarNetwork {
    var table = try NamedTable(bytes, file: file)
    let columns = try table.columns(["lon1", "lat1", "lon2", "lat2"])
    var report = ReadingReport<Remark>()
    var pieces: [Piece] = []
    while try table.next() {
      let numbers = columns.map { table.row.number($0) ?? .nan }
      guard abs(numbers[0]) <= 180, abs(numbers[1]) <= 90, abs(numbers[2]) <= 180,
        abs(numbers[3]) <= 90
      else {
        report.note(.badRow, line: table.line)
        continue
      }
      let piece = Piece(
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
