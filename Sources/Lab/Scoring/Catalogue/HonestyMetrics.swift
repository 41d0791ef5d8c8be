package import Observations

// Whether the accuracy told is honest.

/// The share of the locations told whose error is within the accuracy told.
package struct WithinAccuracyMetrics: Sendable {
  package let whole: Metric
  /// By what locations are mainly made from.
  package let gnss, wifi, cell, beacon, mapMatched, deadReckoning: Metric

  init(_ list: inout MetricList) {
    whole = list.add(
      .share(
        "within_accuracy", better: .near68,
        """
        Share of the locations told whose error is within the horizontal accuracy told; an \
        honest stack has 0.68.
        """,
        source: """
          Android Location.getAccuracy (68 % radius); Core Location's practice by its engineers
          """))
    func add(_ name: String, _ words: String) -> Metric {
      list.add(
        .share(
          "within_accuracy.\(name)", better: .near68,
          """
          Share of the locations made mainly from \(words) whose error is within the horizontal \
          accuracy told; an honest stack has 0.68.
          """,
          source: "As within_accuracy, by LocationFix.source"))
    }
    gnss = add("gnss", "satellites")
    wifi = add("wifi", "access points")
    cell = add("cell", "cells")
    beacon = add("beacon", "beacons")
    mapMatched = add("map_matched", "the map's roads")
    deadReckoning = add("dead_reckoning", "what was known before")
  }

  /// The share of the locations of a source; nil for a source without a metric.
  package func of(_ source: LocationSource) -> Metric? {
    switch source {
    case .gnss: gnss
    case .wifi: wifi
    case .cell: cell
    case .beacon: beacon
    case .mapMatched: mapMatched
    case .deadReckoning: deadReckoning
    case .fused, .cached: nil
    }
  }
}

/// The curve of shares within multiples of the accuracy told.
package struct CalibrationMetrics: Sendable {
  package let nees: Metric
  package let half, oneAndHalf, twice, thrice: Metric

  init(_ list: inout MetricList) {
    func add(_ name: String, _ words: String, _ honest: String) -> Metric {
      list.add(
        .share(
          "calibration.\(name)",
          """
          Share of the locations told whose error is within \(words) the horizontal accuracy told; \
          \(honest) for normal errors told honestly. within_accuracy is the curve at once it.
          """,
          source: "Calibration curve; the Rayleigh law 1 - 0.32^(k^2)"))
    }
    half = add("0_5x", "half", "0.25")
    oneAndHalf = add("1_5x", "one and a half times", "0.92")
    twice = add("2x", "twice", "0.99")
    thrice = add("3x", "three times", "1.00")
    nees = list.add(
      .number(
        "nees", "", by: [.mean, .p50, .p95, .max], least: Least(0.1),
        """
        Squared horizontal error over the variance of one axis that the accuracy told means: its \
        68 % radius is 1.5096 standard deviations of either axis. An honest stack has a mean of \
        2; less is too modest (see within_accuracy), more too sure.
        """,
        source: "Normalised estimation error squared of Bar-Shalom et al. 2001, two axes"))
  }
}

/// The least error that was possible, over the error that was made.
package struct BoundEfficiencyMetrics: Sendable {
  package let whole, posterior, indoors: Metric

  init(_ list: inout MetricList) {
    whole = list.add(
      .share(
        "bound_efficiency", by: [.mean, .min],
        """
        Root mean square of the least error that any unbiased estimator could have had, over \
        that of the horizontal errors; one value a device, of the satellites' locations. The bound is \
        that of one epoch's ranges, as good as the receiver says they are.
        """,
        source: "Cramer-Rao bound; efficiency as in Tichavsky et al. 1998"))
    posterior = list.add(
      .share(
        "bound_efficiency.posterior", by: [.mean, .min],
        """
        The same for who knows all epochs so far and how people and clocks move: the median \
        error that the posterior bound means, over the median error. What lasts in orbits and \
        atmosphere counts as constant.
        """,
        source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998"))
    indoors = list.add(
      .share(
        "bound_efficiency.indoors", by: [.mean, .min],
        """
        The same on surveyed levels, for who knows all readings of access points and beacons so far, \
        the survey with its doubts, and the way as well as steps tell it; walls and pathways, which \
        the bound doesn't know, may take it above one.
        """,
        source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998"))
  }
}
