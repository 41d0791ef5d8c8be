public import Kernel

/// A wayfinding event for a navigating app.
public struct WayfindingEvent: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: String, CaseIterable, Sendable {
    /// The next direction of the route.
    case directed
    /// The next direction after rerouting, because the user left the route.
    case rerouted
    /// The time to leave for the desired arrival time.
    case leave
    /// The user has arrived.
    case arrived
    /// No route leads to the target, or the position is unknown.
    case unreachable
  }

  /// The means of travel of a route section.
  public enum Means: String, CaseIterable, Sendable {
    case walk, stairs, ramp, escalator, walkway, lift
  }

  /// The kind of event.
  public var kind: Kind
  /// The name of the target.
  public var target: String
  /// The reason why there is no route; else empty.
  public var reason: String
  /// The means of travel of the next section.
  public var means: Means
  /// The estimated position; nil if unknown.
  public var here: Coordinate?
  /// The level of the estimated position; nil outdoors.
  public var floor: Int?
  /// The end of the next section; nil if there is none.
  public var next: Coordinate?
  /// The level of the next section's end; nil outdoors.
  public var nextFloor: Int?
  /// The remaining distance, in m, without lifts; negative if unknown.
  public var distanceMetres: Double
  /// The remaining time, in s; negative if unknown.
  public var seconds: Double
  /// The latest time to leave; nil if the app set no arrival time.
  public var leaveTime: SimTime?

  /// Creates an event; omitted values are unknown.
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
