// Where the device was said to be, and when.

private let held =
  """
  at each whole second with known true place, for the latest location told by then; seconds \
  before the first are left out here and counted by gaps
  """

/// How far off locations are; one value a location.
package struct FixMetrics: Sendable {
  package let horizontalError, crossTrackError, alongTrackError: Metric

  init(_ list: inout MetricList) {
    horizontalError = list.add(
      .length(
        "horizontal_error", least: Least(0.5),
        """
        Geodesic distance from a location told to the true place at the moment it was told, so \
        that what is late counts as wrong; one value a location.
        """,
        source: """
          RMS and percentile errors as in ISO/IEC 18305:2016; type 7 quantiles of Hyndman and Fan \
          1996
          """))
    crossTrackError = list.add(
      .length(
        "cross_track_error", least: Least(0.3),
        """
        The part of the horizontal error across the true direction of travel, without sign; only \
        where the true speed is known and at least 0.5 m/s. Of recordings that know the route but \
        not when it was where: the geodesic distance to the nearest place of the route.
        """,
        source: "Error components of navigation (Groves 2013, chapter 1, from memory)"))
    alongTrackError = list.add(
      .length(
        "along_track_error", by: [.mean, .rmse, .p50, .p95, .max, .min], better: .nearZero,
        least: Least(0.3),
        """
        The part of the horizontal error along the true direction of travel; positive when told \
        ahead, negative when it lags; only where the true speed is at least 0.5 m/s.
        """,
        source: "Error components of navigation (Groves 2013, chapter 1, from memory)"))
  }
}

/// Where a driver is said to have turned to.
package struct TurnMetrics: Sendable {
  package let rightStreet: Metric

  init(_ list: inout MetricList) {
    rightStreet = list.add(
      .share(
        "turns.right_street",
        """
        Share of a driver's turns into another street after which the latest location told lies \
        nearest to that street: 10 s later, or as soon after that as the true place is 10 m from all \
        other streets. Roads of one name, or straight on at a crossing, are one street; whoever \
        turns off again before is not judged. Only where the map has roads.
        """,
        source: ownSource))
  }
}

/// Heights and floors of the locations told.
package struct HeightMetrics: Sendable {
  package let verticalError, floorAccuracy: Metric

  init(_ list: inout MetricList) {
    verticalError = list.add(
      .length(
        "vertical_error", least: Least(0.5),
        """
        Height told less true height at the moment it was told, without sign; only locations with \
        a valid vertical accuracy.
        """,
        source: "ISO/IEC 18305:2016, vertical error"))
    floorAccuracy = list.add(
      .share(
        "floor.accuracy",
        "Share of the locations told whose floor, or absence of one, is the true one.",
        source: "Floor detection probability of ISO/IEC 18305:2016"))
  }
}

/// Locations while the device truly is on a level.
package struct IndoorMetrics: Sendable {
  package let error, score, floorRight, withinAccuracy, falseFloor: Metric

  init(_ list: inout MetricList) {
    error = list.add(
      .length(
        "indoor.error", least: Least(0.3),
        """
        The same as horizontal_error, only while the device truly is on a level: not outdoors, and not \
        on stairs, escalators and lifts between levels.
        """,
        source: "As horizontal_error"))
    score = list.add(
      .length(
        "indoor.score", by: [.p75, .mean, .p50, .p95, .max], least: Least(0.5),
        """
        Horizontal error of a location told plus 15 m for each floor between told and true, while the \
        device truly is on a level; no floor told counts as the ground floor.
        """,
        source: "As ipin_score, by location"))
    floorRight = list.add(
      .share(
        "indoor.floor_right",
        "Share of the locations told on a level that tell that level.",
        source: "As floor.accuracy"))
    withinAccuracy = list.add(
      .share(
        "indoor.within_accuracy", better: .near68,
        """
        Share of the locations told on a level whose error is within the horizontal accuracy told; an \
        honest stack has 0.68.
        """,
        source: "As within_accuracy"))
    falseFloor = list.add(
      .share(
        "indoor.false_floor", better: .lower,
        """
        Share of the locations told with a floor of those told where there is none: outdoors, and on \
        stairs, escalators and lifts between levels.
        """,
        source: ownSource))
  }
}

/// How changes of floor are told.
package struct FloorMetrics: Sendable {
  package let latency, told: Metric

  init(_ list: inout MetricList) {
    latency = list.add(
      .time(
        "floor.latency", least: Least(1),
        """
        Time from a true change of floor to the first location with the new floor, told before the \
        next change; changes never told are left out here and counted by floor.told.
        """,
        source: ownSource))
    told = list.add(
      .share(
        "floor.told",
        "Share of the true changes of floor that were told before the next one.", source: ownSource)
    )
  }
}

/// The scores of contests and standards.
package struct ContestMetrics: Sendable {
  package let ipinScore, gsdcScore, ce50, ce95: Metric

  init(_ list: inout MetricList) {
    ipinScore = list.add(
      .length(
        "ipin_score", by: [.p75, .mean, .p50, .p95, .max], least: Least(0.5),
        """
        Horizontal distance plus 15 m for each floor between told and true, \(held); outdoors \
        counts as the ground floor. Its p75 is the contest's score.
        """,
        source: """
          IPIN competition 2023, track 3 (evaluateCompetitor2023.m); Potorti et al., Sensors 17 \
          (2017) 2327
          """))
    gsdcScore = list.add(
      .length(
        "gsdc_score", by: [.mean, .max, .min], least: Least(0.3),
        """
        Mean of the 50th and the 95th percentile of the horizontal distance, \(held); one value a \
        phone, so that the mean over phones is the contest's score.
        """,
        source: "Google Smartphone Decimeter Challenge 2021 to 2023, as quoted by contestants"))
    ce50 = list.add(
      .length(
        "ce50", by: [.mean, .max, .min], least: Least(0.3),
        """
        Radius around the true place that holds half of the horizontal errors, \(held). Unlike \
        horizontal_error.p50 it weighs seconds, not locations, and a phone has one vote.
        """,
        source: "CEP of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)"))
    ce95 = list.add(
      .length(
        "ce95", by: [.mean, .max, .min], least: Least(0.5),
        "The same for 95 % of the horizontal errors.",
        source: "CE95 of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)"))
  }
}

/// Errors at the locations' own times.
package struct PoseMetrics: Sendable {
  package let ape, rpe: Metric

  init(_ list: inout MetricList) {
    ape = list.add(
      .length(
        "ape", by: [.rmse, .mean, .p50, .sd, .min, .max], least: Least(0.5),
        """
        Distance in the plane from a location to the true place at the location's own time, so \
        that what is late isn't wrong; nothing is aligned. sd has n - 1 below the line.
        """,
        source: """
          Absolute pose error, translation part, of evo 1.38 (evo_ape --project_to_plane xy, no \
          alignment)
          """))
    rpe = list.add(
      .length(
        "rpe", by: [.rmse, .mean, .p50, .sd, .min, .max], least: Least(0.3),
        """
        Length of the difference between the way told and the true way from one location to the \
        next, in the plane, at the locations' own times: jumps count, constant offsets don't.
        """,
        source: """
          Relative pose error, translation part, of evo 1.38 (evo_rpe --delta 1 --delta_unit f), \
          orientation left aside
          """))
  }
}

/// Whether there is a location, and how old it is.
package struct FreshnessMetrics: Sendable {
  package let availability, gaps, age: Metric

  init(_ list: inout MetricList) {
    availability = list.add(
      .share(
        "availability",
        "Share of whole seconds at which a location told no more than 5 s ago exists.",
        source: "The 5 s limit of NIST PerfLoc 2018; availability of ISO/IEC 18305:2016"))
    gaps = list.add(
      .share(
        "gaps", better: .lower,
        "Share of whole seconds up to which no location at all was told.", source: ownSource))
    age = list.add(
      .time(
        "age", by: MetricDefinition.spread, least: Least(0.2),
        """
        Time since the device was where the latest location told says, at each whole second after \
        the first location.
        """, source: ownSource))
  }
}

/// How soon the first location is told.
package struct FirstFixMetrics: Sendable {
  package let whole: Metric
  /// By what the receiver knows at the start.
  package let after: MetricFamily<ScoringInput.StartClass>

  init(_ list: inout MetricList) {
    whole = list.add(
      .time(
        "ttff", least: Least(0.5),
        "Time from the start to the first location told.",
        source: "Android CTS GnssTtffTests (start request to first fix)"))
    after = list.family { start in
      .time(
        "ttff.\(start.rawValue)", least: Least(0.5),
        """
        Time from the start to the first location made from satellites, where the receiver \
        \(start.knowledge) at the start; only where that is known.
        """,
        source: "Start classes of 3GPP TS 25.171 and Android CTS GnssTtffTests")
    }
  }
}

extension ScoringInput.StartClass {
  fileprivate var knowledge: String {
    switch self {
    case .cold: "knows nothing"
    case .warm: "knows time, place and almanac"
    case .hot: "knows ephemerides too"
    case .assisted: "gets ephemerides over the network"
    }
  }
}
