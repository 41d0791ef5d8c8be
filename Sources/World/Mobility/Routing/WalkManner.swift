/// How somebody walks, as far as it decides which way they take.
public struct WalkManner: Hashable, Sendable {
  /// The speed on the flat when nothing is in the way, in m/s; 1.34 is Weidmann's mean (1993).
  public var speedMetresPerSecond: Double
  /// By how much worse a second is on stairs, in a lift and so on than on the flat.
  ///
  /// 1 is indifferent, 2 avoids them, infinity never uses them. Outdoor steps count as stairs.
  public var stairsFactor, escalatorFactor, liftFactor, walkwayFactor: Double
  /// The most storeys of stairs on one way, up and down together; nil for any number.
  public var maximumStoreysByStairs: Int?
  /// Whether the way may lead through units that aren't public.
  ///
  /// A unit in which the way starts or ends may be used in any case.
  public var staffOnlyAllowed: Bool
  /// Whether trails and parks are worth a detour, as to a runner.
  public var prefersTrails: Bool
  /// Half the width needed, in m: doors and connectors narrower than twice this are closed.
  ///
  /// Distances to walls are those of the network, ``WalkNetwork/clearanceMetres``.
  public var clearanceMetres: Double

  /// Creates a manner.
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

  /// An adult without burden.
  public static let ordinary = WalkManner()
  /// A traveller with a suitcase: a tenth slower, and stairs only if they must.
  public static let withLuggage = WalkManner(
    speedMetresPerSecond: 1.2, stairsFactor: 4, escalatorFactor: 1.2, maximumStoreysByStairs: 2)
  /// Somebody in a wheelchair: lifts and ramps only, and doors from 80 cm.
  public static let wheelchair = WalkManner(
    speedMetresPerSecond: 1, stairsFactor: .infinity, escalatorFactor: .infinity,
    clearanceMetres: 0.4)
  /// Somebody out for a run.
  public static let runner = WalkManner(speedMetresPerSecond: 3, prefersTrails: true)
}
