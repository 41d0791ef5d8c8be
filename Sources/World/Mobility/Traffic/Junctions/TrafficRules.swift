/// What is the same for all drivers of a world.
public struct TrafficRules: Hashable, Sendable {
  /// Whether one drives on the left.
  public var drivesOnLeft = false
  /// The width of a lane in m: 3.0 to 3.75 m are usual on streets.
  public var laneWidthMetres = 3.2
  /// The width of a lane of a cycleway in m.
  public var cyclewayLaneWidthMetres = 1.6
  /// The sideways acceleration that car drivers allow themselves in bends, in m/s².
  ///
  /// From memory: drivers of the middle half stay near 2 to 2.5 m/s² in town (Reymond et al., Human
  /// Factors 2001).
  public var lateralAcceleration = 2.2
  /// How hard drivers brake for a bend or a lower limit that they see coming, in m/s².
  public var anticipatedBraking = 1.5
  /// The greatest change of acceleration while nothing is urgent, in m/s³.
  ///
  /// From memory: comfortable traffic stays below about 2 to 3 m/s³, brisk driving below 5.
  public var jerk = 4.0
  /// How much time a turning driver leaves between clearing a stream's way and its next vehicle, s.
  ///
  /// With the time that crossing takes, 4 to 5 s from a standstill, this comes to critical gaps of
  /// 5 to 6 s; the Highway Capacity Manual has 4.1 to 7.1 s (from memory).
  public var gapMarginSeconds = 1.2
  /// How long a driver who looks for a stall goes on, as full rounds of the car park.
  public var parkingRounds = 2
  /// How far drivers see whether a stall is free, in m.
  public var stallSightMetres = 20.0

  /// Makes the usual rules.
  public init() {}
}
