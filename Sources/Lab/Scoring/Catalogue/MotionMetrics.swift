package import Truth

// Metrics of activities and the pedometer.

private let seconds =
  """
  by whole seconds of known activity: the latest reported activity is right if it has the true \
  one's flag (or no flag where the true one is another activity), else it counts as its strongest flag
  """

private let learn = "scikit-learn 1.9 metrics of the same name, over whole seconds"

private let asked =
  """
  by whole seconds of known activity, over the history that an app queries afterwards; \
  by the last answer, from the start of its first record
  """

private let batched =
  """
  by batches of 2.5 s: the report at the arrival of a batch against the true activity in the \
  batch's middle; the first two batches after a start or a gap may be unknown, and don't count
  """

/// Activity as reported, second by second.
package struct ActivityMetrics: Sendable {
  package let accuracy = MetricRegistry.share(
    "activity.accuracy",
    """
    Share of whole seconds of known activity at which the latest reported activity has the true \
    one's flag; left out for stacks that report no activity, and for recordings without motion.
    """,
    source: "Accuracy over fixed windows, as in stepcount 2023; windows of 1 s"
  )
  .headline()
  .judged(.share)
  package let flagsRight = MetricRegistry.share(
    "activity.flags_right",
    """
    Share of whole seconds at which the latest reported flags are exactly those of the phone's \
    situation: a phone on a table or a body at rest is stationary; walking (stairs too), \
    running and cycling have their own flag alone; a vehicle is automotive, and stationary too \
    well below 0.3 m/s; dancing, and writing in a vehicle, have none. Stationary may be \
    missing while a writing hand rests, and may stand beside cycling at a halt; automotive \
    may stay after a ride until the next walk. Judged once the situation and the flow of \
    motion data have lasted 20 s, the maximum delay of a drive-off report; left out where \
    the handling of the phone is unknown.
    """,
    source: "WWDC14 session 612, table of activity flags; the 20 s are ours")
  package let contradicted = MetricRegistry.share(
    "activity.contradicted", better: .lower,
    """
    Share of whole seconds, of those with unchanged flags of high confidence for 12 s, at which the \
    step count contradicts them: on foot without a reported step for 12 s, or at rest or in a vehicle with \
    steps. Needs no truth; left out where no app counts steps, or no sensor data for counting exist.
    """,
    source: "Ours: what an app would show its user side by side")
  package let precision = scores("precision", "Share of the reported seconds that are true")
  package let recall = scores("recall", "Share of the true seconds that are reported")
  package let f1 = scores(
    "f1", "F1 score: twice the right seconds, over the reported seconds plus the true ones")
  package let f1Macro = MetricRegistry.share(
    "activity.f1.macro", by: [.mean, .min],
    "Mean F1 score of the activities that truly occur; one value per device.",
    source: "scikit-learn 1.9, f1_score(average='macro', labels=the true ones)"
  )
  .headline()
  .judged(.mean, isPrimary: true)
  /// Confusion matrix by true activity and reported activity; the column `other` isn't a flag at all,
  /// nil is the flag of too little data.
  package let confusion = MetricRegistry.table(TrueActivity.allCases + [nil]) {
    (actual: TrueActivity, activity) in
    let reported = activity?.rawValue ?? "none"
    return MetricRegistry.number(
      "activity.confusion.\(actual.rawValue).\(reported)", "s", by: [.count],
      better: actual.rawValue == reported ? .higher : .lower, margin: .absolute(10),
      "Number of whole seconds of \(actual.rawValue) that were reported as \(reported), \(seconds).",
      source: "Confusion matrix as of scikit-learn 1.9, rows true, columns reported")
  }

  /// Declares a score for each activity.
  private static func scores(_ kind: String, _ words: String) -> MetricFamily<TrueActivity> {
    MetricRegistry.family { activity in
      MetricRegistry.share(
        "activity.\(kind).\(activity.rawValue)", "\(words), for \(activity.rawValue), \(seconds).",
        source: learn)
    }
  }
}

/// Latency of activity changes.
package struct ActivityChangeMetrics: Sendable {
  /// By the new activity; even a perfect classifier needs some seconds: a phone delivers motion in
  /// batches, and needs two of them.
  package let latency: MetricFamily<TrueActivity> = MetricRegistry.family { activity in
    MetricRegistry.time(
      "activity.latency.\(activity.rawValue)", margin: 1,
      """
      Time from a true change to \(activity.rawValue) to its first report before the next change; \
      changes never reported are counted by activity.told. The lower bound is \
      activity.latency_bound.
      """,
      source: "Definition ours; the batch of 2.5 s from WWDC14 session 612")
  }
  /// Lower bound: a change can't be reported before the arrival of the batch that shows enough of
  /// it.
  package let latencyBound: MetricFamily<TrueActivity> = MetricRegistry.family { activity in
    MetricRegistry.time(
      "activity.latency_bound.\(activity.rawValue)", margin: 1,
      """
      Lower bound of activity.latency: time from a true change to \(activity.rawValue), if it was reported, \
      to the arrival of the first accelerometer batch that holds a second of it, as a perfect \
      classifier of motion alone needs.
      """,
      source: "Least evidence and the next batch's edge: ours; batches from WWDC14 session 612")
  }
  package let latencyEfficiency: MetricFamily<TrueActivity> = MetricRegistry.family { activity in
    MetricRegistry.share(
      "activity.latency_efficiency.\(activity.rawValue)", by: [.mean, .min], range: 0...(.infinity),
      """
      activity.latency_bound over activity.latency of each change to \(activity.rawValue); above \
      1 only with evidence beside motion, or after a false report of \(activity.rawValue).
      """,
      source: "Definition ours")
  }
  package let driveOffLatency = MetricRegistry.time(
    "activity.drive_off_latency", margin: 1,
    """
    Time from the drive-off, the first whole second from which the vehicle goes faster than 1 m/s \
    for 10 s (moves within a car park don't count), to the first second at which automotive is reported; \
    0 if it was reported before. Rides never reported are counted by activity.told.
    """,
    source:
      "WWDC14 session 612 (on a dash, driving is recognised at drive-off); 1 m/s and 10 s are ours")
  package let reported = MetricRegistry.share(
    "activity.told",
    "Share of the true changes of activity that were reported before the next one.")
  package let flapsPerHour = MetricRegistry.number(
    "activity.flaps_per_hour", "1/h", margin: .absolute(1),
    "Reported changes of the activity beyond the true changes, per hour; one value per device.")
}

/// The main activity scores of another reporting path than the seconds of live updates.
package struct ChiefActivityMetrics: Sendable {
  package let accuracy, f1Macro: Metric
  /// By activity.
  package let scores: MetricTable<TrueActivity, Score>

  /// A score of one activity.
  package enum Score: String, CaseIterable, Sendable {
    case f1, recall
  }

  private init(_ prefix: String, _ words: String, of source: String) {
    accuracy = MetricRegistry.share(
      "\(prefix).accuracy", "As activity.accuracy, \(words).", source: source)
    f1Macro = MetricRegistry.share(
      "\(prefix).f1.macro", by: [.mean, .min], "As activity.f1.macro, \(words).", source: learn)
    scores = MetricRegistry.table(Score.allCases) { activity, kind in
      MetricRegistry.share(
        "\(prefix).\(kind.rawValue).\(activity.rawValue)",
        "As activity.\(kind.rawValue).\(activity.rawValue), \(words).", source: learn)
    }
  }

  /// The scores of the activity history, as an app queries it afterwards.
  static func pull() -> Self {
    Self("activity.pull", asked, of: "Pull as against push: WWDC14 session 612")
  }

  /// The scores by batch.
  static func batch() -> Self {
    Self("activity.batch", batched, of: "Batches of 2.5 s: WWDC14 session 612")
  }
}

/// Metrics of the activity history, as an app queries it afterwards.
package struct HistoryMetrics: Sendable {
  package let flapsPerHour = MetricRegistry.number(
    "activity.pull.flaps_per_hour", "1/h", margin: .absolute(1),
    "As activity.flaps_per_hour, over the history that an app queries afterwards.")
}

/// Pedometer errors: steps, distance and floors.
package struct PedometerMetrics: Sendable {
  package let stepsError = MetricRegistry.relativeError(
    "steps.error",
    """
    Steps reported less steps taken, over steps taken, signed; left out where fewer than ten were taken, \
    and where no app subscribed to steps.
    """,
    source: "Bias of step counts, as in stepcount 2023"
  )
  .headline()
  .judged(.mean, isPrimary: true)
  package let stepsAbsError = MetricRegistry.absoluteError(
    "steps.abs_error", "Absolute value of steps.error.",
    source: "Mean absolute percentage error of step counts, as in stepcount 2023")
  package let stepsFalsePerHour = MetricRegistry.number(
    "steps.false_per_hour", "1/h", margin: .absolute(2),
    """
    Steps reported per hour by a device whose carrier took none: by the true step count or, without \
    one, because the carrier is known to be at rest throughout. In a part of a run: the surplus of \
    reported steps, where less than one step a minute was taken.
    """,
    source: "WWDC14 session 612 (false steps on a bus)"
  )
  .headline()
  .judged(.mean)
  package let distanceError = MetricRegistry.relativeError(
    "distance.error",
    """
    Distance on foot reported by the pedometer less the true one, over the true one, signed; left out \
    where none was walked, and in a part of a run with less than 100 m.
    """,
    source: "Bias of distance, as steps.error"
  )
  .headline()
  .judged(.mean)
  package let distanceAbsError = MetricRegistry.absoluteError(
    "distance.abs_error", "Absolute value of distance.error.",
    source: "As steps.abs_error")
  package let floorsError = MetricRegistry.number(
    "floors.error", "floors", by: [.mean, .p50, .p95, .max, .min], better: .nearZero,
    margin: .absolute(0.5),
    """
    Floors up and down reported by the pedometer less the true floor changes on foot (walking or \
    running at that moment, so not by lift); one value per device.
    """,
    source: "CMPedometer floorsAscended: floors count with steps only"
  )
  .headline()
  package let floorsAbsError = MetricRegistry.number(
    "floors.abs_error", "floors", by: [.mean, .p50, .p95, .max], margin: .absolute(0.5),
    "Absolute value of floors.error.", source: "As floors.error")
}

/// Faults of the acceleration data that reached the stack.
package struct MotionFaultMetrics: Sendable {
  package let faults: MetricFamily<SensedFaults.FaultKind> = MetricRegistry.family { kind in
    MetricRegistry.number(
      "motion.faults.\(kind.rawValue)", "1", margin: .absolute(1),
      "\(kind.words), in the acceleration that reached the stack; one value per device that had any."
    )
  }
}

extension SensedFaults.FaultKind {
  fileprivate var words: String {
    switch self {
    case .unusable: "Readings that are not a number or beyond 16 g"
    case .gap: "Gaps of more than 0.3 s"
    case .setBack: "Times the clock was set back"
    case .stuck: "Batches of a second or more with a stuck axis"
    }
  }
}
