import Geometry
import Glibc
import Kernel
import Maps
import Positioning

/// Online map matching: an operation is an hour of driving at 1 Hz.
let roadBenchmarks: [Benchmark] = [
  Benchmark("stack.roads.hour", operations: 1) {
    let fixes = townDrive()
    var matcher = RoadMatcher(index: RoadIndex(gridTown()))
    return {
      matcher.reset()
      var pull = 0.0
      for fix in fixes { pull += matcher.receive(fix)?.pull ?? 0 }
      return pull.bitPattern
    }
  }
]

/// Size of a block, and number of blocks in a row, of a town of 2.4 km by 2.4 km.
private let block = 120.0
private let blocks = 20

/// A grid of two-way streets.
func gridTown() -> RoadNetwork {
  let junctions = (0...blocks).flatMap { row in
    (0...blocks).map { Junction(Vec2(Double($0) * block, Double(row) * block)) }
  }
  var roads: [Road] = []
  func add(_ from: Int, _ to: Int) {
    roads.append(
      Road(
        kind: .residential, from: from, to: to,
        line: [junctions[from].point, junctions[to].point], limitMetresPerSecond: 14))
  }
  for row in 0...blocks {
    for column in 0...blocks {
      let here = row * (blocks + 1) + column
      if column < blocks { add(here, here + 1) }
      if row < blocks { add(here, here + blocks + 1) }
    }
  }
  return RoadNetwork(junctions: junctions, roads: roads)
}

/// An hour at 10 m/s with random turns and a position sigma of 8 m.
func townDrive(noise: Double = 8) -> [RoadFix] {
  var stream = RandomStream(seed: 11, purpose: "benchmarks.roads.town")
  var (place, ahead, left) = (Vec2(10 * block, 10 * block), Vec2(1, 0), block)
  return (0..<3600).map { second in
    if left <= 0 {
      left += block
      let side = ahead.perpendicular
      let options = [ahead, ahead, side, -side].filter {
        let next = place + $0 * block
        return (0...(Double(blocks) * block)).contains(next.x.rounded())
          && (0...(Double(blocks) * block)).contains(next.y.rounded())
      }
      ahead = options[Int.random(in: options.indices, using: &stream)]
    }
    defer {
      place = place + ahead * 10
      left -= 10
    }
    let course = atan2(ahead.x, ahead.y) * 180 / .pi
    return RoadFix(
      time: SimTime(seconds: Double(second)),
      point: place + Vec2(stream.gaussian(), stream.gaussian()) * noise, accuracyMetres: 12,
      courseDegrees: course < 0 ? course + 360 : course, speedMetresPerSecond: 10)
  }
}
