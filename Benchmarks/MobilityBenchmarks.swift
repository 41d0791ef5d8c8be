import Glibc
import Studies

/// Crowds; one operation is one time step of one person.
let mobilityBenchmarks: [Benchmark] = [crowdHall]

/// A crowd of 1,000 in a hall with one exit, from the thirtieth second on, when most are in the jam.
private let crowdHall = Benchmark("mobility.crowd.hall.1e3", operations: hallSteps) {
  var start = try CrowdHall()
  _ = start.run(steps: 600)
  return { [start] in
    var hall = start
    return UInt64(hall.run(steps: 100))
  }
}

/// Number of person-steps of a run, which is the same in every run.
private let hallSteps: Int = {
  guard var hall = try? CrowdHall() else { return 1 }
  _ = hall.run(steps: 600)
  return hall.run(steps: 100)
}()

/// `benchmarks crowd-hall --seconds S`: prints agent-seconds per second of processor time.
func runCrowdHall(seconds: Double) throws {
  var hall = try CrowdHall()
  let begin = processorSeconds()
  let agentSteps = hall.run(steps: Int(seconds / 0.05))
  print(decimal(Double(agentSteps) * 0.05 / (processorSeconds() - begin), 0))
}

private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
