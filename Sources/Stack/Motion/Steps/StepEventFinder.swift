public import Documents
import Kernel
import Parts

/// Detects footfalls in real time by peak detection with an adaptive threshold and a rhythm test.
struct StepEventFinder: Sendable {
  private let rules: StepEventRules
  private var rhythm: StepRhythm
  /// Latest smoothed value, and the two before it.
  private var (smooth, before, earlier): (Double, Double, Double) = (0, 0, 0)
  private var (peak, peakTime) = (0.0, SimTime.distantPast)
  private var usualPeak: Double
  /// Moving average of the absolute acceleration in the step band, in m/s².
  private var meanSize = 0.0

  init(_ rules: StepEventRules) {
    self.rules = rules
    rhythm = StepRhythm(rules.rhythm)
    usualPeak = rules.usualPeak
  }

  /// Resets after a break in the readings.
  mutating func restart() {
    (smooth, before, earlier, peak) = (0, 0, 0, 0)
    rhythm.end()
  }

  /// Processes the next value of the step band, in m/s², and appends the footfalls that it confirms.
  ///
  /// `end` is the end of the value's 40 ms.
  mutating func process(
    _ value: Float, endingAt end: SimTime, stride: StrideModel, into stepEvents: inout [StepEvent]
  ) {
    let interval = ForceSampler.interval
    meanSize += (Double(abs(value)) - meanSize) * min(1, interval / rules.sizeMemory)
    (earlier, before) = (before, smooth)
    smooth += (Double(value) - smooth) * min(1, interval / rules.memory)
    if before > peak, before >= smooth { top(middle: end - .seconds(1.5 * interval)) }
    if before > 0, smooth <= 0 {
      let minimum = max(rules.minPeak, rules.peakShare * usualPeak)
      if peak > minimum {
        rhythm.beat(
          at: peakTime, seen: end,
          stride: { [meanSize] interval in
            stride.length(stepsPerSecond: 1 / interval, meanSize: meanSize)
          }, into: &stepEvents)
      }
      usualPeak += rules.peakGain * (min(peak, rules.peakCap * usualPeak) - usualPeak)
      usualPeak = max(usualPeak, rules.minUsualPeak)
      peak = 0
    }
    rhythm.elapse(to: end)
  }

  /// Records a peak, at the vertex of the parabola through the three latest values.
  private mutating func top(middle: SimTime) {
    let bend = earlier - 2 * before + smooth
    let share = bend < 0 ? 0.5 * (earlier - smooth) / bend : 0
    peak = before
    peakTime = middle + .seconds(min(0.5, max(-0.5, share)) * ForceSampler.interval)
  }
}

/// Parameters of footfall detection.
public struct StepEventRules: ParameterSet {
  /// Minimum height of a peak, in m/s², and as a fraction of the usual peak.
  public var minPeak = 0.35
  public var peakShare = 0.35
  /// Initial and minimum height of the usual peak, in m/s².
  public var usualPeak = 1.5
  public var minUsualPeak = 0.5
  /// Smoothing gain of the usual peak, and the limit of a new peak in multiples of the usual one.
  public var peakGain = 0.15
  public var peakCap = 3.0
  /// Time constants for smoothing peaks and for averaging the acceleration, in s.
  public var memory = 0.055
  public var sizeMemory = 2.0
  /// Rhythm test.
  public var rhythm = StepRhythmRules()

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "least_peak", \.minPeak, "m/s2", 0.05...5,
      "Minimum height of an acceleration peak for a footfall.", .estimate),
    .number(
      "peak_share", \.peakShare, "share", 0...1,
      "Minimum peak height, as a fraction of the usual peak.",
      .estimate),
    .number(
      "usual_peak", \.usualPeak, "m/s2", 0.1...10,
      "Initial height of the usual acceleration peak.", .estimate),
    .number(
      "least_usual_peak", \.minUsualPeak, "m/s2", 0...5,
      "Minimum height of the usual acceleration peak.",
      .estimate),
    .number(
      "peak_gain", \.peakGain, "", 0.01...1, "Smoothing gain of the usual acceleration peak.",
      .estimate),
    .number(
      "peak_cap", \.peakCap, "", 1...20, "Limit of a new peak, in multiples of the usual one.",
      .estimate),
    .number(
      "memory", \.memory, "s", 0.005...1,
      "Time constant of peak smoothing after the step band's filter.",
      .estimate),
    .number(
      "size_memory", \.sizeMemory, "s", 0.1...60,
      "Averaging time of the acceleration from which step length is derived.", .estimate),
    .group("rhythm", \.rhythm, "Rhythm test for footfalls."),
  ]
}
