import Geometry
import Glibc
import Kernel
import Maps
import Positioning
import Testing

@Suite struct RoadMatcherTests {
  /// Up an avenue, along a street, up another avenue.
  static let route = [Vec2(0, 0), Vec2(0, 200), Vec2(300, 200), Vec2(300, 400)]

  /// Distances of locations from the truth, in m, as given and as matched.
  private func offsets(
    of fixes: [RoadFix], from truth: [Vec2], _ matcher: inout RoadMatcher
  ) throws -> (before: [Double], after: [Double]) {
    var (before, after): ([Double], [Double]) = ([], [])
    for (fix, place) in zip(fixes, truth) {
      let reportedMatch = matcher.receive(fix)
      let match = try #require(reportedMatch)
      before.append(fix.point.distance(to: place))
      after.append(match.point.distance(to: place))
      #expect(match.raw == fix.point)
      #expect(match.accuracyMetres <= fix.accuracyMetres + 1e-9)
      #expect((0...1).contains(match.posterior) && (0...1).contains(match.pull))
    }
    return (before, after)
  }

  @Test(arguments: [(5.0, true), (5, false), (10, true)], [1, 2, 3] as [UInt64])
  func matchesDriveToItsStreet(noise: (Double, Bool), seed: UInt64) throws {
    let (fixes, truth) = RoadScenes.drive(
      Self.route, speed: 10, noise: noise.0, seed: seed, publishes: noise.1)
    var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()))
    let (before, after) = try offsets(of: fixes, from: truth, &matcher)
    let share = RoadScenes.percentile(after, 0.5) / RoadScenes.percentile(before, 0.5)
    #expect(share < 0.95)
    let matched = matcher.match(track: fixes)
    // Two blocks, three blocks, two blocks, each a separate road; the ends may differ by one.
    #expect(matched.lines.count == 1)
    #expect(abs(Self.length(matched.lines[0]) - 700) < 6 * noise.0)
    #expect(matched.decisions.count { $0.road == nil } == 0)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func leavesCirclesUnchanged(seed: UInt64) throws {
    // Doughnuts of 6 m radius in the middle of a block.
    let circle = (0...400).map { Vec2(angle: Double($0) * 0.2, length: 6) + Vec2(150, 150) }
    let (fixes, truth) = RoadScenes.drive(circle, speed: 4.5, noise: 4, seed: seed)
    var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()))
    let (before, after) = try offsets(of: fixes, from: truth, &matcher)
    #expect(RoadScenes.percentile(after, 0.5) <= RoadScenes.percentile(before, 0.5))
    #expect(RoadScenes.percentile(after, 0.95) <= 1.05 * RoadScenes.percentile(before, 0.95))
  }

  @Test func respectsOneWayDirections() {
    // Two parallel one-way roads 8 m apart, distinguished by course alone.
    let junctions = [Vec2(0, 0), Vec2(1000, 0), Vec2(0, 8), Vec2(1000, 8)].map { Junction($0) }
    let roads = [
      Road(
        kind: .primary, from: 0, to: 1, line: [Vec2(0, 0), Vec2(1000, 0)], lanesForward: 1,
        lanesBackward: 0, limitMetresPerSecond: 20),
      Road(
        kind: .primary, from: 3, to: 2, line: [Vec2(1000, 8), Vec2(0, 8)], lanesForward: 1,
        lanesBackward: 0, limitMetresPerSecond: 20),
    ]
    var matcher = RoadMatcher(index: RoadIndex(RoadNetwork(junctions: junctions, roads: roads)))
    let east = (0..<50).map {
      RoadFix(
        time: SimTime(seconds: Double($0)), point: Vec2(Double($0) * 15, 5), accuracyMetres: 8)
    }
    #expect(Set(matcher.match(track: east).decisions.map(\.road)) == [0])
    let west = (0..<50).map {
      RoadFix(
        time: SimTime(seconds: Double($0)), point: Vec2(800 - Double($0) * 15, 3),
        accuracyMetres: 8)
    }
    #expect(Set(matcher.match(track: west).decisions.map(\.road)) == [1])
  }

  @Test func detoursAroundForbiddenTurn() {
    // The turn from Avenue 0 at (0, 100) into 2th Street to the east is forbidden.
    let open = RoadScenes.grid()
    func road(_ from: Vec2, _ to: Vec2) -> Int {
      open.roads.firstIndex { $0.line == [from, to] } ?? -1
    }
    let rule = TurnRestriction(
      from: road(Vec2(0, 0), Vec2(0, 100)), via: 5, to: road(Vec2(0, 100), Vec2(100, 100)))
    let fixes = [Vec2(0, 40), Vec2(60, 100)].enumerated().map {
      RoadFix(time: SimTime(seconds: Double($0.offset) * 60), point: $0.element, accuracyMetres: 3)
    }
    var free = RoadMatcher(index: RoadIndex(open))
    #expect(free.match(track: fixes).roads == [rule.from, rule.to])
    // No corner cutting, so the route goes round the block.
    var parameters = RoadMatcher.Parameters()
    (parameters.offRoadCost, parameters.reachCost) = (50, 25)
    var ruled = RoadMatcher(
      index: RoadIndex(RoadScenes.grid(restrictions: [rule])), parameters: parameters)
    #expect(ruled.match(track: fixes).roads.count > 2)
  }

  @Test func rejectsInvalidFixes() throws {
    var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()))
    func fix(_ seconds: Double, _ x: Double, _ y: Double, accuracy: Double = 5) -> RoadFix {
      RoadFix(time: SimTime(seconds: seconds), point: Vec2(x, y), accuracyMetres: accuracy)
    }
    _ = matcher.receive(fix(10, 0, 10))
    for bad in [
      fix(11, .nan, 0), fix(11, 0, .infinity), fix(11, 1e300, 0), fix(11, 0, 0, accuracy: .nan),
      fix(11, 0, 0, accuracy: -1),
    ] {
      let match = matcher.receive(bad)
      #expect(match == nil)
    }
    #expect(matcher.faults.unusable == 5)
    let late = matcher.receive(fix(9, 0, 10))
    #expect(late == nil && matcher.faults.outOfOrder == 1)
    // A clock set far back restarts the matcher.
    _ = matcher.receive(fix(100, 0, 30))
    let back = matcher.receive(fix(0, 0, 40))
    #expect(back != nil)
    // To the island, off all roads, and over a gap.
    for (number, place) in [Vec2(5100, 0), Vec2(9000, 9000), Vec2(50_000, 0)].enumerated() {
      let reportedMatch = matcher.receive(fix(20 + Double(number) * 10, place.x, place.y))
      let match = try #require(reportedMatch)
      #expect(match.point.isFinite)
    }
    #expect(matcher.faults.gaps > 0)
    var withoutCourse = fix(60, 50_010, 0)
    (withoutCourse.courseDegrees, withoutCourse.speedMetresPerSecond) = (.nan, .nan)
    let reportedOdd = matcher.receive(withoutCourse)
    let odd = try #require(reportedOdd)
    #expect(odd.point.isFinite && odd.posterior.isFinite)
  }

  @Test func excludesInvalidRoads() throws {
    let place = Junction(Vec2(0, 0))
    let bad = [
      Road(kind: .primary, from: 0, to: 7, line: [], limitMetresPerSecond: 10),
      Road(
        kind: .primary, from: 0, to: 0, line: [.zero, Vec2(.nan, 1)], limitMetresPerSecond: 10),
      Road(kind: .primary, from: 0, to: 0, line: [.zero, Vec2(9, 1)], limitMetresPerSecond: .nan),
    ]
    let index = RoadIndex(RoadNetwork(junctions: [place], roads: bad))
    #expect(index.isEmpty && index.unusableRoadCount == 3)
    var matcher = RoadMatcher(index: index)
    let fix = RoadFix(time: .start, point: Vec2(3, 4), accuracyMetres: 5)
    let reportedMatch = matcher.receive(fix)
    let match = try #require(reportedMatch)
    #expect(match.point == fix.point && match.road == nil)
    #expect(matcher.match(track: [fix]).lines.isEmpty)
  }

  @Test func decidesWithLag() throws {
    let (fixes, _) = RoadScenes.drive(Self.route, speed: 8, noise: 5, seed: 4)
    var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()))
    var route = RoadRoute()
    func take() {
      let section = matcher.takeRoute()
      if let end = route.lines.last?.last, let line = section.lines.first {
        #expect(line.first == end)
      }
      route.decisions += section.decisions
      route.lines += section.lines
    }
    for fix in fixes {
      _ = matcher.receive(fix)
      take()
      let decided = route.decisions.last?.time ?? .distantPast
      #expect(decided <= fix.time - .seconds(10))
      // A car takes a step at least every 5 s.
      if fix.time > .start + .seconds(15) { #expect(decided >= fix.time - .seconds(15)) }
    }
    matcher.reset()
    take()
    let whole = matcher.match(track: fixes)
    #expect(route.decisions.map(\.time) == whole.decisions.map(\.time))
    #expect(whole.lines.count == 1 && Array(route.lines.joined()).count > whole.lines[0].count)
    let equal = zip(route.decisions, whole.decisions).count { $0.road == $1.road }
    #expect(equal * 20 >= whole.decisions.count * 19)
    #expect(abs(Self.length(Self.joined(route.lines)) / Self.length(whole.lines[0]) - 1) < 0.05)
  }

  @Test func decidesBetweenLocations() {
    var matcher = RoadMatcher(index: RoadIndex(RoadScenes.grid()))
    for second in 0..<3 {
      _ = matcher.receive(
        RoadFix(
          time: SimTime(seconds: Double(10 * second)), point: Vec2(Double(100 * second), 3),
          accuracyMetres: 5))
    }
    matcher.decide(at: SimTime(seconds: 25))
    #expect(matcher.takeRoute().decisions.map(\.time.seconds) == [0, 10])
    matcher.decide(at: SimTime(seconds: 30))
    let last = matcher.takeRoute()
    #expect(last.decisions.map(\.time.seconds) == [20])
    #expect(last.lines.count == 1)
    matcher.decide(at: SimTime(seconds: 90))
    #expect(matcher.takeRoute() == RoadRoute())
  }

  private static func length(_ line: [Vec2]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Joins lines, each of which begins where the last one ended.
  private static func joined(_ lines: [[Vec2]]) -> [Vec2] {
    lines.reduce(into: []) { $0 += $0.last == $1.first ? Array($1.dropFirst()) : $1 }
  }
}
