import Kernel
import Observations
import Truth

/// Accumulator of figures for the whole run and for each filter, with the truth.
struct ScoreAccumulator: Sendable {
  let input: ScoringInput
  /// The whole run first, then one part per filter.
  private(set) var parts: [ScorePart]
  /// Cache of the latest truth, as locations often share a moment.
  private var latestTruth: (time: SimTime, sample: TruthSample)?

  init(_ input: ScoringInput, filters: [ScoreFilter]) {
    self.input = input
    parts = (0...filters.count).map { number in
      ScorePart(number == 0 ? nil : filters[number - 1], device: input.device)
    }
  }

  /// The end of the run.
  var end: SimTime { .start + input.duration }
  /// The duration, in h.
  var hours: Double { input.duration.seconds / 3600 }

  /// Returns the truth at a moment; nil if unknown.
  mutating func truth(at time: SimTime) -> TruthSample? {
    if let latestTruth, latestTruth.time == time { return latestTruth.sample }
    guard let sample = input.truth?(time) else { return nil }
    latestTruth = (time, sample)
    return sample
  }

  /// Changes every part that contains a moment.
  @inline(__always)
  mutating func change(
    at time: SimTime, _ actual: TruthSample?, _ change: (inout ScorePart) -> Void
  ) {
    for index in parts.indices where parts[index].contains(time, actual) { change(&parts[index]) }
  }

  mutating func changeAll(_ change: (inout ScorePart) -> Void) {
    for index in parts.indices { change(&parts[index]) }
  }

  /// Adds a value of a moment to every part that contains it.
  mutating func add(_ value: Double, at time: SimTime, to metric: Metric) {
    parts[0].samples.add(value, to: metric)
    guard parts.count > 1 else { return }
    let actual = truth(at: time)
    for index in parts.indices.dropFirst() where parts[index].contains(time, actual) {
      parts[index].samples.add(value, to: metric)
    }
  }

  /// Adds a value of the device's whole run to every part without conditions on moments.
  mutating func addWhole(_ value: Double, to metric: Metric) {
    for index in parts.indices where parts[index].isWhole {
      parts[index].samples.add(value, to: metric)
    }
  }

  /// Visits the whole seconds with known activity in a time range, for each part that contains
  /// them.
  ///
  /// - Parameters:
  ///   - begin: The first moment; rounded up to a whole second.
  ///   - isOver: True for moments after the range.
  ///   - judge: Receives the moment, the truth and a part that contains it.
  mutating func changeSeconds(
    from begin: SimTime, until isOver: (SimTime) -> Bool,
    _ judge: (SimTime, TruthSample, inout ScorePart) -> Void
  ) {
    let second: Int64 = 1_000_000_000
    var number = (begin.nanoseconds + second - 1) / second
    while case let now = SimTime(nanoseconds: number * second), !isOver(now) {
      number += 1
      guard now >= .start, let actual = truth(at: now), actual.known.contains(.activity) else {
        continue
      }
      change(at: now, actual) { judge(now, actual, &$0) }
    }
  }

  /// Computes the figures that derive from sums.
  mutating func finish() { changeAll { $0.finish() } }
}
