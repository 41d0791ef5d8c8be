// Where the device was said to be, and when.

extension MetricCatalogue {
  private static let held =
    """
    at each whole second with known true place, for the latest location told by then; seconds \
    before the first are left out here and counted by gaps
    """

  static let position = joined([located, startClasses])

  private static let located: [MetricDefinition] = [
    .length(
      "horizontal_error", least: Least(0.5),
      """
      Geodesic distance from a location told to the true place at the moment it was told, so \
      that what is late counts as wrong; one value a location.
      """,
      source: """
        RMS and percentile errors as in ISO/IEC 18305:2016; type 7 quantiles of Hyndman and Fan \
        1996
        """),
    .length(
      "cross_track_error", least: Least(0.3),
      """
      The part of the horizontal error across the true direction of travel, without sign; only \
      where the true speed is known and at least 0.5 m/s. Of recordings that know the route but \
      not when it was where: the geodesic distance to the nearest place of the route.
      """,
      source: "Error components of navigation (Groves 2013, chapter 1, from memory)"),
    .length(
      "along_track_error", by: [.mean, .rmse, .p50, .p95, .max, .min], better: .nearZero,
      least: Least(0.3),
      """
      The part of the horizontal error along the true direction of travel; positive when told \
      ahead, negative when it lags; only where the true speed is at least 0.5 m/s.
      """,
      source: "Error components of navigation (Groves 2013, chapter 1, from memory)"),
    .share(
      "turns.right_street",
      """
      Share of a driver's turns into another street after which the latest location told lies \
      nearest to that street: 10 s later, or as soon after that as the true place is 10 m from all \
      other streets. Roads of one name, or straight on at a crossing, are one street; whoever \
      turns off again before is not judged. Only where the map has roads.
      """,
      source: own),
    .length(
      "vertical_error", least: Least(0.5),
      """
      Height told less true height at the moment it was told, without sign; only locations with \
      a valid vertical accuracy.
      """,
      source: "ISO/IEC 18305:2016, vertical error"),
    .share(
      "floor.accuracy",
      "Share of the locations told whose floor, or absence of one, is the true one.",
      source: "Floor detection probability of ISO/IEC 18305:2016"),
    .length(
      "indoor.error", least: Least(0.3),
      """
      The same as horizontal_error, only while the device truly is on a level: not outdoors, and not \
      on stairs, escalators and lifts between levels.
      """,
      source: "As horizontal_error"),
    .length(
      "indoor.score", by: [.p75, .mean, .p50, .p95, .max], least: Least(0.5),
      """
      Horizontal error of a location told plus 15 m for each floor between told and true, while the \
      device truly is on a level; no floor told counts as the ground floor.
      """,
      source: "As ipin_score, by location"),
    .share(
      "indoor.floor_right",
      "Share of the locations told on a level that tell that level.",
      source: "As floor.accuracy"),
    .share(
      "indoor.within_accuracy", better: .near68,
      """
      Share of the locations told on a level whose error is within the horizontal accuracy told; an \
      honest stack has 0.68.
      """,
      source: "As within_accuracy"),
    .share(
      "indoor.false_floor", better: .lower,
      """
      Share of the locations told with a floor of those told where there is none: outdoors, and on \
      stairs, escalators and lifts between levels.
      """,
      source: own),
    .time(
      "floor.latency", least: Least(1),
      """
      Time from a true change of floor to the first location with the new floor, told before the \
      next change; changes never told are left out here and counted by floor.told.
      """,
      source: own),
    .share(
      "floor.told",
      "Share of the true changes of floor that were told before the next one.", source: own),
    .length(
      "ipin_score", by: [.p75, .mean, .p50, .p95, .max], least: Least(0.5),
      """
      Horizontal distance plus 15 m for each floor between told and true, \(held); outdoors \
      counts as the ground floor. Its p75 is the contest's score.
      """,
      source: """
        IPIN competition 2023, track 3 (evaluateCompetitor2023.m); Potorti et al., Sensors 17 \
        (2017) 2327
        """),
    .length(
      "gsdc_score", by: [.mean, .max, .min], least: Least(0.3),
      """
      Mean of the 50th and the 95th percentile of the horizontal distance, \(held); one value a \
      phone, so that the mean over phones is the contest's score.
      """,
      source: "Google Smartphone Decimeter Challenge 2021 to 2023, as quoted by contestants"),
    .length(
      "ce50", by: [.mean, .max, .min], least: Least(0.3),
      """
      Radius around the true place that holds half of the horizontal errors, \(held). Unlike \
      horizontal_error.p50 it weighs seconds, not locations, and a phone has one vote.
      """,
      source: "CEP of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)"),
    .length(
      "ce95", by: [.mean, .max, .min], least: Least(0.5),
      "The same for 95 % of the horizontal errors.",
      source: "CE95 of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)"),
    .length(
      "ape", by: [.rmse, .mean, .p50, .sd, .min, .max], least: Least(0.5),
      """
      Distance in the plane from a location to the true place at the location's own time, so \
      that what is late isn't wrong; nothing is aligned. sd has n - 1 below the line.
      """,
      source: """
        Absolute pose error, translation part, of evo 1.38 (evo_ape --project_to_plane xy, no \
        alignment)
        """),
    .length(
      "rpe", by: [.rmse, .mean, .p50, .sd, .min, .max], least: Least(0.3),
      """
      Length of the difference between the way told and the true way from one location to the \
      next, in the plane, at the locations' own times: jumps count, constant offsets don't.
      """,
      source: """
        Relative pose error, translation part, of evo 1.38 (evo_rpe --delta 1 --delta_unit f), \
        orientation left aside
        """),
    .share(
      "availability",
      "Share of whole seconds at which a location told no more than 5 s ago exists.",
      source: "The 5 s limit of NIST PerfLoc 2018; availability of ISO/IEC 18305:2016"),
    .share(
      "gaps", better: .lower,
      "Share of whole seconds up to which no location at all was told.", source: own),
    .time(
      "age", by: MetricDefinition.spread, least: Least(0.2),
      """
      Time since the device was where the latest location told says, at each whole second after \
      the first location.
      """, source: own),
    .time(
      "ttff", least: Least(0.5),
      "Time from the start to the first location told.",
      source: "Android CTS GnssTtffTests (start request to first fix)"),
  ]

  private static let startClasses: [MetricDefinition] = [
    ("cold", "knows nothing"), ("warm", "knows time, place and almanac"),
    ("hot", "knows ephemerides too"), ("assisted", "gets ephemerides over the network"),
  ].map { name, meaning in
    .time(
      "ttff.\(name)", least: Least(0.5),
      """
      Time from the start to the first location made from satellites, where the receiver \
      \(meaning) at the start; only where that is known.
      """,
      source: "Start classes of 3GPP TS 25.171 and Android CTS GnssTtffTests")
  }

  private static let sources = [
    ("gnss", "satellites"), ("wifi", "access points"), ("cell", "cells"), ("beacon", "beacons"),
    ("map_matched", "the map's roads"), ("dead_reckoning", "what was known before"),
  ]

  private static let scale = [
    ("0_5x", "half", "0.25"), ("1_5x", "one and a half times", "0.92"), ("2x", "twice", "0.99"),
    ("3x", "three times", "1.00"),
  ]

  /// Whether the accuracy told is honest.
  static let honesty = joined([
    [
      .share(
        "within_accuracy", better: .near68,
        """
        Share of the locations told whose error is within the horizontal accuracy told; an \
        honest stack has 0.68.
        """,
        source: """
          Android Location.getAccuracy (68 % radius); Core Location's practice by its engineers
          """)
    ],
    sources.map { name, words in
      .share(
        "within_accuracy.\(name)", better: .near68,
        """
        Share of the locations made mainly from \(words) whose error is within the horizontal \
        accuracy told; an honest stack has 0.68.
        """,
        source: "As within_accuracy, by LocationFix.source")
    },
    scale.map { name, words, honest in
      .share(
        "calibration.\(name)",
        """
        Share of the locations told whose error is within \(words) the horizontal accuracy told; \
        \(honest) for normal errors told honestly. within_accuracy is the curve at once it.
        """,
        source: "Calibration curve; the Rayleigh law 1 - 0.32^(k^2)")
    },
    [
      .number(
        "nees", "", by: [.mean, .p50, .p95, .max], least: Least(0.1),
        """
        Squared horizontal error over the variance of one axis that the accuracy told means: its \
        68 % radius is 1.5096 standard deviations of either axis. An honest stack has a mean of \
        2; less is too modest (see within_accuracy), more too sure.
        """,
        source: "Normalised estimation error squared of Bar-Shalom et al. 2001, two axes"),
      .share(
        "bound_efficiency", by: [.mean, .min],
        """
        Root mean square of the least error that any unbiased estimator could have had, over \
        that of the horizontal errors; one value a device, of the satellites' locations. The bound is \
        that of one epoch's ranges, as good as the receiver says they are.
        """,
        source: "Cramer-Rao bound; efficiency as in Tichavsky et al. 1998"),
      .share(
        "bound_efficiency.posterior", by: [.mean, .min],
        """
        The same for who knows all epochs so far and how people and clocks move: the median \
        error that the posterior bound means, over the median error. What lasts in orbits and \
        atmosphere counts as constant.
        """,
        source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998"),
      .share(
        "bound_efficiency.indoors", by: [.mean, .min],
        """
        The same on surveyed levels, for who knows all readings of access points and beacons so far, \
        the survey with its doubts, and the way as well as steps tell it; walls and pathways, which \
        the bound doesn't know, may take it above one.
        """,
        source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998"),
    ],
  ])
}
