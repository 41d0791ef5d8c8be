public import Kernel

/// What an app that shows the way is told.
public struct WayfindingEvent: Hashable, Sendable {
  /// A kind of message.
  public enum Kind: String, CaseIterable, Sendable {
    /// The next direction of the way.
    case directed
    /// The next direction, of another way than before, as the user left that.
    case rerouted
    /// The time has come to leave, to be there when the app said.
    case leave
    /// The user is there.
    case arrived
    /// No way leads there from here, or the place isn't known.
    case unreachable
  }

  /// How the next part of the way is gone.
  public enum Means: String, CaseIterable, Sendable {
    case walk, stairs, ramp, escalator, walkway, lift
  }

  /// What is told.
  public var kind: Kind
  /// The place to go to, by its name.
  public var target: String
  /// Why there is no way; empty unless that is told.
  public var reason: String
  /// How the next part is gone.
  public var means: Means
  /// Where the user is believed to be; nil where that isn't known.
  public var here: Coordinate?
  /// On which level that is; nil outdoors.
  public var floor: Int?
  /// Where the next part ends; nil where there is none.
  public var next: Coordinate?
  /// On which level that is; nil outdoors.
  public var nextFloor: Int?
  /// What is left of the way, in m, lifts not counted; negative when unknown.
  public var distanceMetres: Double
  /// How long that takes, in s; negative when unknown.
  public var seconds: Double
  /// When one must leave at the latest; nil where the app named no time.
  public var leaveTime: SimTime?

  /// Creates a message; what isn't given is unknown.
  public init(
    _ kind: Kind, target: String, reason: String = "", means: Means = .walk,
    here: Coordinate? = nil, floor: Int? = nil, next: Coordinate? = nil, nextFloor: Int? = nil,
    distanceMetres: Double = -1, seconds: Double = -1, leaveTime: SimTime? = nil
  ) {
    self.kind = kind
    self.target = target
    self.reason = reason
    self.means = means
    self.here = here
    self.floor = floor
    self.next = next
    self.nextFloor = nextFloor
    self.distanceMetres = distanceMetres
    self.seconds = seconds
    self.leaveTime = leaveTime
  }
}
