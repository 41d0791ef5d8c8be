import Geometry
import Mobility

/// RiMEA 6: twenty people round a corner of a corridor of 2 m, without crossing a wall.
let cornerCheck = MovementCheck(
  name: "rimea-06 corner",
  quantities: [
    .init(name: "arrived of 20", wanted: 20...20, statistic: .minimum),
    .init(name: "walls crossed", wanted: 0...0, statistic: .greatest),
    .init(name: "greatest overlap, m", wanted: -1...0.001, statistic: .greatest),
    .init(name: "nearest a wall came, less the radius, m", wanted: -0.001...1, statistic: .minimum),
    .init(name: "share of braking beyond 5 m/s²", wanted: 0...0.01, statistic: .greatest),
  ]
) { seed in
  let walls =
    Walls.line([Vec2(0, 0), Vec2(12, 0), Vec2(12, 12)])
    + Walls.line([Vec2(0, 2), Vec2(10, 2), Vec2(10, 12)])
  var scene = try Scene(walls: walls, seed: seed)
  let start = Box2(Vec2(0.3, 0.2), Vec2(6, 1.8))
  for (number, place) in WalkerFactory.places(20, in: start, seed: seed).enumerated() {
    try scene.enter(
      WalkerFactory.walker(number, at: place, route: [Vec2(11, 1), Vec2(11, 11.5)], seed: seed))
  }
  var (crossings, hard, steps) = (0, 0, 0)
  var (overlap, clearance) = (-Double.infinity, Double.infinity)
  var before: [Int: CrowdState] = [:]
  scene.run(until: 60) { scene in
    let states = scene.states
    overlap = max(overlap, greatestOverlap(states.map(\.state)))
    for (number, state) in states {
      for wall in walls {
        clearance = min(clearance, wall.distance(to: state.position) - state.radius)
      }
      guard let last = before[number] else { continue }
      let way = Segment2(last.position, state.position)
      crossings += walls.count { $0.intersects(way) }
      steps += 1
      if (state.velocity - last.velocity).length > 5 * 0.05 + 1e-6 { hard += 1 }
    }
    before = Dictionary(uniqueKeysWithValues: states.map { ($0.number, $0.state) })
  }
  return [
    Double(scene.arrivalTimes.count { $0 < .infinity }), Double(crossings), overlap, clearance,
    Double(hard) / Double(max(steps, 1)),
  ]
}
