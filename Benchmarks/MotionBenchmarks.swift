import Glibc
import Kernel
import Motion
import Observations

/// The motion part of the stack alone; an operation is a second of readings at 50 Hz, so that the rate is the
/// factor to real time.
let motionBenchmarks: [Benchmark] = [
  motionBenchmark("motion.activity_and_steps.second", motionWalk) { MotionHalf() },
  motionBenchmark("motion.activity_and_steps.rest_second", motionRest) { MotionHalf() },
]

/// Activity recognition and pedometer as in the stack, the first supporting the second.
struct MotionHalf {
  private var activity = ActivityMonitor()
  private var pedometer = Pedometer(from: .start)

  /// Processes a batch, and returns the pedometer record if one is due.
  mutating func receive(
    _ batch: InertialBatch, at time: SimTime, _ publish: (ActivityReport) -> Void
  ) -> PedometerRecord? {
    activity.receive(batch, publish)
    pedometer.hint = MotionHint(activity.current)
    pedometer.receive(accelerometer: batch)
    return pedometer.push(at: time)
  }
}

/// Measures an engine with batches of 2.5 s.
private func motionBenchmark(
  _ name: String, _ batches: @escaping @Sendable () -> [InertialBatch],
  _ make: @escaping @Sendable () -> MotionHalf
) -> Benchmark {
  Benchmark(name, operations: seconds) {
    let batches = batches()
    return {
      var engine = make()
      var sum: UInt64 = 0
      for batch in batches {
        let time = batch.samples.last?.time ?? .start
        let record = engine.receive(batch, at: time) { sum &+= UInt64($0.flags.rawValue) }
        sum &+= UInt64(record?.stepCount ?? 0)
      }
      return sum
    }
  }
}

/// Duration: ten minutes.
private let seconds = 600

/// A walk of 1.8 steps per second with a harmonic, a sway and noise, in a tilted pocket.
@Sendable func motionWalk() -> [InertialBatch] {
  var noise = RandomStream(seed: 7, purpose: "benchmarks.motion")
  return batches { time in
    let phase = 2 * Double.pi * 1.8 * time
    let up = 9.81 + 2.6 * sin(phase) + 1.1 * sin(2 * phase + 0.7) + 0.3 * noise.gaussian()
    let across = 0.9 * sin(phase / 2) + 0.3 * noise.gaussian()
    return (0.4 * up, across, 0.9165 * up)
  }
}

/// A sitting person.
@Sendable func motionRest() -> [InertialBatch] {
  var noise = RandomStream(seed: 8, purpose: "benchmarks.motion")
  return batches { _ in
    (0.02 * noise.gaussian(), 0.02 * noise.gaussian(), 9.81 + 0.02 * noise.gaussian())
  }
}

private func batches(
  _ force: (Double) -> (x: Double, y: Double, z: Double)
) -> [InertialBatch] {
  let (rate, batch) = (50, 125)
  return (0..<seconds * rate / batch).map { number in
    InertialBatch(
      samples: (0..<batch).map { place in
        let time = Double(number * batch + place) / Double(rate)
        let (x, y, z) = force(time)
        return InertialSample(
          time: SimTime(seconds: time), x: Float(x), y: Float(y), z: Float(z))
      })
  }
}
