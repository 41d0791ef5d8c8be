import Glibc
import Kernel

/// Event queue (hold model), random streams and simulation loop.
let kernelBenchmarks: [Benchmark] =
  [(1_000, "1e3"), (100_000, "1e5"), (1_000_000, "1e6")].map { pending, label in
    holdModel(pending: pending, label: label)
  } + [cancelHeavy, philox, uniform, gaussian, simulationLoop]

/// Hold model: repeatedly takes the earliest event and schedules another after an exponential delay.
///
/// The usual benchmark of event queues (Jones, "An empirical comparison of priority-queue and
/// event-set implementations", CACM 29(4), 1986). One operation is one take and one schedule.
private func holdModel(pending: Int, label: String) -> Benchmark {
  let operations = 2_000_000
  return Benchmark("kernel.queue.hold.\(label)", operations: operations) {
    let spans = exponentialSpans(count: 1 << 16, mean: 1e9)
    var queue = EventQueue<UInt64>()
    queue.reserveCapacity(pending)
    for index in 0..<pending {
      queue.schedule(UInt64(index), at: .start + spans[index & 0xFFFF])
    }
    // Until the queue's initial state no longer matters.
    hold(&queue, spans: spans, operations: 2 * pending)
    return { hold(&queue, spans: spans, operations: operations) }
  }
}

@discardableResult @inline(never)
private func hold(
  _ queue: inout EventQueue<UInt64>, spans: [SimDuration], operations: Int
) -> UInt64 {
  var checksum: UInt64 = 0
  for index in 0..<operations {
    guard let (time, event) = queue.next() else { break }
    checksum &+= event
    queue.schedule(event, at: time + spans[index & 0xFFFF])
  }
  return checksum
}

/// Each taken event reschedules another pending one, as restarted timers do.
private let cancelHeavy = Benchmark("kernel.queue.reschedule.1e3", operations: 1_000_000) {
  let spans = exponentialSpans(count: 1 << 16, mean: 1e9)
  var queue = EventQueue<UInt64>()
  var handles = (0..<1000).map { queue.schedule(UInt64($0), at: .start + spans[$0]) }
  return {
    var checksum: UInt64 = 0
    for index in 0..<1_000_000 {
      guard let (time, event) = queue.next() else { break }
      checksum &+= event
      handles[Int(event)] = queue.schedule(event, at: time + spans[index & 0xFFFF])
      let other = (index &* 7919) % 1000
      queue.reschedule(handles[other], to: time + spans[(index &+ 77) & 0xFFFF])
    }
    return checksum
  }
}

private let philox = Benchmark("kernel.philox.uint64", operations: 10_000_000) {
  let start = RandomStream(seed: 1, purpose: "benchmark")
  return {
    // A local copy: a captured variable would be checked for exclusive access at every draw.
    var stream = start
    var sum: UInt64 = 0
    for _ in 0..<10_000_000 { sum &+= stream.next() }
    return sum
  }
}

private let uniform = Benchmark("kernel.uniform", operations: 10_000_000) {
  let start = RandomStream(seed: 1, purpose: "benchmark")
  return {
    // A local copy: a captured variable would be checked for exclusive access at every draw.
    var stream = start
    var sum = 0.0
    for _ in 0..<10_000_000 { sum += stream.uniform() }
    return sum.bitPattern
  }
}

private let gaussian = Benchmark("kernel.gaussian", operations: 10_000_000) {
  let start = RandomStream(seed: 1, purpose: "benchmark")
  return {
    // A local copy: a captured variable would be checked for exclusive access at every draw.
    var stream = start
    var sum = 0.0
    for _ in 0..<10_000_000 { sum += stream.gaussian() }
    return sum.bitPattern
  }
}

/// The complete loop: a model in which every event schedules its successor.
private let simulationLoop = Benchmark("kernel.simulation.step.1e3", operations: 1_000_000) {
  struct Beat: SimulationModel {
    var spans: [SimDuration]
    var sum: UInt64 = 0
    mutating func handle(_ event: UInt64, schedule: inout Schedule<UInt64>) {
      sum &+= event
      schedule.schedule(event, after: spans[Int(truncatingIfNeeded: sum & 0xFFFF)])
    }
  }
  var simulation = Simulation(Beat(spans: exponentialSpans(count: 1 << 16, mean: 1e9)))
  for index in 0..<1000 {
    simulation.schedule.schedule(UInt64(index), at: .start + simulation.model.spans[index])
  }
  return {
    for _ in 0..<1_000_000 { simulation.step() }
    return simulation.model.sum
  }
}

/// Exponentially distributed delays, with a mean in nanoseconds.
private func exponentialSpans(count: Int, mean: Double) -> [SimDuration] {
  var stream = RandomStream(seed: 7, purpose: "spans")
  return (0..<count).map { _ in
    SimDuration(seconds: -mean * 1e-9 * log1p(-stream.uniform()))
  }
}
