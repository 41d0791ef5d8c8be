public import Observations

/// One tile of the Earth, 5 km by 5 km, by its row and column.
///
/// Rows count from the south pole, columns from the antimeridian eastwards. Each row has as many
/// columns of equal width as come nearest to 5 km in its middle, so that a tile is as large in Oslo
/// as in Quito. The side is the one told for iOS 6 (WWDC12 session 303).
public struct TileAddress: Hashable, Comparable, Sendable {
  /// The length of a side, in m.
  public static let sideMetres = 5000.0
  private static let rowDegrees = sideMetres / MeanSphere.metresPerDegree
  private static let rowCount = Int((180 / rowDegrees).rounded(.up))

  /// The row, from 0 at the south pole.
  public let row: Int
  /// The column, from 0 at the antimeridian.
  public let column: Int

  /// Names a tile; nil if there is none such.
  public init?(row: Int, column: Int) {
    guard (0..<Self.rowCount).contains(row), (0..<Self.columns(inRow: row)).contains(column) else {
      return nil
    }
    self.row = row
    self.column = column
  }

  /// The tile that a place lies in; nil for what is no place on Earth.
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

  /// Reads `ROW/COLUMN`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Int(parts[0]), let column = Int(parts[1]) else { return nil }
    self.init(row: row, column: column)
  }

  /// The row and the column with a slash between, as requests have them.
  public var text: String { "\(row)/\(column)" }

  private static func columns(inRow row: Int) -> Int {
    let middle = (Double(row) + 0.5) * rowDegrees - 90
    let around = 360 * MeanSphere.metresPerDegree * cosine(ofDegrees: min(90, middle))
    return max(1, Int((around / sideMetres).rounded()))
  }

  /// The corner in the south-west.
  public var southWest: Coordinate {
    Coordinate(
      latitudeDegrees: Double(row) * Self.rowDegrees - 90,
      longitudeDegrees: Double(column) * columnDegrees - 180)
  }

  /// The width and the height, in degrees.
  var columnDegrees: Double { 360 / Double(Self.columns(inRow: row)) }
  var rowDegrees: Double { Self.rowDegrees }

  /// The place at shares of the width and the height from the corner in the south-west.
  func place(east: Double, north: Double) -> Coordinate {
    let corner = southWest
    return Coordinate(
      latitudeDegrees: corner.latitudeDegrees + north * Self.rowDegrees,
      longitudeDegrees: corner.longitudeDegrees + east * columnDegrees)
  }

  /// Where a place lies, as shares of the width and the height.
  func shares(of place: Coordinate) -> (east: Double, north: Double) {
    let corner = southWest
    var degrees = place.longitudeDegrees - corner.longitudeDegrees
    if degrees > 180 { degrees -= 360 }
    if degrees < -180 { degrees += 360 }
    return (
      degrees / columnDegrees, (place.latitudeDegrees - corner.latitudeDegrees) / Self.rowDegrees
    )
  }

  /// The tiles around, in ascending order; eight of them but at the poles.
  public var neighbours: [TileAddress] { ring(1) }

  /// The tiles so many tiles off, in ascending order; eight for each but at the poles.
  ///
  /// - Parameter steps: How many tiles off.
  /// - Returns: The tiles.
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
