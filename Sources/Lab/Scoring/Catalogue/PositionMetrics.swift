// Metrics of reported positions and their times.

private let held =
  """
  at each whole second with known true position, for the latest location reported by then; seconds \
  before the first location are left out here and counted by gaps
  """

/// Horizontal error, cross-track error and along-track error; one value per location.
///
/// The p50 of the horizontal error is the CEP (circular error probable), `rmse` the RMSE.
package struct FixMetrics: Sendable {
  package let horizontalError = MetricRegistry.length(
    "horizontal_error",
    """
    Geodesic distance from a reported location to the true position at the moment of the report, so \
    that latency counts as error; one value per location.
    """,
    source: """
      RMS and percentile errors as in ISO/IEC 18305:2016; type 7 quantiles of Hyndman and Fan \
      1996
      """
  )
  .headline()
  .judged(.p50, .p95, isPrimary: true)
  package let crossTrackError = MetricRegistry.length(
    "cross_track_error",
    """
    The part of the horizontal error across the true direction of travel, without sign; only \
    where the true speed is known and at least 0.5 m/s. For recordings with a route but no \
    true times: the geodesic distance to the nearest point of the route.
    """,
    source: "Error components of navigation (Groves 2013, chapter 1, from memory)"
  )
  .headline()
  package let alongTrackError = MetricRegistry.length(
    "along_track_error", by: [.mean, .rmse, .p50, .p95, .max, .min], better: .nearZero,
    margin: .absolute(0.3),
    """
    The part of the horizontal error along the true direction of travel; positive for a location \
    ahead, negative for one behind; only where the true speed is at least 0.5 m/s.
    """,
    source: "Error components of navigation (Groves 2013, chapter 1, from memory)")
}

/// Agreement of the line through the reported locations with a known route; one value per device.
package struct RouteMetrics: Sendable {
  package let matchedLength = MetricRegistry.share(
    "matched_length",
    """
    Share of the true route's length along which the line through the reported locations lies within 5 m of \
    it; gaps over more than 30 s are not bridged. Only for recordings with a known route.
    """,
    source: routeSource
  )
  .headline()
  package let matchedRouteLength = MetricRegistry.share(
    "matched_route_length",
    """
    The same for the matched route, which the stack decides with a lag and later evidence. Only for recordings \
    with a known route.
    """,
    source: routeSource)
  package let mismatch = MetricRegistry.share(
    "route_mismatch", better: .lower, range: 0...(.infinity),
    """
    Length of the true route that the line through the reported locations misses, plus the length of the \
    line off the route, over the true length; beyond 5 m, as in matched_length.
    """,
    source: routeSource)

  private static let routeSource =
    "Newson and Krumm, Hidden Markov map matching, ACM GIS 2009: what is missed and what is added"
}

/// Street matching of vehicles, at turns and off the road.
package struct TurnMetrics: Sendable {
  package let snapped = MetricRegistry.share(
    "off_road.snapped", better: .lower,
    """
    Share of the locations reported in a vehicle truly more than 15 m from every street, as in a \
    car park, that were matched to a road of the map. Only where the map has roads.
    """)
  package let rightStreet = MetricRegistry.share(
    "turns.right_street",
    """
    Share of a driver's turns into another street after which the latest reported location lies \
    nearest to that street: 10 s later, or as soon after that as the true position is 10 m from all \
    other streets. Roads of one name, or straight on at a crossing, are one street; a turn \
    followed by another one before that is not judged. Only where the map has roads.
    """)
}

/// Height and floor of the reported locations.
package struct HeightMetrics: Sendable {
  package let verticalError = MetricRegistry.length(
    "vertical_error",
    """
    Absolute difference of reported height and true height at the moment of the report; only locations with \
    a valid vertical accuracy.
    """,
    source: "ISO/IEC 18305:2016, vertical error"
  )
  .headline()
  .judged(.p95)
  package let floorAccuracy = MetricRegistry.share(
    "floor.accuracy",
    "Share of the reported locations whose floor, or absence of one, is the true one.",
    source: "Floor detection probability of ISO/IEC 18305:2016"
  )
  .headline()
  .judged(.share, isPrimary: true)
}

/// Location errors while the device truly is on a level.
package struct IndoorMetrics: Sendable {
  package let error = MetricRegistry.length(
    "indoor.error",
    """
    As horizontal_error, only while the device truly is on a level: not outdoors, and not \
    on stairs, escalators and lifts between levels.
    """,
    source: "As horizontal_error")
  package let score = MetricRegistry.length(
    "indoor.score", by: [.p75, .mean, .p50, .p95, .max],
    """
    Horizontal error of a reported location plus 15 m for each floor between reported and true, while the \
    device truly is on a level; no reported floor counts as the ground floor.
    """,
    source: "As ipin_score, by location")
  package let floorRight = MetricRegistry.share(
    "indoor.floor_right",
    "Share of the locations reported on a level that have that level as their floor.",
    source: "As floor.accuracy")
  package let withinAccuracy = MetricRegistry.share(
    "indoor.within_accuracy", better: .near68,
    """
    Share of the locations reported on a level whose error is within the reported horizontal accuracy; \
    0.68 for a consistent accuracy.
    """,
    source: "As within_accuracy")
  package let falseFloor = MetricRegistry.share(
    "indoor.false_floor", better: .lower,
    """
    Share of the locations with a floor, of those reported where there truly is none: outdoors, and on \
    stairs, escalators and lifts between levels.
    """)
}

/// Latency of floor changes.
package struct FloorMetrics: Sendable {
  package let latency = MetricRegistry.time(
    "floor.latency", margin: 1,
    """
    Time from a true change of floor to the first location with the new floor before the next \
    change; changes never reported are left out here and counted by floor.told.
    """
  )
  .judged(.p50)
  package let reported = MetricRegistry.share(
    "floor.told",
    "Share of the true changes of floor that were reported before the next one.")
}

/// The scores of contests and standards.
package struct ContestMetrics: Sendable {
  package let ipinScore = MetricRegistry.length(
    "ipin_score", by: [.p75, .mean, .p50, .p95, .max],
    """
    IPIN score: horizontal distance plus 15 m for each floor between reported and true, \(held); \
    outdoors counts as the ground floor. Its p75 is the contest's score.
    """,
    source: """
      IPIN competition 2023, track 3 (evaluateCompetitor2023.m); Potorti et al., Sensors 17 \
      (2017) 2327
      """)
  package let gsdcScore = MetricRegistry.length(
    "gsdc_score", by: [.mean, .max, .min],
    """
    GSDC score: mean of the 50th and the 95th percentile of the horizontal distance, \(held); one \
    value per phone, so that the mean over phones is the contest's score.
    """,
    source: "Google Smartphone Decimeter Challenge 2021 to 2023, as quoted by contestants")
  package let ce50 = MetricRegistry.length(
    "ce50", by: [.mean, .max, .min],
    """
    Circular error probable (CEP): radius around the true position that holds half of the horizontal errors, \
    \(held). Unlike horizontal_error.p50 it weighs seconds, not locations, and each phone equally.
    """,
    source: "CEP of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)")
  package let ce95 = MetricRegistry.length(
    "ce95", by: [.mean, .max, .min],
    "Radius around the true position that holds 95 % of the horizontal errors, otherwise as ce50.",
    source: "CE95 of ISO/IEC 18305:2016, as a quantile of the sample (no normal law assumed)")
}

/// Errors at the locations' own timestamps.
package struct PoseMetrics: Sendable {
  package let ape = MetricRegistry.length(
    "ape", by: [.rmse, .mean, .p50, .sd, .min, .max],
    """
    Absolute pose error: distance in the plane from a location to the true position at the location's \
    own time, so that latency is no error; without alignment. sd divides by n - 1.
    """,
    source: """
      Absolute pose error, translation part, of evo 1.38 (evo_ape --project_to_plane xy, no \
      alignment)
      """)
  package let rpe = MetricRegistry.length(
    "rpe", by: [.rmse, .mean, .p50, .sd, .min, .max],
    """
    Relative pose error: length of the difference of the reported and the true displacement from one \
    location to the next, in the plane, at the locations' own times: jumps count, constant offsets don't.
    """,
    source: """
      Relative pose error, translation part, of evo 1.38 (evo_rpe --delta 1 --delta_unit f), \
      orientation left aside
      """)
}

/// Availability and age of locations.
package struct FreshnessMetrics: Sendable {
  package let availability = MetricRegistry.share(
    "availability",
    "Share of whole seconds with a location reported no more than 5 s ago.",
    source: "The 5 s limit of NIST PerfLoc 2018; availability of ISO/IEC 18305:2016"
  )
  .headline()
  .judged(.share, isPrimary: true)
  package let gaps = MetricRegistry.share(
    "gaps", better: .lower,
    "Share of whole seconds before the first reported location.")
  package let age = MetricRegistry.time(
    "age", by: MetricRegistry.spread, margin: 0.2,
    """
    Time since the device was at the latest reported location, at each whole second after the first \
    location.
    """)
}

/// Time to first fix.
package struct FirstFixMetrics: Sendable {
  package let whole = MetricRegistry.time(
    "ttff", margin: 0.5,
    "Time from the start to the first location reported.",
    source: "Android CTS GnssTtffTests (start request to first fix)"
  )
  .headline()
  .ofWholeRun()
  .judged(.mean)
  /// By the receiver's knowledge at the start.
  package let after: MetricFamily<ScoringInput.StartClass> = MetricRegistry.family { start in
    MetricRegistry.time(
      "ttff.\(start.rawValue)", margin: 0.5,
      """
      Time from the start to the first location made from satellites, where the receiver \
      \(start.knowledge) at the start; only where the start class is known.
      """,
      source: "Start classes of 3GPP TS 25.171 and Android CTS GnssTtffTests"
    )
    .ofWholeRun()
  }
}

extension ScoringInput.StartClass {
  fileprivate var knowledge: String {
    switch self {
    case .cold: "has no data"
    case .warm: "has time, position and almanac"
    case .hot: "has ephemerides too"
    case .assisted: "receives ephemerides over the network"
    }
  }
}
