import Geometry

/// Accuracy model of the GNSS filter: scales the covariance by the agreement of ranges and rates.
public struct GNSSConfidence: Sendable {
  /// Range statistics of an epoch.
  struct Statistics {
    var used = 0
    var refused = 0
    /// Sum of normalised innovations squared; `freedom` is their number.
    var squares = 0.0
    var freedom = 0.0
    /// Sum of the rejected ranges' weights, by the size of their innovations.
    var objection = 0.0
  }

  private let parameters: Parameters
  /// Mean normalised innovation squared with robust weights if the error model is right (fitted: ten
  /// recordings of eight receivers).
  private static let usualStrain = 0.7
  /// Limits of the variance of unit weight; the lower one is fitted to the same recordings.
  private static let (minUnitVariance, maxUnitVariance) = (0.2, 25.0)
  /// Recent mean of the normalised innovation squared.
  var strain = 1.0
  /// Variance of unit weight of the lasting errors: their variance over that of the error model.
  private(set) var unitVariance = 1.0
  /// Shares of rejected ranges and of outvoted rates over `averagingSeconds`.
  private var refusedShare = 0.0
  private var outvotedShare = 0.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Updates the averages with an epoch.
  mutating func learn(_ statistics: Statistics, outvoted: Double, _ elapsed: Double) {
    if statistics.freedom > 0 {
      let share = min(1, elapsed / parameters.averagingSeconds)
      let (squares, freedom) = (statistics.squares, statistics.freedom)
      unitVariance = min(
        max(
          unitVariance * (1 + share * (squares / freedom / Self.usualStrain - 1)),
          Self.minUnitVariance),
        Self.maxUnitVariance)
      refusedShare += share * (statistics.objection / freedom - refusedShare)
      outvotedShare += share * (outvoted / freedom - outvotedShare)
      strain += min(1, elapsed / parameters.strainSeconds) * (squares / freedom - strain)
    }
  }

  /// Scale of the covariance.
  var factor: Double {
    parameters.accuracyFactor * parameters.accuracyFactor
      * max(parameters.minFactor, min(strain / Self.usualStrain, parameters.maxFactor))
  }

  /// Additional position variance from errors that the filter can't observe, in m².
  var common: Vec3 {
    let lasting = parameters.lastingSigmaMetres * parameters.lastingSigmaMetres
    // One outlier among many consistent satellites adds no uncertainty.
    let unrest = min(max(0, unitVariance - parameters.minStrain), parameters.maxUnrest)
    let doubtful =
      parameters.outvotedSigmaMetres * parameters.outvotedSigmaMetres * unrest
      * (min(refusedShare, parameters.maxRefused) * parameters.refusedWeight
        + min(outvotedShare, parameters.maxOutvoted))
    let each = lasting + doubtful
    return Vec3(each, each, parameters.verticalRatio * parameters.verticalRatio * each)
  }
}
