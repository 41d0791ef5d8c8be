import Geometry
import Glibc

/// A ray to a satellite, seen from above and from the side.
struct GNSSRay: Sendable {
  var origin: Vec3
  /// Horizontal, of length one.
  var direction: Vec2
  /// The rise per metre of horizontal way.
  var slope: Double

  init(from origin: Vec3, along direction: Vec3) {
    let flat = direction.xy.length
    self.origin = origin
    self.direction = flat > 1e-6 ? direction.xy / flat : Vec2(1, 0)
    slope = direction.z / max(flat, 1e-6)
  }
}

/// How high an edge must reach to matter to a ray from some distance on.
struct GNSSClearance {
  private let start: Double
  private let slope: Double
  private let margin: Double
  /// From where on the ray less its margin only rises, and what it doesn't fall below until there.
  private let turn: Double
  private let lowest: Double

  /// Edges matter that are less than `margin √d` below a ray at the distance d, in m.
  ///
  /// Distances below 0.1 m count as that much. A millimetre to spare is far above what rounding does.
  init(_ ray: GNSSRay, margin: Double) {
    (start, slope) = (ray.origin.z - 1e-3, ray.slope)
    self.margin = margin * (1 + 1e-9)
    let isRising = ray.slope > 0 && self.margin < .infinity
    let root = self.margin / (2 * ray.slope)
    turn = isRising ? max(0.1, root * root) : .infinity
    lowest = isRising ? start - self.margin * max(0.32, root / 2) - self.margin * 0.32 : -.infinity
  }

  /// What reaches no higher than this matters nowhere beyond a distance, whose root is known.
  @inline(__always)
  func least(from distance: Double, root: Double) -> Double {
    distance > turn ? start + distance * slope - margin * root : lowest
  }
}

/// The edge that reaches furthest into the way of a ray.
struct GNSSObstruction: Sendable {
  /// Fresnel's parameter; very negative if nothing is near.
  var nu = -1e9
  /// The facade, -1 for none.
  var facade = -1
  /// Its horizontal distance, in m.
  var distance = 0.0
}

extension GNSSCity {
  /// Beyond this, an edge of a roof lets through less than -30 dB.
  static let deep = 7.0

  /// Calls `visit` with each facade that a ray enters from in front, by horizontal distance.
  ///
  /// Facades come in the order of cells, perhaps twice. Cells whose tops the ray clears by more than
  /// the first Fresnel zone are skipped, and so are facades that are too low to matter. `visit` returns
  /// whether to go on.
  @inline(__always)
  func walk(
    _ ray: GNSSRay, to limit: Double, margin: Double, _ clearance: GNSSClearance,
    _ visit: (_ facade: Int, _ distance: Double) -> Bool
  ) {
    guard columns > 0 else { return }
    let start = ray.origin.xy
    let box = (origin, origin + Vec2(Double(columns), Double(rows)) * cell)
    var entry = 0.0
    var last = limit
    let moves = (abs(ray.direction.x) > 1e-12, abs(ray.direction.y) > 1e-12)
    let inverse = Vec2(
      moves.0 ? 1 / ray.direction.x : 1e12, moves.1 ? 1 / ray.direction.y : 1e12)
    for axis in 0..<2 {
      let a = (box.0[axis] - start[axis]) * inverse[axis]
      let b = (box.1[axis] - start[axis]) * inverse[axis]
      entry = max(entry, min(a, b))
      last = min(last, max(a, b))
    }
    guard entry < last else { return }
    let first = (start + ray.direction * (entry + 1e-9) - origin) / cell
    var column = min(columns - 1, max(0, Int(first.x)))
    var row = min(rows - 1, max(0, Int(first.y)))
    let (stepX, stepY) = (ray.direction.x > 0 ? 1 : -1, ray.direction.y > 0 ? 1 : -1)
    let relative = (origin - start)
    let width = Vec2(abs(inverse.x), abs(inverse.y)) * cell
    var exitX =
      (relative.x + Double(column + (stepX > 0 ? 1 : 0)) * cell) * inverse.x
    var exitY =
      (relative.y + Double(row + (stepY > 0 ? 1 : 0)) * cell) * inverse.y
    if !moves.0 { exitX = .infinity }
    if !moves.1 { exitY = .infinity }
    var near = entry
    cells.withUnsafeBufferPointer { cells in
      listings.withUnsafeBufferPointer { listings in
        facades.withUnsafeBufferPointer { facades in
          while near < last {
            let place = row &* columns &+ column
            let exit = min(exitX, exitY)
            let root = near.squareRoot()
            if cells[place].top > ray.origin.z + near * ray.slope - margin * root {
              let least = clearance.least(from: near, root: root)
              var item = cells[place].start
              let end = cells[place &+ 1].start
              while item < end {
                let listing = listings[item]
                item &+= 1
                guard Double(listing.top) > least else { continue }
                let number = Int(listing.facade)
                let distance = Self.entry(of: facades[number], start, ray.direction)
                if distance > 0, distance < last, !visit(number, distance) { return }
              }
            }
            if exitX < exitY {
              column &+= stepX
              guard column >= 0, column < columns else { return }
              exitX += width.x
            } else {
              row &+= stepY
              guard row >= 0, row < rows else { return }
              exitY += width.y
            }
            near = exit
          }
        }
      }
    }
  }

  /// Where a ray meets a facade from in front, or -1.
  @inline(__always)
  private static func entry(of facade: Facade, _ start: Vec2, _ direction: Vec2) -> Double {
    let turn = facade.along.cross(direction)
    guard turn > 0 else { return -1 }
    let offset = facade.start - start
    let first = direction.cross(offset)
    guard first > 0, direction.cross(offset + facade.along) <= 0 else { return -1 }
    return facade.along.cross(offset) / turn
  }

  /// The edge that reaches furthest into a ray's way to a satellite; `skip` names a building to ignore.
  func obstruction(
    of ray: GNSSRay, cosine: Double, wavelength: Double, skipping skip: Int32 = -1
  ) -> GNSSObstruction {
    var worst = GNSSObstruction()
    let scale = cosine * (2 * cosine / wavelength).squareRoot()
    // ν > -0.78 as far as the edge is 0.24 √d below the ray, square to it.
    let clearance = GNSSClearance(ray, margin: -GNSSKnifeEdge.clear / scale)
    walk(ray, to: reach(of: ray), margin: 0.25 / max(cosine, 0.05), clearance) { number, distance in
      let facade = facades[number]
      let height = ray.origin.z + distance * ray.slope
      guard facade.base <= height, facade.building != skip else { return true }
      let nu = (facade.top - height) * scale / max(distance, 0.1).squareRoot()
      if nu > worst.nu { worst = GNSSObstruction(nu: nu, facade: number, distance: distance) }
      return nu < Self.deep
    }
    if worst.nu < Self.deep, let distance = raisedEntry(ray, skipping: skip) {
      worst = GNSSObstruction(nu: Self.deep, facade: -1, distance: distance)
    }
    return worst
  }

  /// Whether anything is in the way of a ray before a horizontal distance.
  func isBlocked(_ ray: GNSSRay, within limit: Double, skipping skip: Int32 = -1) -> Bool {
    var isBlocked = false
    let clearance = GNSSClearance(ray, margin: 0)
    walk(ray, to: min(limit, reach(of: ray)), margin: 0, clearance) { number, distance in
      let facade = facades[number]
      let height = ray.origin.z + distance * ray.slope
      if height < facade.top, height >= facade.base, facade.building != skip { isBlocked = true }
      return !isBlocked
    }
    if !isBlocked, let distance = raisedEntry(ray, skipping: skip), distance < limit { return true }
    return isBlocked
  }

  /// How far out a ray is still below the highest roof, with some to spare.
  private func reach(of ray: GNSSRay) -> Double {
    guard ray.slope > 1e-4 else { return 1e5 }
    let flat = max(0, highest - ray.origin.z) / ray.slope
    return flat + 0.3 * (flat + 1).squareRoot() / min(1, ray.slope) + 1
  }

  /// Where a ray enters a prism from below, if it does.
  private func raisedEntry(_ ray: GNSSRay, skipping skip: Int32) -> Double? {
    guard !raised.isEmpty, ray.slope > 0 else { return nil }
    for prism in raised where prism.base > ray.origin.z && prism.building != skip {
      let distance = (prism.base - ray.origin.z) / ray.slope
      let point = ray.origin.xy + ray.direction * distance
      if prism.footprint.bounds.contains(point), prism.footprint.contains(point) {
        return distance
      }
    }
    return nil
  }
}
