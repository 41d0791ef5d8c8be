public import Documents
import Observations

extension SinglePointSolver.Parameters: DialSet {
  public static let dials: [Dial<Self>] = [
    .group("errors", \.errors, "Which errors are expected of ranges and rates."),
    .group("front_end", \.front, "Which signals are taken, and how their delays are worked out."),
    .group("receiver", \.receiver, "How the receiver's own noise and strength are learned."),
    .group("orbits", \.orbits, "How broadcast orbits are kept."),
    .group("ionosphere", \.ionosphere, "The ionosphere where none was received."),
    .group("velocity", \.velocity, "How the velocity is solved from rates."),
    .flag("gps", \.[uses: .gps], "Whether GPS takes part."),
    .flag("glonass", \.[uses: .glonass], "Whether GLONASS takes part."),
    .flag("galileo", \.[uses: .galileo], "Whether Galileo takes part."),
    .flag("beidou", \.[uses: .beidou], "Whether BeiDou takes part."),
    .flag("qzss", \.[uses: .qzss], "Whether QZSS takes part."),
    .number(
      "worst_accuracy", \.worstAccuracyMetres, "m", 1...1000,
      "Places that are worse than this aren't told.", .estimate),
    .number(
      "course_speed", \.courseSpeed, "m/s", 0...10, "Slower than this no course is told.", .estimate
    ),
    .number(
      "course_sigmas", \.courseSigmas, "", 0...10,
      "No course is told below so many standard deviations of the speed.", .estimate),
    .number(
      "huber", \.huber, "", 0.5...10,
      "From so many standard deviations on a residual loses weight.",
      .memory("95 % efficiency: Holland and Welsch, 1977")),
    .number(
      "softening", \.softening, "", 0.1...100,
      "The same where all residuals are as small as they should be.", .estimate),
    .count(
      "softening_freedom", \.softeningFreedom, 1...20,
      "Residuals are softened only with so many more satellites than unknowns.", .estimate),
    .count(
      "softening_rounds", \.softeningRounds, 1...20,
      "How often place and softened weights are settled in turn.", .estimate),
    .number(
      "rejection", \.rejection, "", 1...100,
      "From so many standard deviations on a residual loses all weight.", .estimate),
    .number(
      "agreement", \.agreement, "", 0...10,
      "Residuals agree if their squares are within so many standard deviations of chi-square.",
      .computed("the 99.9 % point, by Wilson and Hilferty's formula")),
    .number(
      "least_redundancy", \.leastRedundancy, "share", 0...0.9,
      "With less of its variance left to the residual a satellite is not judged.", .estimate),
    .number(
      "most_left_out", \.mostLeftOut, "share", 0...0.9,
      "How many of the satellites may be left out.", .estimate),
    .count(
      "least_freedom", \.leastFreedom, 0...20,
      "Satellites are left out only with so many more good ones than unknowns.", .estimate),
    .number(
      "good_factor", \.goodFactor, "", 1...100,
      "Good satellites are expected to be off by no more than this times the best.", .estimate),
    .number(
      "most_scale", \.mostScale, "", 1...100,
      "Residuals that disagree on the whole are scaled by no more than this.", .estimate),
    .count(
      "weighing_rounds", \.weighingRounds, 3...50,
      "How often place and weights are settled in turn if residuals disagree.", .estimate),
    .count(
      "strict_round", \.strictRound, 0...50, "From this round on residuals may lose all weight.",
      .estimate),
    .number(
      "clock_offset_sigma", \.clockOffsetSigmaMetres, "m", 0.01...100,
      "How far systems' clock offsets stray from one epoch to the next.", .estimate),
    .number(
      "least_offset_sigma", \.leastOffsetSigmaMetres, "m", 0.01...100,
      "Systems' clock offsets are never remembered as better than this.", .estimate),
    .number(
      "prior_freedom", \.priorFreedom, "", 0...1e9,
      "How surely the residuals' spread is known beforehand, in degrees of freedom.", .estimate),
    .number(
      "least_factor", \.leastFactor, "", 0.01...10,
      "The least variance factor: good residuals don't vouch for what is common to all.", .estimate),
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
