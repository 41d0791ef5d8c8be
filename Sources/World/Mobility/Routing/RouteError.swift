public import Maps

/// Why there is no route.
public enum RouteError: Error, Hashable, Sendable {
  /// Nobody can stand there: no such level, beside the floor, or inside something solid.
  case noFloor(Spot)
  /// No way leads there for one who walks like that.
  ///
  /// `nearest` is the spot, of all that can be reached, closest to the goal.
  case unreachable(from: Spot, to: Spot, nearest: Spot, reason: Reason)

  /// What stands in the way.
  public enum Reason: Hashable, Sendable {
    /// A locked door would have to be open: its level and its number among the level's openings.
    case lockedDoor(level: Int, opening: Int)
    /// Only staff may go through the rooms on the way.
    case staffOnly
    /// The manner of walking rules out the connectors or the doors on the way.
    case manner
    /// No stairs, escalator or lift that can be reached stops on the level.
    case noConnector(level: Int)
    /// It is closed off all round, or a level has no way out.
    case enclosed
  }
}

extension RouteError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .noFloor(let spot):
      "nobody can stand at \(text(spot))"
    case .unreachable(let from, let to, let nearest, let reason):
      "no way from \(text(from)) to \(text(to)): \(reason); the nearest that can be reached is "
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

extension RouteError.Reason: CustomStringConvertible {
  /// What stands in the way, in words.
  public var description: String {
    switch self {
    case .lockedDoor(let level, let opening):
      "the only door is locked (opening \(opening) of level number \(level))"
    case .staffOnly: "the only way leads through rooms for staff"
    case .manner: "the only way has stairs, lifts or doors that this manner of walking rules out"
    case .noConnector(let level):
      "no stairs, escalator or lift leads to level number \(level)"
    case .enclosed: "it is closed off all round"
    }
  }
}
