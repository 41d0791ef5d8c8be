// Metrics of regions, beacons, visits, pauses and wayfinding.

private let regionRule =
  """
  a reported crossing is matched to the first earlier true crossing of that region in that direction \
  that has no match yet and wasn't undone meanwhile
  """
private let restRule =
  "at rest is a time of true stillness; movements shorter than 30 s are ignored"
private let stayRule =
  "a true stay is 10 min or more within 100 m of its centre (after Li et al. 2008, stay points)"
private let stageRule = "one value per device whose apps request locations"
private let stages = "WWDC12 session 303 (a first location by cell, then Wi-Fi, then GPS)"
private let thereRule =
  "arrival is a true position within 10 m of the place on its level; one value per route shown by an app"

/// Geofence crossings of monitored regions.
package struct RegionMetrics: Sendable {
  package let latency = MetricRegistry.time(
    "region.latency", margin: 2,
    "Time from a true crossing of a monitored region's edge to its report; \(regionRule)."
  )
  .headline()
  .judged(.p50, isPrimary: true)
  package let latencyInUse = MetricRegistry.time(
    "region.latency.in_use", margin: 2,
    "Region latency of crossings while an app is in the foreground.")
  package let latencyBackground = MetricRegistry.time(
    "region.latency.background", margin: 2,
    "Region latency of crossings while no app is in the foreground.")
  package let recall = MetricRegistry.share(
    "region.recall",
    "Share of the true crossings of monitored regions that were reported; \(regionRule).")
  package let precision = MetricRegistry.share(
    "region.precision", "Share of the reported crossings that are true; \(regionRule).")
  package let falsePerDay = MetricRegistry.number(
    "region.false_per_day", "1/d", margin: .absolute(0.5),
    "False reported crossings per day; one value per device that monitors regions."
  )
  .headline()
  .judged(.mean)
  package let flapsPerDay = MetricRegistry.number(
    "region.flaps_per_day", "1/d", margin: .absolute(0.5),
    """
    Reported crossings that undo a false one of the same region without a true crossing between, per \
    day; one value per device that monitors regions.
    """)
}

/// Beacon ranging reports.
package struct RangingMetrics: Sendable {
  package let nearestRight = MetricRegistry.share(
    "ranging.nearest_right",
    """
    Share of the ranging reports whose first beacon with a known proximity is truly the nearest \
    of the constraint's beacons on the true floor; reports without one are left out.
    """,
    source: "WWDC14 session 708 (the exhibit in front of which a visitor stands)"
  )
  .headline()
  .judged(.share)
  package let classRight = MetricRegistry.share(
    "ranging.class_right",
    """
    Share of the ranging reports that have the true proximity of the nearest of the constraint's beacons \
    on the true floor: immediate up to 0.67 m from the carrier, 1.2 m above the floor, near up to 3.5 m, far \
    beyond. These limits are the geometric means of 0.3, 1.5 and 8 m. A beacon that is unknown or not \
    listed has no right proximity.
    """,
    source: "WWDC13 session 310 (immediate, near and far)")
}

/// Visits.
package struct VisitMetrics: Sendable {
  package let arrivalError = MetricRegistry.time(
    "visit.arrival_error", margin: 30,
    "Absolute difference of reported and true arrival time; \(stayRule)."
  )
  .headline()
  .judged(.p50, isPrimary: true)
  package let departureError = MetricRegistry.time(
    "visit.departure_error", margin: 30,
    "Absolute difference of reported and true departure time; \(stayRule).")
  package let latency = MetricRegistry.time(
    "visit.latency", margin: 30,
    "Time from a true arrival to its report; \(stayRule).")
  package let recall = MetricRegistry.share(
    "visit.recall",
    """
    Share of the true stays that were reported: a visit that overlaps the stay and lies within 200 m of \
    its centre; \(stayRule).
    """)
  package let precision = MetricRegistry.share(
    "visit.precision", "Share of the reported visits that belong to a true stay; \(stayRule).")
}

/// Accuracy of the trips in an app's journal.
package struct JournalMetrics: Sendable {
  package let modeRight = MetricRegistry.share(
    "journal.mode_right",
    """
    Share of the seconds of movement on the journal's trips whose mode is the true activity; one \
    value per second, of apps that monitor visits and query the motion history.
    """, source: "WWDC14 session 612 (journaling apps join motion's history with places)")
  package let stepsAbsError = MetricRegistry.absoluteError(
    "journal.steps_abs_error",
    """
    Absolute difference of reported and true steps of a journal trip, over the true steps; one value per \
    trip with 100 true steps or more, of apps that query the steps of their walks.
    """, source: "WWDC14 session 612 (steps joined with the day's walks)")
  package let distanceAbsError = MetricRegistry.absoluteError(
    "journal.distance_abs_error", "As journal.steps_abs_error, for the distance on foot.",
    source: "As journal.steps_abs_error")
}

/// Automatic pauses of location updates, against true rests.
package struct PauseMetrics: Sendable {
  package let delay = MetricRegistry.time(
    "pause.delay", margin: 15,
    "Time from the start of a rest to the first pause reported in it; \(restRule)."
  )
  .headline()
  .judged(.p50, isPrimary: true)
  package let recall = MetricRegistry.share(
    "pause.recall",
    "Share of the rests of 20 min or more in which a pause was reported; \(restRule).")
  package let precision = MetricRegistry.share(
    "pause.precision", "Share of the reported pauses that came at rest; \(restRule).")
  package let wrongPerHour = MetricRegistry.number(
    "pause.wrong_per_hour", "1/h", margin: .absolute(0.1),
    "Pauses reported while truly moving, per hour of the run; \(restRule)."
  )
  .headline()
  .judged(.mean)
  package let flapsPerHour = MetricRegistry.number(
    "pause.flaps_per_hour", "1/h", margin: .absolute(0.1),
    "Pauses undone within 60 s, per hour of the run.")
  package let wastedTime = MetricRegistry.time(
    "pause.wasted_time", by: MetricRegistry.one, margin: 60,
    """
    Duration of continuous updates during rests of 20 min or more; one value per device whose app \
    requests locations and that rests so long; \(restRule).
    """)
  package let wastedEnergy = MetricRegistry.energy(
    "pause.wasted_energy",
    "Energy of the satellite receiver during pause.wasted_time.")
  package let reported = PauseAgreementMetrics("told", "from the stack")
  package let silence = PauseAgreementMetrics(
    "silence", "by a rule with a single criterion: no location for 3 s")
  package let slowness = PauseAgreementMetrics(
    "slowness", "by a rule with a single criterion: slower than 1 m/s")
}

/// Pauses, against the stops of a recording.
package struct PauseAgreementMetrics: Sendable {
  package let caught, late, delay, falsePerHour: Metric

  /// Declares the figures of pauses from one source.
  init(_ name: String, _ way: String) {
    let stop =
      "a stop of a recording is a pause reported by its own device or else, where its "
      + "locations continue, 10 s or more within 3 m"
    caught = MetricRegistry.share(
      "pause.\(name).caught",
      "Share of the stops with a pause \(way) within 10 s of their start; \(stop).")
    late = MetricRegistry.share(
      "pause.\(name).late", better: .lower,
      "Share of the stops with a pause \(way) later than 10 s after their start; \(stop).")
    delay = MetricRegistry.number(
      "pause.\(name).delay", "s", better: .nearZero, margin: .absolute(1),
      "Time from the start of a stop to the pause \(way); \(stop).")
    falsePerHour = MetricRegistry.number(
      "pause.\(name).false_per_hour", "1/h", margin: .absolute(0.5),
      "Pauses \(way) in motion, more than 10 s from any stop, per hour; \(stop).")
  }
}

/// Resumptions of location updates, against true movements.
package struct ResumeMetrics: Sendable {
  package let delay = MetricRegistry.time(
    "resume.delay", margin: 5,
    """
    Time from the start of a movement while paused to the first resumption reported in it; \
    \(restRule).
    """)
  package let recall = MetricRegistry.share(
    "resume.recall",
    "Share of the movements started while paused in which a resumption was reported; \(restRule).")
  package let precision = MetricRegistry.share(
    "resume.precision", "Share of the reported resumptions that came in movement; \(restRule).")
}

/// Routes shown by apps.
package struct WayfindingMetrics: Sendable {
  package let arrived = MetricRegistry.share(
    "wayfinding.arrived",
    "Share of the shown routes on which the app reported an arrival that is true; \(thereRule).")
  package let detour = MetricRegistry.number(
    "wayfinding.detour", "", margin: .absolute(0.05),
    """
    Distance moved along the ground until the arrival, plus the straight distance left to the place, over \
    the length of the route of a carrier who knows the place; \(thereRule).
    """)
  package let reroutes = MetricRegistry.number(
    "wayfinding.reroutes", "", margin: .absolute(0.5),
    "Number of new routes because the user seemed to have left the old one; \(thereRule)."
  )
  package let etaError = MetricRegistry.time(
    "wayfinding.eta_error", margin: 5,
    """
    Absolute difference of a direction's reported remaining time and the true time until arrival; one value \
    per direction of a route that ended with an arrival.
    """)
}

/// Time to the first location of each source.
package struct StageMetrics: Sendable {
  package let cell = MetricRegistry.time(
    "stage.cell", margin: 1,
    "Time from an app's first location request to the first location from cells; \(stageRule).",
    source: stages)
  package let wifi = MetricRegistry.time(
    "stage.wifi", margin: 1,
    "Time from an app's first location request to the first location from Wi-Fi; \(stageRule).",
    source: stages)
  package let gnss = MetricRegistry.time(
    "stage.gnss", margin: 1,
    "Time from an app's first location request to the first location from satellites; \(stageRule).",
    source: stages)
}

/// Expectations of a scenario about messages to apps.
package struct ExpectationMetrics: Sendable {
  package let met = MetricRegistry.share(
    "expectation.met",
    """
    Share of the scenario's expectations of messages to apps that were met; expectations whose \
    window never opened aren't judged, nor are those with 'report_only'.
    """)
}

/// Comparisons between devices, or parts of a run.
package struct ComparisonMetrics: Sendable {
  package let difference = MetricRegistry.share(
    "comparison.difference", by: [.mean], better: .nearZero, range: -2...2,
    """
    Difference between the two figures that a budget compares, over the larger of both; one value \
    per run.
    """)
}
