import Geometry
import Glibc
import Maps

/// Building model of the indoor filter: levels, walls, outer doors and links between levels.
///
/// In the radio map's frame and planes.
struct IndoorPlan: Sendable {
  /// A level.
  struct WalkableLevel: Sendable {
    /// Ordinal; nil outdoors.
    var ordinal: Int?
    var elevation: Double
    /// Barometric height, in m; differs from the level's because of shafts and fans.
    var rise: Double
    /// Planes above and below in the same building.
    var above, below: Int?
    /// Walkable area.
    var raster: WalkRaster
    /// Height of the level above the ellipsoid, in m.
    var altitude: Double
  }

  /// Stairs, escalator or lift from one plane to another.
  struct Link: Sendable {
    var from, to: Int
    var start, end: Vec2
    /// True for a lift, which leads straight up.
    var isLift: Bool
  }

  /// A moving walkway.
  struct Belt: Sendable {
    var plane: Int
    var start, end: Vec2
    /// True if it runs only towards its end.
    var isOneWay: Bool
  }

  /// A door to the outside.
  struct OutsideDoor: Sendable {
    /// Maximum east and north distance from a door's start for a passage, in m.
    static let reach = 8.0

    var plane: Int
    var line: Segment2
  }

  let frame: LocalFrame
  let planes: [WalkableLevel]
  /// Walkable area of each plane.
  let rasters: [WalkRaster]
  /// Outdoor plane, if the survey has one.
  let outside: Int?
  let links: [Link]
  let belts: [Belt]
  let doors: [OutsideDoor]
  /// Bounding box of positions from which a door may be passed.
  let doorsAround: Box2
  /// Barometric height of each plane, in m, and the changes that lead to the planes above and
  /// below.
  ///
  /// Infinite where there is no such plane.
  let climbs: [(rise: Double, up: Double, down: Double)]
  /// Surveyed points, candidates of a search; and a coarse subset.
  let cells, coarseCells: RadioPositions

  init(_ radio: RadioMap, in map: VenueMap, _ parameters: IndoorLocator.Parameters) {
    let square = parameters.filter.wallSquare
    frame = LocalFrame(origin: radio.origin)
    let shift = frame.enu(of: map.frame.origin).xy
    var planes: [WalkableLevel] = []
    var numbers: [Int: Int] = [:]
    for (number, plane) in radio.planes.enumerated() {
      let level = plane.ordinal.flatMap { map.level($0, building: plane.building) }
      if let level { numbers[level] = number }
      let raster = level.flatMap {
        parameters.usesWalls
          ? WalkRaster(map.levels[$0], shiftedBy: shift, square: square) : nil
      }
      planes.append(
        WalkableLevel(
          ordinal: plane.ordinal, elevation: plane.elevationMetres,
          rise: Self.rise(of: plane, above: radio.planes.first),
          above: Self.next(radio.planes, number, up: true),
          below: Self.next(radio.planes, number, up: false),
          raster: raster ?? WalkRaster(square: square),
          altitude: radio.origin.altitudeMetres + plane.elevationMetres))
    }
    self.planes = planes
    rasters = planes.map(\.raster)
    outside = planes.firstIndex { $0.ordinal == nil }
    links = Self.links(map, numbers, shift)
    belts = Self.belts(map, numbers, shift)
    // Without walls, doors still lead outdoors.
    doors = numbers.sorted { $0.value < $1.value }.flatMap { level, number in
      map.levels[level].openings.filter { $0.isEntrance && $0.kind.isPassable }.map {
        OutsideDoor(plane: number, line: Segment2($0.line.start + shift, $0.line.end + shift))
      }
    }
    doorsAround = (Box2(containing: doors.map(\.line.start)) ?? Box2(.zero, .zero))
      .expanded(by: OutsideDoor.reach)
    climbs = planes.map { plane in
      func gap(_ other: Int?) -> Double {
        guard let other else { return .infinity }
        return parameters.levels.levelShare
          * max(parameters.levels.minGap, abs(plane.rise - planes[other].rise))
      }
      return (plane.rise, gap(plane.above), gap(plane.below))
    }
    cells = Self.cells(radio, planes, upTo: parameters.search.cells)
    coarseCells = Self.cells(radio, planes, upTo: parameters.search.coarseCells)
  }

  /// True if a point and its surroundings within `metres` are on no level; false without outlines.
  func isOutdoors(_ point: Vec2, by metres: Double) -> Bool {
    planes.allSatisfy { $0.ordinal == nil || $0.raster.isBeyond(point, by: metres) }
  }

  /// Returns the barometric height of a plane, in m.
  ///
  /// Uses the surveyors' pressures on the plane and on the first plane, or else the plane's
  /// elevation.
  private static func rise(of plane: RadioMap.Plane, above first: RadioMap.Plane?) -> Double {
    guard let first, let base = first.relativePressurePascals,
      let pressure = plane.relativePressurePascals
    else { return plane.elevationMetres }
    return first.elevationMetres - (pressure - base) / pascalsPerMetre
  }

  /// Pascals per metre of the standard atmosphere near sea level (ISO 2533: 1.225 kg/m³ × 9.80665
  /// m/s²).
  ///
  /// The locator converts pressures to heights with the same atmosphere.
  private static let pascalsPerMetre = 12.013

  /// Returns the next plane of the same building.
  private static func next(_ planes: [RadioMap.Plane], _ number: Int, up: Bool) -> Int? {
    let plane = planes[number]
    guard let ordinal = plane.ordinal else { return nil }
    let others = planes.indices.filter {
      planes[$0].building == plane.building
        && (planes[$0].ordinal.map { up ? $0 > ordinal : $0 < ordinal } ?? false)
    }
    return others.min { first, second in
      abs((planes[first].ordinal ?? 0) - ordinal) < abs((planes[second].ordinal ?? 0) - ordinal)
    }
  }

  private static func links(
    _ map: VenueMap, _ numbers: [Int: Int], _ shift: Vec2
  ) -> [Link] {
    var links: [Link] = []
    for connector in map.connectors where connector.kind != .walkway {
      for (from, to) in zip(connector.stops, connector.stops.dropFirst()) {
        let isLift = connector.kind == .lift
        let planes = planes(from: from.level, to: to.level, map, numbers, isLift: isLift)
        let (start, end) = (from.point + shift, to.point + shift)
        for (first, second) in zip(planes, planes.dropFirst()) where first != second {
          links.append(Link(from: first, to: second, start: start, end: end, isLift: isLift))
          guard !connector.isOneWay else { continue }
          links.append(Link(from: second, to: first, start: end, end: start, isLift: isLift))
        }
      }
    }
    return links
  }

  /// Returns the planes from one level to another, inclusive.
  ///
  /// An express lift passes levels where it does not stop, and a passenger is not near the stairs
  /// there.
  private static func planes(
    from: Int?, to: Int?, _ map: VenueMap, _ numbers: [Int: Int], isLift: Bool
  ) -> [Int] {
    guard let from, let to, let first = numbers[from], let second = numbers[to] else { return [] }
    guard isLift else { return [first, second] }
    let ends = [map.levels[from], map.levels[to]].map(\.elevationMetres).sorted()
    let passed = numbers.keys.filter {
      map.levels[$0].building == map.levels[from].building
        && map.levels[$0].elevationMetres > ends[0] && map.levels[$0].elevationMetres < ends[1]
    }.sorted { map.levels[$0].elevationMetres < map.levels[$1].elevationMetres }
    let isUp = map.levels[from].elevationMetres < map.levels[to].elevationMetres
    return [first] + (isUp ? passed : passed.reversed()).compactMap { numbers[$0] } + [second]
  }

  private static func belts(
    _ map: VenueMap, _ numbers: [Int: Int], _ shift: Vec2
  ) -> [Belt] {
    map.connectors.filter { $0.kind == .walkway }.flatMap { connector in
      zip(connector.stops, connector.stops.dropFirst()).compactMap { from, to in
        guard from.level == to.level, let plane = from.level.flatMap({ numbers[$0] }),
          from.point.distance(to: to.point) > 1
        else { return nil }
        return Belt(
          plane: plane, start: from.point + shift, end: to.point + shift,
          isOneWay: connector.isOneWay)
      }
    }
  }

  private static func cells(
    _ radio: RadioMap, _ planes: [WalkableLevel], upTo maximum: Int
  ) -> RadioPositions {
    let total = radio.planes.reduce(0) { $0 + $1.isSurveyed.count { $0 } }
    let step = max(1, Int((Double(total) / Double(maximum)).squareRoot().rounded(.up)))
    var cells = RadioPositions(planes: planes.count)
    for (number, plane) in radio.planes.enumerated() {
      for row in stride(from: 0, to: plane.rows, by: step) {
        for column in stride(from: 0, to: plane.columns, by: step)
        where plane.isSurveyed[row * plane.columns + column] {
          let point = plane.point(column: column, row: row)
          guard planes[number].raster.isFree(point) else { continue }
          _ = cells.append(point, plane: number)
        }
      }
    }
    return cells
  }
}
