public import Documents
import Observations

extension SinglePointSolver.Parameters: ParameterSet {
  public static let parameters: [Parameter<Self>] = [
    .group("errors", \.errors, "Error model of ranges and range rates."),
    .group("front_end", \.front, "Signal selection and delay models."),
    .group("receiver", \.receiver, "Estimation of the receiver's code noise and C/N0 level."),
    .group("orbits", \.orbits, "Storage and interpolation of broadcast orbits."),
    .group("ionosphere", \.ionosphere, "Default ionosphere until one is received."),
    .group("velocity", \.velocity, "Velocity solution from range rates."),
    .flag("gps", \.[uses: .gps], "Uses GPS."),
    .flag("glonass", \.[uses: .glonass], "Uses GLONASS."),
    .flag("galileo", \.[uses: .galileo], "Uses Galileo."),
    .flag("beidou", \.[uses: .beidou], "Uses BeiDou."),
    .flag("qzss", \.[uses: .qzss], "Uses QZSS."),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...1000,
      "Maximum horizontal accuracy radius; worse positions are rejected.", .estimate),
    .number(
      "course_speed", \.courseSpeed, "m/s", 0...10, "Minimum speed for a course.", .estimate
    ),
    .number(
      "course_sigmas", \.courseSigmas, "", 0...10,
      "Minimum speed for a course, in sigmas of the speed.", .estimate),
    .number(
      "huber", \.huber, "", 0.5...10,
      "Huber threshold of range residuals, in sigmas.",
      .memory("95 % efficiency: Holland and Welsch, 1977")),
    .number(
      "softening", \.softening, "", 0.1...100,
      "Huber threshold of range residuals that pass the chi-square test, in sigmas.", .estimate),
    .count(
      "softening_freedom", \.softeningFreedom, 1...20,
      "Minimum redundancy for Huber weights on residuals that pass the chi-square test.", .estimate),
    .count(
      "softening_rounds", \.softeningRounds, 1...20,
      "Maximum iterations of the reweighting after a passed chi-square test.", .estimate),
    .number(
      "rejection", \.rejection, "", 1...100,
      "Rejection threshold of range residuals, in sigmas.", .estimate),
    .number(
      "agreement", \.agreement, "", 0...10,
      "Chi-square test threshold, in sigmas of the normal approximation.",
      .computed("the 99.9 % point, by Wilson and Hilferty's formula")),
    .number(
      "least_redundancy", \.minRedundancy, "share", 0...0.9,
      "Minimum redundancy number (residual variance share) of a satellite for the outlier test.",
      .estimate),
    .number(
      "most_left_out", \.maxLeftOut, "share", 0...0.9,
      "Maximum share of satellites rejected by the outlier test.", .estimate),
    .count(
      "least_freedom", \.minFreedom, 0...20,
      "Minimum excess of good satellites over unknowns for the rejection of outliers.", .estimate),
    .number(
      "good_factor", \.goodFactor, "", 1...100,
      "Maximum range sigma of good satellites, as a multiple of the smallest sigma.", .estimate),
    .number(
      "most_scale", \.maxScale, "", 1...100,
      "Maximum robust scale (MAD) of the residuals.", .estimate),
    .count(
      "weighing_rounds", \.weighingRounds, 3...50,
      "Maximum iterations of the reweighting (IRLS) after a failed chi-square test.", .estimate),
    .count(
      "strict_round", \.strictRound, 0...50,
      "First iteration in which residuals may lose all weight.",
      .estimate),
    .number(
      "clock_offset_sigma", \.clockOffsetSigmaMetres, "m", 0.01...100,
      "Sigma of the change of inter-system clock offsets per epoch.", .estimate),
    .number(
      "least_offset_sigma", \.minOffsetSigmaMetres, "m", 0.01...100,
      "Minimum sigma of stored inter-system clock offsets.", .estimate),
    .number(
      "prior_freedom", \.priorFreedom, "", 0...1e9,
      "Degrees of freedom of the prior variance of unit weight.", .estimate),
    .number(
      "least_factor", \.minFactor, "", 0.01...10,
      "Minimum variance of unit weight; good residuals do not exclude errors common to all ranges.",
      .estimate),
  ]

  private subscript(uses system: Constellation) -> Bool {
    get { constellations.contains(system) }
    set {
      if newValue {
        constellations.insert(system)
      } else {
        constellations.remove(system)
      }
    }
  }
}
