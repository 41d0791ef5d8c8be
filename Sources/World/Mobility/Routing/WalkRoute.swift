public import Geometry
public import Maps

/// A walking route between two spots.
public struct WalkRoute: Hashable, Sendable {
  /// The legs in order; each begins where the one before ends.
  public let legs: [WalkLeg]
  /// The total length in m: the walked length on the flat, the run of stairs and ramps, the belt of
  /// escalators and walkways, and nothing for lifts.
  public let lengthMetres: Double
  /// The expected duration without other people, in s, with mean waits at signals and lifts.
  public let expectedSeconds: Double
  /// The minimised cost: seconds, weighted by preference.
  public let cost: Double
}

/// A part of a route.
public enum WalkLeg: Hashable, Sendable {
  /// On foot on one level, or outdoors.
  case walk(WalkStretch)
  /// Along a connector of the map, from one of its stops to another.
  case ride(connector: Int, fromStop: Int, toStop: Int)
}

/// A walk on one plane.
public struct WalkStretch: Hashable, Sendable {
  /// The index of the level; nil outdoors.
  public let level: Int?
  /// The vertices in metres east and north; a single one for an empty walk.
  public let points: [Vec2]
  /// The openings passed, in order.
  public let doors: [DoorPassage]
  /// The road crossings used, in order.
  public let crossings: [CrossingPassage]

  public var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

/// The passage of an opening.
public struct DoorPassage: Hashable, Sendable {
  /// The index of the opening in its level's ``Maps/Level/openings``.
  public let opening: Int
  public let kind: OpeningKind
  /// True if it leads outdoors; the stretch then begins or ends in it.
  public let isEntrance: Bool
  /// The index of the stretch's last point before it.
  public let pointIndex: Int
  /// The distance along the stretch, in m.
  public let distanceMetres: Double
}

/// The use of a road crossing.
public struct CrossingPassage: Hashable, Sendable {
  /// The point index at the near kerb.
  public let startIndex: Int
  /// The point index at the far kerb.
  public let endIndex: Int
  /// The index of the junction with the pedestrian signal; nil without signals.
  public let signal: Int?
}
