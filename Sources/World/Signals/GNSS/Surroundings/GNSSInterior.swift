import Geometry
import Glibc
import Maps
import Venues

/// A building from the inside: penetration loss from its levels to the sky.
struct GNSSInterior: Sendable {
  struct Storey: Sendable {
    var level: Int
    var floor: Double
    var height: Double
    var walls: SegmentIndex?
    /// The loss of each wall, in dB.
    var losses: [Double]
    var outline: [Polygon]
    var voids: [Polygon]
    /// The parts under the open sky.
    var openAir: [Polygon]
  }

  /// Loss of a slab between storeys, in dB: 20 cm of concrete by ITU-R P.2040 and its load.
  static let slab = 12.0
  /// Loss of an unknown roof, in dB: 30 cm of concrete.
  static let unknownRoof = 15.0
  /// Loss of furniture and people, in dB/m: an estimate, below the 0.5 for all interior of TR 38.901.
  static let clutter = 0.3
  /// Windows in a wall: centre spacing, sill and lintel, in m; an estimate.
  static let window = (spacing: 3.0, sill: 0.8, lintel: 2.4)

  var storeys: [Storey] = []
  var edges: [Segment2] = []
  var top = 0.0
  var roof: Roof?
  var facadeLoss = 11.0
  var windowShare = 0.0

  /// The storey of a level index.
  func storey(_ level: Int) -> Storey? { storeys.first { $0.level == level } }

  /// The loss of a ray from a storey to the outside, in dB.
  ///
  /// - Parameters:
  ///   - ray: The ray from the antenna.
  ///   - storey: The antenna's storey.
  ///   - hits: A scratch list.
  /// - Returns: The loss, and the horizontal distance at which the ray leaves the building, in m.
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

  /// The loss of the storey's walls up to its ceiling.
  private func wallLoss(
    _ ray: GNSSRay, _ storey: Storey, within way: Double, hits: inout [SegmentIndex.Hit]
  ) -> Double {
    guard let walls = storey.walls else { return 0 }
    let ceiling = max(0, storey.floor + storey.height - ray.origin.z) / max(ray.slope, 1e-6)
    // The outer wall counts as the facade, and may also be among the walls.
    let end = min(ceiling, way - 0.5, 300)
    guard end > 0.05 else { return 0 }
    let start = ray.origin.xy
    walls.allHits(from: start, to: start + ray.direction * end, into: &hits)
    var sum = 0.0
    for hit in hits where hit.segment < storey.losses.count { sum += storey.losses[hit.segment] }
    return min(sum, GNSSCity.opaque)
  }

  /// The loss of the outer wall or window at the exit of the ray.
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
    // Grazing incidence costs more: a few dB at 70°, an estimate.
    let flat = abs(ray.direction.cross(edge.vector)) / max(edge.length, 1e-6)
    let cosine = flat / (1 + ray.slope * ray.slope).squareRoot()
    return loss + 8 * (1 - cosine) * (1 - cosine)
  }
}
