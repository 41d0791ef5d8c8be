/// Parameters of the magnetic field.
public struct MagneticParameters: Hashable, Sendable {
  /// True if steel in slabs and walls bends the field indoors.
  public var buildings = true
  /// True for dipoles of reinforced and metal walls and of lifts.
  public var steel = true
  /// True for disturbances by pipes, cars and cables outdoors.
  public var outdoors = true
  /// True for the fields of vehicles.
  public var vehicles = true
  /// Standard deviation of the vertical field within a storey, in µT: the median of buildings.
  ///
  /// Walks through three real buildings have 1.6 to 8.0 µT (Indoor Location Competition 2.0 site 1, IPIN
  /// 2023 track 3) and 2 to 9 µT in the total field (UJIIndoorLoc-Mag). A walk samples two thirds of a
  /// storey's deviation.
  public var deviationMicroteslas = 5.0
  /// The date of the Earth's field, in years.
  public var year = 2026.0

  /// Creates realistic values.
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
