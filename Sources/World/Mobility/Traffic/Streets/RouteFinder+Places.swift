import Geometry
import Maps

/// Locations of destinations on the streets.
extension RouteFinder {
  /// Returns the duration of a drive on empty roads; nil without a route.
  mutating func travelSeconds(
    _ spec: VehicleSpec, from start: VehiclePosition, to destination: Destination,
    _ streets: Streets,
    _ stalls: StallTable
  ) throws(TrafficError) -> Double? {
    let wanted = try goals(destination, spec, streets, stalls).goals
    var best: Double?
    for origin in try origins(start, spec, streets, stalls) {
      let way = route(
        from: origin.track, at: origin.s, to: wanted, user: spec.kind.user, streets: streets)
      if let way, way.seconds < best ?? .infinity { best = way.seconds }
    }
    return best
  }

  private func origins(
    _ place: VehiclePosition, _ spec: VehicleSpec, _ streets: Streets, _ stalls: StallTable
  ) throws(TrafficError) -> [RouteFinder.Goal] {
    switch place {
    case .road(let position, _):
      let (track, s) = try trackPlace(position, spec.kind, streets)
      return [.init(track: track, s: s)]
    case .kerb(let point):
      let kerb = try kerbPlace(near: point, spec, streets)
      return [.init(track: kerb.track, s: kerb.s)]
    case .stall(let carPark, let stall):
      guard let number = stalls.number(carPark, stall) else { throw .unusablePlace }
      return stalls.accesses(of: number).map { .init(track: $0.track, s: $0.middle) }
    }
  }

  /// Returns the locations of a destination, and the aim there.
  func goals(
    _ destination: Destination, _ spec: VehicleSpec, _ streets: Streets, _ stalls: StallTable
  ) throws(TrafficError) -> (goals: [RouteFinder.Goal], aim: VehicleTask.TaskTarget, lane: Int32?) {
    switch destination {
    case .junction(let junction):
      guard streets.arriving.indices.contains(junction) else { throw .unusablePlace }
      let tracks = streets.arriving[junction].filter { streets[$0].users.contains(spec.kind.user) }
      let goals = tracks.map { track in
        RouteFinder.Goal(track: track, s: max(streets[track].length - 1, 0))
      }
      return (goals, .lane, nil)
    case .position(let position):
      let (track, s) = try trackPlace(position, spec.kind, streets)
      return ([.init(track: track, s: s)], .lane, Int32(position.lane))
    case .road(let point): return ([try lanePlace(near: point, spec.kind, streets)], .lane, nil)
    case .kerb(let point):
      let kerb = try kerbPlace(near: point, spec, streets)
      return ([.init(track: kerb.track, s: kerb.s)], .kerb(kerb.offset), 0)
    case .carPark(let number):
      guard spec.kind == .car, streets.network.carParks.indices.contains(number),
        !stalls.aisles(of: number).isEmpty
      else { throw .unusablePlace }
      return (stalls.aisles(of: number).flatMap { aisleGoals($0, streets, stalls) }, .search, nil)
    case .stall(let carPark, let stall):
      guard spec.kind == .car, let number = stalls.number(carPark, stall) else {
        throw .unusablePlace
      }
      let back = spec.frontOverhangMetres + spec.wheelbaseMetres / 2
      let goals = stalls.accesses(of: number).map { access in
        RouteFinder.Goal(track: access.track, s: access.middle + back)
      }
      return (goals, .search, nil)
    }
  }

  /// Returns the far ends of an aisle, in the directions with access to its stalls.
  func aisleGoals(_ road: Int32, _ streets: Streets, _ stalls: StallTable) -> [RouteFinder.Goal] {
    [true, false].compactMap { forward in
      guard let track = streets.track(ofRoad: Int(road), forward: forward),
        !stalls.stallsOfTrack[track].isEmpty
      else { return nil }
      return .init(track: Int32(track), s: max(streets.stretches[track].length - 1, 0))
    }
  }

  /// Returns the track and the arc length of a road position.
  func trackPlace(
    _ position: RoadPosition, _ kind: VehicleKind, _ streets: Streets
  ) throws(TrafficError) -> (track: Int32, s: Double) {
    guard position.metres.isFinite,
      let track = streets.track(ofRoad: position.road, forward: position.isForward)
    else { throw .unusablePlace }
    let stretch = streets.stretches[track]
    guard stretch.users.contains(kind.user), (0..<Int(stretch.lanes)).contains(position.lane) else {
      throw .unusablePlace
    }
    return (Int32(track), min(max(position.metres - stretch.startTrim, 0), stretch.length))
  }

  /// Returns the kerbside position of a vehicle for a point.
  ///
  /// It is on the road whose outer edge is nearest to the point. Cars stop entirely beside their
  /// lane; buses as near to the point as possible.
  func kerbPlace(
    near point: Vec2, _ vehicle: VehicleSpec, _ streets: Streets
  ) throws(TrafficError) -> (track: Int32, s: Double, offset: Double) {
    let target = streets.mirrored(point)
    guard target.x.isFinite, target.y.isFinite else { throw .unusablePlace }
    var best: (track: Int32, s: Double, distance: Double, side: Double)?
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.users.contains(vehicle.kind.user), stretch.kind != .motorway else { continue }
      let near = streets.curves.nearest(stretch.curve, to: target)
      let middle = stretch.offset(ofLane: 0)
      let edge = middle - stretch.laneWidth / 2
      let place = streets.curves.place(stretch.curve, at: near.s)
      let onEdge = place.point + place.tangent.perpendicular * edge
      let distance = onEdge.distance(to: target)
      if let known = best, known.distance <= distance { continue }
      let side = place.tangent.cross(target - place.point) - middle
      best = (Int32(track), near.s, distance, side)
    }
    guard let best else { throw .unreachable }
    let stretch = streets[best.track]
    let half = vehicle.widthMetres / 2
    let aside = -(stretch.laneWidth / 2 + half + 0.2)
    let inLane = min(0, -(stretch.laneWidth / 2 - half))
    let wanted = vehicle.kind == .bus ? best.side + 0.4 + half : aside
    let s = best.s + vehicle.frontOverhangMetres + vehicle.wheelbaseMetres / 2
    let first = min(vehicle.lengthMetres + 1, stretch.length / 2)
    return (
      best.track, min(max(s, first), max(stretch.length - 2, first)),
      min(max(wanted, aside), inLane)
    )
  }

  /// Returns the nearest position to a point on a road open to the vehicle kind.
  func lanePlace(
    near point: Vec2, _ kind: VehicleKind, _ streets: Streets
  ) throws(TrafficError) -> RouteFinder.Goal {
    let target = streets.mirrored(point)
    guard target.x.isFinite, target.y.isFinite else { throw .unusablePlace }
    var best: (track: Int32, s: Double, distance: Double)?
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.users.contains(kind.user) else { continue }
      let near = streets.curves.nearest(stretch.curve, to: target)
      if let known = best, known.distance <= near.distance { continue }
      best = (Int32(track), near.s, near.distance)
    }
    guard let best else { throw .unreachable }
    return .init(track: best.track, s: best.s)
  }
}
