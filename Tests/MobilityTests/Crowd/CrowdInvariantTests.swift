import Geometry
import Kernel
import Mobility
import TestSupport
import Testing

/// A random scene of walls and walkers who come, go, stand and turn round.
struct CrowdScene {
  let walls: [Segment2]
  var crowd: Crowd
  var ids: [CrowdID] = []
  var draw: RandomStream

  init(seed: UInt64, walkers: Int = 60) throws {
    draw = RandomStream(seed: seed, purpose: "turmoil")
    var walls = [
      Segment2(Vec2(0, 0), Vec2(12, 0)), Segment2(Vec2(12, 0), Vec2(12, 12)),
      Segment2(Vec2(12, 12), Vec2(0, 12)), Segment2(Vec2(0, 12), Vec2(0, 0)),
    ]
    for _ in 0..<8 {
      let start = Vec2(draw.uniform(in: 0...12), draw.uniform(in: 0...12))
      walls.append(
        Segment2(start, start + Vec2(draw.uniform(in: -3...3), draw.uniform(in: -3...3))))
    }
    self.walls = walls
    crowd = try Crowd(walls: walls, seed: seed)
    for number in 0..<walkers { try enter(UInt64(number)) }
  }

  mutating func place() -> Vec2 {
    while true {
      let point = Vec2(draw.uniform(in: 0.3...11.7), draw.uniform(in: 0.3...11.7))
      if walls.allSatisfy({ $0.distance(to: point) > 0.25 }) { return point }
    }
  }

  mutating func enter(_ entity: UInt64) throws {
    for _ in 0..<100 {
      let start = place()
      let isFree = ids.allSatisfy {
        (crowd.state($0)?.position ?? Vec2(99, 99)).distance(to: start) > 0.45
      }
      guard isFree else { continue }
      var walker = CrowdWalker(
        entity: entity, position: start, route: (0..<3).map { _ in place() },
        freeSpeed: draw.uniform(in: 0.5...3))
      walker.stopsAtGoal = draw.happens(withProbability: 0.5)
      ids.append(try crowd.enter(walker))
      return
    }
  }

  /// Applies a random change to a random person.
  mutating func disturb(_ step: Int) throws {
    let id = ids[draw.integer(below: ids.count)]
    switch draw.integer(below: 6) {
    case 0: crowd.halt(id)
    case 1: crowd.resume(id)
    case 2: try crowd.redirect(id, route: [place(), place()])
    case 3: try crowd.setFreeSpeed(id, metresPerSecond: draw.uniform(in: 0...3))
    case 4:
      crowd.leave(id)
      ids.removeAll { $0 == id }
    default: try enter(UInt64(1000 + step))
    }
  }

  var deepestOverlap: Double {
    let states = ids.compactMap { crowd.state($0) }
    var deepest = -Double.infinity
    for (index, one) in states.enumerated() {
      for other in states[(index + 1)...] {
        deepest = max(
          deepest, one.radius + other.radius - one.position.distance(to: other.position))
      }
    }
    return deepest
  }
}

struct CrowdInvariantTests {
  @Test(.enabled(if: runsLong, "make test-long"), arguments: 4...12)
  func longBodiesNeverOverlapOrCrossWalls(seed: Int) throws {
    try bodiesNeverOverlapOrCrossWalls(seed: seed)
  }

  /// People never overlap, cross or touch a wall, or jump, under any changes.
  @Test(arguments: 1...3) func bodiesNeverOverlapOrCrossWalls(seed: Int) throws {
    var scene = try CrowdScene(seed: UInt64(seed))
    var before: [CrowdID: CrowdState] = [:]
    var (moves, hard) = (0, 0)
    for step in 0..<600 {
      if step % 5 == 0 { try scene.disturb(step) }
      scene.crowd.step()
      let overlap = scene.deepestOverlap
      #expect(overlap < 1e-4, "seed \(seed), step \(step)")
      for id in scene.ids {
        let state = try #require(scene.crowd.state(id))
        let clearance = scene.walls.map { $0.distance(to: state.position) }.min() ?? 1
        #expect(clearance > state.radius - 1e-4, "seed \(seed), step \(step)")
        #expect(state.radius >= 0.149 && state.radius <= 0.2001)
        guard let last = before[id] else { continue }
        let way = Segment2(last.position, state.position)
        let crosses = scene.walls.contains { $0.intersects(way) }
        #expect(!crosses, "seed \(seed), step \(step)")
        // A person who stops loses the last centimetre per second.
        let jump = (way.vector - state.velocity * 0.05).length
        #expect(jump < (state.velocity == .zero ? 5e-4 : 1e-9), "seed \(seed), step \(step)")
        moves += 1
        if (state.velocity - last.velocity).length > 5 * 0.05 + 1e-4 { hard += 1 }
      }
      before = Dictionary(
        uniqueKeysWithValues: scene.ids.compactMap { id in
          scene.crowd.state(id).map { (id, $0) }
        })
    }
    #expect(Double(hard) < 0.03 * Double(moves), "seed \(seed): \(hard) of \(moves)")
  }

  /// A repeated scene gives the same bits.
  @Test func runsAreReproducible() throws {
    var results: [[UInt64]] = []
    for _ in 0..<2 {
      var scene = try CrowdScene(seed: 5)
      for step in 0..<300 {
        if step % 5 == 0 { try scene.disturb(step) }
        scene.crowd.step()
      }
      let states = scene.ids.compactMap { scene.crowd.state($0) }
      results.append(
        states.flatMap { [$0.position.x.bitPattern, $0.position.y.bitPattern] })
    }
    #expect(results[0] == results[1])
    #expect(results[0].count > 40)
  }

  /// Distant people change nothing: no random draw, and no rounding.
  @Test func distantPeopleChangeNothing() throws {
    var paths: [[Vec2]] = []
    for distantCount in [0, 1, 400] {
      var crowd = try Crowd(walls: [], seed: 9)
      for number in 0..<distantCount {
        try crowd.enter(
          CrowdWalker(
            entity: UInt64(5000 + number), position: Vec2(9000, Double(number)),
            route: [Vec2(9500, Double(number))], freeSpeed: 1.3))
      }
      var ids: [CrowdID] = []
      for number in 0..<12 {
        let start = Vec2(Double(number % 4), Double(number / 4))
        let goal = Vec2(number < 6 ? 30 : -30, 1)
        ids.append(
          try crowd.enter(
            CrowdWalker(
              entity: UInt64(number), position: start, route: [goal], freeSpeed: 1.2)))
      }
      for _ in 0..<400 { crowd.step() }
      paths.append(ids.compactMap { crowd.state($0)?.position })
    }
    #expect(paths[0] == paths[1])
    #expect(paths[0] == paths[2])
  }

  /// The pace of a person varies by 5 %, with a correlation of 1/e after 20 s.
  @Test func paceVariesByFivePercent() throws {
    var crowd = try Crowd(walls: [], seed: 3)
    let ids = try (0..<300).map { number in
      try crowd.enter(
        CrowdWalker(
          entity: UInt64(number), position: Vec2(0, Double(number) * 10),
          route: [Vec2(1e5, Double(number) * 10)], freeSpeed: 1))
    }
    for _ in 0..<200 { crowd.step() }
    let early = ids.compactMap { crowd.state($0)?.velocity.x }
    for _ in 0..<400 { crowd.step() }
    let late = ids.compactMap { crowd.state($0)?.velocity.x }
    let mean = early.reduce(0, +) / 300
    let variance = early.reduce(0) { $0 + ($1 - 1) * ($1 - 1) } / 300
    let product = zip(early, late).reduce(0) { $0 + ($1.0 - 1) * ($1.1 - 1) } / 300
    #expect(abs(mean - 1) < 0.01)
    #expect(abs(variance.squareRoot() - 0.05) < 0.007)
    #expect(abs(product / variance - 0.368) < 0.15)
  }

  /// Overlapping bodies are separated; none gets lost.
  @Test(arguments: [2, 7, 60, 300]) func overlappingBodiesSeparate(count: Int) throws {
    var crowd = try Crowd(walls: [], seed: 1)
    let ids = try (0..<count).map { number in
      let id = try crowd.enter(
        CrowdWalker(
          entity: UInt64(number), position: .zero, route: [Vec2(20, 0)], freeSpeed: 1.2))
      if number % 3 == 0 { crowd.halt(id) }
      return id
    }
    for _ in 0..<2000 { crowd.step() }
    let states = ids.compactMap { crowd.state($0) }
    var overlap = -Double.infinity
    for (index, one) in states.enumerated() {
      for other in states[(index + 1)...] {
        overlap = max(
          overlap, one.radius + other.radius - one.position.distance(to: other.position))
      }
    }
    #expect(states.count == count)
    #expect(overlap < 5e-3)
  }
}
