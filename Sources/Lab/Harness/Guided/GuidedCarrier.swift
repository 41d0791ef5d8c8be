import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Truth
import Venues

/// A carrier who follows an app's directions, as far as the venue permits.
///
/// A direction is relative to the app's estimate of the user's position: "forty metres on, then
/// left" is walked from the true position, so a wrong estimate misleads. Sight helps: people stay
/// in the hall of the direction, follow signs to lifts and stairs, and see the target when it is
/// near.
struct GuidedCarrier {
  /// Reaction time to a direction: to notice, understand and follow it; an estimate.
  ///
  /// It must be longer than ``look`` and ``GuidedWalk/notice`` together.
  private static let reaction = SimDuration.seconds(3)
  /// The interval at which messages are checked.
  static let look = SimDuration.milliseconds(500)
  /// Visibility of signs to stairs, escalators and lifts, and of the target, in m; estimates.
  private static let signReach = 40.0, sight = 15.0

  let world: World
  let app: String
  let goal: Spot
  let end: SimTime
  private var walk: GuidedWalk
  /// The carrier's future track, as far as determined.
  private(set) var trajectory: Trajectory

  /// Places the carrier at the start.
  init(
    _ activity: (app: String, goal: Spot), of agent: Int, among plans: [AgentPlan], in world: World,
    seed: UInt64, until end: SimTime, cancellation: CancellationToken?
  ) throws {
    (app, goal) = (activity.app, activity.goal)
    self.world = world
    self.end = end
    walk = try GuidedWalk(of: agent, among: plans, in: world, seed: seed)
    trajectory = try walk.trajectory(until: end, cancellation: cancellation)
  }

  private var map: VenueMap { world.venue.map }

  /// Processes messages; returns the new track, if it changed.
  mutating func process(
    _ reported: ArraySlice<Delivered<Output>>, cancellation: CancellationToken?
  ) throws(Cancelled) -> Trajectory? {
    var isMoved = false
    for message in reported where message.app == app {
      guard case .wayfinding(let event) = message.item,
        let move = move(for: event, at: message.time)
      else { continue }
      try walk.steer(move, at: message.time + Self.reaction, cancellation: cancellation)
      isMoved = true
    }
    guard isMoved else { return nil }
    trajectory = try walk.trajectory(until: end, cancellation: cancellation)
    return trajectory
  }

  // MARK: Interpretation of directions

  private func move(for event: WayfindingEvent, at time: SimTime) -> GuidedMove? {
    switch event.kind {
    case .leave: return nil
    case .arrived: return .leaveOff
    case .unreachable: return .stand
    case .directed, .rerouted: break
    }
    guard let here = event.here.flatMap(point), let next = event.next.flatMap(point) else {
      return nil
    }
    let pose = trajectory.pose(at: time)
    let place = Spot(pose.position.xy, level: pose.level)
    if event.means != .walk, let ride = ride(event, towards: next, from: place) { return ride }
    if place.level == goal.level, place.point.distance(to: goal.point) <= Self.sight {
      return .go(to: goal)
    }
    // A carrier on another floor than the app's estimate stays there; but in front of a building in
    // which the app locates them for the next step, they see its door and go in.
    let isRight = map.ordinal(ofLevel: place.level) == event.floor
    let isBefore = place.level == nil && event.floor == event.nextFloor
    let floor = isRight || isBefore ? level(event.nextFloor, near: place, next) : place.level
    let meant = reachable(next + (place.point - here), from: next, on: floor)
    let spot = Spot(meant, level: floor)
    return .go(to: world.network.nearestWalkable(to: spot) ?? spot)
  }

  /// Returns the nearest visible ride of the direction's kind to its floor.
  private func ride(
    _ event: WayfindingEvent, towards next: Vec2, from place: Spot
  ) -> GuidedMove? {
    var best: GuidedMove?
    var minimum = Double.infinity
    for (number, connector) in map.connectors.enumerated()
    where connector.kind.rawValue == event.means.rawValue {
      for from in connector.stops.indices where connector.stops[from].level == place.level {
        let distance = connector.stops[from].point.distance(to: place.point)
        guard distance <= Self.signReach else { continue }
        for to in connector.stops.indices where to != from && (to > from || !connector.isOneWay) {
          guard map.ordinal(ofLevel: connector.stops[to].level) == event.nextFloor else { continue }
          let cost = distance + 0.5 * connector.stops[to].point.distance(to: next)
          if cost < minimum {
            minimum = cost
            best = .take(connector: number, from: from, to: to)
          }
        }
      }
    }
    return best
  }

  /// Returns the level of an ordinal, in the present building or else in the target's; nil
  /// outdoors.
  private func level(_ ordinal: Int?, near place: Spot, _ next: Vec2) -> Int? {
    guard let ordinal else { return nil }
    let building = place.level.map { map.levels[$0].building }
    if let building, let level = map.level(ordinal, building: building) { return level }
    let levels = map.levels.indices.filter { map.levels[$0].ordinal == ordinal }
    return levels.first { map.levels[$0].covers(next) } ?? levels.first
  }

  /// Returns the part of a straight path before the first wall.
  private func reachable(_ point: Vec2, from start: Vec2, on level: Int?) -> Vec2 {
    let way = Segment2(start, point)
    guard way.length > 0.1 else { return start }
    var share = 1.0
    for wall in world.network.obstacles(of: level) where wall.distance(to: way) == 0 {
      let (along, across) = (way.vector, wall.vector)
      let turn = along.cross(across)
      guard abs(turn) > 1e-9 else { continue }
      share = min(share, max(0, (wall.start - start).cross(across) / turn))
    }
    guard share < 1 else { return point }
    // Half a metre before the wall.
    return way.point(at: max(0, share - 0.5 / way.length))
  }

  private func point(of coordinate: Coordinate) -> Vec2? {
    let place = try? Geodetic(
      latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
      altitudeMetres: map.frame.origin.altitudeMetres)
    return place.map { map.frame.enu(of: $0).xy }
  }
}
