import Geometry
import Kernel
import Maps
import Mobility
import Venues

/// Vehicles on a grid with traffic lights, and its construction.
let trafficBenchmarks: [Benchmark] = [gridStep, gridLoad]

/// A grid of junctions with lights, one lane each way, like netgenerate's for SUMO.
func litGrid(_ size: Int, spacing: Double) -> RoadNetwork {
  var junctions: [Junction] = []
  var roads: [Road] = []
  for row in 0..<size {
    for column in 0..<size {
      let here = junctions.count
      let point = Vec2(Double(column), Double(row)) * spacing
      junctions.append(Junction(point, control: .signal))
      for (isInside, other) in [(column > 0, here - 1), (row > 0, here - size)] where isInside {
        roads.append(
          Road(
            kind: .residential, from: other, to: here, line: [junctions[other].point, point],
            limitMetresPerSecond: 13.89))
      }
    }
  }
  return RoadNetwork(junctions: junctions, roads: roads)
}

/// A grid of ten by ten junctions with moving vehicles, after a minute.
func busyGrid(vehicles: Int) throws -> Traffic {
  var traffic = try Traffic(roads: litGrid(10, spacing: 150), seed: 1)
  traffic.keepBackground(vehicles)
  for _ in 0..<600 { traffic.step() }
  return traffic
}

private let gridStep = Benchmark("mobility.traffic.vehicle_step.500", operations: 500 * 100) {
  let start = try busyGrid(vehicles: 500)
  return {
    var traffic = start
    for _ in 0..<100 { traffic.step() }
    return UInt64(bitPattern: traffic.now.nanoseconds)
  }
}

private let gridLoad = Benchmark("mobility.traffic.load.grid_10", operations: 1) {
  let roads = litGrid(10, spacing: 150)
  return {
    let traffic = try Traffic(roads: roads, seed: 1)
    return UInt64(traffic.signalPlans.count)
  }
}
