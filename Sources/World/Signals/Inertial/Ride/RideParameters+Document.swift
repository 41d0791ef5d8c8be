public import Documents

extension RideParameters: SignalParameters {
  /// Reads the parameters; what isn't said is as in nature.
  public init(from object: inout ObjectReader) {
    roughness = object.optional("roughness", .bool, default: true, "Whether the road is rough.")
    bumps = object.optional(
      "bumps", .bool, default: true,
      "Whether slabs have joints, streets humps, and railways switches.")
    lean = object.optional(
      "lean", .bool, default: true, "Whether bodies lean in corners and dive when braking.")
    cant = object.optional("cant", .bool, default: true, "Whether rails are canted in bends.")
    steering = object.optional(
      "steering", .bool, default: true, "Whether drivers correct all the time to keep their lane.")
    hum = object.optional("hum", .bool, default: true, "Whether engines, tyres and wind hum.")
    pedalling = object.optional("pedalling", .bool, default: true, "Whether cyclists pedal.")
    roughnessFactor = object.optional(
      "roughness_factor", .number(.between(0, 20)), default: 1,
      "How much rougher than usual the roads are.")
    railFactor = object.optional(
      "rail_factor", .number(.between(0, 20)), default: 1,
      "How much rougher than usual the railways are.")
    electricShare = object.optional(
      "electric", .number(.between(0, 1)), default: 0.1,
      "The share of cars without a combustion engine.")
    wheelWellShare = object.optional(
      "wheel_well", .number(.between(0, 1)), default: 0.2,
      "How probable it is to sit over a bus's wheel.")
  }
}
