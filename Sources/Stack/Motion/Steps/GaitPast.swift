/// Candidate step rates of the windows of the last 4 s, to find rates that persist.
///
/// A person on foot keeps a rate for longer than a window; chance peaks of a bus or of busy hands
/// seldom repeat. The window 4 s back shares no reading with the present one, so its peak is
/// independent evidence.
struct GaitPast: Sendable {
  /// Number of windows between two that share no reading.
  private static let windows = GaitSignal.length / GaitSignal.hop
  /// Maximum number of peaks of a correlation over 50 lags.
  private static let maximum = 32
  /// Maximum relative difference of equal rates.
  private let tolerance: Float

  private struct Peak {
    var stepsPerSecond: Float = 0
    var height: Float = 0
  }

  private var peaks = [Peak](repeating: Peak(), count: GaitPast.windows * GaitPast.maximum)
  private var counts = [Int](repeating: 0, count: GaitPast.windows)
  /// Slot of the oldest window, which the next one replaces.
  private var oldest = 0

  init(tolerance: Float) { self.tolerance = tolerance }

  /// Returns the height of the peak at a rate 4 s ago; 0 if there was none.
  func peak(at stepsPerSecond: Float) -> Float {
    var highest: Float = 0
    let (low, high) = (stepsPerSecond * (1 - tolerance), stepsPerSecond * (1 + tolerance))
    let start = oldest * Self.maximum
    for index in start..<start + counts[oldest]
    where peaks[index].stepsPerSecond > low && peaks[index].stepsPerSecond < high {
      highest = max(highest, peaks[index].height)
    }
    return highest
  }

  /// Replaces the oldest window's candidates by those of a new window.
  mutating func add(_ candidates: [GaitCandidate]) {
    let start = oldest * Self.maximum
    counts[oldest] = min(candidates.count, Self.maximum)
    for index in 0..<counts[oldest] {
      peaks[start + index] = Peak(
        stepsPerSecond: candidates[index].stepsPerSecond, height: candidates[index].peak)
    }
    oldest = (oldest + 1) % Self.windows
  }

  /// Clears all windows, after a break in the readings.
  mutating func clear() {
    for index in counts.indices { counts[index] = 0 }
  }
}
