public import Geometry
import Glibc
public import Maps

/// Expected positioning accuracy from one radio scan at each point of a surveyed venue.
///
/// A Cramer-Rao bound for a phone with a single scan: from the gradients of the map's mean
/// strengths; the variance is that of single readings, the map at the point and a body in the way.
/// ``minRadius`` is added, since readings share errors. It is not the error of a locator:
/// tracking over steps, walls and many scans does better, and the bound ignores distant points with
/// similar readings. Gradients are those of the map, whose smoothing hides changes within a metre or
/// two.
///
/// Modelled; the addition was fitted on simulated phones at rest. Real scans of walking people are
/// less accurate: in a mall (Indoor Location Competition 2.0, site 1, levels B1 and F1, 63 scans on
/// 10 walks) 68 % of the most likely positions were within 6.8 m, where this gives 2.6 m in the
/// median. So it compares positions and arrangements rather than promising metres.
///
/// The outdoors are left out, as satellites serve them.
public struct ExpectedAccuracy: Sendable {
  /// A surveyed point of a level.
  public struct Cell: Sendable {
    /// The position, in metres east and north in the radio map's frame.
    public let point: Vec2
    /// The number of received transmitters, access points' radios and beacons.
    public internal(set) var receivedCount: Int
    /// The strongest of them, in dBm; nil for none.
    public internal(set) var strongest: Double?
    /// The 68 % radius of a position from one scan, in m.
    public internal(set) var radius: Double
    /// True if the point is accessible to the public.
    public let isWalkable: Bool
    var information: PlaceInformation
  }

  /// A level.
  public struct LevelAccuracy: Sendable {
    /// The level's ordinal in its building, and the building's number.
    public let ordinal, building: Int
    /// The grid's first point and spacing, in m.
    public let origin: Vec2
    public let spacing: Double
    /// The numbers of grid points to the east and to the north.
    public let columns, rows: Int
    /// The points, row-major; nil where not surveyed.
    public internal(set) var cells: [Cell?]

    /// Returns the point at a grid position; nil outside the grid and where not surveyed.
    public func cell(column: Int, row: Int) -> Cell? {
      guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
      return cells[row * columns + column]
    }
  }

  /// Minimum mean strength of a received transmitter, in dBm, as in surveys.
  public static let faintest = -94.0
  /// Common error of all readings of a scan, as a radius in m: the survey's own positions, its
  /// smoothing, and the body.
  ///
  /// Fitted on simulated phones at rest, located at the most likely point of one scan. With it the
  /// median radius is 2.7 m in museum-visit (seeds 1 to 3, 261 scans), 3.0 m in hospital-visit and
  /// 2.9 m in mall-errands (seed 1, first 16 minutes, 80 and 64 scans), where 68 % of the errors
  /// were within 2.75 m, 3.5 m and 3.7 m; without it, it would be 1.6, 2.1 and 1.8 m.
  public static let minRadius = 2.2
  /// Receiver sensitivity of phones, in dBm; an estimate, as in the survey.
  static let silence = -96.0
  /// Variance of a body in the way, crowds and doors beyond the survey's noise, in dB²; an
  /// estimate, as in the reference stack.
  static let bodyVariance = 16.0
  /// Strength below which the map's mean means "unknown", in dBm.
  private static let unknown = -105.0

  /// The levels, in the radio map's order.
  public internal(set) var planes: [LevelAccuracy]

  /// Computes the accuracy of a venue.
  ///
  /// - Parameters:
  ///   - radio: The radio map of the survey.
  ///   - map: The venue; people walk in its public rooms. Without it every surveyed point is
  ///     walkable.
  public init(_ radio: RadioMap, in map: VenueMap? = nil) {
    planes = []
    let shift = map.map { LocalFrame(origin: radio.origin).enu(of: $0.frame.origin).xy } ?? .zero
    for (number, plane) in radio.planes.enumerated() {
      guard let ordinal = plane.ordinal else { continue }
      let level = map.flatMap { map in
        map.level(ordinal, building: plane.building).map { map.levels[$0] }
      }
      var cells = Self.emptyCells(plane, on: level, shift)
      for field in radio.fields where field.plane == number {
        Self.add(field, of: radio, plane, to: &cells)
      }
      for index in cells.indices {
        if let radius = cells[index]?.information.radius { cells[index]?.radius = radius }
      }
      planes.append(
        LevelAccuracy(
          ordinal: ordinal, building: plane.building, origin: plane.origin, spacing: plane.spacing,
          columns: plane.columns, rows: plane.rows, cells: cells))
    }
  }

  /// Returns the share of the walkable floor with an expected radius within a limit.
  public func share(within metres: Double) -> Double {
    var (good, all) = (0, 0)
    for plane in planes {
      for case .some(let cell) in plane.cells where cell.isWalkable {
        all += 1
        if cell.radius <= metres { good += 1 }
      }
    }
    return all > 0 ? Double(good) / Double(all) : 0
  }

  private static func emptyCells(
    _ plane: RadioMap.Plane, on level: Level?, _ shift: Vec2
  ) -> [Cell?] {
    let rooms = level.map { $0.units.filter { $0.isPublic && $0.kind.isWalkable } } ?? []
    let shapes = rooms.isEmpty ? level?.outline ?? [] : rooms.map(\.shape)
    let fixtures = level?.fixtures ?? []
    return (0..<plane.columns * plane.rows).map { index in
      guard plane.isSurveyed.indices.contains(index), plane.isSurveyed[index] else { return nil }
      let point = plane.point(column: index % plane.columns, row: index / plane.columns)
      let place = point - shift
      let isWalkable =
        level == nil
        || shapes.contains { $0.contains(place) } && !fixtures.contains { $0.contains(place) }
      return Cell(
        point: point, receivedCount: 0, strongest: nil, radius: 0, isWalkable: isWalkable,
        information: PlaceInformation())
    }
  }

  /// Adds the information from a transmitter at each point of a level.
  private static func add(
    _ field: RadioMap.CoverageWindow, of radio: RadioMap, _ plane: RadioMap.Plane,
    to cells: inout [Cell?]
  ) {
    guard radio.senders.indices.contains(field.sender) else { return }
    let isBeacon = if case .beacon = radio.senders[field.sender] { true } else { false }
    let noise = isBeacon ? radio.beaconNoise : radio.wifiNoise
    func level(_ column: Int, _ row: Int) -> Double? {
      radio.value(field, column: column, row: row).flatMap { $0.level > unknown ? $0.level : nil }
    }
    /// The gradient between two neighbours; the centre replaces a missing one.
    func slope(_ before: Double?, _ here: Double, _ after: Double?) -> Double {
      let steps = (before == nil ? 0.0 : 1) + (after == nil ? 0 : 1)
      return steps > 0 ? ((after ?? here) - (before ?? here)) / (steps * plane.spacing) : 0
    }
    for row in field.row..<field.row + field.rows {
      for column in field.column..<field.column + field.columns {
        let index = row * plane.columns + column
        guard cells.indices.contains(index), var cell = cells[index],
          let here = radio.value(field, column: column, row: row), here.level > unknown
        else { continue }
        if here.level >= faintest {
          cell.receivedCount += 1
          cell.strongest = max(cell.strongest ?? here.level, here.level)
        }
        let variance = noise * noise + here.sigma * here.sigma + bodyVariance
        let share = PlaceInformation.receivedShare((here.level - silence) / variance.squareRoot())
        let east = slope(level(column - 1, row), here.level, level(column + 1, row))
        let north = slope(level(column, row - 1), here.level, level(column, row + 1))
        if isBeacon {
          cell.information.beacons.add(east, north, weight: share / variance)
        } else {
          cell.information.wifi.add(east, north, weight: share / variance)
        }
        cells[index] = cell
      }
    }
  }
}
