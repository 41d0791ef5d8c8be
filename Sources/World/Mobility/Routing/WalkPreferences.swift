/// The walking preferences that determine the choice of route.
public struct WalkPreferences: Hashable, Sendable {
  /// The free speed on level ground, in m/s; 1.34 is Weidmann's mean (1993).
  public var speedMetresPerSecond: Double
  /// The weight of a second on stairs, escalators, lifts and walkways, relative to level walking.
  ///
  /// 1 is neutral, 2 avoids them, infinity never uses them. Outdoor steps count as stairs.
  public var stairsFactor, escalatorFactor, liftFactor, walkwayFactor: Double
  /// The max number of storeys of stairs on a route, up and down together; nil for no limit.
  public var maximumStoreysByStairs: Int?
  /// True if a route may lead through non-public units.
  ///
  /// A unit in which the route starts or ends is always permitted.
  public var staffOnlyAllowed: Bool
  /// True if trails and parks are worth a detour, as for runners.
  public var prefersTrails: Bool
  /// Half the required width, in m: doors and connectors narrower than twice this are closed.
  ///
  /// The clearance to walls is that of the network, ``WalkNetwork/clearanceMetres``.
  public var clearanceMetres: Double

  public init(
    speedMetresPerSecond: Double = 1.34, stairsFactor: Double = 1, escalatorFactor: Double = 1,
    liftFactor: Double = 1, walkwayFactor: Double = 1, maximumStoreysByStairs: Int? = nil,
    staffOnlyAllowed: Bool = false, prefersTrails: Bool = false, clearanceMetres: Double = 0.3
  ) {
    self.speedMetresPerSecond = speedMetresPerSecond
    self.stairsFactor = stairsFactor
    self.escalatorFactor = escalatorFactor
    self.liftFactor = liftFactor
    self.walkwayFactor = walkwayFactor
    self.maximumStoreysByStairs = maximumStoreysByStairs
    self.staffOnlyAllowed = staffOnlyAllowed
    self.prefersTrails = prefersTrails
    self.clearanceMetres = clearanceMetres
  }

  /// An adult without luggage.
  public static let ordinary = WalkPreferences()
  /// A traveller with a suitcase: a tenth slower, with stairs only as the last resort.
  public static let withLuggage = WalkPreferences(
    speedMetresPerSecond: 1.2, stairsFactor: 4, escalatorFactor: 1.2, maximumStoreysByStairs: 2)
  /// A wheelchair user: lifts and ramps only, and doors from 80 cm.
  public static let wheelchair = WalkPreferences(
    speedMetresPerSecond: 1, stairsFactor: .infinity, escalatorFactor: .infinity,
    clearanceMetres: 0.4)
  /// A runner.
  public static let runner = WalkPreferences(speedMetresPerSecond: 3, prefersTrails: true)
}
