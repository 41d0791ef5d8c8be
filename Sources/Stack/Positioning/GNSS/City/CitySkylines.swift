import Geometry
import Glibc
import Maps

/// Building skylines of a map: maximum elevation of buildings by azimuth, on a lattice of
/// positions.
///
/// A skyline is computed on first use and cached; a pedestrian needs a few new ones per second.
struct CitySkylines: Sendable {
  /// Number of azimuth bins of a skyline.
  static let directions = 64
  /// Number of cached skylines: 64 columns of 32.
  private static let kept = 2048
  private static let bucket = 80.0

  /// An outer wall: its ends and its height above the antenna, in m.
  private struct OuterWall: Sendable {
    var start, end: Vec2
    var top: Double
  }

  /// Lattice spacing, in m.
  let spacing: Double
  private let parameters: CityAid.Parameters.Skylines
  private var walls: [OuterWall] = []
  private var columns = 0
  private var rows = 0
  private var origin = Vec2.zero
  private var starts: [Int32] = []
  private var items: [Int32] = []
  private var keys = [Int](repeating: .min, count: kept)
  /// Tangents of elevation of all skylines; negative throughout inside a building.
  private var tangents = [Float](repeating: 0, count: kept * directions)
  private let compass: [Vec2]

  /// Creates the skylines of a map; nil if it has no buildings.
  init?(_ map: VenueMap, spacing: Double, parameters: CityAid.Parameters.Skylines) {
    self.spacing = spacing
    self.parameters = parameters
    compass = (0..<Self.directions).map { number in
      let angle = (Double(number) + 0.5) * 2 * .pi / Double(Self.directions)
      return Vec2(sin(angle), cos(angle))
    }
    for building in map.buildings
    where building.baseMetres < parameters.maxBase && building.heightMetres.isFinite
      && building.heightMetres > parameters.eye
    {
      for part in building.footprint {
        for ring in part.rings where ring.count > 2 {
          for index in ring.indices {
            walls.append(
              OuterWall(
                start: ring[index], end: ring[(index + 1) % ring.count],
                top: building.heightMetres - parameters.eye))
          }
        }
      }
    }
    guard !walls.isEmpty, walls.count < 2_000_000 else { return nil }
    sort()
  }

  /// Sorts the walls into square buckets by their midpoints.
  private mutating func sort() {
    var (low, high) = (walls[0].start, walls[0].start)
    for wall in walls {
      low = Vec2(min(low.x, wall.start.x), min(low.y, wall.start.y))
      high = Vec2(max(high.x, wall.start.x), max(high.y, wall.start.y))
    }
    origin = low
    columns = min(Int((high.x - low.x) / Self.bucket) + 1, 1000)
    rows = min(Int((high.y - low.y) / Self.bucket) + 1, 1000)
    var lists = [[Int32]](repeating: [], count: columns * rows)
    for (number, wall) in walls.enumerated() {
      let middle = (wall.start + wall.end) / 2
      lists[square(middle)].append(Int32(number))
    }
    starts = [0]
    for list in lists {
      items += list
      starts.append(Int32(items.count))
    }
  }

  private func square(_ position: Vec2) -> Int {
    let column = min(
      max(Int(((position.x - origin.x) / Self.bucket).rounded(.down)), 0), columns - 1)
    let row = min(max(Int(((position.y - origin.y) / Self.bucket).rounded(.down)), 0), rows - 1)
    return row * columns + column
  }

  /// Returns the azimuth bin of a direction.
  static func direction(east: Double, north: Double) -> Int {
    let turn = atan2(east, north) / (2 * .pi)
    return Int((turn < 0 ? turn + 1 : turn) * Double(directions)) & (directions - 1)
  }

  /// Returns the offset of a skyline in `tangents`, and computes the skyline if it is not cached.
  mutating func skyline(_ column: Int, _ row: Int) -> Int {
    let key = column &* 1_000_003 &+ row
    // Neighbours never collide: the grid is smaller than this torus.
    let slot = (row & 31) << 6 | column & 63
    let first = slot * Self.directions
    if keys[slot] != key {
      keys[slot] = key
      draw(from: Vec2(Double(column) * spacing, Double(row) * spacing), first)
    }
    return first
  }

  /// Returns the tangent of the elevation that buildings reach; negative inside a building.
  @inline(__always)
  func tangent(_ skyline: Int, _ direction: Int) -> Float { tangents[skyline + direction] }

  private mutating func draw(from place: Vec2, _ first: Int) {
    for direction in 0..<Self.directions { tangents[first + direction] = 0 }
    var crossings = 0
    let reach = parameters.reach
    let span = Int((reach / Self.bucket).rounded(.up))
    let home = square(place)
    let (column, row) = (home % columns, home / columns)
    for y in max(0, row - span)...min(rows - 1, row + span) {
      let from = y * columns + max(0, column - span)
      let to = y * columns + min(columns - 1, column + span)
      for item in starts[from]..<starts[to + 1] {
        let wall = walls[Int(items[Int(item)])]
        let (a, b) = (wall.start - place, wall.end - place)
        // Ray casting to the east: an odd number of crossings means inside.
        if (a.y > 0) != (b.y > 0), a.x + (b.x - a.x) * a.y / (a.y - b.y) > 0 { crossings += 1 }
        guard a.squaredLength < reach * reach || b.squaredLength < reach * reach else { continue }
        raise(a, b, Float(wall.top), first)
      }
    }
    if crossings % 2 == 1 {
      for direction in 0..<Self.directions { tangents[first + direction] = -1 }
    }
  }

  /// Raises a skyline by one wall.
  private mutating func raise(_ a: Vec2, _ b: Vec2, _ top: Float, _ first: Int) {
    let turn = a.x * b.y - a.y * b.x
    // Left to right as seen from the position, which is clockwise.
    let (left, right) = turn < 0 ? (a, b) : (b, a)
    let area = abs(turn)
    guard area > 1e-6 else { return }
    let from = Self.direction(east: left.x, north: left.y)
    let to = Self.direction(east: right.x, north: right.y)
    let along = right - left
    let (share, nearest) = (parameters.endShare, parameters.nearest)
    var direction = from
    while true {
      let ray = compass[direction]
      let across = ray.x * along.y - ray.y * along.x
      let distance = abs(across) > 1e-9 ? area / abs(across) : .infinity
      // At the wall's ends the ray through the bin's centre may miss the wall.
      let near = min(left.length, right.length) * share
      let height = top / Float(max(distance, near, nearest))
      if height > tangents[first + direction] { tangents[first + direction] = height }
      if direction == to { break }
      direction = (direction + 1) & (Self.directions - 1)
    }
  }
}
