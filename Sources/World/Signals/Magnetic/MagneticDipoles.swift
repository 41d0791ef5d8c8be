import Geometry

/// Magnetic dipole fields of nearby pieces of steel.
struct MagneticDipoles: Sendable {
  struct Dipole: Sendable {
    /// In metres east, north and up.
    var position: Vec3
    /// The magnetic moment, as the field in µT at 1 m in its equatorial plane.
    var moment: Vec3
  }

  /// Range of a dipole, in m: its field is there one sixty-fourth of that at 1 m.
  private static let reach = 4.0
  /// Size of a piece, in m: no phone comes nearer to its middle.
  private static let size = 0.4

  private let dipoles: [Dipole]
  private let origin: Vec2
  private let columns, rows: Int
  /// For each cell, the range of ``items`` within reach.
  private let starts: [Int32]
  private let items: [Int32]

  /// Sorts the dipoles into cells of 4 m.
  init(_ dipoles: [Dipole]) {
    self.dipoles = dipoles
    guard let bounds = Box2(containing: dipoles.map(\.position.xy)) else {
      (origin, columns, rows, starts, items) = (.zero, 0, 0, [0], [])
      return
    }
    let area = bounds.expanded(by: Self.reach)
    origin = area.minimum
    columns = Int(area.size.x / Self.reach) + 1
    rows = Int(area.size.y / Self.reach) + 1
    var lists = [[Int32]](repeating: [], count: columns * rows)
    for (number, dipole) in dipoles.enumerated() {
      let low = (dipole.position.xy - Self.reach - origin) / Self.reach
      let high = (dipole.position.xy + Self.reach - origin) / Self.reach
      for row in max(0, Int(low.y))...min(rows - 1, Int(high.y)) {
        for column in max(0, Int(low.x))...min(columns - 1, Int(high.x)) {
          lists[row * columns + column].append(Int32(number))
        }
      }
    }
    var starts: [Int32] = [0]
    var items: [Int32] = []
    for list in lists {
      items += list
      starts.append(Int32(items.count))
    }
    (self.starts, self.items) = (starts, items)
  }

  /// The total field at a point, in µT.
  func field(at point: Vec3) -> Vec3 {
    let place = (point.xy - origin) / Self.reach
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return .zero
    }
    let cell = Int(place.y) * columns + Int(place.x)
    var sum = Vec3.zero
    for item in starts[cell]..<starts[cell + 1] {
      let dipole = dipoles[Int(items[Int(item)])]
      let away = point - dipole.position
      let square = away.squaredLength
      guard square < Self.reach * Self.reach else { continue }
      // Fades to zero at the range.
      let fade = 1 - square / (Self.reach * Self.reach)
      let soft = square + Self.size * Self.size
      let strength = fade * fade / (soft * soft.squareRoot())
      sum += (away * (3 * away.dot(dipole.moment) / soft) - dipole.moment) * strength
    }
    return sum
  }
}
