public import Geometry
public import Kernel

/// Input location of a road matcher.
public struct RoadFix: Hashable, Sendable {
  public var time: SimTime
  /// Position in the map's frame, in m east and north.
  public var point: Vec2
  /// 68 % radius, in m.
  public var accuracyMetres: Double
  /// Direction of travel, in degrees clockwise from north; negative or not finite if unknown.
  public var courseDegrees: Double
  /// Speed over ground, in m/s; negative or not finite if unknown.
  public var speedMetresPerSecond: Double

  /// Creates a location; course and speed are unknown by default.
  public init(
    time: SimTime, point: Vec2, accuracyMetres: Double, courseDegrees: Double = -1,
    speedMetresPerSecond: Double = -1
  ) {
    self.time = time
    self.point = point
    self.accuracyMetres = accuracyMetres
    self.courseDegrees = courseDegrees
    self.speedMetresPerSecond = speedMetresPerSecond
  }
}

/// Result of a road matcher for a location.
public struct RoadMatch: Hashable, Sendable {
  public var time: SimTime
  /// Input position, in m east and north.
  public var raw: Vec2
  /// Position to show: between ``raw`` and the road, by the confidence of the match.
  public var point: Vec2
  /// 68 % radius of ``point``, in m.
  public var accuracyMetres: Double
  /// Index of the most likely road in the network; nil off the roads.
  public var road: Int?
  /// Nearest point on the centre line of the road's carriageway; nil off the roads.
  public var roadPoint: Vec2?
  /// Direction of travel on the road, in degrees clockwise from north; negative if uncertain or off
  /// road.
  public var courseDegrees = -1.0
  /// Posterior probability of the road at this position, 0 to 1.
  public var posterior = 0.0
  /// Posterior probability of being off all roads, 0 to 1.
  public var offRoadPosterior = 1.0
  /// Snap weight: 0 leaves ``point`` at ``raw``, 1 moves it to ``roadPoint``.
  public var pull = 0.0

  /// Creates a result that leaves the location unchanged.
  init(untouched fix: RoadFix) {
    (time, raw, point) = (fix.time, fix.point, fix.point)
    accuracyMetres = fix.accuracyMetres
  }
}

/// Position on a road, decided with a fixed lag (Viterbi backtracking).
public struct RoadDecision: Hashable, Sendable {
  public var time: SimTime
  /// Index of the road in the network; nil off the roads.
  public var road: Int?
  /// True if driven along the road's line rather than against it.
  public var isAlongRoad: Bool
  /// Position, in m east and north: on the carriageway's centre line, or the input off the roads.
  public var point: Vec2
}
