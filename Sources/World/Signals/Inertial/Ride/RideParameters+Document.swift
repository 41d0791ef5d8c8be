public import Documents

extension RideParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    roughness = object.optional("roughness", .bool, default: true, "Road roughness.")
    bumps = object.optional(
      "bumps", .bool, default: true,
      "Joints between slabs, humps in streets, and switches in railways.")
    lean = object.optional(
      "lean", .bool, default: true, "Lean in corners and dive under braking.")
    cant = object.optional("cant", .bool, default: true, "Canted rails in bends.")
    steering = object.optional(
      "steering", .bool, default: true, "Lane-keeping corrections by drivers.")
    hum = object.optional("hum", .bool, default: true, "Engine, tyre and wind noise.")
    pedalling = object.optional("pedalling", .bool, default: true, "Pedalling of cyclists.")
    roughnessFactor = object.optional(
      "roughness_factor", .number(.between(0, 20)), default: 1,
      "Roughness factor of the roads; 1 is usual.")
    railFactor = object.optional(
      "rail_factor", .number(.between(0, 20)), default: 1,
      "Roughness factor of the railways; 1 is usual.")
    electricShare = object.optional(
      "electric", .number(.between(0, 1)), default: 0.1,
      "Fraction of cars without a combustion engine.")
    wheelWellShare = object.optional(
      "wheel_well", .number(.between(0, 1)), default: 0.2,
      "Probability of a seat over a bus's wheel.")
  }
}
