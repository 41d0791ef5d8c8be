import Documents
import Geometry

/// How far off told locations were, by where the phone truly was: floor by floor, in square cells.
///
/// Cells are 2 m wide indoors, where surveys have a point about as often, and 5 m outdoors, which is what
/// a satellite fix errs by. Where so small ones would leave most fixes in cells that have too few of them
/// to tell, or would be too many to show, they are twice as wide, and twice again.
struct ErrorMap: Sendable {
  /// A floor, or the outdoors.
  struct Floor: Sendable {
    /// The ordinal; nil outdoors.
    let ordinal: Int?
    /// How wide a cell is, in m.
    let side: Double
    /// The cells with enough fixes, row by row from the south.
    let cells: [Cell]
    /// The distribution of all errors on the floor, also of those in other cells.
    let errors: ErrorCurve
    /// How many of the fixes are in ``cells``.
    let shownCount: Int
  }

  /// A square of the plane.
  struct Cell: Sendable {
    /// How many cells lie between it and the frame's origin, east and north.
    let column, row: Int
    /// The error that 68 % of the fixes stay under, in m: what a survey's radius promises.
    let error: Double
    /// How many fixes that is of.
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

    /// Whether most fixes are in cells that have enough of them.
    var isTold: Bool {
      let total = cells.values.reduce(0) { $0 + $1.count }
      let inTold = cells.values.reduce(0) { $0 + ($1.count < ErrorMap.fewest ? 0 : $1.count) }
      return 2 * inTold >= total
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

  /// The share that a cell's error is of, the same as of a survey's expected radius.
  static let share = 0.68
  /// How wide cells are at least, in m; estimates, see above.
  static let indoorSide = 2.0, outdoorSide = 5.0
  /// The fewest fixes from which a cell's error is told: of fewer, 68 % is nearly their worst.
  static let fewest = 5
  /// How wide cells are made at most for want of fixes, in m; estimates.
  ///
  /// Indoors more tell no room from the next, and outdoors a car covers as much in five seconds.
  private static let widestIndoors = 16.0, widestOutdoors = 160.0
  /// How many cells there are at most while fixes come in, so that memory stays small.
  private static let mostKept = 60_000
  /// Beyond this, in m, a place is on no plan.
  private static let farthest = 50_000.0

  private var plane: TrackPlane
  private var grids: [Int?: Grid] = [:]
  /// How many fixes were too far from the others to be shown with them.
  private(set) var farCount = 0

  /// Creates a map without fixes.
  ///
  /// - Parameter frame: The place's frame; without one, the first true place is the origin.
  init(_ frame: LocalFrame?) {
    plane = TrackPlane(frame)
  }

  /// The frame that cells are counted in; nil if nothing was added.
  var frame: LocalFrame? { plane.origin }

  /// Adds a fix.
  ///
  /// - Parameters:
  ///   - error: How far off it was, in m.
  ///   - latitude: Where the phone truly was, in degrees.
  ///   - longitude: The same.
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
    if grid.cells.count > Self.mostKept { grid.coarsen() }
    grids[floor] = grid
  }

  /// The floors, the outdoors first, then from the lowest.
  ///
  /// - Parameter most: How many cells there may be on all floors together.
  /// - Returns: The floors.
  func floors(most: Int) -> [Floor] {
    var grids = grids
    for floor in grids.keys {
      let widest = floor == nil ? Self.widestOutdoors : Self.widestIndoors
      while grids[floor].map({ !$0.isTold && $0.side < widest }) == true {
        grids[floor]?.coarsen()
      }
    }
    var floors: [Floor] = []
    for ordinal in grids.keys.sorted(by: { ($0 ?? .min) < ($1 ?? .min) }) {
      guard var grid = grids[ordinal] else { continue }
      // However wide they are, four cells meet at the origin.
      while Self.told(grid).count > max(4, most / grids.count) { grid.coarsen() }
      let cells = Self.told(grid)
      var errors = ErrorCurve()
      for curve in grid.cells.values { errors.add(curve) }
      floors.append(
        Floor(
          ordinal: ordinal, side: grid.side, cells: cells, errors: errors,
          shownCount: cells.reduce(0) { $0 + $1.count }))
    }
    return floors
  }

  private static func told(_ grid: Grid) -> [Cell] {
    let cells = grid.cells.compactMap { key, curve -> Cell? in
      guard curve.count >= fewest, let error = curve.quantiles(at: [share]).first else {
        return nil
      }
      return Cell(column: key.column, row: key.row, error: error, count: curve.count)
    }
    return cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }
}

extension ErrorMap {
  /// How many cells a page holds at most: some six bytes each.
  static let mostOnPage = 12_000

  /// The floors as a page takes them: the floor, the cells' width, then columns, rows, errors in dm and
  /// numbers of fixes.
  func json(most: Int) -> JSONValue {
    .array(
      floors(most: most).filter { !$0.cells.isEmpty }.map { floor in
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
