/// Location errors by the time since the begin of the run or the recording.
struct ErrorTimes: Sendable {
  private var bins: [Int: ErrorCurve] = [:]
  /// The length of a bin, in s.
  private(set) var seconds = 1
  /// Maximum number of bins.
  private static let maximum = 120
  /// Maximum time, in s; some two months.
  private static let end = 5e6

  /// Adds a fix's error, in m, at the time of its report, in s.
  mutating func add(_ error: Double, at time: Double) {
    guard time >= 0, time < Self.end else { return }
    while Int(time) / seconds >= Self.maximum { coarsen() }
    bins[Int(time) / seconds, default: ErrorCurve()].add(error)
  }

  private mutating func coarsen() {
    var wider: [Int: ErrorCurve] = [:]
    for (bin, curve) in bins { wider[bin / 2, default: ErrorCurve()].add(curve) }
    bins = wider
    seconds *= 2
  }

  /// Returns the quantiles of each bin, with the bin's middle in s, in order.
  func quantiles(at shares: [Double]) -> [(time: Double, errors: [Double])] {
    bins.sorted { $0.key < $1.key }.map { bin, curve in
      ((Double(bin) + 0.5) * Double(seconds), curve.quantiles(at: shares))
    }
  }
}
