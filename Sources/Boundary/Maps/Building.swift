public import Geometry

/// A building of a venue, seen from outside.
public struct Building: Hashable, Sendable {
  /// The name; empty for one of many that nobody goes into.
  public let name: String
  /// Its outline on the ground, in metres east and north.
  public let footprint: [Polygon]
  /// From the ground to the top, in m.
  public let heightMetres: Double
  /// Where it begins above the ground, in m: not 0 for a bridge or a part over a passage.
  public let baseMetres: Double

  /// Creates a building.
  public init(
    name: String, footprint: [Polygon], heightMetres: Double, baseMetres: Double = 0
  ) {
    self.name = name
    self.footprint = footprint
    self.heightMetres = heightMetres
    self.baseMetres = baseMetres
  }
}
