package import Observations

// Consistency of the reported accuracy with the true errors.

/// The share of locations whose error is within the reported accuracy.
package struct WithinAccuracyMetrics: Sendable {
  package let whole = MetricRegistry.share(
    "within_accuracy", better: .near68,
    """
    Share of the reported locations whose error is within the reported horizontal accuracy; \
    0.68 for a consistent accuracy.
    """,
    source: """
      Android Location.getAccuracy (68 % radius); Core Location's practice by its engineers
      """
  )
  .headline()
  .judged(.share)
  /// By the main source of the location.
  package let gnss = of("gnss", "satellites")
  package let wifi = of("wifi", "access points")
  package let cell = of("cell", "cells")
  package let beacon = of("beacon", "beacons")
  package let mapMatched = of("map_matched", "the map's roads")
  package let deadReckoning = of("dead_reckoning", "what was known before")

  private static func of(_ name: String, _ words: String) -> Metric {
    MetricRegistry.share(
      "within_accuracy.\(name)", better: .near68,
      """
      Share of the locations made mainly from \(words) whose error is within the reported \
      horizontal accuracy; 0.68 for a consistent accuracy.
      """,
      source: "As within_accuracy, by LocationFix.source")
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

/// Calibration curve, with the shares within multiples of the reported accuracy, and NEES.
package struct CalibrationMetrics: Sendable {
  package let half = within("0_5x", "half", "0.25")
  package let oneAndHalf = within("1_5x", "one and a half times", "0.92")
  package let twice = within("2x", "twice", "0.99")
  package let thrice = within("3x", "three times", "1.00")
  package let nees = MetricRegistry.number(
    "nees", "", by: [.mean, .p50, .p95, .max], margin: .relative(0.1),
    """
    Normalised estimation error squared (NEES): squared horizontal error over the variance per \
    axis that the reported accuracy implies (68 % radius = 1.5096 standard deviations per axis). \
    2 on average for a consistent accuracy; less means too large an accuracy radius (see \
    within_accuracy), more too small.
    """,
    source: "Normalised estimation error squared of Bar-Shalom et al. 2001, two axes")

  private static func within(_ name: String, _ words: String, _ honest: String) -> Metric {
    MetricRegistry.share(
      "calibration.\(name)",
      """
      Share of the reported locations whose error is within \(words) the reported horizontal accuracy; \
      \(honest) for normal errors and a consistent accuracy. within_accuracy is the value at 1.
      """,
      source: "Calibration curve; the Rayleigh law 1 - 0.32^(k^2)")
  }
}

/// Efficiency: the Cramer-Rao bound over the actual error.
package struct BoundEfficiencyMetrics: Sendable {
  package let whole = MetricRegistry.share(
    "bound_efficiency", by: [.mean, .min], range: 0...(.infinity),
    """
    Cramer-Rao bound (root mean square) over the root mean square of the horizontal errors; one \
    value per device, of locations from satellites. The bound uses the ranges of one epoch with the \
    variances that the receiver reports.
    """,
    source: "Cramer-Rao bound; efficiency as in Tichavsky et al. 1998")
  package let posterior = MetricRegistry.share(
    "bound_efficiency.posterior", by: [.mean, .min], range: 0...(.infinity),
    """
    Posterior Cramer-Rao bound (uses all earlier epochs and the motion and clock models), as a \
    median error, over the median horizontal error; one value per device, of locations from \
    satellites. Slow errors of orbits and atmosphere count as constant.
    """,
    source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998")
  package let indoors = MetricRegistry.share(
    "bound_efficiency.indoors", by: [.mean, .min], range: 0...(.infinity),
    """
    Posterior Cramer-Rao bound on surveyed levels, from all readings of access points and beacons \
    so far, the survey with its uncertainty and dead reckoning by steps, over the median horizontal \
    error; one value per device. May exceed 1, because the bound uses no walls and pathways.
    """,
    source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998")
}
