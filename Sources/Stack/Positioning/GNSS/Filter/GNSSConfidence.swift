import Geometry

/// How good the filter's place is, by how well ranges and rates have agreed.
public struct GNSSConfidence: Sendable {
  /// How an epoch's ranges agreed.
  struct Tally {
    var used = 0
    var refused = 0
    /// The innovations' squares over what was expected, and how many they are.
    var squares = 0.0
    var freedom = 0.0
    /// How much harm the refused would do if they were right after all.
    var objection = 0.0
    /// The sum of the inverse lasting variances, in 1/m².
    var information = 0.0
  }

  private let parameters: Parameters
  /// The innovations' squares over what was expected, lately.
  var strain = 1.0
  /// The same over a minute.
  private var lastingStrain = 1.0
  /// The share of ranges that were refused and of rates that were outvoted over a minute.
  private var refusedShare = 0.0
  private var outvotedShare = 0.0
  /// The sum of the inverse lasting variances of the ranges that were taken lately, in 1/m².
  private var lastingInformation = 1.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Takes in how well an epoch's ranges and rates agreed.
  mutating func learn(_ tally: Tally, outvoted: Double, _ elapsed: Double) {
    if tally.freedom > 0 {
      let share = min(1, elapsed / parameters.doubtSeconds)
      let (squares, freedom) = (tally.squares, tally.freedom)
      lastingStrain += share * (squares / freedom - lastingStrain)
      refusedShare += share * (tally.objection / freedom - refusedShare)
      outvotedShare += share * (outvoted / freedom - outvotedShare)
      strain += min(1, elapsed / parameters.strainSeconds) * (squares / freedom - strain)
    }
    guard tally.used > 0 else { return }
    let share = min(1, elapsed / parameters.informationSeconds)
    lastingInformation += share * (tally.information - lastingInformation)
  }

  /// What the covariance is multiplied by.
  var factor: Double {
    parameters.accuracyFactor * parameters.accuracyFactor
      * max(parameters.leastFactor, min(max(strain, lastingStrain), parameters.mostFactor))
  }

  /// The variance of what the filter can't see, in m².
  var common: Vec3 {
    let lasting = parameters.lastingSigmaMetres * parameters.lastingSigmaMetres
    // With few good lines, what lasts in their ranges is in the place too.
    // One satellite that is off among many that agree is no reason for doubt.
    let unrest = min(max(0, lastingStrain - parameters.calmStrain), parameters.mostUnrest)
    let doubtful =
      parameters.doubtMetres * parameters.doubtMetres * unrest
      * (min(refusedShare, parameters.mostRefused) * parameters.refusedWeight
        + min(outvotedShare, parameters.mostOutvoted))
    let each =
      lasting + parameters.lastingShare / max(lastingInformation, parameters.leastInformation)
      + doubtful
    return Vec3(each, each, parameters.verticalRatio * parameters.verticalRatio * each)
  }
}
