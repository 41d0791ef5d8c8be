import Geometry
import Mobility

/// RiMEA 9 and 10, and the order in which a hall empties.
let roomChecks: [MovementCheck] = [publicRoom, allocation, order]

/// RiMEA 9: a room of 30 m by 20 m with 1,000 people and four doors of 1 m, or only two of them.
private let publicRoom = MovementCheck(
  name: "rimea-09 public room",
  quantities: [
    .init(name: "time with four exits, s", wanted: 100...250),
    .init(name: "time with two exits, s", wanted: 200...500),
    .init(name: "ratio of the times", wanted: 1.7...2.3),
  ]
) { seed in
  let four = try emptyRoom(exits: 4, seed: seed)
  let two = try emptyRoom(exits: 2, seed: seed)
  return [four, two, two / four]
}

private func emptyRoom(exits: Int, seed: UInt64) throws -> Double {
  let doors = [Vec2(7.5, 0), Vec2(22.5, 0), Vec2(7.5, 20), Vec2(22.5, 20)]
  // Two exits: those of one side.
  let openings = [7.0...8.0, 22.0...23.0]
  var walls = [Segment2(Vec2(0, 0), Vec2(0, 20)), Segment2(Vec2(30, 0), Vec2(30, 20))]
  walls += Walls.wall(Vec2(0, 0), Vec2(30, 0), openings: openings)
  walls += Walls.wall(Vec2(0, 20), Vec2(30, 20), openings: exits == 4 ? openings : [])
  var scene = try Scene(walls: walls, seed: seed)
  let room = Box2(Vec2(0.3, 0.3), Vec2(29.7, 19.7))
  for (number, place) in WalkerFactory.places(1000, in: room, seed: seed).enumerated() {
    let door =
      doors.prefix(exits).min { $0.distance(to: place) < $1.distance(to: place) } ?? doors[0]
    let outside = door + Vec2(0, door.y > 10 ? 2 : -2)
    try scene.enter(
      WalkerFactory.walker(number, at: place, route: [door, outside], seed: seed, gates: [0.5, 6]))
  }
  scene.run(until: 1200)
  return scene.arrivalTimes.max() ?? 0
}

/// RiMEA 10: twelve rooms along a corridor with an exit at either end, and 23 people with assigned exits.
private let allocation = MovementCheck(
  name: "rimea-10 given exits",
  quantities: [
    .init(name: "out by the exit given, of 23", wanted: 23...23, statistic: .minimum),
    .init(name: "time, s", wanted: 10...60),
  ]
) { seed in
  var walls: [Segment2] = []
  let openings = (0..<6).map { (number: Int) -> ClosedRange<Double> in
    let room = Double(number) * 4
    return room + 1.55...room + 2.45
  }
  for (near, far) in [(5.0, 0.0), (7.0, 12.0)] {
    walls += Walls.wall(Vec2(0, near), Vec2(24, near), openings: openings)
    walls.append(Segment2(Vec2(0, far), Vec2(24, far)))
    for column in 0...6 {
      walls.append(Segment2(Vec2(Double(column) * 4, near), Vec2(Double(column) * 4, far)))
    }
  }
  var scene = try Scene(walls: walls, seed: seed)
  for number in 0..<23 {
    let (column, isUpper, second) = (number % 6, number / 6 % 2 == 1, number / 12)
    let x = Double(column) * 4 + 2
    let start = Vec2(x - 0.8 + 1.6 * Double(second), isUpper ? 10.5 : 1.5)
    // The four rooms at the east end use the east exit, the others the west one.
    let exit = column >= 4 ? Vec2(27, 6) : Vec2(-3, 6)
    try scene.enter(
      WalkerFactory.walker(
        number, at: start, route: [Vec2(x, isUpper ? 7 : 5), Vec2(x, 6), exit], seed: seed))
  }
  var right = 0
  while scene.time < 60, !scene.isEmpty {
    let before = Dictionary(uniqueKeysWithValues: scene.states.map { ($0.number, $0.state) })
    for number in scene.step() {
      let x = before[number]?.position.x ?? 12
      if number % 6 >= 4 ? x > 25 : x < -1 { right += 1 }
    }
  }
  return [Double(right), scene.arrivalTimes.max() ?? 0]
}

/// A hall empties through one door: people closer to it leave earlier.
private let order = MovementCheck(
  name: "order of leaving",
  quantities: [.init(name: "rank correlation of distance and time", wanted: 0.9...1)]
) { seed in
  let walls =
    Walls.wall(Vec2(15, 0), Vec2(15, 15), openings: [6.5...8.5])
    + Walls.line([Vec2(15, 0), Vec2(0, 0), Vec2(0, 15), Vec2(15, 15)])
  var scene = try Scene(walls: walls, seed: seed)
  let room = Box2(Vec2(0.3, 0.3), Vec2(14.7, 14.7))
  let places = WalkerFactory.places(150, in: room, seed: seed)
  for (number, place) in places.enumerated() {
    var walker = WalkerFactory.walker(
      number, at: place, route: [Vec2(15, 7.5), Vec2(17, 7.5)], seed: seed, gates: [1, 6])
    // Equal speeds, because fast people overtake legitimately: the check is about queuing only.
    walker.freeSpeed = 1.34
    try scene.enter(walker)
  }
  scene.run(until: 600)
  let distances = places.map { $0.distance(to: Vec2(15, 7.5)) }
  return [correlation(ranks(distances), ranks(scene.arrivalTimes))]
}

private func ranks(_ values: [Double]) -> [Double] {
  var ranks = [Double](repeating: 0, count: values.count)
  let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  for (rank, index) in order.enumerated() { ranks[index] = Double(rank) }
  return ranks
}
