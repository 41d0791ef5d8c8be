// What apps were told of regions, beacons, visits and pauses.

private let regionRule =
  """
  a crossing told counts for the first true crossing of that region in that direction before \
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
  package let latency, latencyInUse, latencyBackground, recall, precision, falsePerDay,
    flapsPerDay: Metric

  init(_ list: inout MetricList) {
    latency = list.add(
      .time(
        "region.latency", least: Least(2),
        "Time from a true crossing of a watched region's edge to its being told; \(regionRule).",
        source: ownSource))
    latencyInUse = list.add(
      .time(
        "region.latency.in_use", least: Least(2),
        "The part of region.latency of crossings while an app was before the user.",
        source: ownSource))
    latencyBackground = list.add(
      .time(
        "region.latency.background", least: Least(2),
        "The part of region.latency of crossings while no app was before the user.",
        source: ownSource))
    recall = list.add(
      .share(
        "region.recall",
        "Share of the true crossings of watched regions that were told; \(regionRule).",
        source: ownSource))
    precision = list.add(
      .share(
        "region.precision", "Share of the crossings told that are true; \(regionRule).",
        source: ownSource))
    falsePerDay = list.add(
      .number(
        "region.false_per_day", "1/d", least: Least(0.5),
        "Crossings told that are not true, a day; one value a device that watches regions.",
        source: ownSource))
    flapsPerDay = list.add(
      .number(
        "region.flaps_per_day", "1/d", least: Least(0.5),
        """
        Crossings told that undo an untrue one of the same region with no true crossing between, a \
        day; one value a device that watches regions.
        """, source: ownSource))
  }
}

/// Reports of the beacons around.
package struct RangingMetrics: Sendable {
  package let nearestRight: Metric

  init(_ list: inout MetricList) {
    nearestRight = list.add(
      .share(
        "ranging.nearest_right",
        """
        Share of the ranging reports whose first beacon with a known nearness is truly the nearest \
        of the constraint's beacons on the true floor; reports without one are left out.
        """,
        source: "WWDC14 session 708 (the exhibit in front of which a visitor stands)"))
  }
}

/// Stays at places.
package struct VisitMetrics: Sendable {
  package let arrivalError, departureError, latency, recall, precision: Metric

  init(_ list: inout MetricList) {
    arrivalError = list.add(
      .time(
        "visit.arrival_error", least: Least(30),
        "Arrival told less true arrival, without sign; \(stayRule).", source: ownSource))
    departureError = list.add(
      .time(
        "visit.departure_error", least: Least(30),
        "Departure told less true departure, without sign; \(stayRule).", source: ownSource))
    latency = list.add(
      .time(
        "visit.latency", least: Least(30),
        "Time from a true arrival to its being told; \(stayRule).", source: ownSource))
    recall = list.add(
      .share(
        "visit.recall",
        """
        Share of the true stays that were told: a visit that overlaps one and lies within 200 m of \
        its middle; \(stayRule).
        """, source: ownSource))
    precision = list.add(
      .share(
        "visit.precision", "Share of the visits told that belong to a true stay; \(stayRule).",
        source: ownSource))
  }
}

/// What an app can say afterwards of the ways that were made.
package struct JournalMetrics: Sendable {
  package let modeRight: Metric

  init(_ list: inout MetricList) {
    modeRight = list.add(
      .share(
        "journal.mode_right",
        """
        Share of the seconds of movement on the journal's ways whose mode is what was truly done; one \
        value a second, of apps that ask for visits and for motion's history.
        """, source: "WWDC14 session 612 (journaling apps join motion's history with places)"))
  }
}

/// Pauses of updates, against true rests.
package struct PauseMetrics: Sendable {
  package let delay, recall, precision, wrongPerHour, flapsPerHour, wastedTime, wastedEnergy: Metric

  init(_ list: inout MetricList) {
    delay = list.add(
      .time(
        "pause.delay", least: Least(15),
        "Time from the begin of a rest to the first pause told in it; \(restRule).",
        source: ownSource))
    recall = list.add(
      .share(
        "pause.recall",
        "Share of the rests of 20 min or more in which a pause was told; \(restRule).",
        source: ownSource))
    precision = list.add(
      .share(
        "pause.precision", "Share of the pauses told that came at rest; \(restRule).",
        source: ownSource))
    wrongPerHour = list.add(
      .number(
        "pause.wrong_per_hour", "1/h", least: Least(0.1),
        "Pauses told while truly moving, an hour of the run; \(restRule).", source: ownSource))
    flapsPerHour = list.add(
      .number(
        "pause.flaps_per_hour", "1/h", least: Least(0.1),
        "Pauses undone within 60 s, an hour of the run.", source: ownSource))
    wastedTime = list.add(
      .time(
        "pause.wasted_time", by: MetricDefinition.one, least: Least(60),
        """
        How long continuous updates ran on in rests of 20 min or more; one value a device whose app \
        takes locations and that rests so long; \(restRule).
        """, source: ownSource))
    wastedEnergy = list.add(
      .energy(
        "pause.wasted_energy", least: Least(1),
        "What the satellite receiver drew in pause.wasted_time.", source: ownSource))
  }
}

/// Resumptions, against true movements.
package struct ResumeMetrics: Sendable {
  package let delay, recall, precision: Metric

  init(_ list: inout MetricList) {
    delay = list.add(
      .time(
        "resume.delay", least: Least(5),
        """
        Time from the begin of a movement while paused to the first resumption told in it; \
        \(restRule).
        """, source: ownSource))
    recall = list.add(
      .share(
        "resume.recall",
        "Share of the movements begun while paused in which a resumption was told; \(restRule).",
        source: ownSource))
    precision = list.add(
      .share(
        "resume.precision", "Share of the resumptions told that came in movement; \(restRule).",
        source: ownSource))
  }
}

/// Ways that apps showed.
package struct WayfindingMetrics: Sendable {
  package let arrived, detour, reroutes, etaError: Metric

  init(_ list: inout MetricList) {
    arrived = list.add(
      .share(
        "wayfinding.arrived",
        "Share of the ways shown whose app said, in truth, that the user is there; \(thereRule).",
        source: ownSource))
    detour = list.add(
      .number(
        "wayfinding.detour", "", least: Least(0.05),
        """
        What was moved along the ground until there, and from there straight to the place, over the \
        way that somebody goes who knows the place; \(thereRule).
        """, source: ownSource))
    reroutes = list.add(
      .number(
        "wayfinding.reroutes", "", least: Least(0.5),
        "How often another way was told, as the user seemed to have left the one before; \(thereRule).",
        source: ownSource))
    etaError = list.add(
      .time(
        "wayfinding.eta_error", least: Least(5),
        """
        The time left that a direction told, less the time until truly there, without sign; one value \
        a direction of a way that ended there.
        """, source: ownSource))
  }
}

/// How soon an app has a location of each kind.
package struct StageMetrics: Sendable {
  package let cell, wifi, gnss: Metric

  init(_ list: inout MetricList) {
    cell = list.add(
      .time(
        "stage.cell", least: Least(1),
        "From an app's first call for locations to the first told that cells made; \(stageRule).",
        source: stages))
    wifi = list.add(
      .time(
        "stage.wifi", least: Least(1),
        "From an app's first call for locations to the first told that Wi-Fi made; \(stageRule).",
        source: stages))
    gnss = list.add(
      .time(
        "stage.gnss", least: Least(1),
        "From an app's first call for locations to the first told that satellites made; \(stageRule).",
        source: stages))
  }
}

/// What a scenario expects apps to be told.
package struct ExpectationMetrics: Sendable {
  package let met: Metric

  init(_ list: inout MetricList) {
    met = list.add(
      .share(
        "expectation.met",
        """
        Share of the scenario's expectations of what apps are told, or aren't, that were met; one \
        whose window never opened isn't judged.
        """, source: ownSource))
  }
}
