import Geometry
import Mobility

/// RiMEA 12: flow through a bottleneck, and the position of the jam.
///
/// Expected range: experiments with bottlenecks of 0.8 to 1.8 m found 1.3 to 2.0 /(m s) (Seyfried et
/// al., Transportation Science 43 (2009) 395; Kretz, Grünebohm and Schreckenberg, J. Stat. Mech.
/// 2006, P10014).
let bottleneckChecks = [0.8, 1.0, 1.2, 1.5, 1.8].map { width in
  MovementCheck(
    name: "rimea-12 bottleneck of \(width) m",
    quantities: [
      .init(name: "flow, 1/(m s)", wanted: 1.3...2.0),
      .init(name: "density before the bottleneck, 1/m²", wanted: 2...6),
      .init(name: "density after the bottleneck, 1/m²", wanted: 0...2),
    ]
  ) { seed in
    try bottleneck(width: width, seed: seed)
  }
}

/// A room of 10 m by 10 m with 150 people, a passage of 2 m length, and another room.
private func bottleneck(width: Double, seed: UInt64) throws -> [Double] {
  let half = width / 2
  let walls =
    Walls.line([
      Vec2(10, half), Vec2(10, 5), Vec2(0, 5), Vec2(0, -5), Vec2(10, -5), Vec2(10, -half),
    ])
    + Walls.line([Vec2(10, half), Vec2(12, half), Vec2(12, 5), Vec2(22, 5)])
    + Walls.line([Vec2(10, -half), Vec2(12, -half), Vec2(12, -5), Vec2(22, -5)])
  var scene = try Scene(walls: walls, seed: seed)
  let room = Box2(Vec2(0.3, -4.7), Vec2(9, 4.7))
  for (number, place) in WalkerFactory.places(150, in: room, seed: seed).enumerated() {
    try scene.enter(
      WalkerFactory.walker(
        number, at: place, route: [Vec2(10, 0), Vec2(12, 0), Vec2(20, 0)], seed: seed,
        gates: [half, half, 5]))
  }
  var passings: [Double] = []
  var isThrough = [Bool](repeating: false, count: 150)
  var (before, after, samples) = (0.0, 0.0, 0.0)
  scene.run(until: 600) { scene in
    for (number, state) in scene.states where !isThrough[number] && state.position.x > 11 {
      isThrough[number] = true
      passings.append(scene.time)
    }
    guard passings.count > 20, passings.count < 100 else { return }
    samples += 1
    for (_, state) in scene.states where abs(state.position.y) < 1 {
      if state.position.x > 8, state.position.x < 10 { before += 0.25 }
      if state.position.x > 12, state.position.x < 14 { after += 0.25 }
    }
  }
  guard passings.count > 120 else { return [0, before / samples, after / samples] }
  return [100 / (passings[120] - passings[20]) / width, before / samples, after / samples]
}
