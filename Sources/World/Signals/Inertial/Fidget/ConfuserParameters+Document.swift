public import Documents

extension ConfuserParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    fidgets = object.optional(
      "fidgets", .bool, default: true, "Leg jiggling of seated people.")
    handling = object.optional(
      "handling", .bool, default: true, "Taps, fiddling and gestures with a phone in the hand.")
    moving = object.optional(
      "moving", .bool, default: true, "Impact of a phone set down on something hard.")
    dancing = object.optional("dancing", .bool, default: true, "Motion of dancers.")
    strength = object.optional(
      "strength", .number(.between(0, 10)), default: 1,
      "Amplitude factor of all fidgets; 1 is usual.")
  }
}
