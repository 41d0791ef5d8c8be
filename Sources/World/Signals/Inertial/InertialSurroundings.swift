import Maps
public import Venues

/// What the motion sensors of all devices of one run share: the roads and the magnetic field.
public struct InertialSurroundings: Sendable {
  let surface: RoadSurface
  let field: MagneticField

  /// Creates the surroundings of a venue.
  ///
  /// - Parameters:
  ///   - venue: The place.
  ///   - parameters: How rough roads are and how the field differs from the Earth's.
  ///   - seed: The run's seed.
  public init(_ venue: Venue, _ parameters: InertialParameters, seed: UInt64) {
    surface = RoadSurface(of: venue.map.roads, seed: seed)
    field = MagneticField(of: venue, parameters.field, seed: seed)
  }

  /// Creates the surroundings of nowhere in particular: no roads, and the Earth's field alone.
  ///
  /// - Parameter earthField: In µT east, north and up; by default that of San Francisco in 2025,
  ///   rounded: 47 µT, dipping 61°, 13° east of north (World Magnetic Model, from memory).
  public init(earthField: SIMD3<Double> = [5.1, 22.1, -41]) {
    surface = RoadSurface(of: RoadNetwork(), seed: 0)
    field = MagneticField(earth: earthField)
  }
}
