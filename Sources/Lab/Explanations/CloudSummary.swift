import Geometry
import Observations
import Scoring

/// The particles of a position estimate in clusters.
public struct CloudSummary: Hashable, Sendable {
  /// Particles near each other on one floor.
  public struct Cluster: Hashable, Sendable {
    /// The share of the particles.
    public var share: Double
    /// The floor; nil outdoors.
    public var floor: Int?
    /// The distance of its centre from the reported location, in m.
    public var fromReported: Double
    /// The distance of its centre from the true position, in m; nil if unknown.
    public var fromTruth: Double?
  }

  /// Seconds between the cloud and the moment.
  public var ageSeconds: Double
  /// Standard deviation along an axis, in m.
  public var spread: Double
  /// The largest first.
  public var clusters: [Cluster] = []

  /// The distance up to which neighbouring particles belong to a cluster, in m: half a room.
  private static let link = 3.0

  /// Finds clusters by single linkage.
  init(
    _ cloud: ParticleCloud, ageSeconds: Double, reported: Coordinate, truth: Coordinate?
  ) {
    self.ageSeconds = ageSeconds
    spread = cloud.spreadMetres
    let points = cloud.particles.map { particle in
      (
        at: GroundOffset(from: reported, to: particle.coordinate)?.vector ?? .zero,
        floor: particle.floor
      )
    }
    let actual = truth.flatMap { GroundOffset(from: reported, to: $0)?.vector }
    var open = Set(points.indices)
    while let seed = open.min() {
      open.remove(seed)
      var members = [seed]
      var next = 0
      while next < members.count {
        let one = points[members[next]]
        let near = open.filter {
          points[$0].floor == one.floor && points[$0].at.distance(to: one.at) <= Self.link
        }
        open.subtract(near)
        members += near.sorted()
        next += 1
      }
      let centre = members.reduce(Vec2.zero) { $0 + points[$1].at } / Double(members.count)
      clusters.append(
        Cluster(
          share: Double(members.count) / Double(points.count), floor: points[seed].floor,
          fromReported: centre.length, fromTruth: actual.map { $0.distance(to: centre) }))
    }
    clusters.sort { ($1.share, $0.fromReported) < ($0.share, $1.fromReported) }
  }
}
