public import Maps

/// The reason for a missing route.
public enum RouteError: Error, Hashable, Sendable {
  /// No standing room: no such level, off the floor, or inside an obstacle.
  case noFloor(Spot)
  /// No route exists with these preferences.
  ///
  /// `nearest` is the reachable spot closest to the goal.
  case unreachable(from: Spot, to: Spot, nearest: Spot, reason: Obstacle)

  /// The obstacle.
  public enum Obstacle: Hashable, Sendable {
    /// A locked door on every route: its level and its index among the level's openings.
    case lockedDoor(level: Int, opening: Int)
    /// Only routes through staff rooms exist.
    case staffOnly
    /// The preferences exclude the connectors or doors on every route.
    case preferences
    /// No reachable stairs, escalator or lift stops on the level.
    case noConnector(level: Int)
    /// The goal is enclosed, or a level has no exit.
    case enclosed
  }
}

extension RouteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFloor(let spot):
      "there is no walkable floor at \(text(spot))"
    case .unreachable(let from, let to, let nearest, let reason):
      "no route from \(text(from)) to \(text(to)): \(reason); the nearest reachable point is "
        + text(nearest)
    }
  }

  private func text(_ spot: Spot) -> String {
    let place = "(\(centimetres(spot.point.x)) m, \(centimetres(spot.point.y)) m)"
    return place + (spot.level.map { " on level number \($0)" } ?? " outdoors")
  }

  private func centimetres(_ metres: Double) -> Double {
    (metres * 100).rounded() / 100
  }
}

extension RouteError.Obstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .lockedDoor(let level, let opening):
      "the only door is locked (opening \(opening) of level number \(level))"
    case .staffOnly: "the only route leads through rooms for staff"
    case .preferences:
      "the only route has stairs, lifts or doors that the walker's preferences exclude"
    case .noConnector(let level):
      "no stairs, escalator or lift leads to level number \(level)"
    case .enclosed: "it is enclosed on all sides"
    }
  }
}
