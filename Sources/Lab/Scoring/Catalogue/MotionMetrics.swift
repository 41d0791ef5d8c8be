package import Truth

// What the bearer was said to do.

private let seconds =
  """
  by whole seconds of known activity: the latest activity reported is right if it has the true \
  one's flag, or no flag where it is another one, else it is what it calls by its strongest flag
  """

private let learn = "scikit-learn 1.9 metrics of the same name, over whole seconds"

private let asked =
  """
  by whole seconds of known activity, of what an app that asks the history afterwards is reported; \
  by the last answer, from the beginning of its first record
  """

private let batched =
  """
  by batches of 2.5 s, by what is reported as soon as a batch is in and what is done in its middle; \
  the first two after a start or a gap may be unknown, and don't count
  """

/// Seconds of activity as they are told.
package struct ActivityMetrics: Sendable {
  package let accuracy = Entry.share(
    "activity.accuracy",
    """
    Share of whole seconds of known activity at which the latest activity reported has the true \
    one's flag; left out for a stack that tells no activity, and for recordings without motion.
    """,
    source: "Accuracy over fixed windows, as in stepcount 2023; windows of 1 s")
  package let flagsRight = Entry.share(
    "activity.flags_right",
    """
    Share of whole seconds at which the latest flags reported are just those that the phone's \
    situation has: a phone on a table or a body at rest is stationary; walking (stairs too), \
    running and cycling have their own flag alone; a vehicle is automotive, and stationary as \
    well under 0.3 m/s; a dancer, and who writes in a vehicle, have none. Stationary may be \
    missing where a hand that writes rests, may stand beside cycling at a halt, and automotive \
    may stay after a ride until somebody walks. Judged once the situation and the flow of \
    motion have lasted 20 s, the longest that driving off may take to be reported; left out where \
    what is done with the phone where isn't known.
    """,
    source: "WWDC14 session 612, table of activity flags; the 20 s are ours")
  package let contradicted = Entry.share(
    "activity.contradicted", better: .lower,
    """
    Share of whole seconds, of those at which flags of high confidence have stood for 12 s, at which steps \
    say otherwise: on foot and no step reported for 12 s, or at rest or in a vehicle and steps reported. \
    Needs no truth; left out where apps count no steps, or nothing is sensed to count them by.
    """,
    source: "Ours: what an app would show its user side by side")
  package let precision = scores("precision", "Share of the seconds reported so that are so")
  package let recall = scores("recall", "Share of the seconds that are so that are reported so")
  package let f1 = scores(
    "f1", "Twice the seconds rightly reported so, over those reported so plus those that are so")
  package let f1Macro = Entry.share(
    "activity.f1.macro", by: [.mean, .min],
    "Mean of the f1 of the activities that truly occur; one value a device.",
    source: "scikit-learn 1.9, f1_score(average='macro', labels=the true ones)")
  /// By what is done and what is told: an activity, `other` by no flag at all, or nil by the flag of
  /// too little data.
  package let confusion = Entry.table(TrueActivity.allCases + [nil]) {
    (actual: TrueActivity, activity) in
    let told = activity?.rawValue ?? "none"
    return Entry.number(
      "activity.confusion.\(actual.rawValue).\(told)", "s", by: [.count],
      better: actual.rawValue == told ? .higher : .lower, least: 10,
      "How many whole seconds of \(actual.rawValue) were reported as \(told), \(seconds).",
      source: "Confusion matrix as of scikit-learn 1.9, rows true, columns reported")
  }

  /// Scores of each activity.
  private static func scores(_ kind: String, _ words: String) -> MetricFamily<TrueActivity> {
    Entry.family { activity in
      Entry.share(
        "activity.\(kind).\(activity.rawValue)", "\(words), for \(activity.rawValue), \(seconds).",
        source: learn)
    }
  }
}

/// How changes of activity are told.
package struct ActivityChangeMetrics: Sendable {
  /// By what is begun: what even a perfect classifier needs, as a phone hands on motion in batches,
  /// and looks twice.
  package let latency: MetricFamily<TrueActivity> = Entry.family { activity in
    Entry.time(
      "activity.latency.\(activity.rawValue)", least: 1,
      """
      Time from a true change to \(activity.rawValue) to the first report of it, reported before the \
      next change; changes never reported are counted by activity.told. What nobody can get below is \
      beside it, as activity.latency_bound.
      """,
      source: "Definition ours; the batch of 2.5 s from WWDC14 session 612")
  }
  /// No design tells a change before the batch that holds enough of it has come.
  package let latencyBound: MetricFamily<TrueActivity> = Entry.family { activity in
    Entry.time(
      "activity.latency_bound.\(activity.rawValue)", least: 1,
      """
      Time from a true change to \(activity.rawValue), if it was reported, to the arrival of the first \
      batch of the accelerometer that holds a second of it: what a perfect classifier of motion \
      alone would need.
      """,
      source: "Least evidence and the next batch's edge: ours; batches from WWDC14 session 612")
  }
  package let latencyEfficiency: MetricFamily<TrueActivity> = Entry.family { activity in
    Entry.share(
      "activity.latency_efficiency.\(activity.rawValue)", by: [.mean, .min], range: 0...(.infinity),
      """
      activity.latency_bound over activity.latency of each change to \(activity.rawValue); above \
      1 only with hints beside motion, or if the stack took it for \(activity.rawValue) before.
      """,
      source: "Definition ours")
  }
  package let driveOffLatency = Entry.time(
    "activity.drive_off_latency", least: 1,
    """
    Time from the first whole second of a ride from which on the vehicle goes faster than 1 m/s \
    for 10 s (a move within a car park is no drive-off) to the first at which automotive is reported; \
    0 if it was reported before. Rides never reported are counted by activity.told.
    """,
    source: "WWDC14 session 612 (a dash tells driving at drive-off); 1 m/s and 10 s are ours")
  package let told = Entry.share(
    "activity.told",
    "Share of the true changes of activity that were reported before the next one.")
  package let flapsPerHour = Entry.number(
    "activity.flaps_per_hour", "1/h", least: 1,
    "Changes of the activity reported beyond the true changes, an hour; one value a device.")
}

/// The chief figures of what is told in another way than second by second.
package struct ChiefActivityMetrics: Sendable {
  package let accuracy, f1Macro: Metric
  /// Of each activity.
  package let scores: MetricTable<TrueActivity, Score>

  /// A score of one activity.
  package enum Score: String, CaseIterable, Sendable {
    case f1, recall
  }

  private init(_ prefix: String, _ words: String, of source: String) {
    accuracy = Entry.share("\(prefix).accuracy", "As activity.accuracy, \(words).", source: source)
    f1Macro = Entry.share(
      "\(prefix).f1.macro", by: [.mean, .min], "As activity.f1.macro, \(words).", source: learn)
    scores = Entry.table(Score.allCases) { activity, kind in
      Entry.share(
        "\(prefix).\(kind.rawValue).\(activity.rawValue)",
        "As activity.\(kind.rawValue).\(activity.rawValue), \(words).", source: learn)
    }
  }

  /// Of an app that asks the history afterwards.
  static func pull() -> Self {
    Self("activity.pull", asked, of: "Pull as against push: WWDC14 session 612")
  }

  /// Batch by batch.
  static func batch() -> Self {
    Self("activity.batch", batched, of: "Batches of 2.5 s: WWDC14 session 612")
  }
}

/// What an app that asks the history afterwards is told.
package struct HistoryMetrics: Sendable {
  package let flapsPerHour = Entry.number(
    "activity.pull.flaps_per_hour", "1/h", least: 1,
    "As activity.flaps_per_hour, of what an app that asks the history afterwards is told.")
}

/// Steps, distances and floors.
package struct PedometerMetrics: Sendable {
  package let stepsError = Entry.relativeError(
    "steps.error",
    """
    Steps reported less steps taken, over steps taken, signed; left out where none were taken, and where \
    no app was reported of steps.
    """,
    source: "Bias of step counts, as in stepcount 2023")
  package let stepsAbsError = Entry.absoluteError(
    "steps.abs_error", "The size of steps.error, without its sign.",
    source: "Mean absolute percentage error of step counts, as in stepcount 2023")
  package let stepsFalsePerHour = Entry.number(
    "steps.false_per_hour", "1/h", least: 2,
    """
    Steps reported an hour by a device whose bearer took none: by the count of steps, or, where \
    nobody counted, because all the time spent is known to be at rest. Of a part \
    of a run, the surplus of steps reported, where less than one a minute was taken.
    """,
    source: "WWDC14 session 612 (false steps on a bus)")
  package let distanceError = Entry.relativeError(
    "distance.error",
    """
    Distance on foot reported by the pedometer less the true one, over the true one, signed; where \
    none was walked, and of a part of a run where less than 100 m was, left out.
    """,
    source: "Bias of distance, as steps.error")
  package let distanceAbsError = Entry.absoluteError(
    "distance.abs_error", "The size of distance.error, without its sign.",
    source: "As steps.abs_error")
  package let floorsError = Entry.number(
    "floors.error", "floors", by: [.mean, .p50, .p95, .max, .min], better: .nearZero,
    least: 0.5,
    """
    Floors up and down reported by the pedometer less the floors truly changed on foot (walking or \
    running at that moment, so not by lift); one value a device.
    """,
    source: "CMPedometer floorsAscended: floors count with steps only")
  package let floorsAbsError = Entry.number(
    "floors.abs_error", "floors", by: [.mean, .p50, .p95, .max], least: 0.5,
    "The size of floors.error, without its sign.", source: "As floors.error")
}

/// What was wrong with the acceleration that reached the stack.
package struct MotionFaultMetrics: Sendable {
  package let faults: MetricFamily<SensedFaults.Kind> = Entry.family { kind in
    Entry.number(
      "motion.faults.\(kind.rawValue)", "1", least: 1,
      "\(kind.words), in the acceleration that reached the stack; one value a device that had any.")
  }
}

extension SensedFaults.Kind {
  fileprivate var words: String {
    switch self {
    case .unusable: "Readings that are no number or beyond 16 g"
    case .gap: "Gaps of more than 0.3 s"
    case .setBack: "Times the clock was set back"
    case .stuck: "Batches of a second or more with an axis that hung"
    }
  }
}
