import Geometry
public import Kernel
import Maps
public import Observations

/// Turn-by-turn navigation to a place on foot: next direction, rerouting and arrival.
///
/// It uses locations only. Off-route detection depends on their accuracy and needs some time, so a
/// single bad location changes nothing.
public struct Wayfinder: Sendable {
  /// Name of the target.
  public let target: String
  public let parameters: Parameters
  /// Desired arrival time; nil for any.
  public let arrivalTime: SimTime?
  /// Current route; nil before the first location, and without a route.
  public private(set) var route: WalkwayRoute?
  /// True after arrival.
  public private(set) var hasArrived = false

  let map: VenueMap
  var pace: WalkingPace
  /// Position of the user on the route.
  var place: WalkwayRoute.RoutePosition?
  private let tree: RouteTree
  /// Last announced step, with its time and the position on the route, in m.
  private var step = -1
  private var reportedTime = SimTime.distantPast
  private var reportedMetres = 0.0
  /// Time and position of the last progress that postpones a repeated direction.
  private var movedTime = SimTime.distantPast
  private var movedMetres = 0.0
  /// Last time on the route.
  private var seenTime: SimTime?
  private var offSince: SimTime?
  /// Distance from the route when it was found, in m, until the user reaches it.
  private var slack = 0.0
  /// Start of the stay on the level to which the current ride leads.
  private var upSince: SimTime?
  private var nearCount = 0
  /// Start of the dwell at the route's end.
  private var endSince: SimTime?
  private var isLost = false
  private var hasReportedLeave = false
  private var latest: (time: SimTime, metres: Double)?
  /// Start and expected time of the current step.
  private var stepBegin: (time: SimTime, seconds: Double)?

  /// Starts navigation.
  ///
  /// - Parameters:
  ///   - target: Name of the place.
  ///   - network: Pathway graph.
  ///   - preference: Allowed ways.
  ///   - arrivalTime: Desired arrival time; nil for any.
  ///   - parameters: Parameters of the wayfinder.
  /// - Throws: ``WayfindingError`` for an unknown place or a place without pathways.
  public init(
    to target: String, along network: WalkwayGraph, by preference: RoutePreference = .shortest,
    arrivalTime: SimTime? = nil, parameters: Parameters = Parameters()
  ) throws(WayfindingError) {
    pace = WalkingPace(parameters.pace)
    tree = try RouteTree(
      to: target, along: network, by: preference, parameters: parameters.route,
      pace: parameters.pace)
    map = network.map
    self.target = target
    self.arrivalTime = arrivalTime
    self.parameters = parameters
  }

  /// Processes a location, and returns an announcement if one is due.
  public mutating func receive(_ fix: LocationFix) -> WayfindingEvent? {
    guard !hasArrived, fix.horizontalAccuracyMetres >= 0,
      fix.horizontalAccuracyMetres <= parameters.worstAccuracy, let here = spot(of: fix)
    else { return nil }
    guard let route, let seen = route.place(nearest: here.point, on: here.level, after: place)
    else {
      if route == nil { return begin(from: here, at: fix.time) }
      return judgeOff(fix, here, limit: parameters.wrongLevelTime)
    }
    if seen.distance <= parameters.offMetres { slack = 0 }
    let off = max(
      parameters.offMetres, parameters.offRadii * fix.horizontalAccuracyMetres,
      slack > 0 ? slack + parameters.offGrowth : 0)
    let isOff = seen.distance > (offSince == nil ? off : off * parameters.backShare)
    if isOff { return judgeOff(fix, here, limit: parameters.offTime) }
    offSince = nil
    advance(to: past(seen, here, on: route, at: fix.time), on: route, at: fix.time)
    if isThere(here, fix) || hasStopped(here, on: route, at: fix.time) {
      hasArrived = true
      return event(.arrived, on: route, at: fix.time)
    }
    return direct(on: route, at: fix.time)
  }

  // MARK: Off the route

  /// Reroutes after the minimum time off the route.
  private mutating func judgeOff(
    _ fix: LocationFix, _ here: Spot, limit: SimDuration
  ) -> WayfindingEvent? {
    let since = offSince ?? fix.time
    offSince = since
    guard fix.time - since >= limit else { return nil }
    return begin(from: here, at: fix.time, as: .rerouted)
  }

  /// Computes a route from a position, and returns its first direction.
  private mutating func begin(
    from here: Spot, at time: SimTime, as kind: WayfindingEvent.Kind = .directed
  ) -> WayfindingEvent? {
    do throws(WayfindingError) {
      let new = try tree.route(from: here.point, on: here.level)
      let start = WalkwayRoute.RoutePosition(piece: 0, fraction: 0, distance: 0)
      (route, place, offSince, isLost) = (new, start, nil, false)
      (step, nearCount, latest, stepBegin, upSince, endSince) = (-1, 0, nil, nil, nil, nil)
      slack = here.point.distance(to: new.pieces[0].from.point)
      return direct(on: new, at: time, as: kind)
    } catch {
      // Reported once, until there is a route again.
      guard !isLost else { return nil }
      (isLost, route, place, offSince) = (true, nil, nil, nil)
      return WayfindingEvent(
        .unreachable, target: target, reason: error.description, here: coordinate(of: here.point),
        floor: map.ordinal(ofLevel: here.level))
    }
  }

  // MARK: On the route

  /// Returns the end of a ride once the user has been on its last level for long enough.
  ///
  /// The time must exceed what is left from half-way up; a location may lag behind on the belt.
  private mutating func past(
    _ seen: WalkwayRoute.RoutePosition, _ here: Spot, on route: WalkwayRoute, at time: SimTime
  ) -> WalkwayRoute.RoutePosition {
    let piece = route.pieces[seen.piece]
    guard piece.means != .walk, piece.from.level != piece.to.level, here.level == piece.to.level
    else {
      upSince = nil
      return seen
    }
    let since = upSince ?? time
    upSince = since
    guard time - since >= .seconds(pace.seconds(of: piece) * parameters.rideShare) else {
      return seen
    }
    return WalkwayRoute.RoutePosition(piece: seen.piece, fraction: 1, distance: seen.distance)
  }

  private mutating func advance(
    to seen: WalkwayRoute.RoutePosition, on route: WalkwayRoute, at time: SimTime
  ) {
    place = seen
    let metres = route.along(seen)
    guard route.pieces[seen.piece].means == .walk, let begin = latest,
      time - begin.time <= parameters.longestStride
    else {
      latest = (time, metres)
      return
    }
    let seconds = (time - begin.time).seconds
    guard seconds >= parameters.strideSeconds else { return }
    latest = (time, metres)
    // A long stop, such as sitting down, does not lower the pace.
    if metres - begin.metres > parameters.minSpeed * seconds {
      pace.add(metres: metres - begin.metres, seconds: seconds)
    }
  }

  /// True if enough consecutive locations are near the target.
  private mutating func isThere(_ here: Spot, _ fix: LocationFix) -> Bool {
    let near = min(
      parameters.maxArrivalMetres,
      max(parameters.arrivalMetres, fix.horizontalAccuracyMetres))
    let isNear =
      here.level == tree.target.level && here.point.distance(to: tree.target.point) <= near
    nearCount = isNear ? nearCount + 1 : 0
    return nearCount >= parameters.arrivalFixes
  }

  /// True if the user dwells at the route's end, although locations are beside the target.
  private mutating func hasStopped(
    _ here: Spot, on route: WalkwayRoute, at time: SimTime
  ) -> Bool {
    guard metresLeft < parameters.endMetres, here.level == tree.target.level,
      here.point.distance(to: tree.target.point) <= parameters.maxArrivalMetres
    else {
      endSince = nil
      return false
    }
    let since = endSince ?? time
    endSince = since
    return time - since >= parameters.stayTime
  }

  /// Returns the direction that is due, if any.
  private mutating func direct(
    on route: WalkwayRoute, at time: SimTime, as kind: WayfindingEvent.Kind = .directed
  ) -> WayfindingEvent? {
    guard let place else { return nil }
    let metres = route.along(place)
    let wanted = dueStep(on: route, place)
    let isNew = wanted > step || wanted < step && metres < reportedMetres - parameters.offMetres
    // A user who stops after some progress needs the direction again, too.
    if abs(metres - movedMetres) >= parameters.offMetres {
      (movedTime, movedMetres) = (time, metres)
    }
    // Without on-route locations a standing user cannot be detected.
    let isSeen = place.distance <= parameters.offMetres
    if isSeen {
      if let seenTime, time - seenTime > parameters.longestLook {
        movedTime = max(movedTime, reportedTime) + (time - seenTime)
      }
      seenTime = time
    }
    let isStuck = isSeen && time - max(reportedTime, movedTime) >= parameters.repeatTime
    guard isNew || isStuck || kind == .rerouted else { return leave(on: route, at: time) }
    if isNew {
      if let stepBegin, wanted == step + 1 {
        pace.add(took: (time - stepBegin.time).seconds, expected: stepBegin.seconds)
      }
      let pieces = route.steps[wanted]
      stepBegin = (time, pieces.reduce(0) { $0 + pace.seconds(of: route.pieces[$1]) })
    }
    (step, reportedTime, reportedMetres) = (wanted, time, metres)
    (movedTime, movedMetres) = (time, metres)
    return event(kind, on: route, at: time)
  }

  /// Returns the current step, or the next one near its start.
  ///
  /// The step after a ride is not announced before the ride's end.
  private func dueStep(on route: WalkwayRoute, _ place: WalkwayRoute.RoutePosition) -> Int {
    let now = route.step(ofPiece: place.piece)
    let means = route.pieces[place.piece].means
    guard now + 1 < route.steps.count else { return now }
    let end = WalkwayRoute.RoutePosition(
      piece: route.steps[now].upperBound - 1, fraction: 1, distance: 0)
    let left = route.along(end) - route.along(place)
    let lead = max(parameters.minLeadMetres, parameters.leadSeconds * pace.speed)
    return left <= (means == .walk ? lead : parameters.rideLeadMetres) ? now + 1 : now
  }

  /// Returns the departure announcement, once.
  private mutating func leave(on route: WalkwayRoute, at time: SimTime) -> WayfindingEvent? {
    guard !hasReportedLeave, let due = leaveTime, due <= time else { return nil }
    hasReportedLeave = true
    return event(.leave, on: route, at: time)
  }

  // MARK: Words

  private func event(
    _ kind: WayfindingEvent.Kind, on route: WalkwayRoute, at time: SimTime
  ) -> WayfindingEvent {
    let here = place.map(route.spot)
    let pieces = route.steps[min(max(0, step), route.steps.count - 1)]
    let last = route.pieces[pieces.upperBound - 1]
    return WayfindingEvent(
      kind, target: target, means: last.means, here: here.flatMap { coordinate(of: $0.point) },
      floor: map.ordinal(ofLevel: here?.level), next: coordinate(of: last.to.point),
      nextFloor: map.ordinal(ofLevel: last.to.level), distanceMetres: metresLeft,
      seconds: secondsLeft, leaveTime: leaveTime)
  }

  private func coordinate(of point: Vec2) -> Coordinate? {
    (try? map.frame.geodetic(of: Vec3(point, 0))).map {
      Coordinate(latitudeDegrees: $0.latitudeDegrees, longitudeDegrees: $0.longitudeDegrees)
    }
  }

  /// Returns the map position of a location; of levels with equal ordinal the one with near
  /// pathways.
  private func spot(of fix: LocationFix) -> Spot? {
    guard
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees,
        altitudeMetres: map.frame.origin.altitudeMetres)
    else { return nil }
    let point = map.frame.enu(of: place).xy
    guard let floor = fix.floor else { return Spot(point) }
    var best: (spot: Spot, distance: Double)?
    for level in map.levels.indices where map.levels[level].ordinal == floor {
      let foot = tree.network.foot(of: point, on: level, within: parameters.route.userReach)
      let distance = foot?.distance ?? .infinity
      if best.map({ distance < $0.distance }) ?? true {
        best = (Spot(point, level: level), distance)
      }
    }
    return best?.spot
  }
}
