import Geometry
import Glibc
import Maps
import Venues

/// A building from inside: what is between somebody on one of its levels and the sky.
struct GNSSInterior: Sendable {
  /// One storey.
  struct Storey: Sendable {
    var level: Int
    var floor: Double
    var height: Double
    var walls: SegmentIndex?
    /// What each wall costs, in dB.
    var losses: [Double]
    var outline: [Polygon]
    var voids: [Polygon]
    /// Where it lies under the open sky.
    var openAir: [Polygon]
  }

  /// A slab between storeys, in dB: 20 cm of concrete by ITU-R P.2040 and what lies on it.
  static let slab = 12.0
  /// A roof of which nothing is known, in dB: 30 cm of concrete.
  static let unknownRoof = 15.0
  /// What furniture and people cost, in dB/m: an estimate, below TR 38.901's 0.5 for all inside.
  static let clutter = 0.3
  /// Windows in a wall: from middle to middle, sill and lintel, in m; an estimate.
  static let window = (spacing: 3.0, sill: 0.8, lintel: 2.4)

  var storeys: [Storey] = []
  var edges: [Segment2] = []
  var top = 0.0
  var roof: Roof?
  var facadeLoss = 11.0
  var windowShare = 0.0

  /// The storey with a level's number.
  func storey(_ level: Int) -> Storey? { storeys.first { $0.level == level } }

  /// What a ray from a storey to a satellite loses before it is outside, in dB.
  ///
  /// - Parameters:
  ///   - ray: The ray, from the antenna.
  ///   - storey: Where the antenna is.
  ///   - hits: A scratch list.
  /// - Returns: The loss, and where the ray is when it leaves, by its horizontal way in m.
  func loss(
    _ ray: GNSSRay, from storey: Storey, hits: inout [SegmentIndex.Hit]
  ) -> (decibels: Double, way: Double) {
    let start = ray.origin
    let toRoof = max(0, top - start.z) / max(ray.slope, 1e-6)
    var way = toRoof
    var facade = -1
    for (number, edge) in edges.enumerated() {
      let turn = edge.vector.cross(ray.direction)
      guard turn < 0 else { continue }
      let offset = edge.start - start.xy
      guard ray.direction.cross(offset) <= 0, ray.direction.cross(offset + edge.vector) > 0
      else { continue }
      let distance = edge.vector.cross(offset) / turn
      if distance > 0, distance < way { (way, facade) = (distance, number) }
    }
    let exit = start.xy + ray.direction * way
    var decibels = Self.clutter * way * (1 + ray.slope * ray.slope).squareRoot()
    decibels = min(decibels, 10)
    if facade >= 0 {
      decibels += facadeLoss(ray, way: way, edge: edges[facade], exit: exit, storey)
    } else if let roof {
      if roof.outline.contains(exit) { decibels += roof.lossDecibels }
    } else {
      decibels += Self.unknownRoof
    }
    let height = start.z + way * ray.slope
    for above in storeys where above.floor > start.z + 0.3 && above.floor < min(height, top - 0.3) {
      let point = start.xy + ray.direction * ((above.floor - start.z) / max(ray.slope, 1e-6))
      let isOpen =
        (!above.outline.isEmpty && !above.outline.contains { $0.contains(point) })
        || above.voids.contains { $0.contains(point) }
      if !isOpen { decibels += Self.slab }
    }
    return (decibels + wallLoss(ray, storey, within: way, hits: &hits), way)
  }

  /// What the walls of the storey cost until the ray is above its ceiling.
  private func wallLoss(
    _ ray: GNSSRay, _ storey: Storey, within way: Double, hits: inout [SegmentIndex.Hit]
  ) -> Double {
    guard let walls = storey.walls else { return 0 }
    let ceiling = max(0, storey.floor + storey.height - ray.origin.z) / max(ray.slope, 1e-6)
    // The outer wall is the facade, and may be drawn among the walls too.
    let end = min(ceiling, way - 0.5, 300)
    guard end > 0.05 else { return 0 }
    let start = ray.origin.xy
    walls.allHits(from: start, to: start + ray.direction * end, into: &hits)
    var sum = 0.0
    for hit in hits where hit.segment < storey.losses.count { sum += storey.losses[hit.segment] }
    return min(sum, GNSSCity.opaque)
  }

  /// What the outer wall costs where the ray leaves, a window or not.
  private func facadeLoss(
    _ ray: GNSSRay, way: Double, edge: Segment2, exit: Vec2, _ storey: Storey
  ) -> Double {
    let height = ray.origin.z + way * ray.slope
    if height < 0 { return GNSSCity.opaque }
    let along = exit.distance(to: edge.start) / Self.window.spacing
    let up = height - storey.floor
    let over = up - (up / max(2.2, storey.height)).rounded(.down) * max(2.2, storey.height)
    let isWindow =
      along - along.rounded(.down) < windowShare && over > Self.window.sill
      && over < Self.window.lintel
    let loss = isWindow ? GNSSMaterial.penetration(.glass) : facadeLoss
    // Glancing incidence costs more: a few dB at 70°, an estimate.
    let flat = abs(ray.direction.cross(edge.vector)) / max(edge.length, 1e-6)
    let cosine = flat / (1 + ray.slope * ray.slope).squareRoot()
    return loss + 8 * (1 - cosine) * (1 - cosine)
  }
}
