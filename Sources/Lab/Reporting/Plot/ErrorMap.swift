import Documents
import Geometry

/// Map of location errors by true position: floor by floor, in square cells.
///
/// Cells are 2 m wide indoors, about the spacing of survey points, and 5 m outdoors, about the
/// error of a satellite fix. Cells are doubled, and doubled again, while most fixes are in cells
/// with too few fixes for a figure, or while there are too many cells to show.
struct ErrorMap: Sendable {
  /// A floor, or the outdoors.
  struct Floor: Sendable {
    /// Nil outdoors.
    let ordinal: Int?
    /// The width of a cell, in m.
    let side: Double
    /// The cells with enough fixes, row by row from the south.
    let cells: [Cell]
    /// The distribution of all errors on the floor, including those in other cells.
    let errors: ErrorCurve
    /// The number of fixes in ``cells``.
    let shownCount: Int
  }

  /// A square cell.
  struct Cell: Sendable {
    /// The cell's index from the frame's origin, to the east and to the north.
    let column, row: Int
    /// The 68 % error, in m, corresponding to a survey's expected radius.
    let error: Double
    /// The number of fixes.
    let count: Int
  }

  private struct Key: Hashable {
    var column, row: Int
  }

  private struct Grid {
    var cells: [Key: ErrorCurve] = [:]
    var side: Double

    init(isIndoors: Bool) {
      side = isIndoors ? ErrorMap.indoorSide : ErrorMap.outdoorSide
    }

    /// True if most fixes are in cells with enough of them.
    var isReported: Bool {
      let total = cells.values.reduce(0) { $0 + $1.count }
      let inReported = cells.values.reduce(0) { $0 + ($1.count < ErrorMap.minimum ? 0 : $1.count) }
      return 2 * inReported >= total
    }

    mutating func coarsen() {
      var wider: [Key: ErrorCurve] = [:]
      for (key, curve) in cells {
        wider[Key(column: key.column >> 1, row: key.row >> 1), default: ErrorCurve()].add(curve)
      }
      cells = wider
      side *= 2
    }
  }

  /// The quantile of a cell's error, as in a survey's expected radius.
  static let share = 0.68
  /// Minimum widths of cells, in m; estimates, see above.
  static let indoorSide = 2.0, outdoorSide = 5.0
  /// Minimum number of fixes for a cell's error: of fewer, the 68 % quantile is nearly the maximum.
  static let minimum = 5
  /// Maximum widths of cells widened for lack of fixes, in m; estimates.
  ///
  /// Wider ones don't separate rooms indoors; outdoors, a car covers as much in five seconds.
  private static let widestIndoors = 16.0, widestOutdoors = 160.0
  /// Maximum number of cells during accumulation, to limit memory.
  private static let maxKept = 60_000
  /// Maximum distance of a position from the origin, in m.
  private static let farthest = 50_000.0

  private var plane: TrackPlane
  private var grids: [Int?: Grid] = [:]
  /// The number of fixes beyond this distance.
  private(set) var farCount = 0

  /// Creates an empty map; without a frame, the first true position is the origin.
  init(_ frame: LocalFrame?) {
    plane = TrackPlane(frame)
  }

  /// The frame of the cells; nil for an empty map without a given frame.
  var frame: LocalFrame? { plane.origin }

  /// Adds a fix.
  ///
  /// - Parameters:
  ///   - error: The horizontal error, in m.
  ///   - latitude: The true latitude, in degrees.
  ///   - longitude: The true longitude, in degrees.
  ///   - floor: The true floor's ordinal; nil outdoors.
  mutating func add(_ error: Double, latitude: Double, longitude: Double, floor: Int?) {
    guard !error.isNaN, let point = plane.point(latitude: latitude, longitude: longitude) else {
      return
    }
    guard max(abs(point.x), abs(point.y)) < Self.farthest else {
      farCount += 1
      return
    }
    var grid = grids.removeValue(forKey: floor) ?? Grid(isIndoors: floor != nil)
    let key = Key(
      column: Int((point.x / grid.side).rounded(.down)),
      row: Int((point.y / grid.side).rounded(.down)))
    grid.cells[key, default: ErrorCurve()].add(error)
    if grid.cells.count > Self.maxKept { grid.coarsen() }
    grids[floor] = grid
  }

  /// Returns the outdoors, then the floors from the lowest, with a maximum number of cells in
  /// total.
  func floors(maximum: Int) -> [Floor] {
    var grids = grids
    for floor in grids.keys {
      let widest = floor == nil ? Self.widestOutdoors : Self.widestIndoors
      while grids[floor].map({ !$0.isReported && $0.side < widest }) == true {
        grids[floor]?.coarsen()
      }
    }
    var floors: [Floor] = []
    for ordinal in grids.keys.sorted(by: { ($0 ?? .min) < ($1 ?? .min) }) {
      guard var grid = grids[ordinal] else { continue }
      // However wide they are, four cells meet at the origin.
      while Self.reported(grid).count > max(4, maximum / grids.count) { grid.coarsen() }
      let cells = Self.reported(grid)
      var errors = ErrorCurve()
      for curve in grid.cells.values { errors.add(curve) }
      floors.append(
        Floor(
          ordinal: ordinal, side: grid.side, cells: cells, errors: errors,
          shownCount: cells.reduce(0) { $0 + $1.count }))
    }
    return floors
  }

  private static func reported(_ grid: Grid) -> [Cell] {
    let cells = grid.cells.compactMap { key, curve -> Cell? in
      guard curve.count >= minimum, let error = curve.quantiles(at: [share]).first else {
        return nil
      }
      return Cell(column: key.column, row: key.row, error: error, count: curve.count)
    }
    return cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }
}

extension ErrorMap {
  /// Maximum number of cells on a page: some six bytes each.
  static let maxOnPage = 12_000

  /// The floors in the page's format: floor, cell width, then columns, rows, errors in dm and
  /// numbers of fixes.
  func json(maximum: Int) -> JSONValue {
    .array(
      floors(maximum: maximum).filter { !$0.cells.isEmpty }.map { floor in
        [
          .int(Int64(floor.ordinal ?? ReportTrack.noFloor)), .number(floor.side),
          .string(DeltaText.text(floor.cells.map(\.column))),
          .string(DeltaText.text(floor.cells.map(\.row))),
          .string(DeltaText.text(floor.cells.map { Int((min($0.error, 1e6) * 10).rounded()) })),
          .string(DeltaText.text(floor.cells.map(\.count))),
        ]
      })
  }
}
