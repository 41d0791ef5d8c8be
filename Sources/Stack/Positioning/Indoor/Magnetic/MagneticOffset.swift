/// Magnetometer bias of the phone relative to the survey, upward and horizontal, by a Kalman
/// filter.
///
/// The bias comes from the phone's own iron, which its calibration never removes completely.
struct MagneticOffset: Sendable {
  /// In µT.
  private(set) var mean = SIMD2<Double>.zero
  /// In µT².
  private(set) var variance: SIMD2<Double>
  /// Recent mean of the normalised residual squared.
  private var misfit = 1.0
  private let parameters: IndoorMagneticParameters

  init(_ parameters: IndoorMagneticParameters) {
    self.parameters = parameters
    variance = SIMD2(repeating: parameters.firstOffset * parameters.firstOffset)
  }

  /// Exponent of a reading's likelihood; smaller if readings fit worse than the survey's noise.
  var rate: Double { parameters.share / max(1, misfit) }

  /// Resets the uncertainty after a change of carrying position, which turns the iron.
  mutating func open() {
    variance = SIMD2(repeating: parameters.firstOffset * parameters.firstOffset)
  }

  /// Updates the bias with a reading.
  mutating func learn(_ found: SIMD2<Double>, _ spread: SIMD2<Double>) {
    let off = found - mean
    let square = off * off / (spread + variance)
    misfit += parameters.misfitGain * (0.5 * square.sum() - misfit)
    let growth = parameters.offsetGrowth * parameters.offsetGrowth
    let known = variance + growth
    // Correlated readings count for little, so they change the bias little.
    let gain = known / (known + spread / max(1e-3, rate))
    mean += gain * (found - mean)
    let minimum = parameters.minOffset * parameters.minOffset
    variance = (1 - gain) * known
    variance.replace(with: minimum, where: variance .< minimum)
  }
}
