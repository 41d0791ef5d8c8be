public import Geometry

/// The outer shape of a building of a venue.
public struct Building: Hashable, Sendable {
  /// Empty for a building without an interior.
  public let name: String
  /// Footprint in metres east and north.
  public let footprint: [Polygon]
  /// Height of the top above the ground, in m.
  public let heightMetres: Double
  /// Height of the underside above the ground, in m; not 0 for a bridge or a part over a passage.
  public let baseMetres: Double

  public init(
    name: String, footprint: [Polygon], heightMetres: Double, baseMetres: Double = 0
  ) {
    self.name = name
    self.footprint = footprint
    self.heightMetres = heightMetres
    self.baseMetres = baseMetres
  }
}
