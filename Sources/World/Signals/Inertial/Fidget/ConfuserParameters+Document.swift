public import Documents

extension ConfuserParameters: SignalParameters {
  /// Reads the parameters; what isn't said is as in nature.
  public init(from object: inout ObjectReader) {
    fidgets = object.optional(
      "fidgets", .bool, default: true, "Whether people sway, shift and jiggle their legs.")
    handling = object.optional(
      "handling", .bool, default: true, "Whether they tap, fiddle and gesture with the phone.")
    moving = object.optional(
      "moving", .bool, default: true, "Whether taking it up and putting it down shakes it.")
    dancing = object.optional("dancing", .bool, default: true, "Whether dancers dance.")
    strength = object.optional(
      "strength", .number(.between(0, 10)), default: 1, "How much stronger than usual it is.")
  }
}
