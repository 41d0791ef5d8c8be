public import Documents
import Kernel
import Parts

/// Rhythm test, which separates footfalls from other peaks.
///
/// Peaks are held back until several in a row have the intervals of steps; these and their successors are
/// footfalls at once.
struct StepRhythm: Sendable {
  private let rules: StepRhythmRules
  private var waiting: [SimTime] = []
  private var lastBeat = SimTime.distantPast
  private var isGoing = false
  /// Present step interval, in s.
  private var interval = 0.55

  init(_ rules: StepRhythmRules = StepRhythmRules()) { self.rules = rules }

  /// Ends the walk after the maximum interval without a footfall.
  mutating func elapse(to time: SimTime) {
    guard isGoing || !waiting.isEmpty,
      (time - lastBeat).seconds > rules.longestInterval
    else { return }
    end()
  }

  /// Ends the walk, if there is one.
  mutating func end() {
    isGoing = false
    waiting.removeAll(keepingCapacity: true)
  }

  /// Processes a peak, and appends the footfalls that it confirms, oldest first.
  ///
  /// - Parameters:
  ///   - moment: Time of the peak.
  ///   - seen: Time of its detection.
  ///   - stride: Step length, in m, for a step interval in s.
  ///   - stepEvents: Receives the footfalls.
  mutating func beat(
    at moment: SimTime, seen: SimTime, stride: (_ interval: Double) -> Double,
    into stepEvents: inout [StepEvent]
  ) {
    let gap = (moment - lastBeat).seconds
    guard gap >= rules.shortestInterval else { return }
    lastBeat = moment
    if gap > rules.longestInterval {
      isGoing = false
      waiting.removeAll(keepingCapacity: true)
      waiting.append(moment)
      return
    }
    if isGoing {
      interval += rules.intervalGain * (gap - interval)
      stepEvents.append(
        StepEvent(
          time: moment, seenTime: seen, gapSeconds: gap, intervalSeconds: interval,
          lengthMetres: stride(interval)))
      return
    }
    waiting.append(moment)
    guard waiting.count > rules.intervals else { return }
    isGoing = true
    interval = (moment - waiting[0]).seconds / Double(waiting.count - 1)
    for (from, to) in zip(waiting, waiting.dropFirst()) {
      stepEvents.append(
        StepEvent(
          time: to, seenTime: seen, gapSeconds: (to - from).seconds, intervalSeconds: interval,
          lengthMetres: stride(interval)))
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

/// Parameters of the rhythm test.
public struct StepRhythmRules: ParameterSet {
  /// Minimum and maximum interval between footfalls, in s.
  public var shortestInterval = 0.27
  public var longestInterval = 1.1
  /// Number of consecutive intervals that make a walk.
  public var intervals = 3
  /// Smoothing gain of the step interval.
  public var intervalGain = 0.3

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .number(
      "shortest_interval", \.shortestInterval, "s", 0.05...1,
      "Minimum interval between footfalls.", .estimate),
    .number(
      "longest_interval", \.longestInterval, "s", 0.4...5,
      "Maximum interval between footfalls of one walk.", .estimate),
    .count("intervals", \.intervals, 1...20, "Minimum number of intervals in a walk.", .estimate),
    .number(
      "interval_gain", \.intervalGain, "", 0.01...1,
      "Smoothing gain of the step interval.", .estimate),
  ]
}
