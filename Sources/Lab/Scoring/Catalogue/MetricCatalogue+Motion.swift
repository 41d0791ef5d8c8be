import Observations
import Truth

// What the bearer was said to do.

extension MetricCatalogue {
  /// The classes that can be told: `other` by no flag at all, `none` by the one of too little data.
  static let toldClasses = TrueActivity.allCases.map(\.rawValue) + ["none"]

  private static let seconds =
    """
    by whole seconds of known activity: the latest activity told is right if it has the true \
    one's flag, or no flag where it is another one, else it is what it calls by its strongest flag
    """
  private static let learn = "scikit-learn 1.9 metrics of the same name, over whole seconds"

  static let motion: [MetricDefinition] = joined([
    [
      .share(
        "activity.accuracy",
        """
        Share of whole seconds of known activity at which the latest activity told has the true \
        one's flag; left out for a stack that tells no activity, and for recordings without motion.
        """,
        source: "Accuracy over fixed windows, as in stepcount 2023; windows of 1 s"),
      .share(
        "activity.flags_right",
        """
        Share of whole seconds at which the latest flags told are just those that the phone's \
        situation has: a phone on a table or a body at rest is stationary; walking (stairs too), \
        running and cycling have their own flag alone; a vehicle is automotive, and stationary as \
        well under 0.3 m/s; a dancer, and who writes in a vehicle, have none. Stationary may be \
        missing where a hand that writes rests, may stand beside cycling at a halt, and automotive \
        may stay after a ride until somebody walks. Judged once the situation and the flow of \
        motion have lasted 20 s, the longest that driving off may take to be told; left out where \
        what is done with the phone where isn't known.
        """,
        source: "WWDC14 session 612, table of activity flags; the 20 s are ours"),
    ], scores("precision", "Share of the seconds told so that are so"),
    scores("recall", "Share of the seconds that are so that are told so"),
    scores("f1", "Twice the seconds rightly told so, over those told so plus those that are so"),
    [
      .share(
        "activity.f1.macro", by: [.mean, .min],
        "Mean of the f1 of the activities that truly occur; one value a device.",
        source: "scikit-learn 1.9, f1_score(average='macro', labels=the true ones)")
    ], confusion, latencies, latencyBounds,
    [
      .time(
        "activity.drive_off_latency", least: Least(1),
        """
        Time from the first whole second of a ride from which on the vehicle goes faster than 1 m/s \
        for 10 s (a move within a car park is no drive-off) to the first at which automotive is told; \
        0 if it was told before. Rides never told are counted by activity.told.
        """,
        source: "WWDC14 session 612 (a dash tells driving at drive-off); 1 m/s and 10 s are ours"),
      .share(
        "activity.told",
        "Share of the true changes of activity that were told before the next one.", source: own),
      .number(
        "activity.flaps_per_hour", "1/h", least: Least(1),
        "Changes of the activity told beyond the true changes, an hour; one value a device.",
        source: own),
    ], pulled, pedometer, faults,
  ])

  private static let faults: [MetricDefinition] = zip(
    SensedFaults.Kind.allCases,
    [
      "Readings that are no number or beyond 16 g", "Gaps of more than 0.3 s",
      "Times the clock was set back", "Batches of a second or more with an axis that hung",
    ]
  ).map { kind, words in
    .number(
      "motion.faults.\(kind.rawValue)", "1", least: Least(1),
      "\(words), in the acceleration that reached the stack; one value a device that had any.",
      source: own)
  }

  private static let asked =
    """
    by whole seconds of known activity, of what an app that asks the history afterwards is told; \
    by the last answer, from the beginning of its first record
    """

  private static let batched =
    """
    by batches of 2.5 s, by what is told as soon as a batch is in and what is done in its middle; \
    the first two after a start or a gap may be unknown, and don't count
    """

  private static let pulled: [MetricDefinition] = joined([
    chief(
      "activity.pull", asked, of: "Pull as against push: WWDC14 session 612"),
    [
      .number(
        "activity.pull.flaps_per_hour", "1/h", least: Least(1),
        "As activity.flaps_per_hour, of what an app that asks the history afterwards is told.",
        source: own)
    ],
    chief("activity.batch", batched, of: "Batches of 2.5 s: WWDC14 session 612"),
  ])

  /// Accuracy, f1 and recall of what was told in another way than second by second.
  private static func chief(
    _ prefix: String, _ words: String, of source: String
  ) -> [MetricDefinition] {
    let whole: [MetricDefinition] = [
      .share("\(prefix).accuracy", "As activity.accuracy, \(words).", source: source),
      .share(
        "\(prefix).f1.macro", by: [.mean, .min], "As activity.f1.macro, \(words).", source: learn),
    ]
    return TrueActivity.allCases.reduce(into: whole) { found, activity in
      for kind in ["f1", "recall"] {
        found.append(
          .share(
            "\(prefix).\(kind).\(activity.rawValue)",
            "As activity.\(kind).\(activity.rawValue), \(words).", source: learn))
      }
    }
  }

  private static func scores(_ kind: String, _ words: String) -> [MetricDefinition] {
    TrueActivity.allCases.map { activity in
      .share(
        "activity.\(kind).\(activity.rawValue)",
        "\(words), for \(activity.rawValue), \(seconds).",
        source: learn)
    }
  }

  private static let confusion: [MetricDefinition] = TrueActivity.allCases.flatMap { actual in
    toldClasses.map { told -> MetricDefinition in
      .number(
        "activity.confusion.\(actual.rawValue).\(told)", "s", by: [.count],
        better: actual.rawValue == told ? .higher : .lower, least: Least(10),
        "How many whole seconds of \(actual.rawValue) were told as \(told), \(seconds).",
        source: "Confusion matrix as of scikit-learn 1.9, rows true, columns told")
    }
  }

  /// What even a perfect classifier needs: a phone hands on motion in batches, and looks twice.
  private static let latencies: [MetricDefinition] = TrueActivity.allCases.map { activity in
    .time(
      "activity.latency.\(activity.rawValue)", least: Least(1),
      """
      Time from a true change to \(activity.rawValue) to the first report of it, told before the \
      next change; changes never told are counted by activity.told. What nobody can get below is \
      beside it, as activity.latency_bound.
      """,
      source: "Definition ours; the batch of 2.5 s from WWDC14 session 612")
  }

  /// No design tells a change before the batch that holds enough of it has come.
  private static let latencyBounds: [MetricDefinition] = joined([
    TrueActivity.allCases.map { activity in
      .time(
        "activity.latency_bound.\(activity.rawValue)", least: Least(1),
        """
        Time from a true change to \(activity.rawValue), if it was told, to the arrival of the first \
        batch of the accelerometer that holds a second of it: what a perfect classifier of motion \
        alone would need.
        """,
        source: "Least evidence and the next batch's edge: ours; batches from WWDC14 session 612")
    },
    TrueActivity.allCases.map { activity in
      .share(
        "activity.latency_efficiency.\(activity.rawValue)", by: [.mean, .min],
        """
        activity.latency_bound over activity.latency of each change to \(activity.rawValue); above \
        1 only with hints beside motion, or if the stack took it for \(activity.rawValue) before.
        """,
        source: "Definition ours")
    },
  ])

  private static let pedometer: [MetricDefinition] = [
    .share(
      "steps.error", by: [.mean, .p50, .p95, .max], better: .nearZero, least: Least(0.01),
      """
      Steps told less steps taken, over steps taken, signed; where none were taken, not defined \
      and left out.
      """,
      source: "Bias of step counts, as in stepcount 2023"),
    .number(
      "steps.false_per_hour", "1/h", least: Least(2),
      """
      Steps told an hour by a device whose bearer took none: by the count of steps, or, where \
      nobody counted, because all the time spent is known to be at rest. Of a part \
      of a run, the surplus of steps told, where less than one a minute was taken.
      """,
      source: "WWDC14 session 612 (false steps on a bus)"),
    .share(
      "distance.error", by: [.mean, .p50, .p95, .max], better: .nearZero, least: Least(0.01),
      """
      Distance on foot told by the pedometer less the true one, over the true one, signed; where \
      none was walked, and of a part of a run where less than 100 m was, left out.
      """,
      source: "Bias of distance, as steps.error"),
    .number(
      "floors.error", "floors", by: [.mean, .p50, .p95, .max, .min], better: .nearZero,
      least: Least(0.5),
      """
      Floors up and down told by the pedometer less the floors truly changed on foot (walking or \
      running at that moment, so not by lift); one value a device.
      """,
      source: "CMPedometer floorsAscended: floors count with steps only"),
  ]
}
