import Geometry
import Glibc
import Kernel

/// HMM map matching (Newson-Krumm): Viterbi costs and forward probabilities over road candidates.
///
/// P. Newson and J. Krumm, "Hidden Markov map matching through noise and sparseness", ACM GIS 2009:
/// the emission falls with the distance from the location, the transition with the difference
/// between route length and straight distance. Extensions: an off-road state; course and speed as
/// evidence; correlated errors are not counted again at each step; and the sum over all routes
/// besides the best one, which gives the posterior.
struct RoadLattice: Sendable {
  /// Candidates at one step; the first is off-road.
  struct LatticeStep: Sendable {
    var count = 0
    var places: [RoadPlace]
    /// Viterbi cost: negative log likelihood of the best route.
    var cost: [Double]
    /// Forward probability, normalised.
    var weight: [Double]
    var back: [Int16]

    init(width: Int) {
      places = Array(repeating: RoadPlace(), count: width)
      cost = Array(repeating: 0, count: width)
      weight = cost
      back = Array(repeating: -1, count: width)
    }

    /// Candidate of the lowest Viterbi cost.
    var best: Int {
      var best = 0
      for number in 0..<count where cost[number] < cost[best] { best = number }
      return best
    }
  }

  let parameters: RoadMatcher.Parameters
  let index: RoadIndex
  private(set) var now: LatticeStep
  private var before: LatticeStep
  private var emission: [Double]
  /// Recent mean cost per step of the best route, as a negative log likelihood.
  private(set) var surprise = 0.0
  /// Cost of being off-road at the location's speed.
  private var offRoadCost = 0.0
  private var nearby = RoadNearby()
  private(set) var search: RoadSearch

  init(_ index: RoadIndex, _ parameters: RoadMatcher.Parameters) {
    self.index = index
    self.parameters = parameters
    now = LatticeStep(width: parameters.width)
    before = now
    emission = now.cost
    search = RoadSearch(
      index, bendMetres: parameters.bendMetresPerRadian,
      wrongTwinMetres: parameters.wrongTwinMetres)
  }

  /// Initialises the states at a location.
  mutating func begin(_ fix: RoadFix, sigma: Double) {
    offRoadCost = offRoadCost(fix, speed: fix.speedMetresPerSecond, sigma: sigma)
    findPlaces(fix, sigma: sigma)
    weigh(fix, sigma: sigma, share: 1)
    for number in 0..<now.count {
      let prior = number == 0 ? parameters.enterCost : 0
      now.cost[number] = emission[number] + prior
      now.weight[number] = exp(-now.cost[number])
      now.back[number] = -1
    }
    normalise()
    surprise = 0
  }

  /// Advances the states to a location.
  ///
  /// - Parameters:
  ///   - fix: The location.
  ///   - straight: Distance from the last location, in m.
  ///   - seconds: Time since the last location.
  ///   - sigma: Sigma of the location along an axis, in m.
  ///   - share: Share of new information in the emissions since the last step, 0 to 1.
  mutating func advance(
    to fix: RoadFix, straight: Double, seconds: Double, sigma: Double, share: Double
  ) {
    swap(&now, &before)
    let speed = fix.speedMetresPerSecond >= 0 ? fix.speedMetresPerSecond : straight / seconds
    offRoadCost = offRoadCost(fix, speed: speed, sigma: sigma)
    findPlaces(fix, sigma: sigma)
    weigh(fix, sigma: sigma, share: share)
    for number in 0..<now.count {
      (now.cost[number], now.weight[number], now.back[number]) = (.infinity, 0, -1)
    }
    let beta = parameters.detourMetres(straight: straight, sigma: sigma)
    let bar = before.cost[before.best] + parameters.beamCost
    leaveRoads(bar)
    search.costs = parameters.turnCosts(straight: straight)
    search.wantNothing()
    for number in 1..<max(1, now.count) { search.want(now.places[number].way) }
    var done: UInt64 = 0
    for source in 1..<max(1, before.count) where done & (1 << UInt64(source)) == 0 {
      let way = before.places[source].way
      var furthest = -1.0
      for other in source..<before.count where before.places[other].way == way {
        done |= 1 << UInt64(other)
        if before.cost[other] <= bar { furthest = max(furthest, before.places[other].along) }
      }
      guard furthest >= 0 else { continue }
      let reach = straight + parameters.reachCost * beta
      let rest = index.stripLength[Int(way >> 1)] - furthest
      let isSearched = rest < reach
      if isSearched { search.run(fromEndOf: way, limit: reach - rest, index) }
      for other in source..<before.count
      where before.places[other].way == way && before.cost[other] <= bar {
        relax(from: other, straight: straight, beta: beta, isSearched: isSearched)
      }
    }
    for number in 0..<now.count {
      now.cost[number] += emission[number]
      now.weight[number] *= exp(-emission[number])
    }
    let kept = exp(-seconds / parameters.surpriseSeconds)
    surprise = kept * surprise + (1 - kept) * normalise()
  }

  /// Returns the shortest route from a candidate to one on another way, or around to the same way.
  ///
  /// - Parameters:
  ///   - last: Start of the route.
  ///   - place: End of the route.
  ///   - straight: Distance of the locations, in m.
  ///   - limit: Maximum cost, in m.
  /// - Returns: The ways in between, the total length and the extra cost, in m; nil without a
  ///   route.
  mutating func path(
    from last: RoadPlace, to place: RoadPlace, straight: Double, limit: Double
  ) -> (ways: [Int32], length: Double, extra: Double)? {
    search.costs = parameters.turnCosts(straight: straight)
    search.wantNothing()
    search.want(place.way)
    search.run(fromEndOf: last.way, limit: limit, index)
    guard let found = search.distance(to: place.way) else { return nil }
    let rest = index.stripLength[Int(last.way >> 1)] - last.along
    let ends =
      search.extraCost(of: last.way, over: rest)
      + search.extraCost(of: place.way, over: place.along)
    return (
      search.path(to: place.way), rest + found.length + place.along,
      found.cost - found.length + ends
    )
  }

  private func offRoadCost(_ fix: RoadFix, speed: Double, sigma: Double) -> Double {
    let isParking = index.isNearCarPark(fix.point, margin: sigma)
    return parameters.offRoadCost(
      speed: speed, slow: isParking ? parameters.carParkCost : parameters.offRoadCost)
  }

  private mutating func findPlaces(_ fix: RoadFix, sigma: Double) {
    // Beyond this radius the off-road state is more likely.
    let radius = min(
      max(
        parameters.distance(ofCost: offRoadCost + parameters.searchMargin) * sigma,
        parameters.minSearchMetres), parameters.greatestSearchMetres)
    index.findPlaces(near: fix.point, within: radius, limit: parameters.width - 1, into: &nearby)
    now.places[0] = RoadPlace()
    now.places[0].point = fix.point
    now.count = 1
    for place in nearby.places {
      now.places[now.count] = place
      now.count += 1
    }
  }

  /// Computes the emission cost of each candidate, as a negative log likelihood.
  private mutating func weigh(_ fix: RoadFix, sigma: Double, share: Double) {
    emission[0] = share * offRoadCost
    let course = fix.courseDegrees * .pi / 180
    let speed = fix.speedMetresPerSecond
    let isMoving = speed >= parameters.minCourseSpeed && fix.courseDegrees >= 0
    let heading = Vec2(sin(course), cos(course))
    let courseSigma = atan2(parameters.speedSigma, speed) + parameters.courseSigma
    // Relative to a uniform course, as off the roads.
    let peak = (1 - parameters.wrongCourseShare) * 2.507 / courseSigma
    for number in 1..<max(1, now.count) {
      let place = now.places[number]
      let segment = Int(place.segment)
      let spread = index.carriagewaySpread[
        index.carriageway(ofSegment: segment, isBack: place.way & 1 == 1)]
      let map = parameters.mapSigma
      let variance = sigma * sigma + map * map + spread * spread
      var cost = parameters.cost(ofDistance: place.distance / variance.squareRoot())
      let road = Int(index.segmentRoad[segment])
      if index.isWrongTwin[2 * segment + Int(place.way & 1)] { cost += parameters.wrongTwinCost }
      if speed > index.roadLimit[road] {
        let excess =
          (speed / index.roadLimit[road] - parameters.speedTolerance) / parameters.speedingSigma
        if excess > 0 { cost += min(excess * excess / 2, parameters.greatestSpeedCost) }
      }
      cost = share * cost + (index.roadKind[road].isMinor ? parameters.minorCost : 0)
      // Courses come from Doppler, whose errors are less correlated than those of positions.
      if isMoving {
        let turn = acos(min(1, max(-1, heading.dot(place.direction)))) / courseSigma
        cost -= log(peak * exp(-turn * turn / 2) + parameters.wrongCourseShare)
      }
      emission[number] = cost
    }
  }

  /// Transitions from off-road to all candidates.
  private mutating func leaveRoads(_ bar: Double) {
    guard before.cost[0] <= bar else { return }
    let toRoad = exp(-parameters.leaveCost)
    for number in 0..<now.count {
      let cost = before.cost[0] + (number == 0 ? parameters.stayCost : parameters.leaveCost)
      if cost < now.cost[number] { (now.cost[number], now.back[number]) = (cost, 0) }
      now.weight[number] += before.weight[0] * (number == 0 ? exp(-parameters.stayCost) : toRoad)
    }
  }

  /// Transitions from a road candidate to all candidates.
  private mutating func relax(from source: Int, straight: Double, beta: Double, isSearched: Bool) {
    let (place, paid, weight) = (before.places[source], before.cost[source], before.weight[source])
    let length = index.stripLength[Int(place.way >> 1)]
    for number in 0..<now.count {
      var cost = number == 0 ? parameters.enterCost : parameters.jumpCost
      if number > 0 {
        let target = now.places[number]
        if target.way == place.way {
          // Backward motion costs as much as forward motion: the locations may have been wrong.
          let passed = target.along - place.along
          let extra = search.extraCost(of: place.way, over: passed)
          cost = min(cost, (abs(straight - passed) + extra) / beta)
        } else if target.way == place.way ^ 1 {
          let route = abs(length - target.along - place.along)
          cost = min(cost, abs(straight - route) / beta + parameters.uTurnCost)
        }
        if isSearched, let found = search.distance(to: target.way) {
          let rest = length - place.along
          let extra =
            found.cost - found.length + search.extraCost(of: place.way, over: rest)
            + search.extraCost(of: target.way, over: target.along)
          let passed = rest + found.length + target.along
          cost = min(cost, (abs(straight - passed) + extra) / beta)
        }
      }
      if paid + cost < now.cost[number] {
        (now.cost[number], now.back[number]) = (paid + cost, Int16(source))
      }
      if weight > 1e-12 { now.weight[number] += weight * exp(-cost) }
    }
  }

  /// Subtracts the lowest Viterbi cost, and normalises the forward probabilities.
  ///
  /// - Returns: The lowest cost before.
  @discardableResult private mutating func normalise() -> Double {
    let minimum = now.cost[now.best]
    var sum = 0.0
    for number in 0..<now.count {
      now.cost[number] -= minimum
      sum += now.weight[number]
    }
    // On underflow the Viterbi costs stand in for the forward probabilities.
    for number in 0..<now.count {
      now.weight[number] = sum > 1e-280 ? now.weight[number] / sum : exp(-now.cost[number])
    }
    return minimum
  }
}
