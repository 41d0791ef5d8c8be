public import Documents
import Kernel
import Parts

/// Tells footfalls from whatever else makes a peak, by their rhythm.
///
/// Peaks wait until some in a row have come at the pace of feet; then they and those that go on are
/// footfalls at once.
struct StepRhythm: Sendable {
  private let rules: StepRhythmRules
  private var waiting: [SimTime] = []
  private var lastBeat = SimTime.distantPast
  private var isGoing = false
  /// How long a step takes at present, in s.
  private var interval = 0.55

  /// Creates a rhythm that has heard nothing.
  init(_ rules: StepRhythmRules = StepRhythmRules()) { self.rules = rules }

  /// Ends the walk, if there is one, once no foot has fallen for too long.
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

  /// Takes a peak, and appends the footfalls that are clear by it, oldest first.
  ///
  /// - Parameters:
  ///   - moment: When the peak was.
  ///   - seen: When it showed.
  ///   - stride: How long a step is, in m, that takes so many seconds.
  ///   - footfalls: Takes them.
  mutating func beat(
    at moment: SimTime, seen: SimTime, stride: (_ interval: Double) -> Double,
    into footfalls: inout [Footfall]
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
      footfalls.append(
        Footfall(
          time: moment, seenTime: seen, gapSeconds: gap, intervalSeconds: interval,
          lengthMetres: stride(interval)))
      return
    }
    waiting.append(moment)
    guard waiting.count > rules.intervals else { return }
    isGoing = true
    interval = (moment - waiting[0]).seconds / Double(waiting.count - 1)
    for (from, to) in zip(waiting, waiting.dropFirst()) {
      footfalls.append(
        Footfall(
          time: to, seenTime: seen, gapSeconds: (to - from).seconds, intervalSeconds: interval,
          lengthMetres: stride(interval)))
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

/// What counts as a rhythm of steps.
public struct StepRhythmRules: DialSet {
  /// How soon and how late after another a footfall may come, in s.
  public var shortestInterval = 0.27
  public var longestInterval = 1.1
  /// How many intervals in a row make a walk.
  public var intervals = 3
  /// How much of a new interval counts for the usual one.
  public var intervalGain = 0.3

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .number(
      "shortest_interval", \.shortestInterval, "s", 0.05...1,
      "How soon after another a footfall may come.", .estimate),
    .number(
      "longest_interval", \.longestInterval, "s", 0.4...5,
      "How late after another a footfall may come for the walk to go on.", .estimate),
    .count("intervals", \.intervals, 1...20, "How many intervals in a row make a walk.", .estimate),
    .number(
      "interval_gain", \.intervalGain, "", 0.01...1,
      "How much of a new interval counts for the usual one.", .estimate),
  ]
}
