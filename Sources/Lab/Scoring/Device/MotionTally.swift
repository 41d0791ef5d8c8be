import Kernel
import Observations
import Truth

/// Seconds by true and told activity, and steps, of a run or a part of it.
struct MotionTally: Sendable {
  /// By true activity, then by what was told; the last column is nothing.
  private var confusion = Array(
    repeating: 0, count: TrueActivity.allCases.count * (TrueActivity.allCases.count + 1))
  var stepsTold = 0
  var stepsTaken = 0
  /// Ways on foot, in m.
  var metresTold = 0.0
  var metresTaken = 0.0
  /// Seconds in which steps were or could have been taken, and those with known activity.
  var seconds = 0
  var knownSteps = false
  var activitySeconds = 0
  var restSeconds = 0

  private static let columns = TrueActivity.allCases.count + 1

  /// The activity that flags mean, where another one is true: the strongest of them.
  private static let strongest: [TrueActivity] = [
    .automotive, .cycling, .running, .walking, .stationary, .other,
  ]

  /// What was told, in the words of the truth; nil where nothing is known.
  private static func told(_ flags: ActivityFlags, actual: TrueActivity) -> TrueActivity? {
    actual.isTold(by: flags) ? actual : strongest.first { $0.isTold(by: flags) }
  }

  /// Counts a second of known activity.
  mutating func add(_ actual: TrueActivity, told flags: ActivityFlags) {
    let told = Self.told(flags, actual: actual)
    confusion[actual.number * Self.columns + (told?.number ?? Self.columns - 1)] += 1
    activitySeconds += 1
    if actual == .stationary { restSeconds += 1 }
  }

  private func count(_ actual: TrueActivity, _ told: Int) -> Int {
    confusion[actual.number * Self.columns + told]
  }

  /// Adds the chief figures only, of what was told in another way than second by second.
  ///
  /// - Parameters:
  ///   - samples: To these.
  ///   - metrics: Which figures they are.
  func finish(into samples: inout SampleSet, as metrics: ChiefActivityMetrics) {
    var macro: (sum: Double, count: Int) = (0, 0)
    for activity in TrueActivity.allCases {
      let right = count(activity, activity.number)
      let actual = (0..<Self.columns).reduce(0) { $0 + count(activity, $1) }
      let told = TrueActivity.allCases.reduce(0) { $0 + count($1, activity.number) }
      samples.add(1, times: 2 * right, to: metrics.scores[activity, .f1])
      samples.add(0, times: told + actual - 2 * right, to: metrics.scores[activity, .f1])
      guard actual > 0 else { continue }
      for metric in [metrics.scores[activity, .recall], metrics.accuracy] {
        samples.add(1, times: right, to: metric)
        samples.add(0, times: actual - right, to: metric)
      }
      macro.sum += 2 * Double(right) / Double(told + actual)
      macro.count += 1
    }
    if macro.count > 0 {
      samples.add(macro.sum / Double(macro.count), to: metrics.f1Macro)
    }
  }

  /// Adds the figures of activity; steps are judged elsewhere.
  func finish(into samples: inout SampleSet) {
    let metrics = Metric.activity
    var macro: (sum: Double, count: Int) = (0, 0)
    for activity in TrueActivity.allCases {
      let right = count(activity, activity.number)
      let actual = (0..<Self.columns).reduce(0) { $0 + count(activity, $1) }
      let told = TrueActivity.allCases.reduce(0) { $0 + count($1, activity.number) }
      for told in metrics.confusion.columns {
        let column = told?.number ?? Self.columns - 1
        samples.add(1, times: count(activity, column), to: metrics.confusion[activity, told])
      }
      samples.add(1, times: right, to: metrics.precision[activity])
      samples.add(0, times: told - right, to: metrics.precision[activity])
      samples.add(1, times: right, to: metrics.recall[activity])
      samples.add(0, times: actual - right, to: metrics.recall[activity])
      // As a share of (told + actual), so that it can be pooled as the others are.
      samples.add(1, times: 2 * right, to: metrics.f1[activity])
      samples.add(0, times: told + actual - 2 * right, to: metrics.f1[activity])
      samples[.activity.accuracy].add(1, times: right)
      samples[.activity.accuracy].add(0, times: actual - right)
      if actual > 0 {
        macro.sum += 2 * Double(right) / Double(told + actual)
        macro.count += 1
      }
    }
    if macro.count > 0 {
      samples.add(macro.sum / Double(macro.count), to: .activity.f1Macro)
    }
  }
}

extension TrueActivity {
  /// Its place among all.
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

  /// Whether flags tell this activity: what has no name, such as a dance, is told by no flag at all.
  func isTold(by flags: ActivityFlags) -> Bool {
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
