import Kernel
import Observations

/// Turns readings of any rate into the length of the specific force at 25 even moments a second.
///
/// Each value is the length of the mean vector over 40 ms, by the trapezium rule, which keeps out what
/// a lower rate can't show. Readings that are no numbers are left out, and a hole of up to a second is
/// bridged by a straight line. After a longer hole, or when the clock jumps back, it starts afresh.
struct ForceSampler: Sendable {
  /// How far apart the values are, in s: faster than any harmonic of a step that matters, and slow
  /// enough for 20 Hz sensors; an estimate.
  static let interval = 0.04

  private let rules: ForceSampling

  /// Creates a sampler of nothing.
  init(_ rules: ForceSampling) { self.rules = rules }

  /// What became of a reading.
  enum Acceptance {
    /// It is left out.
    case ignored
    /// It goes on from the one before.
    case continued
    /// It is the first, or the first after a break.
    case restarted
  }

  private struct Point {
    var seconds = 0.0
    var x = 0.0
    var y = 0.0
    var z = 0.0
  }

  private var last = Point()
  private var next = Point()
  private var sum = Point()
  private var end = 0.0
  private var isRunning = false
  private var stuck = 0
  /// When the latest value's 40 ms ended, in s after the first's began.
  private(set) var valueEnd = 0.0
  /// When the first value's 40 ms began.
  private(set) var origin = SimTime.start
  /// What was wrong with the readings.
  private(set) var faults = StepFaults()

  /// Takes a reading; ``nextLength()`` then gives the values that it completes.
  mutating func accept(_ sample: InertialSample) -> Acceptance {
    let limit = rules.impossibleForce
    guard abs(sample.x) < limit, abs(sample.y) < limit, abs(sample.z) < limit else {
      faults.unusable += 1
      return .ignored
    }
    // Wrapping: a clock at the ends of its range must not trap, and is a jump anyway.
    let elapsed = sample.time.nanoseconds &- origin.nanoseconds
    let point = Point(
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
    sum = Point()
    end = Self.interval
    return .restarted
  }

  /// The next value that the latest reading completes, in m/s²; nil when there is none.
  mutating func nextLength() -> Double? {
    let span = next.seconds - last.seconds
    guard span > 0 else { return nil }
    guard next.seconds >= end else {
      add(to: next)
      return nil
    }
    let share = (end - last.seconds) / span
    var edge = Point(seconds: end)
    edge.x = last.x + share * (next.x - last.x)
    edge.y = last.y + share * (next.y - last.y)
    edge.z = last.z + share * (next.z - last.z)
    add(to: edge)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot() / Self.interval
    sum = Point()
    valueEnd = end
    end += Self.interval
    return length
  }

  private mutating func add(to point: Point) {
    let half = 0.5 * (point.seconds - last.seconds)
    sum.x += half * (last.x + point.x)
    sum.y += half * (last.y + point.y)
    sum.z += half * (last.z + point.z)
    last = point
  }

  /// Notes a reading the same on all axes as the one before: after many, the sensor hangs, since a
  /// working one has noise of its own.
  private mutating func noteStuck() {
    stuck += 1
    if stuck == rules.stuckReadings { faults.stuck += 1 }
  }
}
