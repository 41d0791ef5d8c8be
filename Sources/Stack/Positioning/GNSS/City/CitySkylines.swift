import Geometry
import Glibc
import Maps

/// How high houses stand around any place of a map, in each direction.
///
/// A place's skyline is worked out when it is first asked for, on a lattice, and kept: somebody who
/// walks asks for a few new ones a second.
struct CitySkylines: Sendable {
  /// How many directions a skyline has.
  static let directions = 64
  /// How many skylines are kept: 64 columns of 32.
  private static let kept = 2048
  private static let bucket = 80.0

  /// A wall from outside: its ends and its top above the eye, in m.
  private struct Wall: Sendable {
    var start, end: Vec2
    var top: Double
  }

  /// The lattice's spacing, in m.
  let spacing: Double
  private let parameters: CityAid.Parameters.Skylines
  private var walls: [Wall] = []
  private var columns = 0
  private var rows = 0
  private var origin = Vec2.zero
  private var starts: [Int32] = []
  private var items: [Int32] = []
  private var keys = [Int](repeating: .min, count: kept)
  /// The tangents of elevation, skyline by skyline; negative throughout within a house.
  private var tangents = [Float](repeating: 0, count: kept * directions)
  private let compass: [Vec2]

  /// Takes the houses of a map; nil if it has none.
  init?(_ map: VenueMap, spacing: Double, parameters: CityAid.Parameters.Skylines) {
    self.spacing = spacing
    self.parameters = parameters
    compass = (0..<Self.directions).map { number in
      let angle = (Double(number) + 0.5) * 2 * .pi / Double(Self.directions)
      return Vec2(sin(angle), cos(angle))
    }
    for building in map.buildings
    where building.baseMetres < parameters.mostBase && building.heightMetres.isFinite
      && building.heightMetres > parameters.eye
    {
      for part in building.footprint {
        for ring in part.rings where ring.count > 2 {
          for index in ring.indices {
            walls.append(
              Wall(
                start: ring[index], end: ring[(index + 1) % ring.count],
                top: building.heightMetres - parameters.eye))
          }
        }
      }
    }
    guard !walls.isEmpty, walls.count < 2_000_000 else { return nil }
    sort()
  }

  /// Sorts the walls into squares, by where they might be looked at from.
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

  private func square(_ place: Vec2) -> Int {
    let column = min(max(Int(((place.x - origin.x) / Self.bucket).rounded(.down)), 0), columns - 1)
    let row = min(max(Int(((place.y - origin.y) / Self.bucket).rounded(.down)), 0), rows - 1)
    return row * columns + column
  }

  /// The direction's number in skylines.
  static func direction(east: Double, north: Double) -> Int {
    let turn = atan2(east, north) / (2 * .pi)
    return Int((turn < 0 ? turn + 1 : turn) * Double(directions)) & (directions - 1)
  }

  /// Where a skyline begins among the tangents; worked out if it isn't at hand.
  mutating func skyline(_ column: Int, _ row: Int) -> Int {
    let key = column &* 1_000_003 &+ row
    // Neighbours never push each other out: the grid is smaller than this torus.
    let slot = (row & 31) << 6 | column & 63
    let first = slot * Self.directions
    if keys[slot] != key {
      keys[slot] = key
      draw(from: Vec2(Double(column) * spacing, Double(row) * spacing), first)
    }
    return first
  }

  /// The tangent of the elevation that houses reach, of a skyline; negative within a house.
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
        // Whether the wall crosses the line to the east decides what is within.
        if (a.y > 0) != (b.y > 0), a.x + (b.x - a.x) * a.y / (a.y - b.y) > 0 { crossings += 1 }
        guard a.squaredLength < reach * reach || b.squaredLength < reach * reach else { continue }
        raise(a, b, Float(wall.top), first)
      }
    }
    if crossings % 2 == 1 {
      for direction in 0..<Self.directions { tangents[first + direction] = -1 }
    }
  }

  /// Raises a skyline over a wall.
  private mutating func raise(_ a: Vec2, _ b: Vec2, _ top: Float, _ first: Int) {
    let turn = a.x * b.y - a.y * b.x
    // From left to right as seen from the place: clockwise is the compass's way.
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
      // At the wall's ends the ray of the direction's middle may miss it by a little.
      let near = min(left.length, right.length) * share
      let height = top / Float(max(distance, near, nearest))
      if height > tangents[first + direction] { tangents[first + direction] = height }
      if direction == to { break }
      direction = (direction + 1) & (Self.directions - 1)
    }
  }
}
