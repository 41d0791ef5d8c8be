import Kernel
import Observations

/// Readings at any rate, brought to even bins of 50 ms.
///
/// Each bin holds the mean of the readings joined by straight lines, and in its fourth lane the
/// mean
/// square of what is faster than some 8 Hz. 20 bins a second are as fast as the slowest phones
/// sample (20 Hz), and enough for the third harmonic of a runner's steps (9 Hz).
struct MotionGrid: Sendable {
  /// What became of the readings that were no use.
  typealias Faults = MotionFeatures.Faults

  /// How long a bin is.
  static let binNanoseconds: Int64 = 50_000_000
  static let binSeconds: Float = 0.05
  /// How many bins the longest window has.
  static let window = 100
  private static let capacity = 512
  /// The time constant of the two high-passes, in s: 8 Hz.
  private static let fastSeconds: Float = 0.02
  /// More than any phone's sensor tells: three axes of 16 g, in (m/s²)².
  private static let greatestSquare: Float = 3 * 157 * 157

  private let gapNanoseconds: Int64
  private let disorderNanoseconds: Int64

  init(_ parameters: MotionFeatures.Parameters) {
    gapNanoseconds = parameters.longestHole.nanoseconds
    disorderNanoseconds = -parameters.disorder.nanoseconds
  }

  /// The bins, of which the last ``count`` count.
  private(set) var bins = [SIMD4<Float>](repeating: .zero, count: capacity)
  private(set) var end = 0
  /// How many bins there are without a gap, up to ``window``.
  var count: Int { end }
  /// How many bins have been filled since a window was closed.
  private(set) var fresh = 0
  private(set) var faults = Faults()
  private(set) var lastNanoseconds = Int64.min
  /// A running mean of the time between readings, in s.
  private(set) var interval: Float = 0

  private var last = SIMD4<Float>.zero
  private var slow = SIMD4<Float>.zero, slower = SIMD4<Float>.zero
  private var sum = SIMD4<Float>.zero
  private var binEnd = Int64.max

  /// Takes a reading.
  ///
  /// - Parameter sample: The reading.
  /// - Returns: Whether what came before is lost, because of a gap or a clock that was set.
  @inline(__always)
  mutating func add(_ sample: InertialSample) -> Bool {
    let value = SIMD4(sample.x, sample.y, sample.z, 0)
    let square = (value * value).sum()
    // Not-a-number is not less than anything.
    guard square < Self.greatestSquare else {
      faults.unusable += 1
      return false
    }
    let time = sample.time.nanoseconds
    guard lastNanoseconds != .min else {
      restart(value, at: time)
      return true
    }
    let span = time.subtractingReportingOverflow(lastNanoseconds)
    guard !span.overflow, span.partialValue > 0, span.partialValue <= gapNanoseconds else {
      return irregular(value, at: time, after: span.overflow ? .max : span.partialValue)
    }
    advance(value, at: time, by: Float(span.partialValue) * 1e-9)
    return false
  }

  @inline(__always)
  private mutating func advance(_ value: SIMD4<Float>, at time: Int64, by seconds: Float) {
    interval += (seconds - interval) * 0.02
    let share = seconds / (Self.fastSeconds + seconds)
    slow += (value - slow) * share
    let fast = value - slow
    slower += (fast - slower) * share
    let fastest = fast - slower
    var next = value
    next.w = (fastest * fastest).sum()
    var (from, old) = (lastNanoseconds, last)
    while time >= binEnd {
      // The bin's part of the line from the last reading to this one.
      let part = Float(binEnd - from) / Float(time - from)
      let middle = old + (next - old) * part
      sum += (old + middle) * (0.5e-9 * Float(binEnd - from))
      push(sum * (1 / Self.binSeconds))
      (from, old) = (binEnd, middle)
      sum = .zero
      binEnd += Self.binNanoseconds
      if time == from { break }
    }
    if time > from { sum += (old + next) * (0.5e-9 * Float(time - from)) }
    last = next
    lastNanoseconds = time
  }

  @inline(never)
  private mutating func irregular(_ value: SIMD4<Float>, at time: Int64, after span: Int64) -> Bool
  {
    if span <= 0, span > disorderNanoseconds {
      faults.repeated += 1
      return false
    }
    if span < 0 { faults.backwards += 1 } else { faults.gaps += 1 }
    restart(value, at: time)
    return true
  }

  private mutating func restart(_ value: SIMD4<Float>, at time: Int64) {
    (end, fresh, interval) = (0, 0, Self.binSeconds / 2)
    last = value
    (slow, slower, sum) = (value, .zero, .zero)
    lastNanoseconds = time
    binEnd = time.addingReportingOverflow(Self.binNanoseconds).partialValue
    if binEnd < time { lastNanoseconds = .min }
  }

  @inline(__always)
  private mutating func push(_ bin: SIMD4<Float>) {
    if end == Self.capacity {
      for number in 0..<Self.window { bins[number] = bins[Self.capacity - Self.window + number] }
      end = Self.window
    }
    bins[end] = bin
    end += 1
    fresh += 1
  }

  /// Begins to count the next window's bins.
  mutating func close() { fresh = 0 }

  /// Forgets everything but the faults.
  mutating func reset() {
    (end, fresh, lastNanoseconds) = (0, 0, .min)
  }
}
