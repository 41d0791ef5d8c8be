// What apps were told of regions, beacons, visits and pauses.

private let regionRule =
  """
  a crossing reported counts for the first true crossing of that region in that direction before \
  it that has none yet and wasn't undone meanwhile
  """
private let restRule =
  "at rest is a time of true stillness, movements shorter than 30 s left aside"
private let stayRule =
  "a true stay is 10 min or more within 100 m of its middle (after Li et al. 2008, stay points)"
private let stageRule = "one value a device on which an app calls"
private let stages = "WWDC12 session 303 (a first location by cell, then Wi-Fi, then GPS)"
private let thereRule =
  "one is there when truly within 10 m of the place on its level; one value a way that an app shows"

/// Crossings of the edges of watched regions.
package struct RegionMetrics: Sendable {
  package let latency = Entry.time(
    "region.latency", least: 2,
    "Time from a true crossing of a watched region's edge to its being reported; \(regionRule).")
  package let latencyInUse = Entry.time(
    "region.latency.in_use", least: 2,
    "The part of region.latency of crossings while an app was before the user.")
  package let latencyBackground = Entry.time(
    "region.latency.background", least: 2,
    "The part of region.latency of crossings while no app was before the user.")
  package let recall = Entry.share(
    "region.recall",
    "Share of the true crossings of watched regions that were reported; \(regionRule).")
  package let precision = Entry.share(
    "region.precision", "Share of the crossings reported that are true; \(regionRule).")
  package let falsePerDay = Entry.number(
    "region.false_per_day", "1/d", least: 0.5,
    "Crossings reported that are not true, a day; one value a device that watches regions.")
  package let flapsPerDay = Entry.number(
    "region.flaps_per_day", "1/d", least: 0.5,
    """
    Crossings reported that undo an untrue one of the same region with no true crossing between, a \
    day; one value a device that watches regions.
    """)
}

/// Reports of the beacons around.
package struct RangingMetrics: Sendable {
  package let nearestRight = Entry.share(
    "ranging.nearest_right",
    """
    Share of the ranging reports whose first beacon with a known nearness is truly the nearest \
    of the constraint's beacons on the true floor; reports without one are left out.
    """,
    source: "WWDC14 session 708 (the exhibit in front of which a visitor stands)")
}

/// Stays at places.
package struct VisitMetrics: Sendable {
  package let arrivalError = Entry.time(
    "visit.arrival_error", least: 30,
    "Arrival reported less true arrival, without sign; \(stayRule).")
  package let departureError = Entry.time(
    "visit.departure_error", least: 30,
    "Departure reported less true departure, without sign; \(stayRule).")
  package let latency = Entry.time(
    "visit.latency", least: 30,
    "Time from a true arrival to its being reported; \(stayRule).")
  package let recall = Entry.share(
    "visit.recall",
    """
    Share of the true stays that were reported: a visit that overlaps one and lies within 200 m of \
    its middle; \(stayRule).
    """)
  package let precision = Entry.share(
    "visit.precision", "Share of the visits reported that belong to a true stay; \(stayRule).")
}

/// What an app can say afterwards of the ways that were made.
package struct JournalMetrics: Sendable {
  package let modeRight = Entry.share(
    "journal.mode_right",
    """
    Share of the seconds of movement on the journal's ways whose mode is what was truly done; one \
    value a second, of apps that ask for visits and for motion's history.
    """, source: "WWDC14 session 612 (journaling apps join motion's history with places)")
  package let stepsAbsError = Entry.absoluteError(
    "journal.steps_abs_error",
    """
    Steps reported of a way of the journal less those truly taken in its time, over the latter, without \
    sign; one value a way with 100 true steps or more, of apps that ask for the steps of their walks.
    """, source: "WWDC14 session 612 (steps joined with the day's walks)")
  package let distanceAbsError = Entry.absoluteError(
    "journal.distance_abs_error", "As journal.steps_abs_error, of the distance on foot.",
    source: "As journal.steps_abs_error")
}

/// Pauses of updates, against true rests.
package struct PauseMetrics: Sendable {
  package let delay = Entry.time(
    "pause.delay", least: 15,
    "Time from the begin of a rest to the first pause reported in it; \(restRule).")
  package let recall = Entry.share(
    "pause.recall",
    "Share of the rests of 20 min or more in which a pause was reported; \(restRule).")
  package let precision = Entry.share(
    "pause.precision", "Share of the pauses reported that came at rest; \(restRule).")
  package let wrongPerHour = Entry.number(
    "pause.wrong_per_hour", "1/h", least: 0.1,
    "Pauses reported while truly moving, an hour of the run; \(restRule).")
  package let flapsPerHour = Entry.number(
    "pause.flaps_per_hour", "1/h", least: 0.1,
    "Pauses undone within 60 s, an hour of the run.")
  package let wastedTime = Entry.time(
    "pause.wasted_time", by: Entry.one, least: 60,
    """
    How long continuous updates ran on in rests of 20 min or more; one value a device whose app \
    takes locations and that rests so long; \(restRule).
    """)
  package let wastedEnergy = Entry.energy(
    "pause.wasted_energy", least: 1,
    "What the satellite receiver drew in pause.wasted_time.")
  package let told = PauseAgreementMetrics("told", "from the stack")
  package let silence = PauseAgreementMetrics(
    "silence", "by a rule that knows but this: no location for 3 s")
  package let slowness = PauseAgreementMetrics(
    "slowness", "by a rule that knows but this: slower than 1 m/s")
}

/// Pauses, against the stops that a recording tells of.
package struct PauseAgreementMetrics: Sendable {
  package let caught, late, delay, falsePerHour: Metric

  /// The figures of pauses that came in some way.
  init(_ name: String, _ way: String) {
    let stop =
      "a stop that the recording tells of is a pause of its own device's, or else, where its "
      + "locations go on, 10 s or more within 3 m"
    caught = Entry.share(
      "pause.\(name).caught",
      "Share of the stops within 10 s of whose begin a pause came \(way); \(stop).")
    late = Entry.share(
      "pause.\(name).late", better: .lower,
      "Share of the stops in which a pause came \(way), but later than that; \(stop).")
    delay = Entry.number(
      "pause.\(name).delay", "s", better: .nearZero, least: 1,
      "Time from the begin of a stop to the pause that came \(way); \(stop).")
    falsePerHour = Entry.number(
      "pause.\(name).false_per_hour", "1/h", least: 0.5,
      "Pauses that came \(way) in motion, more than 10 s from any stop, an hour; \(stop).")
  }
}

/// Resumptions, against true movements.
package struct ResumeMetrics: Sendable {
  package let delay = Entry.time(
    "resume.delay", least: 5,
    """
    Time from the begin of a movement while paused to the first resumption reported in it; \
    \(restRule).
    """)
  package let recall = Entry.share(
    "resume.recall",
    "Share of the movements begun while paused in which a resumption was reported; \(restRule).")
  package let precision = Entry.share(
    "resume.precision", "Share of the resumptions reported that came in movement; \(restRule).")
}

/// Ways that apps showed.
package struct WayfindingMetrics: Sendable {
  package let arrived = Entry.share(
    "wayfinding.arrived",
    "Share of the ways shown whose app said, in truth, that the user is there; \(thereRule).")
  package let detour = Entry.number(
    "wayfinding.detour", "", least: 0.05,
    """
    What was moved along the ground until there, and from there straight to the place, over the \
    way that somebody goes who knows the place; \(thereRule).
    """)
  package let reroutes = Entry.number(
    "wayfinding.reroutes", "", least: 0.5,
    "How often another way was reported, as the user seemed to have left the one before; \(thereRule)."
  )
  package let etaError = Entry.time(
    "wayfinding.eta_error", least: 5,
    """
    The time left that a direction reported, less the time until truly there, without sign; one value \
    a direction of a way that ended there.
    """)
}

/// How soon an app has a location of each kind.
package struct StageMetrics: Sendable {
  package let cell = Entry.time(
    "stage.cell", least: 1,
    "From an app's first call for locations to the first reported that cells made; \(stageRule).",
    source: stages)
  package let wifi = Entry.time(
    "stage.wifi", least: 1,
    "From an app's first call for locations to the first reported that Wi-Fi made; \(stageRule).",
    source: stages)
  package let gnss = Entry.time(
    "stage.gnss", least: 1,
    "From an app's first call for locations to the first reported that satellites made; \(stageRule).",
    source: stages)
}

/// What a scenario expects apps to be told.
package struct ExpectationMetrics: Sendable {
  package let met = Entry.share(
    "expectation.met",
    """
    Share of the scenario's expectations of what apps are told, or aren't, that were met; one \
    whose window never opened isn't judged.
    """)
}
