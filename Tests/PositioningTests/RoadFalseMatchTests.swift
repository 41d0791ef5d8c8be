import Geometry
import Kernel
import Maps
import Positioning
import Testing

/// Roads that explain nothing change nothing; and forbidden turns are respected.
struct RoadFalseMatchTests {
  private func fixes(
    _ count: Int, from start: Vec2, by step: Vec2, course: Double = -1, accuracy: Double = 10
  ) -> [RoadFix] {
    (0..<count).map {
      RoadFix(
        time: SimTime(seconds: Double($0)), point: start + step * Double($0),
        accuracyMetres: accuracy, courseDegrees: course,
        speedMetresPerSecond: course >= 0 ? step.length : -1)
    }
  }

  private func pulls(_ fixes: [RoadFix], _ network: RoadNetwork) -> [Double] {
    var matcher = RoadMatcher(index: RoadIndex(network))
    return fixes.map { matcher.receive($0)?.pull ?? 0 }
  }

  @Test(arguments: [20.0, 30, 40])
  func trainsAreNotMatched(speed: Double) {
    // Through the middle of blocks, across a street every 100 m, obliquely, so that no street is parallel.
    let far = RoadScenes.grid(40)
    let ride = fixes(
      60, from: Vec2(50, 20), by: Vec2(speed * 0.8, speed * 0.6), course: 53.13, accuracy: 30)
    let reported = pulls(ride, far).dropFirst(10)
    #expect(reported.allSatisfy { $0 < 0.3 }, "\(reported)")
    #expect(reported.reduce(0, +) / Double(reported.count) < 0.05)
  }

  @Test(arguments: [(10.0, true), (40, true), (70, false), (500, false)])
  func coarseFixesAreNotMatched(accuracy: Double, isPulled: Bool) {
    let junctions = [Junction(Vec2(0, 0)), Junction(Vec2(2000, 0))]
    let road = Road(
      kind: .residential, from: 0, to: 1, line: junctions.map(\.point),
      limitMetresPerSecond: 14)
    let drive = fixes(60, from: Vec2(0, 6), by: Vec2(12, 0), course: 90, accuracy: accuracy)
    let reported = pulls(drive, RoadNetwork(junctions: junctions, roads: [road])).dropFirst(10)
    #expect(reported.allSatisfy { isPulled ? $0 > 0.5 : $0 == 0 }, "\(reported)")
  }

  @Test func usesCarriagewayOfTrafficSideBetweenSparseFixes() {
    // Two carriageways without directions, joined at both ends; observed before and behind them only.
    let places = [
      Vec2(-300, 0), Vec2(0, 0), Vec2(20, 6), Vec2(380, 6), Vec2(20, -6), Vec2(380, -6),
      Vec2(400, 0), Vec2(700, 0),
    ]
    let roads = [(0, 1), (1, 2), (2, 3), (3, 6), (1, 4), (4, 5), (5, 6), (6, 7)].map { from, to in
      Road(
        kind: .tertiary, from: from, to: to, line: [places[from], places[to]],
        limitMetresPerSecond: 28)
    }
    let network = RoadNetwork(junctions: places.map { Junction($0) }, roads: roads)
    let index = RoadIndex(network)
    var matcher = RoadMatcher(index: index, parameters: .floatingCar)
    func track(_ x: [Double]) -> [RoadFix] {
      x.enumerated().map {
        RoadFix(
          time: SimTime(seconds: Double($0.offset) * 60), point: Vec2($0.element, 0),
          accuracyMetres: 10)
      }
    }
    #expect(matcher.match(track: track([-200, 600])).roads.contains(5))
    #expect(matcher.match(track: track([600, -200])).roads.contains(2))
    var left = RoadIndex.Parameters()
    left.drivesOnLeft = true
    matcher = RoadMatcher(
      index: RoadIndex(network, parameters: left), parameters: .floatingCar)
    #expect(matcher.match(track: track([-200, 600])).roads.contains(2))
  }
}
