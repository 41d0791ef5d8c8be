public import Geometry
public import Maps

/// The way somebody walks from one spot to another.
public struct WalkRoute: Hashable, Sendable {
  /// The parts in order; each begins where the one before ends.
  public let legs: [WalkLeg]
  /// The whole length in m: on the flat what is walked, of stairs and ramps the run, of escalators
  /// and walkways the belt, of lifts nothing.
  public let lengthMetres: Double
  /// How long it should take with nobody in the way, in s; waits at lights and lifts as on average.
  public let expectedSeconds: Double
  /// What the choice of the way has minimised: seconds, weighted by how welcome they are.
  public let cost: Double
}

/// A part of a route.
public enum WalkLeg: Hashable, Sendable {
  /// On foot on one level, or outdoors.
  case walk(WalkStretch)
  /// Along a connector of the map, from one of its stops to another.
  case ride(connector: Int, fromStop: Int, toStop: Int)
}

/// A way on foot on one plane.
public struct WalkStretch: Hashable, Sendable {
  /// The number of the level; nil outdoors.
  public let level: Int?
  /// The corners of the way in metres east and north; a single one if nothing is walked.
  public let points: [Vec2]
  /// The openings gone through, in order.
  public let doors: [DoorPassage]
  /// The roads crossed where one should, in order.
  public let crossings: [CrossingPassage]

  /// The length in m.
  public var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

/// Going through an opening.
public struct DoorPassage: Hashable, Sendable {
  /// The opening's number in its level's ``Maps/Level/openings``.
  public let opening: Int
  /// What fills it.
  public let kind: OpeningKind
  /// Whether it leads outdoors; the stretch then begins or ends in it.
  public let isEntrance: Bool
  /// It lies between this point of the stretch and the next.
  public let pointIndex: Int
  /// How far along the stretch it lies, in m.
  public let distanceMetres: Double
}

/// Crossing a road where one should.
public struct CrossingPassage: Hashable, Sendable {
  /// The point of the stretch at the kerb.
  public let startIndex: Int
  /// The point of the stretch at the other kerb.
  public let endIndex: Int
  /// The number of the signalled junction whose lights one waits for; nil without lights.
  public let signal: Int?
}
