public import Documents

extension MagneticParameters: SignalParameters {
  /// Reads the parameters; what isn't said is as in nature.
  public init(from object: inout ObjectReader) {
    buildings = object.optional(
      "buildings", .bool, default: true, "Whether a building's steel bends the field.")
    steel = object.optional(
      "steel", .bool, default: true, "Whether heavy walls and lifts are felt near by.")
    outdoors = object.optional(
      "outdoors", .bool, default: true, "Whether pipes, cars and cables are felt outdoors.")
    vehicles = object.optional(
      "vehicles", .bool, default: true, "Whether vehicles have fields of their own.")
    deviationMicroteslas =
      object.optional(
        "deviation", .quantity(.magneticFluxDensity, .between(0, 1e-4)), default: 5e-6,
        "The standard deviation of the vertical field within a storey, median of buildings.") * 1e6
    year = object.optional(
      "year", .number(.between(1990, 2040)), default: 2026, "The date: decides the Earth's field.")
  }
}
