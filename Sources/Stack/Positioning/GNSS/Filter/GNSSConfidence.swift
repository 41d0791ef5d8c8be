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
    /// Sum of the inverse slow variances, in 1/m².
    var information = 0.0
  }

  private let parameters: Parameters
  /// Recent mean of the normalised innovation squared.
  var strain = 1.0
  /// Mean of the normalised innovation squared over `averagingSeconds`.
  private var lastingStrain = 1.0
  /// Shares of rejected ranges and of outvoted rates over `averagingSeconds`.
  private var refusedShare = 0.0
  private var outvotedShare = 0.0
  /// Recent mean of the sum of inverse slow variances of accepted ranges, in 1/m².
  private var lastingInformation = 1.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Updates the averages with an epoch.
  mutating func learn(_ statistics: Statistics, outvoted: Double, _ elapsed: Double) {
    if statistics.freedom > 0 {
      let share = min(1, elapsed / parameters.averagingSeconds)
      let (squares, freedom) = (statistics.squares, statistics.freedom)
      lastingStrain += share * (squares / freedom - lastingStrain)
      refusedShare += share * (statistics.objection / freedom - refusedShare)
      outvotedShare += share * (outvoted / freedom - outvotedShare)
      strain += min(1, elapsed / parameters.strainSeconds) * (squares / freedom - strain)
    }
    guard statistics.used > 0 else { return }
    let share = min(1, elapsed / parameters.informationSeconds)
    lastingInformation += share * (statistics.information - lastingInformation)
  }

  /// Scale of the covariance.
  var factor: Double {
    parameters.accuracyFactor * parameters.accuracyFactor
      * max(parameters.minFactor, min(max(strain, lastingStrain), parameters.maxFactor))
  }

  /// Additional position variance from errors that the filter can't observe, in m².
  var common: Vec3 {
    let lasting = parameters.lastingSigmaMetres * parameters.lastingSigmaMetres
    // With few good lines, the slow errors of their ranges are in the position too. One outlier
    // among many consistent satellites adds no uncertainty.
    let unrest = min(max(0, lastingStrain - parameters.minStrain), parameters.maxUnrest)
    let doubtful =
      parameters.outvotedSigmaMetres * parameters.outvotedSigmaMetres * unrest
      * (min(refusedShare, parameters.maxRefused) * parameters.refusedWeight
        + min(outvotedShare, parameters.maxOutvoted))
    let each =
      lasting + parameters.lastingShare / max(lastingInformation, parameters.minInformation)
      + doubtful
    return Vec3(each, each, parameters.verticalRatio * parameters.verticalRatio * each)
  }
}
