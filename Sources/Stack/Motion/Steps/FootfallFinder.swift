public import Documents
import Kernel
import Parts

/// Finds footfalls in the step band as soon as they show: its peaks that are as high as steps are, and
/// come in a rhythm.
struct FootfallFinder: Sendable {
  private let rules: FootfallRules
  private var rhythm: StepRhythm
  /// The latest value smoothed, and those of the two before.
  private var (smooth, before, earlier): (Double, Double, Double) = (0, 0, 0)
  private var (peak, peakTime) = (0.0, SimTime.distantPast)
  private var usualPeak: Double
  /// How strong the motion is of late: the mean size in the band, in m/s².
  private var meanSize = 0.0

  /// Creates a finder that has heard nothing.
  init(_ rules: FootfallRules) {
    self.rules = rules
    rhythm = StepRhythm(rules.rhythm)
    usualPeak = rules.usualPeak
  }

  /// Starts anew after a break in the readings.
  mutating func restart() {
    (smooth, before, earlier, peak) = (0, 0, 0, 0)
    rhythm.end()
  }

  /// Takes the band's next value, and appends the footfalls that show by it.
  ///
  /// - Parameters:
  ///   - value: The value, in m/s².
  ///   - end: When its 40 ms ended.
  ///   - stride: How long steps are.
  ///   - footfalls: Takes them.
  mutating func take(
    _ value: Float, endingAt end: SimTime, stride: StrideModel, into footfalls: inout [Footfall]
  ) {
    let interval = ForceSampler.interval
    meanSize += (Double(abs(value)) - meanSize) * min(1, interval / rules.sizeMemory)
    (earlier, before) = (before, smooth)
    smooth += (Double(value) - smooth) * min(1, interval / rules.memory)
    if before > peak, before >= smooth { top(middle: end - .seconds(1.5 * interval)) }
    if before > 0, smooth <= 0 {
      let least = max(rules.leastPeak, rules.peakShare * usualPeak)
      if peak > least {
        rhythm.beat(
          at: peakTime, seen: end,
          stride: { [meanSize] interval in
            stride.length(stepsPerSecond: 1 / interval, meanSize: meanSize)
          }, into: &footfalls)
      }
      usualPeak += rules.peakGain * (min(peak, rules.peakCap * usualPeak) - usualPeak)
      usualPeak = max(usualPeak, rules.leastUsualPeak)
      peak = 0
    }
    rhythm.elapse(to: end)
  }

  /// Notes the peak of the parabola through the three latest values.
  private mutating func top(middle: SimTime) {
    let bend = earlier - 2 * before + smooth
    let share = bend < 0 ? 0.5 * (earlier - smooth) / bend : 0
    peak = before
    peakTime = middle + .seconds(min(0.5, max(-0.5, share)) * ForceSampler.interval)
  }
}

/// What counts as a footfall.
public struct FootfallRules: DialSet {
  /// How far a peak of the acceleration must stand out, in m/s², and which share of the usual peak.
  public var leastPeak = 0.35
  public var peakShare = 0.35
  /// How high the usual peak is taken to be at first, and is at least, in m/s².
  public var usualPeak = 1.5
  public var leastUsualPeak = 0.5
  /// How much of a new peak counts for the usual one, and how many usual peaks it counts as at most.
  public var peakGain = 0.15
  public var peakCap = 3.0
  /// For how long peaks are smoothed, and strength is averaged, in s.
  public var memory = 0.055
  public var sizeMemory = 2.0
  /// What counts as a rhythm.
  public var rhythm = StepRhythmRules()

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "least_peak", \.leastPeak, "m/s2", 0.05...5,
      "How far a peak of the acceleration must stand out to be a footfall.", .estimate),
    .number(
      "peak_share", \.peakShare, "share", 0...1, "How much of the usual peak it must have.",
      .estimate),
    .number(
      "usual_peak", \.usualPeak, "m/s2", 0.1...10,
      "How high the usual peak is taken to be at first.", .estimate),
    .number(
      "least_usual_peak", \.leastUsualPeak, "m/s2", 0...5, "How low the usual peak is at least.",
      .estimate),
    .number(
      "peak_gain", \.peakGain, "", 0.01...1, "How much of a new peak counts for the usual one.",
      .estimate),
    .number(
      "peak_cap", \.peakCap, "", 1...20, "How many usual peaks a new one counts as at most.",
      .estimate),
    .number(
      "memory", \.memory, "s", 0.005...1,
      "For how long peaks are smoothed after the band's filter.",
      .estimate),
    .number(
      "size_memory", \.sizeMemory, "s", 0.1...60,
      "For how long the strength is averaged by which a step's length is told.", .estimate),
    .group("rhythm", \.rhythm, "What counts as a rhythm of steps."),
  ]
}
