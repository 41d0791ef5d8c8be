/// Parameters of phone motion without walking, which a step counter must reject.
public struct ConfuserParameters: Hashable, Sendable {
  /// True if seated people jiggle their legs.
  public var fidgets = true
  /// True for taps, fiddling and gestures with a phone in the hand.
  public var handling = true
  /// True for the impact of a phone set down on something hard.
  public var moving = true
  /// True for the motion of dancers.
  public var dancing = true
  /// Amplitude factor of all of these; 1 is usual.
  public var strength = 1.0

  /// Creates realistic values.
  public init() {}

  /// All people hold still.
  public static var ideal: ConfuserParameters {
    var parameters = ConfuserParameters()
    parameters.fidgets = false
    parameters.handling = false
    parameters.moving = false
    parameters.dancing = false
    return parameters
  }
}
