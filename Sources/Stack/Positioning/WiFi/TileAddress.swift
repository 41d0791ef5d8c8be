public import Observations

/// Address of a 5 km by 5 km tile of the Earth, by row and column.
///
/// Rows count from the south pole, columns from the antimeridian eastwards. The number of equal
/// columns of each row makes their width nearest to 5 km at its middle, so tiles have the same size
/// at all latitudes. The size is that reported for iOS 6 (WWDC12 session 303).
public struct TileAddress: Hashable, Comparable, Sendable {
  /// Length of a side, in m.
  public static let sideMetres = 5000.0
  private static let rowDegrees = sideMetres / MeanSphere.metresPerDegree
  private static let rowCount = Int((180 / rowDegrees).rounded(.up))

  /// Row, from 0 at the south pole.
  public let row: Int
  /// Column, from 0 at the antimeridian.
  public let column: Int

  /// Creates an address; nil if out of range.
  public init?(row: Int, column: Int) {
    guard (0..<Self.rowCount).contains(row), (0..<Self.columns(inRow: row)).contains(column) else {
      return nil
    }
    self.row = row
    self.column = column
  }

  /// Creates the address of the tile that contains a position; nil for an invalid position.
  public init?(containing place: Coordinate) {
    let (latitude, longitude) = (place.latitudeDegrees, place.longitudeDegrees)
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 540 else {
      return nil
    }
    row = min(Self.rowCount - 1, Int((latitude + 90) / Self.rowDegrees))
    let count = Self.columns(inRow: row)
    var turn = (longitude + 180) / 360
    turn -= turn.rounded(.down)
    column = min(count - 1, Int(turn * Double(count)))
  }

  /// Parses `ROW/COLUMN`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Int(parts[0]), let column = Int(parts[1]) else { return nil }
    self.init(row: row, column: column)
  }

  /// Row and column separated by a slash, as in requests.
  public var text: String { "\(row)/\(column)" }

  private static func columns(inRow row: Int) -> Int {
    let middle = (Double(row) + 0.5) * rowDegrees - 90
    let around = 360 * MeanSphere.metresPerDegree * cosine(ofDegrees: min(90, middle))
    return max(1, Int((around / sideMetres).rounded()))
  }

  /// South-western corner.
  public var southWest: Coordinate {
    Coordinate(
      latitudeDegrees: Double(row) * Self.rowDegrees - 90,
      longitudeDegrees: Double(column) * columnDegrees - 180)
  }

  /// Width and height, in degrees.
  var columnDegrees: Double { 360 / Double(Self.columns(inRow: row)) }
  var rowDegrees: Double { Self.rowDegrees }

  /// Returns the position at fractions of width and height from the south-western corner.
  func place(east: Double, north: Double) -> Coordinate {
    let corner = southWest
    return Coordinate(
      latitudeDegrees: corner.latitudeDegrees + north * Self.rowDegrees,
      longitudeDegrees: corner.longitudeDegrees + east * columnDegrees)
  }

  /// Returns a position as fractions of width and height.
  func shares(of place: Coordinate) -> (east: Double, north: Double) {
    let corner = southWest
    var degrees = place.longitudeDegrees - corner.longitudeDegrees
    if degrees > 180 { degrees -= 360 }
    if degrees < -180 { degrees += 360 }
    return (
      degrees / columnDegrees, (place.latitudeDegrees - corner.latitudeDegrees) / Self.rowDegrees
    )
  }

  /// Adjacent tiles in ascending order; eight except at the poles.
  public var neighbours: [TileAddress] { ring(1) }

  /// Returns the tiles at a Chebyshev distance, in ascending order; 8 × `steps` except at the
  /// poles.
  public func ring(_ steps: Int) -> [TileAddress] {
    var found: [TileAddress] = []
    for north in -steps...steps {
      for east in -steps...steps where max(abs(north), abs(east)) == steps {
        let place = place(east: Double(east) + 0.5, north: Double(north) + 0.5)
        guard let tile = TileAddress(containing: place), tile != self, !found.contains(tile) else {
          continue
        }
        found.append(tile)
      }
    }
    return found.sorted()
  }

  public static func < (left: TileAddress, right: TileAddress) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }
}
