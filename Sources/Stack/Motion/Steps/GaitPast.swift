/// The rates that the signal had in the windows of the last 4 s, to see what lasts.
///
/// Somebody on foot keeps a rate for longer than a window; what a bus or busy hands make by chance
/// seldom comes twice. The window 4 s back shares no reading with the present one, so that its peak is
/// evidence of its own.
struct GaitPast: Sendable {
  /// How many windows lie between two that share no reading.
  private static let windows = GaitSignal.length / GaitSignal.hop
  /// More peaks than this a correlation of 50 lags can't have.
  private static let most = 32
  /// How far apart two rates may be that are the same, as a share.
  private let tolerance: Float

  private struct Peak {
    var stepsPerSecond: Float = 0
    var height: Float = 0
  }

  private var peaks = [Peak](repeating: Peak(), count: GaitPast.windows * GaitPast.most)
  private var counts = [Int](repeating: 0, count: GaitPast.windows)
  /// The slot of the oldest window, which the next one takes.
  private var oldest = 0

  /// Creates a past of nothing.
  init(tolerance: Float) { self.tolerance = tolerance }

  /// How high the peak at a rate was 4 s ago; 0 if there was none.
  func peak(at stepsPerSecond: Float) -> Float {
    var highest: Float = 0
    let (low, high) = (stepsPerSecond * (1 - tolerance), stepsPerSecond * (1 + tolerance))
    let start = oldest * Self.most
    for index in start..<start + counts[oldest]
    where peaks[index].stepsPerSecond > low && peaks[index].stepsPerSecond < high {
      highest = max(highest, peaks[index].height)
    }
    return highest
  }

  /// Takes the candidates of a window, in place of the oldest one's.
  mutating func add(_ candidates: [GaitCandidate]) {
    let start = oldest * Self.most
    counts[oldest] = min(candidates.count, Self.most)
    for index in 0..<counts[oldest] {
      peaks[start + index] = Peak(
        stepsPerSecond: candidates[index].stepsPerSecond, height: candidates[index].peak)
    }
    oldest = (oldest + 1) % Self.windows
  }

  /// Forgets all windows, after a break in the readings.
  mutating func clear() {
    for index in counts.indices { counts[index] = 0 }
  }
}
