import Geometry
import Harness
import Kernel
import Maps
import Mobility
import Scenarios
import TestSupport
import Testing
import Venues

/// A single person in a venue can walk every route.
///
/// Routes turn at a distance from corners; a walker must not repeatedly be led to a position from which the
/// next leg is hidden.
struct LoneWalkerTests {
  /// Scenarios in venues with rooms, corridors and obstacles.
  private static let scenarios = [
    "gallery-entrances", "museum-visit", "hospital-visit", "casino-drink", "mall-errands",
    "office-floors",
  ]

  @Test(.enabled(if: runsLong, "make test-long"), arguments: scenarios)
  func longEveryRouteIsWalkedToItsEnd(scenario: String) throws {
    try everyRouteIsWalkedToItsEnd(scenario: scenario)
  }

  @Test(arguments: scenarios.prefix(2))
  func everyRouteIsWalkedToItsEnd(scenario: String) throws {
    let loaded = try LoadedScenario(path: "scenarios/\(scenario).yaml")
    let places = loaded.venue.map.places.filter { $0.spot.level != nil }
    var draw = RandomStream(seed: 11, purpose: "test.pairs")
    var failures: [String] = []
    var walked = 0
    for _ in 0..<800 {
      let start = places[draw.integer(below: places.count)]
      let goal = places[draw.integer(below: places.count)]
      guard start.spot.level == goal.spot.level,
        let route = try? loaded.world.network.route(from: start.spot, to: goal.spot)
      else { continue }
      for case .walk(let stretch) in route.legs where stretch.points.count > 1 {
        walked += 1
        let obstacles = loaded.world.network.obstacles(of: stretch.level)
        if try !arrives(along: stretch.points, among: obstacles, entity: UInt64(walked)) {
          failures.append("\(start.name) to \(goal.name)")
        }
      }
    }
    #expect(walked >= 20)
    #expect(failures.isEmpty, "\(failures.joined(separator: "; "))")
  }

  private func arrives(
    along points: [Vec2], among obstacles: [Segment2], entity: UInt64
  ) throws -> Bool {
    var crowd = try Crowd(walls: obstacles, seed: 5)
    var walker = CrowdWalker(
      entity: entity, position: points[0], route: Array(points.dropFirst()), freeSpeed: 1.3)
    walker.stopsAtGoal = true
    _ = try crowd.enter(walker)
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // Twice the time of a stroll, and a little for tight corners.
    for _ in 0..<Int((2 * length / 1.0 + 15) / 0.05) {
      crowd.step()
      if !crowd.arrivals.isEmpty { return true }
    }
    return false
  }
}
