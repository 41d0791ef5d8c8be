import Glibc
import Numerics

/// A benchmark: a name and a body with a known number of operations.
struct Benchmark: Sendable {
  /// A stable dotted name, such as `kernel.queue.hold.1e3`.
  let name: String
  /// Number of operations per call of `run`; computed only if it is run.
  let operations: @Sendable () -> Int
  /// Prepares the inputs outside the measured time, and returns the measured body.
  ///
  /// The body's result depends on all its work, so that the optimiser can't remove any of it.
  let prepare: @Sendable () throws -> () throws -> UInt64

  init(
    _ name: String, operations: @autoclosure @escaping @Sendable () -> Int,
    prepare: @escaping @Sendable () throws -> () throws -> UInt64
  ) {
    self.name = name
    self.operations = operations
    self.prepare = prepare
  }
}

/// The samples of a benchmark, in nanoseconds per operation.
struct Measurement {
  let name: String
  let operations: Int
  let samples: [Double]

  var median: Double { quantile(0.5) }
  /// Half the interquartile range, as a share of the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 / median }
  var fastest: Double { samples.min() ?? .nan }

  private func quantile(_ p: Double) -> Double {
    (try? Numerics.quantile(p, of: samples)) ?? .nan
  }
}

/// Measures a benchmark: one warm-up, then at least seven samples over about a second.
func measure(_ benchmark: Benchmark) throws -> Measurement {
  let body = try benchmark.prepare()
  let operations = benchmark.operations()
  var sink = try body()
  var samples: [Double] = []
  var total = 0.0
  while samples.count < 7 || (total < 1e9 && samples.count < 41) {
    let start = monotonicNanoseconds()
    sink ^= try body()
    let elapsed = monotonicNanoseconds() - start
    total += elapsed
    samples.append(elapsed / Double(operations))
  }
  keepAlive(sink)
  return Measurement(name: benchmark.name, operations: operations, samples: samples)
}

/// Keeps the optimiser from removing the computation of `value`.
@inline(never)
func keepAlive(_ value: UInt64) {
  withExtendedLifetime(value) {}
}

/// Monotonic time, in ns.
func monotonicNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
