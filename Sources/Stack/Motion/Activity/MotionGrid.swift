import Kernel
import Observations

/// Resamples readings of any rate to uniform bins of 50 ms.
///
/// Each bin holds the mean of the linearly interpolated readings, and in its fourth lane the mean square above
/// about 8 Hz. 20 bins per second match the slowest phones (20 Hz), and suffice for the third harmonic of a
/// runner's steps (9 Hz).
struct MotionGrid: Sendable {
  typealias Faults = MotionFeatures.Faults

  /// Bin length.
  static let binNanoseconds: Int64 = 50_000_000
  static let binSeconds: Float = 0.05
  /// Number of bins in the longest window.
  static let window = 100
  private static let capacity = 512
  /// Time constant of the two high-pass filters, in s: 8 Hz.
  private static let fastSeconds: Float = 0.02
  /// Maximum squared magnitude: three axes of 16 g, in (m/s²)²; beyond any phone's sensor.
  private static let greatestSquare: Float = 3 * 157 * 157

  private let gapNanoseconds: Int64
  private let disorderNanoseconds: Int64

  init(_ parameters: MotionFeatures.Parameters) {
    gapNanoseconds = parameters.longestHole.nanoseconds
    disorderNanoseconds = -parameters.disorder.nanoseconds
  }

  /// Bins; the last ``count`` are valid.
  private(set) var bins = [SIMD4<Float>](repeating: .zero, count: capacity)
  private(set) var end = 0
  /// Number of bins without a gap.
  var count: Int { end }
  /// Number of bins filled since the last window.
  private(set) var fresh = 0
  private(set) var faults = Faults()
  private(set) var lastNanoseconds = Int64.min
  /// Moving average of the reading interval, in s.
  private(set) var interval: Float = 0

  private var last = SIMD4<Float>.zero
  private var slow = SIMD4<Float>.zero, slower = SIMD4<Float>.zero
  private var sum = SIMD4<Float>.zero
  private var binEnd = Int64.max

  /// Adds a reading; returns true if the earlier bins are lost to a gap or a clock change.
  @inline(__always)
  mutating func add(_ sample: InertialSample) -> Bool {
    let value = SIMD4(sample.x, sample.y, sample.z, 0)
    let square = (value * value).sum()
    // Also rejects NaN, which compares false.
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
      // Part of the segment from the last reading to this one that lies in the bin.
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

  /// Starts the next window.
  mutating func close() { fresh = 0 }

  /// Clears everything but the faults.
  mutating func reset() {
    (end, fresh, lastNanoseconds) = (0, 0, .min)
  }
}
