/// How the magnetic field differs from the Earth's own.
public struct MagneticParameters: Hashable, Sendable {
  /// Whether steel in slabs and walls bends the field indoors.
  public var buildings = true
  /// Whether reinforced and metal walls and lifts are felt near by.
  public var steel = true
  /// Whether pipes, cars and cables are felt outdoors.
  public var outdoors = true
  /// Whether vehicles have fields of their own.
  public var vehicles = true
  /// The standard deviation of the vertical field within a storey, in µT: the median of buildings.
  ///
  /// Walks through three real buildings have 1.6 to 8.0 µT (Indoor Location Competition 2.0 site 1,
  /// IPIN 2023 track 3) and 2 to 9 µT in the total field (UJIIndoorLoc-Mag). A walk sees two thirds of
  /// what a storey has.
  public var deviationMicroteslas = 5.0
  /// The date, in years: decides the Earth's field.
  public var year = 2026.0

  /// Creates the field of nature.
  public init() {}

  /// The Earth's field alone.
  public static var ideal: MagneticParameters {
    var parameters = MagneticParameters()
    parameters.buildings = false
    parameters.steel = false
    parameters.outdoors = false
    parameters.vehicles = false
    return parameters
  }
}
