import Geometry
public import Kernel
import Maps
public import Observations

/// Shows somebody the way to a place: the next direction, and another way when the user leaves it.
///
/// It knows the user by locations only. Whether the user has left the way is judged by how sure these
/// are, and not before a while has gone by, so that a bad location changes nothing.
public struct Wayfinder: Sendable {
  /// The place to go to.
  public let target: String
  /// How it is set.
  public let parameters: Parameters
  /// When the user wants to be there.
  public let arrivalTime: SimTime?
  /// The way that is shown; nil before the first location, and where there is none.
  public private(set) var route: WalkwayRoute?
  /// Whether the user is there.
  public private(set) var hasArrived = false

  let map: VenueMap
  var pace: WalkingPace
  /// Where on the way the user is.
  var place: WalkwayRoute.Place?
  private let tree: RouteTree
  /// The number of the step that was told last, when, and where on the way, in m.
  private var step = -1
  private var toldTime = SimTime.distantPast
  private var toldMetres = 0.0
  /// When and where the user had last come on by so far that they needn't be told again.
  private var movedTime = SimTime.distantPast
  private var movedMetres = 0.0
  /// When the user was last seen on the way.
  private var seenTime: SimTime?
  private var offSince: SimTime?
  /// How far from the way the user was when it was found, in m, until they have come on to it.
  private var slack = 0.0
  /// Since when the user has been on the level where the ride leads that they are on.
  private var upSince: SimTime?
  private var nearCount = 0
  /// Since when the user has been at the way's end, as far as locations tell.
  private var endSince: SimTime?
  private var isLost = false
  private var hasToldLeave = false
  private var latest: (time: SimTime, metres: Double)?
  /// When the step began, and how long it was expected to take.
  private var stepBegin: (time: SimTime, seconds: Double)?

  /// Begins to show the way.
  ///
  /// - Parameters:
  ///   - target: The place's name.
  ///   - network: The pathways.
  ///   - preference: Which ways are taken.
  ///   - arrivalTime: When the user wants to be there; nil for any time.
  ///   - parameters: How it is set.
  /// - Throws: ``WayfindingError`` for places that aren't known, or where no pathways lead.
  public init(
    to target: String, along network: WalkwayGraph, by preference: WayPreference = .shortest,
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

  /// Takes a location, and says what the user is to be told, if anything.
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

  // MARK: Off the way

  /// Looks for another way when the user has been off this one for long enough.
  private mutating func judgeOff(
    _ fix: LocationFix, _ here: Spot, limit: SimDuration
  ) -> WayfindingEvent? {
    let since = offSince ?? fix.time
    offSince = since
    guard fix.time - since >= limit else { return nil }
    return begin(from: here, at: fix.time, as: .rerouted)
  }

  /// Finds a way from a spot, and tells its first direction.
  private mutating func begin(
    from here: Spot, at time: SimTime, as kind: WayfindingEvent.Kind = .directed
  ) -> WayfindingEvent? {
    do throws(WayfindingError) {
      let new = try tree.route(from: here.point, on: here.level)
      let start = WalkwayRoute.Place(piece: 0, fraction: 0, distance: 0)
      (route, place, offSince, isLost) = (new, start, nil, false)
      (step, nearCount, latest, stepBegin, upSince, endSince) = (-1, 0, nil, nil, nil, nil)
      slack = here.point.distance(to: new.pieces[0].from.point)
      return direct(on: new, at: time, as: kind)
    } catch {
      // Told once, until there is a way again.
      guard !isLost else { return nil }
      (isLost, route, place, offSince) = (true, nil, nil, nil)
      return WayfindingEvent(
        .unreachable, target: target, reason: error.description, here: coordinate(of: here.point),
        floor: map.ordinal(ofLevel: here.level))
    }
  }

  // MARK: On the way

  /// The end of a ride where the user must have come to it: on the level where it leads, and for
  /// longer than what is left from half way up, though a location may lag behind on the belt.
  private mutating func past(
    _ seen: WalkwayRoute.Place, _ here: Spot, on route: WalkwayRoute, at time: SimTime
  ) -> WalkwayRoute.Place {
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
    return WalkwayRoute.Place(piece: seen.piece, fraction: 1, distance: seen.distance)
  }

  private mutating func advance(
    to seen: WalkwayRoute.Place, on route: WalkwayRoute, at time: SimTime
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
    // Who sits down before leaving is none the slower.
    if metres - begin.metres > parameters.leastSpeed * seconds {
      pace.add(metres: metres - begin.metres, seconds: seconds)
    }
  }

  /// Whether the user is at the target: several locations in a row must say so.
  private mutating func isThere(_ here: Spot, _ fix: LocationFix) -> Bool {
    let near = min(
      parameters.mostArrivalMetres,
      max(parameters.arrivalMetres, fix.horizontalAccuracyMetres))
    let isNear =
      here.level == tree.target.level && here.point.distance(to: tree.target.point) <= near
    nearCount = isNear ? nearCount + 1 : 0
    return nearCount >= parameters.arrivalFixes
  }

  /// Whether the user goes no further at the way's end, though locations say that they are beside it:
  /// who has no metre left to go and stays has found the place.
  private mutating func hasStopped(
    _ here: Spot, on route: WalkwayRoute, at time: SimTime
  ) -> Bool {
    guard metresLeft < parameters.endMetres, here.level == tree.target.level,
      here.point.distance(to: tree.target.point) <= parameters.mostArrivalMetres
    else {
      endSince = nil
      return false
    }
    let since = endSince ?? time
    endSince = since
    return time - since >= parameters.stayTime
  }

  /// The direction that is due, if one is.
  private mutating func direct(
    on route: WalkwayRoute, at time: SimTime, as kind: WayfindingEvent.Kind = .directed
  ) -> WayfindingEvent? {
    guard let place else { return nil }
    let metres = route.along(place)
    let wanted = dueStep(on: route, place)
    let isNew = wanted > step || wanted < step && metres < toldMetres - parameters.offMetres
    // Who has come some way since the direction and then stops waits for it, too.
    if abs(metres - movedMetres) >= parameters.offMetres {
      (movedTime, movedMetres) = (time, metres)
    }
    // While nothing sure is known of the user nobody can say that they stand.
    let isSeen = place.distance <= parameters.offMetres
    if isSeen {
      if let seenTime, time - seenTime > parameters.longestLook {
        movedTime = max(movedTime, toldTime) + (time - seenTime)
      }
      seenTime = time
    }
    let isStuck = isSeen && time - max(toldTime, movedTime) >= parameters.repeatTime
    guard isNew || isStuck || kind == .rerouted else { return leave(on: route, at: time) }
    if isNew {
      if let stepBegin, wanted == step + 1 {
        pace.add(took: (time - stepBegin.time).seconds, expected: stepBegin.seconds)
      }
      let pieces = route.steps[wanted]
      stepBegin = (time, pieces.reduce(0) { $0 + pace.seconds(of: route.pieces[$1]) })
    }
    (step, toldTime, toldMetres) = (wanted, time, metres)
    (movedTime, movedMetres) = (time, metres)
    return event(kind, on: route, at: time)
  }

  /// The step that the user is on, or the next if its begin is near; nobody is told what comes after
  /// a ride before that is over.
  private func dueStep(on route: WalkwayRoute, _ place: WalkwayRoute.Place) -> Int {
    let now = route.step(ofPiece: place.piece)
    let means = route.pieces[place.piece].means
    guard now + 1 < route.steps.count else { return now }
    let end = WalkwayRoute.Place(piece: route.steps[now].upperBound - 1, fraction: 1, distance: 0)
    let left = route.along(end) - route.along(place)
    let lead = max(parameters.leastLeadMetres, parameters.leadSeconds * pace.speed)
    return left <= (means == .walk ? lead : parameters.rideLeadMetres) ? now + 1 : now
  }

  /// Says once that it is time to leave.
  private mutating func leave(on route: WalkwayRoute, at time: SimTime) -> WayfindingEvent? {
    guard !hasToldLeave, let due = leaveTime, due <= time else { return nil }
    hasToldLeave = true
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

  /// Where a location is in the map; of several levels of one ordinal, the one that has pathways there.
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
