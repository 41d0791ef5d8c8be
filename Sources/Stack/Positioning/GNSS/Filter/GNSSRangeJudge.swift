import Geometry

/// Outlier rejection and weighting of ranges, with correlated errors and per-satellite bias.
public struct GNSSRangeJudge: Sendable {
  /// Residual history of a satellite.
  private struct Bias: Sendable {
    /// Time of the last range, in s of the run; `count` is the number of epochs.
    var received = -1e9
    var count = 0.0
    /// Recent mean residual, in m; positive if the ranges are too long.
    var residual = 0.0
  }

  /// Values common to all ranges of an epoch.
  struct EpochValues {
    /// Time and time since the previous epoch, in s.
    var now, elapsed: Double
    /// Number of epochs over which multipath and slow errors are correlated.
    var echoFactor, slowFactor: Double
  }

  private let parameters: Parameters
  private var biases = [Bias](repeating: Bias(), count: GNSSSlot.count)

  init(parameters: Parameters) { self.parameters = parameters }

  /// Maximum normalised innovation squared in the agreement statistics.
  var maxSquared: Double { parameters.maxSize * parameters.maxSize }

  /// Discards the residual histories.
  mutating func forget() {
    for slot in biases.indices { biases[slot] = Bias() }
  }

  /// Starts the history of a satellite.
  mutating func begin(_ slot: Int, at seconds: Double) {
    biases[slot].received = seconds
    biases[slot].count = 1
  }

  /// Returns the correlation factors for a speed in m/s, or at rest.
  func moment(now: Double, elapsed: Double, speed: Double, isStill: Bool) -> EpochValues {
    let echo =
      isStill
      ? parameters.echoSeconds
      : min(parameters.echoSeconds, parameters.echoMetres / max(speed, parameters.minEchoSpeed))
    let slow = isStill ? parameters.stillSlowSeconds : parameters.slowSeconds
    return EpochValues(
      now: now, elapsed: elapsed, echoFactor: max(1, 2 * echo / elapsed),
      slowFactor: max(1, 2 * slow / elapsed))
  }

  /// Returns the variance of a range for the Kalman update, in m²; nil for an outlier.
  ///
  /// - Parameters:
  ///   - line: The line of sight.
  ///   - innovation: Measured minus predicted range, in m.
  ///   - size: The innovation in sigmas.
  ///   - spread: Variance of the predicted range, in m².
  ///   - moment: Values common to all ranges of the epoch.
  /// - Returns: The variance.
  @inline(__always)
  mutating func noise(
    of line: borrowing GNSSSightline, _ innovation: Double, size: Double, spread: Double,
    _ moment: EpochValues
  ) -> Double? {
    let isLong = innovation > 0
    guard size < (isLong ? parameters.longRejection : parameters.shortRejection) else { return nil }
    var noise = lastingVariance(line, moment)
    let limit = isLong ? parameters.longLimit : parameters.shortLimit
    if size > limit { noise *= size * size / (limit * limit) }
    noise *= bias(line, innovation, spread, moment)
    biases[line.slot].received = moment.now
    return noise
  }

  /// Returns the effective variance of a range with time-correlated errors (Gauss-Markov).
  ///
  /// With white noise of variance w and a constant error of variance c, n ranges give the variance
  /// w/n + c, so the n-th alone counts with variance (w + c n)² / w. In the long run the correlated
  /// error changes too, and each range counts with w + 2 c τ/dt.
  @inline(__always)
  private func lastingVariance(_ line: borrowing GNSSSightline, _ moment: EpochValues) -> Double {
    let bias = biases[line.slot]
    let isForgotten = moment.now - bias.received > parameters.forgettingSeconds
    let count = isForgotten ? 1 : bias.count + 1
    let lasting = line.echo + line.slow
    let early = line.noise + lasting * count
    let late = line.noise + line.echo * moment.echoFactor + line.slow * moment.slowFactor
    return min(early * early / line.noise, max(late, line.variance))
  }

  /// Returns the variance factor of a satellite whose mean residual exceeds its expectation.
  @inline(__always)
  private mutating func bias(
    _ line: borrowing GNSSSightline, _ innovation: Double, _ spread: Double, _ moment: EpochValues
  ) -> Double {
    var bias = biases[line.slot]
    if moment.now - bias.received > parameters.forgettingSeconds { bias = Bias() }
    bias.count += 1
    let share = max(1 / bias.count, min(1, moment.elapsed / parameters.biasSeconds))
    bias.residual += share * (innovation - bias.residual)
    biases[line.slot] = bias
    let expected =
      line.slow + line.echo * parameters.biasEchoShare
      + line.noise / min(bias.count, parameters.biasEpochs) + spread
    let size = bias.residual * bias.residual / (expected * parameters.biasLimit)
    return size > 1 ? min(size * size, parameters.maxBias) : 1
  }
}
