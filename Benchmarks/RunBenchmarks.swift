import Harness
import Kernel
import Scoring

/// The complete pipeline; one operation is one simulated second of one device, from walk to score.
let runBenchmarks: [Benchmark] = [corridor]

private let corridor = Benchmark("run.corridor.device_second", operations: 180) {
  let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
  return {
    let result = try RunUnit(scenario: scenario, seed: 1).run()
    return UInt64(result.devices[0].fixes.count)
  }
}
