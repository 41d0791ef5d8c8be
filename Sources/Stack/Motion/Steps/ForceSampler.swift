import Kernel
import Observations

/// Resamples the specific force and its magnitude to a uniform 25 Hz.
///
/// Each value is the magnitude of the mean vector over 40 ms (trapezium rule), which suppresses what
/// a lower rate can't represent. Non-finite readings are rejected, and a gap of up to a second is
/// interpolated linearly. After a longer gap, or when the clock jumps back, the sampler restarts.
struct ForceSampler: Sendable {
  /// Sample interval, in s: short enough for all relevant harmonics of a step, and long enough for 20
  /// Hz sensors; an estimate.
  static let interval = 0.04

  private let rules: ForceSampling

  init(_ rules: ForceSampling) { self.rules = rules }

  /// Result of adding a reading.
  enum Acceptance {
    /// Rejected.
    case ignored
    /// Continues the series.
    case continued
    /// Starts a series, at first or after a break.
    case restarted
  }

  private struct TimedForce {
    var seconds = 0.0
    var x = 0.0
    var y = 0.0
    var z = 0.0
  }

  private var last = TimedForce()
  private var next = TimedForce()
  private var sum = TimedForce()
  private var end = 0.0
  private var isRunning = false
  private var stuck = 0
  /// End of the latest value's 40 ms, in s since ``origin``.
  private(set) var valueEnd = 0.0
  /// Start of the first value's 40 ms.
  private(set) var origin = SimTime.start
  /// Mean force over the latest value's 40 ms, in m/s².
  private(set) var force = SIMD3<Float>()
  /// Faults of the readings so far.
  private(set) var faults = StepFaults()

  /// Adds a reading; call ``nextLength()`` for the values that it completes.
  mutating func accept(_ sample: InertialSample) -> Acceptance {
    let limit = rules.invalidForce
    guard abs(sample.x) < limit, abs(sample.y) < limit, abs(sample.z) < limit else {
      faults.unusable += 1
      return .ignored
    }
    // Wrapping arithmetic: a clock at the ends of its range must not trap, and is a jump anyway.
    let elapsed = sample.time.nanoseconds &- origin.nanoseconds
    let point = TimedForce(
      seconds: Double(elapsed) * 1e-9, x: Double(sample.x), y: Double(sample.y),
      z: Double(sample.z))
    let step = point.seconds - next.seconds
    if isRunning, step > 0, step <= rules.longestHole {
      if point.x == next.x, point.y == next.y, point.z == next.z { noteStuck() } else { stuck = 0 }
      next = point
      return .continued
    }
    if isRunning, step <= 0, step > -rules.disorder {
      faults.disordered += 1
      return .ignored
    }
    if isRunning { if step > 0 { faults.gaps += 1 } else { faults.clockJumps += 1 } }
    isRunning = true
    origin = sample.time
    last = point
    last.seconds = 0
    next = last
    sum = TimedForce()
    end = Self.interval
    return .restarted
  }

  /// Returns the next complete value, in m/s²; nil if there is none.
  mutating func nextLength() -> Double? {
    let span = next.seconds - last.seconds
    guard span > 0 else { return nil }
    guard next.seconds >= end else {
      add(to: next)
      return nil
    }
    let share = (end - last.seconds) / span
    var edge = TimedForce(seconds: end)
    edge.x = last.x + share * (next.x - last.x)
    edge.y = last.y + share * (next.y - last.y)
    edge.z = last.z + share * (next.z - last.z)
    add(to: edge)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot() / Self.interval
    force = SIMD3(Float(sum.x), Float(sum.y), Float(sum.z)) / Float(Self.interval)
    sum = TimedForce()
    valueEnd = end
    end += Self.interval
    return length
  }

  private mutating func add(to point: TimedForce) {
    let half = 0.5 * (point.seconds - last.seconds)
    sum.x += half * (last.x + point.x)
    sum.y += half * (last.y + point.y)
    sum.z += half * (last.z + point.z)
    last = point
  }

  /// Counts readings that repeat on all axes: after many the sensor is stuck, since a working one has
  /// noise.
  private mutating func noteStuck() {
    stuck += 1
    if stuck == rules.stuckReadings { faults.stuck += 1 }
  }
}
