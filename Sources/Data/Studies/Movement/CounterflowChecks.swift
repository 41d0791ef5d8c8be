import Geometry
import Mobility

/// RiMEA 8: 100 people cross a corridor against 0, 10, 50 and 100 others.
///
/// Two rooms of 10 m by 10 m and a corridor of 2 m by 10 m between them.
let counterflowChecks: [MovementCheck] = [
  MovementCheck(
    name: "rimea-08 counterflow",
    quantities: [
      .init(name: "time of 100 against 0, s", wanted: 20...90),
      .init(name: "time of 100 against 10, s", wanted: 20...150),
      .init(name: "time of 100 against 50, s", wanted: 20...300),
      .init(name: "time of 100 against 100, s", wanted: 20...500),
      .init(name: "longer for 10 than for 0 against, s", wanted: 0...100),
      .init(name: "longer for 50 than for 10 against, s", wanted: 0...200),
      .init(name: "longer for 100 than for 50 against, s", wanted: 0...300),
      .init(name: "left behind after 600 s", wanted: 0...0, statistic: .greatest),
    ]
  ) { seed in
    let results = try [0, 10, 50, 100].map { try counterflow(against: $0, seed: seed) }
    let times = results.map(\.time)
    let increases = zip(times.dropFirst(), times).map { $0 - $1 }
    return times + increases + [Double(results.map(\.left).reduce(0, +))]
  }
]

/// Returns the time at which the last of the hundred is across, in s, and the number of people left after
/// 600 s.
private func counterflow(against: Int, seed: UInt64) throws -> (time: Double, left: Int) {
  var walls: [Segment2] = []
  for side in [-1.0, 1.0] {
    walls += Walls.line([
      Vec2(-5, side), Vec2(-5, 5 * side), Vec2(-15, 5 * side), Vec2(-15, 0),
    ])
    walls += Walls.line([Vec2(5, side), Vec2(5, 5 * side), Vec2(15, 5 * side), Vec2(15, 0)])
    walls += [Segment2(Vec2(-5, side), Vec2(5, side))]
  }
  var scene = try Scene(walls: walls, seed: seed)
  let left = Box2(Vec2(-14.7, -4.7), Vec2(-5.3, 4.7))
  let right = Box2(Vec2(5.3, -4.7), Vec2(14.7, 4.7))
  for (number, place) in WalkerFactory.places(100, in: left, seed: seed).enumerated() {
    try scene.enter(
      WalkerFactory.walker(
        number, at: place, route: [Vec2(-5, 0), Vec2(5, 0), Vec2(9, 0)], seed: seed,
        gates: [1, 1, 5]))
  }
  for (number, place) in WalkerFactory.places(against, in: right, seed: seed + 1000).enumerated() {
    try scene.enter(
      WalkerFactory.walker(
        100 + number, at: place, route: [Vec2(5, 0), Vec2(-5, 0), Vec2(-9, 0)], seed: seed,
        gates: [1, 1, 5]))
  }
  scene.run(until: 600)
  let time = scene.arrivalTimes.prefix(100).max() ?? 0
  return (min(time, 600), scene.crowd.count)
}
