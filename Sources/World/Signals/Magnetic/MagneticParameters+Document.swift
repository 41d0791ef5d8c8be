public import Documents

extension MagneticParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    buildings = object.optional(
      "buildings", .bool, default: true, "Disturbance of the field by steel in buildings.")
    steel = object.optional(
      "steel", .bool, default: true, "Dipole fields of heavy walls and lifts.")
    outdoors = object.optional(
      "outdoors", .bool, default: true, "Disturbance by pipes, cars and cables outdoors.")
    vehicles = object.optional(
      "vehicles", .bool, default: true, "Magnetic fields of vehicles.")
    deviationMicroteslas =
      object.optional(
        "deviation", .quantity(.magneticFluxDensity, .between(0, 1e-4)), default: 5e-6,
        "Standard deviation of the vertical field within a storey, median of buildings.") * 1e6
    year = object.optional(
      "year", .number(.between(1990, 2040)), default: 2026, "Date of the Earth's field, in years.")
  }
}
