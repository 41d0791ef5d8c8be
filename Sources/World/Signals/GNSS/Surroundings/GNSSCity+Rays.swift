import Geometry
import Glibc

/// A ray to a satellite, in plan and in profile.
struct GNSSRay: Sendable {
  var origin: Vec3
  /// The horizontal unit vector.
  var direction: Vec2
  /// The rise per horizontal metre.
  var slope: Double

  init(from origin: Vec3, along direction: Vec3) {
    let flat = direction.xy.length
    self.origin = origin
    self.direction = flat > 1e-6 ? direction.xy / flat : Vec2(1, 0)
    slope = direction.z / max(flat, 1e-6)
  }
}

/// The edge that obstructs a ray most.
struct GNSSObstruction: Sendable {
  /// The Fresnel-Kirchhoff parameter ν; very negative if nothing is near.
  var nu = -1e9
  /// The facade, -1 for none.
  var facade = -1
  /// Its horizontal distance, in m.
  var distance = 0.0
}

/// A cache of the facades that last blocked the paths of one satellite, in the order of the paths.
///
/// A second later most paths are blocked by the same facade. The cache changes no result.
struct GNSSBlockers: Sendable {
  fileprivate var facades = SIMD16<Int32>(repeating: -1)
  private var next = 0

  /// Restarts with the first path of a satellite.
  mutating func restart() { next = 0 }

  fileprivate mutating func nextSlot() -> Int {
    defer { next &+= 1 }
    return next & 15
  }
}

extension GNSSCity {
  /// The ν beyond which a roof edge passes less than -30 dB.
  static let deep = 7.0

  /// Calls `visit` with each facade that a ray enters from the front, by grid traversal.
  ///
  /// Facades come in the order of cells, perhaps twice, with their horizontal distance. Cells whose tops
  /// the ray clears by more than the first Fresnel zone are skipped. `visit` returns false to stop.
  @inline(__always)
  func walk(
    _ ray: GNSSRay, to limit: Double, margin: Double,
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
            if cells[place].top > ray.origin.z + near * ray.slope - margin * near.squareRoot() {
              var item = cells[place].start
              let end = cells[place &+ 1].start
              while item < end {
                let number = Int(listings[item].facade)
                let distance = Self.entry(of: facades[number], start, ray.direction)
                if distance > 0, distance < last, !visit(number, distance) { return }
                item &+= 1
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

  /// The distance at which a ray enters a facade from the front, or -1.
  @inline(__always)
  private static func entry(of facade: Facade, _ start: Vec2, _ direction: Vec2) -> Double {
    let turn = facade.along.cross(direction)
    guard turn > 0 else { return -1 }
    let offset = facade.start - start
    let first = direction.cross(offset)
    guard first > 0, direction.cross(offset + facade.along) <= 0 else { return -1 }
    return facade.along.cross(offset) / turn
  }

  /// The edge that obstructs a ray to a satellite most; `skip` is the index of a building to ignore.
  func obstruction(
    of ray: GNSSRay, cosine: Double, wavelength: Double, skipping skip: Int32 = -1
  ) -> GNSSObstruction {
    var worst = GNSSObstruction()
    let scale = cosine * (2 * cosine / wavelength).squareRoot()
    // ν > -0.78 down to edges 0.24 √d below the ray, perpendicular to it.
    walk(ray, to: reach(of: ray), margin: 0.25 / max(cosine, 0.05)) { number, distance in
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

  /// True if anything blocks a ray within a horizontal distance.
  ///
  /// The cached blocker is tested first, as any blocker gives the same result.
  func isBlocked(
    _ ray: GNSSRay, within limit: Double, skipping skip: Int32 = -1,
    remembering blockers: inout GNSSBlockers
  ) -> Bool {
    let slot = blockers.nextSlot()
    let known = Int(blockers.facades[slot])
    let limit = min(limit, reach(of: ray))
    // Only a rising ray that passes below a facade's top was below the tops of the earlier cells, too.
    if known >= 0, ray.slope >= 0 {
      let facade = facades[known]
      let distance = Self.entry(of: facade, ray.origin.xy, ray.direction)
      if distance > 0, distance < limit, Self.hides(facade, ray, distance, skip) { return true }
    }
    guard let blocker = blocker(of: ray, within: limit, skipping: skip) else {
      guard let distance = raisedEntry(ray, skipping: skip) else { return false }
      return distance < limit
    }
    blockers.facades[slot] = Int32(truncatingIfNeeded: blocker)
    return true
  }

  /// True if anything blocks a ray within a horizontal distance, without a cache.
  func isBlocked(_ ray: GNSSRay, within limit: Double, skipping skip: Int32 = -1) -> Bool {
    var blockers = GNSSBlockers()
    return isBlocked(ray, within: limit, skipping: skip, remembering: &blockers)
  }

  /// A facade that blocks a ray; nil if there is none.
  private func blocker(of ray: GNSSRay, within limit: Double, skipping skip: Int32) -> Int? {
    var blocker = -1
    walk(ray, to: limit, margin: 0) { number, distance in
      if Self.hides(facades[number], ray, distance, skip) { blocker = number }
      return blocker < 0
    }
    return blocker < 0 ? nil : blocker
  }

  /// True if a facade is as high as the ray at their intersection.
  @inline(__always)
  private static func hides(
    _ facade: Facade, _ ray: GNSSRay, _ distance: Double, _ skip: Int32
  ) -> Bool {
    let height = ray.origin.z + distance * ray.slope
    return height < facade.top && height >= facade.base && facade.building != skip
  }

  /// The horizontal distance within which a ray is below the highest roof, with a margin.
  private func reach(of ray: GNSSRay) -> Double {
    guard ray.slope > 1e-4 else { return 1e5 }
    let flat = max(0, highest - ray.origin.z) / ray.slope
    return flat + 0.3 * (flat + 1).squareRoot() / min(1, ray.slope) + 1
  }

  /// The distance at which a ray enters a raised prism from below; nil if it doesn't.
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
