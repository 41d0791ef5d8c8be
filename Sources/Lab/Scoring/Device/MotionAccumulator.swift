import Kernel
import Observations
import Truth

/// Confusion matrix of activity in seconds, and step totals, of a run or a part of it.
struct MotionAccumulator: Sendable {
  /// Row-major, by true and by reported activity; the last column is "no report".
  private var confusion = Array(
    repeating: 0, count: TrueActivity.allCases.count * (TrueActivity.allCases.count + 1))
  var stepsReported = 0
  var stepsTaken = 0
  /// Distance on foot, in m.
  var metresReported = 0.0
  var metresTaken = 0.0
  /// All seconds and, below, those with known activity.
  var seconds = 0
  var knownSteps = false
  var activitySeconds = 0
  var restSeconds = 0

  private static let columns = TrueActivity.allCases.count + 1

  /// Priority of the activities in flags that lack the true one.
  private static let strongest: [TrueActivity] = [
    .automotive, .cycling, .running, .walking, .stationary, .other,
  ]

  /// The reported activity; nil without knowledge.
  private static func reported(_ flags: ActivityFlags, actual: TrueActivity) -> TrueActivity? {
    actual.isReported(by: flags) ? actual : strongest.first { $0.isReported(by: flags) }
  }

  /// Counts a second of known activity.
  mutating func add(_ actual: TrueActivity, reported flags: ActivityFlags) {
    let reported = Self.reported(flags, actual: actual)
    confusion[actual.number * Self.columns + (reported?.number ?? Self.columns - 1)] += 1
    activitySeconds += 1
    if actual == .stationary { restSeconds += 1 }
  }

  private func count(_ actual: TrueActivity, _ reported: Int) -> Int {
    confusion[actual.number * Self.columns + reported]
  }

  /// Returns the seconds of an activity: rightly reported, true and reported.
  private func counts(of activity: TrueActivity) -> (right: Int, actual: Int, reported: Int) {
    (
      count(activity, activity.number),
      (0..<Self.columns).reduce(0) { $0 + count(activity, $1) },
      TrueActivity.allCases.reduce(0) { $0 + count($1, activity.number) }
    )
  }

  /// The mean F1 score of the activities that truly occur; nil without any.
  private var f1Macro: Double? {
    var macro: (sum: Double, count: Int) = (0, 0)
    for activity in TrueActivity.allCases {
      let (right, actual, reported) = counts(of: activity)
      guard actual > 0 else { continue }
      macro.sum += 2 * Double(right) / Double(reported + actual)
      macro.count += 1
    }
    return macro.count > 0 ? macro.sum / Double(macro.count) : nil
  }

  /// Adds the main activity scores only, for batches and the history.
  ///
  /// - Parameters:
  ///   - samples: The destination.
  ///   - metrics: The metrics to add to.
  func finish(into samples: inout SampleSet, as metrics: ChiefActivityMetrics) {
    for activity in TrueActivity.allCases {
      let (right, actual, reported) = counts(of: activity)
      // As a share of (reported + actual), so that it can be pooled like the other shares.
      samples.add(2 * right, of: reported + actual, to: metrics.scores[activity, .f1])
      samples.add(right, of: actual, to: metrics.scores[activity, .recall])
      samples.add(right, of: actual, to: metrics.accuracy)
    }
    if let f1Macro { samples.add(f1Macro, to: metrics.f1Macro) }
  }

  /// Adds the activity figures; steps are scored elsewhere.
  func finish(into samples: inout SampleSet) {
    let metrics = Metric.activity
    for activity in TrueActivity.allCases {
      let (right, actual, reported) = counts(of: activity)
      for reported in metrics.confusion.columns {
        let column = reported?.number ?? Self.columns - 1
        samples.add(1, times: count(activity, column), to: metrics.confusion[activity, reported])
      }
      samples.add(right, of: reported, to: metrics.precision[activity])
      samples.add(right, of: actual, to: metrics.recall[activity])
      samples.add(2 * right, of: reported + actual, to: metrics.f1[activity])
      samples.add(right, of: actual, to: metrics.accuracy)
    }
    if let f1Macro { samples.add(f1Macro, to: metrics.f1Macro) }
  }
}

extension SampleSet {
  /// Adds a share as its numbers of ones and zeros.
  fileprivate mutating func add(_ right: Int, of all: Int, to metric: Metric) {
    add(1, times: right, to: metric)
    add(0, times: all - right, to: metric)
  }
}

extension TrueActivity {
  /// The index in the confusion matrix.
  fileprivate var number: Int {
    switch self {
    case .stationary: 0
    case .walking: 1
    case .running: 2
    case .cycling: 3
    case .automotive: 4
    case .other: 5
    }
  }

  /// True if the flags contain this activity; unnamed activities, such as dancing, have no flag.
  func isReported(by flags: ActivityFlags) -> Bool {
    switch self {
    case .stationary: flags.contains(.stationary)
    case .walking: flags.contains(.walking)
    case .running: flags.contains(.running)
    case .cycling: flags.contains(.cycling)
    case .automotive: flags.contains(.automotive)
    case .other: flags.isEmpty
    }
  }
}
