import Geometry
import Kernel
import Mobility
import Testing

struct CrowdRouteTests {
  private func walker(
    _ entity: UInt64, from start: Vec2, to route: [Vec2], speed: Double = 1.3
  ) -> CrowdWalker {
    var walker = CrowdWalker(entity: entity, position: start, route: route, freeSpeed: speed)
    walker.paceVariation = 0
    return walker
  }

  /// Steps until an arrival, and returns its time in s.
  private func arrival(_ crowd: inout Crowd, _ id: CrowdID, within limit: Double) -> Double? {
    while crowd.time.seconds < limit {
      crowd.step()
      if crowd.arrivals.contains(id) { return crowd.time.seconds }
    }
    return nil
  }

  /// A lone walker speeds up, walks at the free speed, brakes in time and stops at the goal.
  @Test(arguments: [0.5, 2, 10, 60], [0.8, 1.3, 2.5])
  func walksAndStops(distance: Double, speed: Double) throws {
    var crowd = try Crowd(walls: [], seed: 1)
    let goal = Vec2(angle: 0.7, length: distance)
    let id = try crowd.enter(walker(1, from: .zero, to: [goal], speed: speed))
    var time: Double?
    var before = Vec2.zero
    while crowd.time.seconds < 200 {
      crowd.step()
      let state = try #require(crowd.state(id))
      let change = (state.velocity - before).length / 0.05
      #expect(change < 2.001)
      #expect(state.velocity.length < speed + 1e-5)
      #expect(state.position.length < distance + 0.02)
      before = state.velocity
      if time == nil, crowd.arrivals.contains(id) { time = crowd.time.seconds }
    }
    let end = try #require(crowd.state(id))
    #expect(end.position.distance(to: goal) < 0.16)
    #expect(end.velocity == .zero)
    #expect(end.hasArrived)
    // From rest to rest at 1.5 and 1.5 m/s², and some time for the relaxation.
    let shortest =
      speed * speed / 1.5 <= distance
      ? distance / speed + speed / 1.5 : 2 * (distance / 1.5).squareRoot()
    let taken = try #require(time)
    #expect(taken > shortest - 0.6 && taken < shortest + 1.6, "\(taken), \(shortest)")
  }

  /// Waypoints are passed in order, gates within their width, and no walker orbits one.
  @Test(arguments: [0.3, 1.0], [true, false]) func passesWaypoints(
    half: Double, hasGates: Bool
  ) throws {
    var crowd = try Crowd(walls: [], seed: 1)
    let corners = [Vec2(10, 0), Vec2(10, 10), Vec2(0, 10), Vec2(0, 0.5), Vec2(5, 0.5)]
    var lone = walker(1, from: .zero, to: corners, speed: 2)
    if hasGates { lone.gates = corners.map { _ in half } }
    let id = try crowd.enter(lone)
    var nearest = corners.map { _ in Double.infinity }
    var leg = 0
    while crowd.time.seconds < 60 {
      crowd.step()
      let state = try #require(crowd.state(id))
      #expect(state.waypoint >= leg && state.waypoint <= leg + 1)
      leg = state.waypoint
      for index in corners.indices {
        nearest[index] = min(nearest[index], state.position.distance(to: corners[index]))
      }
      if state.hasArrived { break }
    }
    let allowed = hasGates ? half + 0.15 : 3.0
    #expect(nearest.allSatisfy { $0 < allowed }, "\(nearest)")
    #expect(crowd.time.seconds < 30)
  }

  @Test func emptyAndZeroLengthRoutesArriveImmediately() throws {
    var crowd = try Crowd(walls: [], seed: 1)
    var ids: [CrowdID] = []
    for count in 0..<3 {
      let position = Vec2(3, Double(count) * 5)
      let route = [Vec2](repeating: position, count: count)
      ids.append(try crowd.enter(walker(UInt64(count), from: position, to: route)))
    }
    for _ in 0..<30 {
      crowd.step()
      for id in crowd.arrivals { crowd.leave(id) }
    }
    #expect(crowd.count == 0)
    #expect(crowd.state(ids[0]) == nil)
  }

  /// A walker who is walled in is reported, also with a path that leads nowhere.
  @Test func enclosedWalkersAreReported() throws {
    let box = [Vec2(0, 0), Vec2(3, 0), Vec2(3, 3), Vec2(0, 3), Vec2(0, 0)]
    let walls = zip(box, box.dropFirst()).map { Segment2($0, $1) }
    var crowd = try Crowd(walls: walls, seed: 1)
    let id = try crowd.enter(walker(1, from: Vec2(1, 1), to: [Vec2(10, 1)]))
    var reports = 0
    for _ in 0..<2400 {
      crowd.step()
      reports += crowd.lost.count { $0 == id }
    }
    #expect(reports > 2 && reports < 60, "\(reports)")
    try crowd.redirect(id, route: [Vec2(2, 2)])
    let time = arrival(&crowd, id, within: 200)
    #expect(time != nil)
  }

  /// A walker moved behind a corner returns to the previous waypoint and continues.
  @Test func returnsToWaypointAfterDisplacement() throws {
    let walls = [Segment2(Vec2(5, -20), Vec2(5, 1)), Segment2(Vec2(5, 3), Vec2(5, 20))]
    var crowd = try Crowd(walls: walls, seed: 1)
    let id = try crowd.enter(
      walker(1, from: Vec2(4, -8), to: [Vec2(5, 2), Vec2(8, -8), Vec2(12, -8)]))
    let time = arrival(&crowd, id, within: 60)
    #expect(time != nil)
  }

  /// Others avoid a standing person, who stays, and later walks on.
  @Test func standingPeopleAreAvoided() throws {
    var crowd = try Crowd(walls: [], seed: 1)
    let standing = try crowd.enter(walker(0, from: Vec2(5, 0), to: [Vec2(5, 30)]))
    crowd.halt(standing)
    let ids = try (1...6).map {
      try crowd.enter(walker(UInt64($0), from: Vec2(-1.5 * Double($0), 0), to: [Vec2(30, 0)]))
    }
    for _ in 0..<500 { crowd.step() }
    let place = try #require(crowd.state(standing))
    #expect(place.position == Vec2(5, 0) && place.isHalted)
    for id in ids {
      let x = try #require(crowd.state(id)).position.x
      #expect(x > 15)
    }
    crowd.resume(standing)
    let time = arrival(&crowd, standing, within: 80)
    #expect(time != nil)
  }

  @Test func staleIDsHaveNoEffect() throws {
    var crowd = try Crowd(walls: [], seed: 1)
    let first = try crowd.enter(walker(1, from: .zero, to: [Vec2(5, 0)]))
    crowd.leave(first)
    let second = try crowd.enter(walker(2, from: .zero, to: [Vec2(5, 0)]))
    crowd.leave(first)
    crowd.halt(first)
    try crowd.redirect(first, route: [Vec2(0, 9)])
    try crowd.setFreeSpeed(first, metresPerSecond: 0)
    let time = arrival(&crowd, second, within: 30)
    #expect(time != nil)
    #expect(crowd.state(first) == nil)
    #expect(crowd.count == 1)
  }

  /// A few people over 10 km, and walls over a square kilometre: nothing grows with the area.
  @Test func costDoesNotGrowWithArea() throws {
    var draw = RandomStream(seed: 1, purpose: "city")
    let walls = (0..<20_000).map { _ in
      let corner = Vec2(draw.uniform(in: 0...1000), draw.uniform(in: 0...1000))
      return Segment2(corner, corner + Vec2(draw.uniform(in: 0...2), draw.uniform(in: 0...2)))
    }
    var crowd = try Crowd(walls: walls, seed: 1)
    let ids = try (0..<5).map { number in
      let start = Vec2(Double(number) * 2500 - 1000, -500)
      return try crowd.enter(
        walker(UInt64(number), from: start, to: [start + Vec2(20, 0)]))
    }
    for _ in 0..<600 { crowd.step() }
    let arrived = ids.count { crowd.state($0)?.hasArrived == true }
    #expect(arrived == 5)
  }

  @Test func rejectsInvalidInput() throws {
    #expect(throws: CrowdError.unusableWall(index: 1)) {
      try Crowd(walls: [Segment2(.zero, Vec2(1, 1)), Segment2(.zero, Vec2(.nan, 1))], seed: 1)
    }
    var crowd = try Crowd(walls: [], seed: 1)
    let good = walker(1, from: .zero, to: [Vec2(5, 0)])
    var cases: [(CrowdWalker, CrowdError)] = []
    func add(_ error: CrowdError, _ change: (inout CrowdWalker) -> Void) {
      var bad = good
      change(&bad)
      cases.append((bad, error))
    }
    add(.unusablePosition) { $0.position = Vec2(.infinity, 0) }
    add(.unusableWaypoint(index: 1)) { $0.route.append(Vec2(0, 1e8)) }
    add(.unusableGate(index: 0)) { $0.gates = [-1] }
    add(.unusableGate(index: 1)) { $0.gates = [1, 1] }
    add(.outOfRange(quantity: "the free speed", value: 9, allowed: 0...8)) { $0.freeSpeed = 9 }
    add(.outOfRange(quantity: "the radius", value: 0, allowed: 0.05...0.6)) { $0.radius = 0 }
    for (bad, error) in cases {
      #expect(throws: error) { try crowd.enter(bad) }
    }
    var (strange, radius) = (good, 0.0)
    strange.velocity = Vec2(.nan, 0)
    #expect(throws: CrowdError.self) { try crowd.enter(strange) }
    strange = good
    strange.radius = .nan
    radius = strange.radius
    #expect(radius.isNaN)
    #expect(throws: CrowdError.self) { try crowd.enter(strange) }
    let id = try crowd.enter(good)
    #expect(throws: CrowdError.unusableWaypoint(index: 0)) {
      try crowd.redirect(id, route: [Vec2(.nan, 0)])
    }
    #expect(throws: CrowdError.self) { try crowd.setFreeSpeed(id, metresPerSecond: .nan) }
    #expect(crowd.count == 1)
  }
}
