package import Observations

// Whether the accuracy told is honest.

/// The share of the locations told whose error is within the accuracy told.
package struct WithinAccuracyMetrics: Sendable {
  package let whole = Entry.share(
    "within_accuracy", better: .near68,
    """
    Share of the locations reported whose error is within the horizontal accuracy reported; an \
    honest stack has 0.68.
    """,
    source: """
      Android Location.getAccuracy (68 % radius); Core Location's practice by its engineers
      """)
  /// By what locations are mainly made from.
  package let gnss = of("gnss", "satellites")
  package let wifi = of("wifi", "access points")
  package let cell = of("cell", "cells")
  package let beacon = of("beacon", "beacons")
  package let mapMatched = of("map_matched", "the map's roads")
  package let deadReckoning = of("dead_reckoning", "what was known before")

  private static func of(_ name: String, _ words: String) -> Metric {
    Entry.share(
      "within_accuracy.\(name)", better: .near68,
      """
      Share of the locations made mainly from \(words) whose error is within the horizontal \
      accuracy reported; an honest stack has 0.68.
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

/// The curve of shares within multiples of the accuracy told.
package struct CalibrationMetrics: Sendable {
  package let half = within("0_5x", "half", "0.25")
  package let oneAndHalf = within("1_5x", "one and a half times", "0.92")
  package let twice = within("2x", "twice", "0.99")
  package let thrice = within("3x", "three times", "1.00")
  package let nees = Entry.number(
    "nees", "", by: [.mean, .p50, .p95, .max], least: 0.1,
    """
    Squared horizontal error over the variance of one axis that the accuracy reported means: its \
    68 % radius is 1.5096 standard deviations of either axis. An honest stack has a mean of \
    2; less is too modest (see within_accuracy), more too sure.
    """,
    source: "Normalised estimation error squared of Bar-Shalom et al. 2001, two axes")

  private static func within(_ name: String, _ words: String, _ honest: String) -> Metric {
    Entry.share(
      "calibration.\(name)",
      """
      Share of the locations reported whose error is within \(words) the horizontal accuracy reported; \
      \(honest) for normal errors reported honestly. within_accuracy is the curve at once it.
      """,
      source: "Calibration curve; the Rayleigh law 1 - 0.32^(k^2)")
  }
}

/// The least error that was possible, over the error that was made.
package struct BoundEfficiencyMetrics: Sendable {
  package let whole = Entry.share(
    "bound_efficiency", by: [.mean, .min], range: 0...(.infinity),
    """
    Root mean square of the least error that any unbiased estimator could have had, over \
    that of the horizontal errors; one value a device, of the satellites' locations. The bound is \
    that of one epoch's ranges, as good as the receiver says they are.
    """,
    source: "Cramer-Rao bound; efficiency as in Tichavsky et al. 1998")
  package let posterior = Entry.share(
    "bound_efficiency.posterior", by: [.mean, .min], range: 0...(.infinity),
    """
    The same for who knows all epochs so far and how people and clocks move: the median \
    error that the posterior bound means, over the median error. What lasts in orbits and \
    atmosphere counts as constant.
    """,
    source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998")
  package let indoors = Entry.share(
    "bound_efficiency.indoors", by: [.mean, .min], range: 0...(.infinity),
    """
    The same on surveyed levels, for who knows all readings of access points and beacons so far, \
    the survey with its doubts, and the way as well as steps tell it; walls and pathways, which \
    the bound doesn't know, may take it above one.
    """,
    source: "Posterior Cramer-Rao bound of Tichavsky et al. 1998")
}
