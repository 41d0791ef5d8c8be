/// A point in simulated time, in whole nanoseconds since the scenario's start.
///
/// There is no floating-point clock: seconds as `Double` occur only where a formula or a file needs
/// them. Arithmetic saturates at ``distantPast`` and ``distantFuture`` instead of trapping, so
/// extreme durations in a scenario can't crash a run.
@frozen
public struct SimTime: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// Nanoseconds since the scenario's start; negative before it.
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the time `seconds` after the scenario's start, rounded to the nearest nanosecond.
  ///
  /// Not-a-number gives the start; values beyond ±292 years saturate.
  @inlinable
  public init(seconds: Double) {
    self.nanoseconds = SimDuration(seconds: seconds).nanoseconds
  }

  /// The scenario's start.
  @inlinable public static var start: SimTime { SimTime(nanoseconds: 0) }
  /// Earlier than every event.
  @inlinable public static var distantPast: SimTime { SimTime(nanoseconds: .min) }
  /// Later than every event; the time of a timer that is off.
  @inlinable public static var distantFuture: SimTime { SimTime(nanoseconds: .max) }

  /// Seconds since the scenario's start, rounded to `Double`.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  @inlinable
  public static func < (left: SimTime, right: SimTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  @inlinable
  public static func + (time: SimTime, span: SimDuration) -> SimTime {
    SimTime(nanoseconds: saturatingSum(time.nanoseconds, span.nanoseconds))
  }

  @inlinable
  public static func - (time: SimTime, span: SimDuration) -> SimTime {
    SimTime(nanoseconds: saturatingDifference(time.nanoseconds, span.nanoseconds))
  }

  @inlinable
  public static func - (later: SimTime, earlier: SimTime) -> SimDuration {
    SimDuration(nanoseconds: saturatingDifference(later.nanoseconds, earlier.nanoseconds))
  }

  @inlinable
  public static func += (time: inout SimTime, span: SimDuration) {
    time = time + span
  }

  @inlinable
  public static func -= (time: inout SimTime, span: SimDuration) {
    time = time - span
  }
}

/// A duration of simulated time in whole nanoseconds.
@frozen
public struct SimDuration: Hashable, Comparable, Sendable {
  /// Length in nanoseconds; negative if it points backwards.
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a duration of `seconds`, rounded to the nearest nanosecond.
  ///
  /// Not-a-number gives zero; values beyond ±292 years saturate.
  @inlinable
  public init(seconds: Double) {
    let scaled = (seconds * 1e9).rounded()
    if scaled >= 0x1p63 {
      nanoseconds = .max
    } else if scaled <= -0x1p63 {
      nanoseconds = .min
    } else {
      nanoseconds = scaled.isNaN ? 0 : Int64(scaled)
    }
  }

  @inlinable public static func seconds(_ value: Double) -> SimDuration {
    SimDuration(seconds: value)
  }
  @inlinable public static func milliseconds(_ value: Double) -> SimDuration {
    SimDuration(seconds: value * 1e-3)
  }
  @inlinable public static func minutes(_ value: Double) -> SimDuration {
    SimDuration(seconds: value * 60)
  }
  @inlinable public static func hours(_ value: Double) -> SimDuration {
    SimDuration(seconds: value * 3600)
  }

  @inlinable public static var zero: SimDuration { SimDuration(nanoseconds: 0) }

  /// Length in seconds, rounded to `Double`.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  @inlinable
  public static func < (left: SimDuration, right: SimDuration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  @inlinable
  public static func + (left: SimDuration, right: SimDuration) -> SimDuration {
    SimDuration(nanoseconds: saturatingSum(left.nanoseconds, right.nanoseconds))
  }

  @inlinable
  public static func - (left: SimDuration, right: SimDuration) -> SimDuration {
    SimDuration(nanoseconds: saturatingDifference(left.nanoseconds, right.nanoseconds))
  }

  @inlinable
  public static prefix func - (span: SimDuration) -> SimDuration {
    .zero - span
  }

  /// A whole multiple of a duration, exact unless it saturates.
  @inlinable
  public static func * (span: SimDuration, factor: Int64) -> SimDuration {
    let (product, overflow) = span.nanoseconds.multipliedReportingOverflow(by: factor)
    guard overflow else { return SimDuration(nanoseconds: product) }
    return SimDuration(nanoseconds: (span.nanoseconds < 0) == (factor < 0) ? .max : .min)
  }

  /// The ratio of two durations; infinite or not-a-number if the divisor is zero.
  @inlinable
  public static func / (left: SimDuration, right: SimDuration) -> Double {
    Double(left.nanoseconds) / Double(right.nanoseconds)
  }
}

@inlinable
func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  return overflow ? (right < 0 ? .min : .max) : sum
}

@inlinable
func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
  let (difference, overflow) = left.subtractingReportingOverflow(right)
  return overflow ? (right < 0 ? .max : .min) : difference
}
