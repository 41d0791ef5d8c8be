import Maps
public import Venues

/// The surroundings of the motion sensors of a run, shared by its devices: roads and magnetic field.
public struct InertialSurroundings: Sendable {
  let surface: RoadSurface
  let field: MagneticField

  /// Creates the surroundings of a venue.
  public init(_ venue: Venue, _ parameters: InertialParameters, seed: UInt64) {
    surface = RoadSurface(of: venue.map.roads, seed: seed)
    field = MagneticField(of: venue, parameters.field, seed: seed)
  }

  /// Creates surroundings without roads, with a uniform magnetic field in µT east, north and up.
  ///
  /// The default is the Earth's field of San Francisco in 2025, rounded: 47 µT, dip 61°, 13° east of north
  /// (World Magnetic Model, from memory).
  public init(earthField: SIMD3<Double> = [5.1, 22.1, -41]) {
    surface = RoadSurface(of: RoadNetwork(), seed: 0)
    field = MagneticField(earth: earthField)
  }
}
