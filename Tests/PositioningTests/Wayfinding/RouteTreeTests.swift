import Geometry
import Maps
import Observations
import Positioning
import Testing

/// Routes along pathways, by preference.
@Suite struct RouteTreeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var target: String
    var preference: RoutePreference
    var from: Vec2
    var level = 0
    /// The means other than on foot, and the length.
    var means: [WayfindingEvent.Means]
    var metres: Double
    var testDescription: String { "\(target) \(preference) from \(from)" }
  }

  static let cases = [
    Case(target: "Upstairs", preference: .shortest, from: Vec2(0, 0), means: [.stairs], metres: 50),
    Case(target: "Upstairs", preference: .stepFree, from: Vec2(0, 0), means: [.lift], metres: 154),
    // From beyond the lift, its wait costs less than the walk back to the stairs.
    Case(
      target: "Upstairs", preference: .shortest, from: Vec2(100, 0), means: [.stairs], metres: 110),
    Case(target: "Desk", preference: .shortest, from: Vec2(0, 1), means: [], metres: 78),
    Case(target: "Near", preference: .stepFree, from: Vec2(10, 0), means: [], metres: 30),
    Case(
      target: "Near", preference: .stepFree, from: Vec2(10, 0), level: 1, means: [.lift],
      metres: 70 + 2 + 2 + 40),
  ]

  @Test(arguments: cases) func routesMatchPreferences(_ example: Case) throws {
    let network = WalkwayGraph(try PathwayHouse.map())
    let tree = try RouteTree(to: example.target, along: network, by: example.preference)
    let route = try tree.route(from: example.from, on: example.level)
    #expect(route.pieces.map(\.means).filter { $0 != .walk } == example.means)
    #expect(abs(route.lengthMetres - example.metres) < 0.5, "\(route.lengthMetres) m")
    for (one, next) in zip(route.pieces, route.pieces.dropFirst()) {
      #expect(one.to == next.from, "the route has a gap")
    }
  }

  @Test(arguments: [
    ("Cellar", WayfindingError.unknownTarget("Cellar")), ("Attic", .noPaths(level: 2)),
    ("Island", .noRoute),
  ])
  func reportsMissingRoutes(target: String, reason: WayfindingError) throws {
    let network = WalkwayGraph(try PathwayHouse.map())
    #expect(throws: reason) {
      try RouteTree(to: target, along: network).route(from: Vec2(0, 0), on: 0)
    }
  }

  @Test func rejectsPositionsOffPathways() throws {
    let network = WalkwayGraph(try PathwayHouse.map())
    let tree = try RouteTree(to: "Desk", along: network)
    for level in [2, nil, 7] as [Int?] {
      #expect(throws: WayfindingError.offPaths) { try tree.route(from: .zero, on: level) }
    }
    #expect(throws: WayfindingError.offPaths) { try tree.route(from: Vec2(0, -500), on: 0) }
    #expect(throws: WayfindingError.noRoute) { try tree.route(from: Vec2(10, 61), on: 0) }
  }
}
