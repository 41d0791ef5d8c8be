import Geometry
import Kernel
import Maps
import Mobility
import TestSupport
import Testing

struct TrafficRouteTests {
  /// A random small network: some roads one way, some for bicycles, some turns forbidden.
  static func random(_ seed: UInt64) -> RoadNetwork {
    var draw = RandomStream(seed: seed, purpose: "network")
    let count = 5 + draw.integer(below: 5)
    let junctions = (0..<count).map { index in
      Junction(
        Vec2(Double(index % 3) * 140, Double(index / 3) * 120)
          + Vec2(draw.uniform(in: -30...30), draw.uniform(in: -30...30)),
        control: JunctionControl.allCases[draw.integer(below: 3)])
    }
    var roads: [Road] = []
    for _ in 0..<(count + 3) {
      let (a, b) = (draw.integer(below: count), draw.integer(below: count))
      guard a != b else { continue }
      let ways = draw.integer(below: 4)
      roads.append(
        Road(
          kind: draw.integer(below: 5) == 0 ? .cycleway : .residential, from: a, to: b,
          line: [junctions[a].point, junctions[b].point], lanesForward: ways == 1 ? 0 : 1,
          lanesBackward: ways == 0 ? 0 : 1, limitMetresPerSecond: 10))
    }
    var restrictions: [TurnRestriction] = []
    for _ in 0..<(roads.isEmpty ? 0 : 6) {
      let from = draw.integer(below: roads.count)
      let via = draw.integer(below: 2) == 0 ? roads[from].from : roads[from].to
      let onward = roads.indices.filter {
        $0 != from && (roads[$0].from == via || roads[$0].to == via)
      }
      guard !onward.isEmpty else { continue }
      restrictions.append(
        TurnRestriction(
          from: from, via: via, to: onward[draw.integer(below: onward.count)],
          isOnly: draw.integer(below: 4) == 0))
    }
    return RoadNetwork(junctions: junctions, roads: roads, restrictions: restrictions)
  }

  /// One direction of a road.
  private struct DirectedRoad: Hashable {
    let road: Int
    let isForward: Bool
  }

  /// True if a turn from one road into another is allowed, derived from the network alone.
  private static func mayTurn(
    _ from: DirectedRoad, _ to: DirectedRoad, _ user: RoadUsers, _ net: RoadNetwork
  ) -> Bool {
    let (a, b) = (net.roads[from.road], net.roads[to.road])
    let via = from.isForward ? a.to : a.from
    guard via == (to.isForward ? b.from : b.to), b.users.contains(user),
      to.isForward ? b.lanesForward > 0 : b.lanesBackward > 0
    else { return false }
    if from.road == to.road && from.isForward != to.isForward {
      // A U-turn is allowed only if there is no other exit.
      return !net.roads.indices.contains { road in
        [true, false].contains { forward in
          let other = DirectedRoad(road: road, isForward: forward)
          return (road != from.road || forward == from.isForward)
            && mayTurn(from, other, user, net)
        }
      }
    }
    let rules = net.restrictions.filter { $0.from == from.road && $0.via == via }
    if rules.contains(where: { !$0.isOnly && $0.to == to.road }) { return false }
    return !rules.contains { $0.isOnly } || rules.contains { $0.isOnly && $0.to == to.road }
  }

  private static func directedRoads(_ net: RoadNetwork, _ user: RoadUsers) -> [DirectedRoad] {
    net.roads.indices.flatMap { road -> [DirectedRoad] in
      guard net.roads[road].users.contains(user) else { return [] }
      var all: [DirectedRoad] = []
      if net.roads[road].lanesForward > 0 { all.append(DirectedRoad(road: road, isForward: true)) }
      if net.roads[road].lanesBackward > 0 {
        all.append(DirectedRoad(road: road, isForward: false))
      }
      return all
    }
  }

  private static func reachable(
    _ start: DirectedRoad, _ user: RoadUsers, _ net: RoadNetwork
  ) -> Set<DirectedRoad> {
    var (found, edge): (Set<DirectedRoad>, [DirectedRoad]) = ([], [start])
    let all = directedRoads(net, user)
    while let way = edge.popLast() {
      for next in all where !found.contains(next) && mayTurn(way, next, user, net) {
        found.insert(next)
        edge.append(next)
      }
    }
    return found
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: 15..<60 as Range<UInt64>)
  func longUsesOnlyAllowedTurns(seed: UInt64) throws { try usesOnlyAllowedTurns(seed: seed) }

  /// Vehicles reach exactly the reachable roads, and only by allowed turns.
  @Test(arguments: 0..<15 as Range<UInt64>)
  func usesOnlyAllowedTurns(seed: UInt64) throws {
    let net = Self.random(seed)
    var draw = RandomStream(seed: seed, purpose: "trips")
    for kind in [VehicleKind.car, .bicycle] {
      let ways = Self.directedRoads(net, kind.user)
      guard ways.count > 1 else { continue }
      for trip in 0..<4 {
        let (start, goal) = (
          ways[draw.integer(below: ways.count)], ways[draw.integer(below: ways.count)]
        )
        let from = RoadPosition(road: start.road, isForward: start.isForward, metres: 30)
        let to = RoadPosition(road: goal.road, isForward: goal.isForward, metres: 40)
        let canReach =
          start == goal || Self.reachable(start, kind.user, net).contains(goal)
        var traffic = try Traffic(roads: net, seed: seed)
        let id = try traffic.enter(
          VehicleSpec(kind, entity: UInt64(trip), seed: seed), at: .road(from))
        let estimate = try traffic.travelSeconds(kind, from: .road(from), to: .position(to))
        #expect((estimate != nil) == canReach, "seed \(seed)")
        guard canReach else {
          #expect(throws: TrafficError.unreachable) { try traffic.drive(id, to: .position(to)) }
          continue
        }
        try traffic.drive(id, to: .position(to))
        let passed = try follow(id, &traffic)
        #expect(passed.last == goal, "seed \(seed)")
        for (a, b) in zip(passed, passed.dropFirst()) {
          #expect(Self.mayTurn(a, b, kind.user, net), "seed \(seed): \(a) to \(b)")
        }
      }
    }
  }

  /// Drives until a vehicle has arrived, and returns the roads of its route.
  private func follow(_ id: VehicleID, _ traffic: inout Traffic) throws -> [DirectedRoad] {
    var passed: [DirectedRoad] = []
    for _ in 0..<12_000 {
      traffic.step()
      if let place = traffic.roadPosition(of: id) {
        let way = DirectedRoad(road: place.road, isForward: place.isForward)
        if passed.last != way { passed.append(way) }
      }
      if traffic.arrivals.contains(id) { return passed }
    }
    Issue.record("it never arrived: \(String(describing: traffic.pose(id)))")
    return passed
  }

  @Test func takesFasterRoute() throws {
    // A short slow route and a long fast one: 400 m at 4 m/s, or 600 m at 20 m/s.
    let points = [Vec2(-100, 0), Vec2(0, 0), Vec2(400, 0), Vec2(200, 220), Vec2(500, 0)]
    func road(_ a: Int, _ b: Int, _ limit: Double) -> Road {
      Road(
        kind: .secondary, from: a, to: b, line: [points[a], points[b]], limitMetresPerSecond: limit)
    }
    for (limit, isDetour) in [(4.0, true), (20, false)] {
      let net = RoadNetwork(
        junctions: points.map { Junction($0) },
        roads: [road(0, 1, 20), road(1, 2, limit), road(1, 3, 20), road(3, 2, 20), road(2, 4, 20)])
      var traffic = try Traffic(roads: net, seed: 1)
      let id = try traffic.enter(
        VehicleSpec(.car, entity: 1, seed: 1), at: .road(.init(road: 0, metres: 20)))
      try traffic.drive(id, to: .junction(4))
      let passed = try follow(id, &traffic)
      #expect(passed.map(\.road) == (isDetour ? [0, 2, 3, 4] : [0, 1, 4]))
    }
  }
}
