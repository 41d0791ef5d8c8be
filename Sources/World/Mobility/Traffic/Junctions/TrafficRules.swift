/// The rules and parameters common to all drivers.
public struct TrafficRules: Hashable, Sendable {
  /// True for left-hand traffic.
  public var drivesOnLeft = false
  /// The width of a lane in m: 3.0 to 3.75 m are usual on streets.
  public var laneWidthMetres = 3.2
  /// The width of a cycleway lane in m.
  public var cyclewayLaneWidthMetres = 1.6
  /// The max lateral acceleration of car drivers in bends, in m/s².
  ///
  /// From memory: the middle half of drivers stays near 2 to 2.5 m/s² in town (Reymond et al.,
  /// Human Factors 2001).
  public var lateralAcceleration = 2.2
  /// The braking ahead of a visible bend or lower limit, in m/s².
  public var anticipatedBraking = 1.5
  /// The max jerk in normal driving, in m/s³.
  ///
  /// From memory: comfortable traffic stays below about 2 to 3 m/s³, brisk driving below 5.
  public var jerk = 4.0
  /// The safety margin of a turning driver between clearing a conflict zone and the next vehicle
  /// there, in s.
  ///
  /// With the crossing time, 4 to 5 s from a standstill, this amounts to critical gaps of 5 to 6 s;
  /// the Highway Capacity Manual has 4.1 to 7.1 s (from memory).
  public var gapMarginSeconds = 1.2
  /// The max length of a search for a stall, in full rounds of the car park.
  public var parkingRounds = 2
  /// The distance at which drivers recognise a free stall, in m.
  public var stallSightMetres = 20.0

  /// Creates the default rules.
  public init() {}
}
