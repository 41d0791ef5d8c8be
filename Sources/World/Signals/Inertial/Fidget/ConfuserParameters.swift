/// How people who don't go anywhere move their phones: what a step counter must not count.
public struct ConfuserParameters: Hashable, Sendable {
  /// Whether people jiggle their legs, sitting.
  public var fidgets = true
  /// Whether they tap, fiddle and gesture with a phone in the hand.
  public var handling = true
  /// Whether setting the phone down on something hard shakes it.
  public var moving = true
  /// Whether dancers dance.
  public var dancing = true
  /// How much stronger than usual all of it is.
  public var strength = 1.0

  /// Creates the people of nature.
  public init() {}

  /// Everybody holds still.
  public static var ideal: ConfuserParameters {
    var parameters = ConfuserParameters()
    parameters.fidgets = false
    parameters.handling = false
    parameters.moving = false
    parameters.dancing = false
    return parameters
  }
}
