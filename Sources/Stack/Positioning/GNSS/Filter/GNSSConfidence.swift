import Glibc

/// Agreement of an epoch's ranges and rates with the filter, and the accuracy radius that follows from it.
public struct GNSSConfidence: Sendable {
  /// Range statistics of an epoch.
  struct Statistics {
    var used = 0
    var refused = 0
    /// Sum of normalised innovations squared; `freedom` is their number.
    var squares = 0.0
    var freedom = 0.0
  }

  /// Evidence for the accuracy radius.
  public struct Evidence: Sendable {
    /// Square root of the filter's horizontal variance, in m.
    public var spread: Double
    /// Recent mean of the normalised innovation squared.
    public var strain: Double
    /// Recent share of outvoted rates.
    public var outvotedShare: Double
    /// Mean C/N0 deficit of the satellites relative to their elevations, in dB.
    public var lack: Double

    public init(spread: Double, strain: Double, outvotedShare: Double, lack: Double) {
      (self.spread, self.strain) = (spread, strain)
      (self.outvotedShare, self.lack) = (outvotedShare, lack)
    }

    /// The accuracy radius (68 %), in m.
    ///
    /// A quantile regression (R. Koenker, G. Bassett, "Regression quantiles", Econometrica 46, 1978), because
    /// the errors of a canyon are common to its satellites, and the covariance doesn't know them.
    public var radius: Double { exp((regressors * GNSSConfidence.learned).sum()) }

    /// Regressors of the logarithm of the radius.
    public var regressors: SIMD8<Double> {
      SIMD8(
        1, log(max(spread, 1e-3)), log(max(strain, 0.05)), outvotedShare.squareRoot(),
        min(max(lack, -3), 20) / 10, 0, 0, 0)
    }
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
  /// Mean C/N0 deficit of an epoch's satellites, in dB.
  var lack = 0.0
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
      outvotedShare += share * (outvoted / freedom - outvotedShare)
      strain += min(1, elapsed / parameters.strainSeconds) * (squares / freedom - strain)
    }
  }

  /// The evidence of a state with a spread in m.
  func evidence(spread: Double) -> Evidence {
    Evidence(spread: spread, strain: strain, outvotedShare: outvotedShare, lack: lack)
  }

  /// The accuracy radius (68 %) of a state with a spread, in m.
  func radius(spread: Double) -> Double {
    parameters.accuracyFactor * evidence(spread: spread).radius
  }
}
