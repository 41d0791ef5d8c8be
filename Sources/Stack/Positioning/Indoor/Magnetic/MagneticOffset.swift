/// By how much a phone's magnetometer shows more than the surveyors', upward and level, and how sure
/// that is: its own iron, which the system never takes off wholly.
struct MagneticOffset: Sendable {
  /// In µT.
  private(set) var mean = SIMD2<Double>.zero
  /// In µT².
  private(set) var variance: SIMD2<Double>
  /// By how much readings of late were further off than they should be, as a mean square.
  private var misfit = 1.0
  private let parameters: IndoorMagneticDials

  init(_ parameters: IndoorMagneticDials) {
    self.parameters = parameters
    variance = SIMD2(repeating: parameters.firstOffset * parameters.firstOffset)
  }

  /// How much of a reading counts: less, as readings fit worse than the survey says they should.
  var rate: Double { parameters.share / max(1, misfit) }

  /// Doubts what was learned: the phone is carried otherwise, and its iron lies otherwise with it.
  mutating func open() {
    variance = SIMD2(repeating: parameters.firstOffset * parameters.firstOffset)
  }

  /// Learns from a reading.
  ///
  /// - Parameters:
  ///   - found: By how much it was more than the survey has where the phone may be.
  ///   - spread: The variance of that.
  mutating func learn(_ found: SIMD2<Double>, _ spread: SIMD2<Double>) {
    let off = found - mean
    let square = off * off / (spread + variance)
    misfit += parameters.misfitGain * (0.5 * square.sum() - misfit)
    let growth = parameters.offsetGrowth * parameters.offsetGrowth
    let known = variance + growth
    // Readings of which little counts, as neighbours err alike, teach little.
    let gain = known / (known + spread / max(1e-3, rate))
    mean += gain * (found - mean)
    let least = parameters.leastOffset * parameters.leastOffset
    variance = (1 - gain) * known
    variance.replace(with: least, where: variance .< least)
  }
}
