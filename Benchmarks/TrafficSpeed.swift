import Glibc
import Kernel
import Mobility

/// `benchmarks traffic [--csv FILE] [--samples N]`: simulated vehicle-seconds per second.
///
/// The counterpart is `Benchmarks/Peers/grid_sumo.py`; run both in turn.
func runTrafficSpeed(_ arguments: [String]) -> Int32 {
  var rest = arguments[...]
  var csvPath: String?
  var samples = 7
  while let argument = rest.popFirst() {
    switch argument {
    case "--csv": csvPath = rest.popFirst()
    case "--samples": samples = max(1, Int(rest.popFirst() ?? "") ?? samples)
    default:
      print("usage: benchmarks traffic [--csv FILE] [--samples N]")
      return argument == "--help" ? 0 : 2
    }
  }
  var table = "tool,version,scene,agents,step_s,agent_seconds_per_s,samples,spread_share,command\n"
  do {
    for vehicles in [500, 2000] {
      let row = try trafficSpeed(vehicles: vehicles, samples: samples)
      table +=
        "venuesim,0.1.0,lit_grid_10x10,\(vehicles),0.1,\(decimal(row.speed, 0)),\(samples),"
        + "\(decimal(row.spread, 3)),swift run -c release benchmarks traffic\n"
    }
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
  guard let csvPath else { return 0 }
  guard let file = fopen(csvPath, "w") else {
    print("benchmarks: can't write \(csvPath): \(String(cString: strerror(errno)))")
    return 1
  }
  fputs(table, file)
  fclose(file)
  return 0
}

private func trafficSpeed(
  vehicles: Int, samples: Int
) throws -> (speed: Double, spread: Double) {
  let start = try busyGrid(vehicles: vehicles)
  let seconds = 300
  var speeds: [Double] = []
  for _ in 0..<samples {
    var traffic = start
    let present = traffic.vehicles.count
    let before = monotonicNanoseconds()
    for _ in 0..<(seconds * 10) { traffic.step() }
    let elapsed = (monotonicNanoseconds() - before) * 1e-9
    let speed = Double(present * seconds) / elapsed
    speeds.append(speed)
    let sum = traffic.vehicles.reduce(0) { $0 + (traffic.pose($1)?.speed ?? 0) }
    print(
      "venuesim \(decimal(speed, 0)) vehicle-seconds/s",
      "(\(present) vehicles, in the end at \(decimal(sum / Double(present), 2)) m/s on average)")
  }
  speeds.sort()
  let median = speeds[samples / 2]
  let spread = (speeds[(3 * samples) / 4] - speeds[samples / 4]) / 2 / median
  return (median, spread)
}
