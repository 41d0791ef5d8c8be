import Geometry
import Kernel
import Maps
import Mobility
import Testing

@Suite("Invariants of walking routes")
struct RoutingInvariantTests {
  static let cases = RoutingMap.allCases.flatMap { map in (0..<4).map { (map, UInt64($0)) } }

  /// Random valid positions over the map's area, on all levels and outdoors.
  static func spots(
    _ map: RoutingMap, _ venue: VenueMap, _ network: WalkNetwork, seed: UInt64, count: Int
  ) -> [Spot] {
    var stream = RandomStream(seed: seed, purpose: "spots")
    let planes = [nil] + venue.levels.indices.map { Optional($0) }
    let area = map.area
    var spots: [Spot] = []
    while spots.count < count {
      let point = Vec2(
        stream.uniform(in: area.minimum.x...area.maximum.x),
        stream.uniform(in: area.minimum.y...area.maximum.y))
      let level = planes[stream.integer(below: planes.count)]
      // Some against walls, some with clearance.
      let spot = Spot(point, level: level)
      if stream.happens(withProbability: 0.7), let near = network.nearestWalkable(to: spot) {
        spots.append(near)
      } else if (try? network.route(from: spot, to: spot)) != nil {
        spots.append(spot)
      }
    }
    return spots
  }

  @Test("random routes", arguments: cases)
  func randomRoutes(_ place: RoutingMap, seed: UInt64) throws {
    let map = try place.map()
    let checker = RouteChecker(map)
    let again = WalkNetwork(map)
    let spots = Self.spots(place, map, checker.network, seed: seed, count: 80)
    var found = 0
    for (start, goal) in zip(spots, spots.dropFirst()) {
      do {
        let route = try checker.network.route(from: start, to: goal)
        found += 1
        let faults = checker.faults(of: route, from: start, to: goal)
        #expect(faults.isEmpty, "\(place) \(seed): \(start) to \(goal): \(faults)")
        #expect(try again.route(from: start, to: goal) == route)
      } catch {
        // Only where the map has no connection between indoors and outdoors.
        let isCutOff = (place == .walkways || place == .units || place == .atrium)
        #expect(isCutOff && (start.level == nil) != (goal.level == nil), "\(place): \(error)")
      }
    }
    #expect(found > 15)
  }

  @Test(
    "both directions have the same length",
    arguments: [RoutingMap.museum, .street, .corridor, .tower])
  func symmetry(_ place: RoutingMap) throws {
    let map = try place.map()
    let network = WalkNetwork(map)
    let spots = Self.spots(place, map, network, seed: 11, count: 60)
    for (start, goal) in zip(spots, spots.dropFirst()) {
      let there = try network.route(from: start, to: goal)
      let back = try network.route(from: goal, to: start)
      #expect(abs(there.cost - back.cost) < 1e-6, "\(place): \(start) to \(goal)")
    }
  }

  @Test("escalators and walkways go one way")
  func oneWay() throws {
    for place in [RoutingMap.atrium, .walkways] {
      let map = try place.map()
      let network = WalkNetwork(map)
      let spots = Self.spots(place, map, network, seed: 3, count: 200).filter { $0.level != nil }
      var ridden = Set<Int>()
      for (start, goal) in zip(spots, spots.dropFirst()) {
        for case .ride(let connector, let from, let to) in try network.route(
          from: start, to: goal
        ).legs {
          ridden.insert(connector)
          #expect(!map.connectors[connector].isOneWay || from < to)
        }
      }
      let belts = map.connectors.indices.filter { map.connectors[$0].isOneWay }
      #expect(Set(belts).isSubset(of: ridden), "\(place): not all of \(belts) in \(ridden)")
    }
  }

  @Test("a detour over any third spot is never cheaper", arguments: RoutingMap.allCases)
  func triangle(_ place: RoutingMap) throws {
    let map = try place.map()
    let network = WalkNetwork(map)
    let spots = Self.spots(place, map, network, seed: 5, count: 90)
      .filter { $0.level != nil || ![.atrium, .walkways, .units].contains(place) }
    let preferences = WalkPreferences(staffOnlyAllowed: true)
    for index in spots.indices.dropFirst(2) {
      let (a, b, c) = (spots[index - 2], spots[index - 1], spots[index])
      let direct = try network.route(from: a, to: c, by: preferences).cost
      let detour =
        try network.route(from: a, to: b, by: preferences).cost
        + network.route(from: b, to: c, by: preferences).cost
      // Corners are passed at discrete points, and doors in their middles: a small tolerance.
      #expect(direct <= detour * 1.02 + 1.5, "\(place): \(a), \(b), \(c)")
    }
  }
}
