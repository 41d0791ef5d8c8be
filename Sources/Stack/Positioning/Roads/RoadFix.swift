public import Geometry
public import Kernel

/// A location as a road matcher takes it.
public struct RoadFix: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// Where, in metres east and north in the map's frame.
  public var point: Vec2
  /// The radius that holds the true place in 68 % of cases, in m.
  public var accuracyMetres: Double
  /// The direction of travel, in degrees clockwise from north; negative or not finite if unknown.
  public var courseDegrees: Double
  /// The speed over ground, in m/s; negative or not finite if unknown.
  public var speedMetresPerSecond: Double

  /// Creates a location; what isn't given is unknown.
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

/// What a road matcher makes of a location.
public struct RoadMatch: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// What the matcher was given, in metres east and north.
  public var raw: Vec2
  /// Where to show it: between ``raw`` and the road, by how sure the matcher is.
  public var point: Vec2
  /// The radius, in m, that holds the true place in 68 % of cases if ``point`` is told.
  public var accuracyMetres: Double
  /// The number of the likeliest road in the network; nil off the roads.
  public var road: Int?
  /// The nearest place in the middle of that road's carriageway; nil off the roads.
  public var roadPoint: Vec2?
  /// The direction of travel on the road, in degrees clockwise from north; negative if it isn't
  /// certain which of the two it is, and off the roads.
  public var courseDegrees = -1.0
  /// How likely it is, from 0 to 1, that one is on that road, here.
  public var posterior = 0.0
  /// How likely it is, from 0 to 1, that one is off all roads.
  public var offRoadPosterior = 1.0
  /// How much of the way from ``raw`` to ``roadPoint`` ``point`` is, from 0 to 1.
  public var pull = 0.0

  /// Takes a location as it is.
  init(untouched fix: RoadFix) {
    (time, raw, point) = (fix.time, fix.point, fix.point)
    accuracyMetres = fix.accuracyMetres
  }
}

/// A place of a track as it looks once what came after is known as well.
public struct RoadDecision: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// The number of the road in the network; nil off the roads.
  public var road: Int?
  /// Whether one drove along the road's line rather than against it.
  public var isAlongRoad: Bool
  /// Where, in metres east and north: in the middle of the carriageway, or as it was off the roads.
  public var point: Vec2
}
