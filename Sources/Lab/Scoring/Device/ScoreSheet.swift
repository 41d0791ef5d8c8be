import Kernel
import Observations
import Truth

/// Where figures are written down: those of the whole run first, then those of each part of it; with
/// the truth that they are judged by.
struct ScoreSheet: Sendable {
  let input: ScoringInput
  /// Everything first, then what each filter lets through.
  private(set) var parts: [ScorePart]
  /// The truth that was asked for last, as locations are often told at the same moment.
  private var latestTruth: (time: SimTime, sample: TruthSample)?

  init(_ input: ScoringInput, filters: [ScoreFilter]) {
    self.input = input
    parts = (0...filters.count).map { number in
      ScorePart(number == 0 ? nil : filters[number - 1], device: input.device)
    }
  }

  /// When the run ends.
  var end: SimTime { .start + input.duration }
  /// How long it lasts, in h.
  var hours: Double { input.duration.seconds / 3600 }

  /// The truth at a moment; nil where nothing of it is known.
  mutating func truth(at time: SimTime) -> TruthSample? {
    if let latestTruth, latestTruth.time == time { return latestTruth.sample }
    guard let sample = input.truth?(time) else { return nil }
    latestTruth = (time, sample)
    return sample
  }

  /// Changes every part that a moment belongs to.
  @inline(__always)
  mutating func change(
    at time: SimTime, _ actual: TruthSample?, _ change: (inout ScorePart) -> Void
  ) {
    for index in parts.indices where parts[index].contains(time, actual) { change(&parts[index]) }
  }

  /// Changes every part.
  mutating func changeAll(_ change: (inout ScorePart) -> Void) {
    for index in parts.indices { change(&parts[index]) }
  }

  /// Adds a value that belongs to a moment, to everything and where filters let it through.
  mutating func add(_ value: Double, at time: SimTime, to metric: Metric) {
    parts[0].samples.add(value, to: metric)
    guard parts.count > 1 else { return }
    let actual = truth(at: time)
    for index in parts.indices.dropFirst() where parts[index].contains(time, actual) {
      parts[index].samples.add(value, to: metric)
    }
  }

  /// Adds a value that the device has as a whole, to everything and where filters ask for no more
  /// than the device.
  mutating func addWhole(_ value: Double, to metric: Metric) {
    for index in parts.indices where parts[index].isWhole {
      parts[index].samples.add(value, to: metric)
    }
  }

  /// Calls up whole seconds of true motion, in which filters let something through, one by one.
  ///
  /// - Parameters:
  ///   - begin: The first moment; a second that isn't whole is rounded up.
  ///   - isOver: Whether a moment is after the last.
  ///   - judge: Takes the moment, the truth then and a part that it belongs to.
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

  /// Works out what follows from sums.
  mutating func finish() { changeAll { $0.finish() } }
}
