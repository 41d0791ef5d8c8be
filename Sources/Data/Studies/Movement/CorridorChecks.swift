import Geometry
import Kernel
import Mobility

/// RiMEA 1 and 7, and single-file flow.
let corridorChecks: [MovementCheck] = [freeWalk, freeSpeeds, headway]

private let corridor = [
  Segment2(Vec2(-2, -1), Vec2(42, -1)), Segment2(Vec2(-2, 1), Vec2(42, 1)),
]

/// RiMEA 1: one person walks 40 m at 1.33 m/s.
private let freeWalk = MovementCheck(
  name: "rimea-01 corridor of 40 m",
  quantities: [
    .init(name: "time for 40 m, s", wanted: 26...34),
    .init(name: "error of the speed, share", wanted: -0.01...0.01),
    .init(name: "greatest deviation of a run, share", wanted: 0...0.2, statistic: .greatest),
  ],
  runs: 400
) { seed in
  var scene = try Scene(walls: corridor, seed: seed)
  var walker = CrowdWalker(
    entity: seed, position: .zero, route: [Vec2(40, 0)], freeSpeed: 1.33)
  walker.stopsAtGoal = false
  try scene.enter(walker)
  var (begin, end) = (Double.nan, Double.nan)
  scene.run(until: 60) { scene in
    guard let state = scene.crowd.state(scene.ids[0]) else { return }
    if begin.isNaN, state.position.x >= 5 { begin = scene.time - (state.position.x - 5) / 1.33 }
    if end.isNaN, state.position.x >= 35 { end = scene.time - (state.position.x - 35) / 1.33 }
  }
  let error = 30 / (end - begin) / 1.33 - 1
  return [scene.arrivalTimes[0], error, abs(error)]
}

/// RiMEA 7: fifty people, each alone in a lane, walk at their assigned speeds.
private let freeSpeeds = MovementCheck(
  name: "rimea-07 free speeds after Weidmann",
  quantities: [
    .init(name: "mean of the speeds, m/s", wanted: 1.32...1.36),
    .init(name: "deviation of the speeds, m/s", wanted: 0.24...0.29),
    .init(name: "correlation with the speed given", wanted: 0.97...1),
  ]
) { seed in
  var scene = try Scene(walls: [], seed: seed)
  for lane in 0..<50 {
    let start = Vec2(0, Double(lane) * 10)
    try scene.enter(
      WalkerFactory.walker(lane, at: start, route: [start + Vec2(1000, 0)], seed: seed))
  }
  scene.run(until: 5)
  let before = scene.states.map(\.state.position.x)
  scene.run(until: 65)
  let speeds = zip(scene.states, before).map { ($0.state.position.x - $1) / 60 }
  let given = (0..<50).map { WalkerFactory.freeSpeed(seed: seed, $0) }
  return [mean(speeds), deviation(speeds), correlation(speeds, given)]
}

/// Single-file headway against speed: thirty people one behind another in a ring.
///
/// Seyfried et al. (J. Stat. Mech. 2005, P10002) found 0.36 m + 1.06 s v for 0.1 to 1.2 m/s; Jelić
/// et al. (Phys. Rev. E 85 (2012) 036111) a slope of 0.74 s for headways below 1.1 m.
private let headway = MovementCheck(
  name: "single file headway",
  quantities: [
    .init(name: "speed at 1 person/m, m/s", wanted: 0.5...0.9),
    .init(name: "deviation of the headways, m", wanted: 0...0.35),
  ]
) { seed in
  let radius = 30 / (2 * Double.pi)
  var scene = try Scene(
    walls: Walls.ring(radius: radius - 0.35) + Walls.ring(radius: radius + 0.35), seed: seed)
  let angles = (0..<30).map { Double($0) * 2 * .pi / 30 }
  for (number, angle) in angles.enumerated() {
    var walker = WalkerFactory.walker(
      number, at: Vec2(angle: angle, length: radius),
      route: Ring.route(from: angle, radius: radius, laps: 20), seed: seed)
    // Overtaking is impossible: with individual speeds all would queue behind the slowest.
    walker.freeSpeed = 1.34
    try scene.enter(walker)
  }
  scene.run(until: 60)
  var speed = 0.0
  var headways: [Double] = []
  for _ in 0..<1200 {
    scene.step()
    let states = scene.states
    speed += mean(states.map { Ring.speed($0.state) }) / 1200
    let places = states.map(\.state.position.angle).sorted()
    headways += zip(places, places.dropFirst()).map { ($1 - $0) * radius }
  }
  return [speed, deviation(headways)]
}

func mean(_ values: [Double]) -> Double {
  values.reduce(0, +) / Double(max(values.count, 1))
}

func deviation(_ values: [Double]) -> Double {
  let middle = mean(values)
  return
    (values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(max(values.count - 1, 1)))
    .squareRoot()
}

func correlation(_ left: [Double], _ right: [Double]) -> Double {
  let (a, b) = (mean(left), mean(right))
  let sum = zip(left, right).reduce(0) { $0 + ($1.0 - a) * ($1.1 - b) }
  return sum / Double(max(left.count - 1, 1)) / deviation(left) / deviation(right)
}
