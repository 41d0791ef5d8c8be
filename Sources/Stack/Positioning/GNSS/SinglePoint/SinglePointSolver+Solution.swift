import Geometry
import Observations

extension SinglePointSolver {
  /// Returns the weighted sum of squared residuals, the number of lines and the sum of weights.
  private func fit() -> (squares: Double, count: Int, weight: Double) {
    var (squares, count, weight) = (0.0, 0, 0.0)
    for line in front.lines where line.trust > 0 {
      let size = residual(line)
      squares += line.trust * size * size / line.variance
      count += 1
      weight += line.trust
    }
    return (squares, count, weight)
  }

  /// Creates the solution from the converged state; nil if its accuracy is too poor.
  mutating func finished(_ epoch: GNSSEpoch) -> GNSSSolution? {
    let fit = fit()
    guard fit.count >= 4, let frame = front.frame, position.isFinite else { return nil }
    let freedom = max(0, fit.weight - Double(unknowns))
    let factor =
      (fit.squares + parameters.priorFreedom) / (freedom + parameters.priorFreedom)
    let scale = max(factor, parameters.minFactor)
    let axes = (frame.east, frame.north, frame.up)
    let variance = Vec3(
      product(axes.0, axes.0), product(axes.1, axes.1), product(axes.2, axes.2))
    guard variance.min() > 0, variance.max() < 1e6 else { return nil }
    var reported = SIMD4<Double>(repeating: .nan)
    for line in front.lines where line.trust > 0 { reported[line.clock] = clocks[line.clock] }
    var solution = GNSSSolution(
      time: epoch.time, position: position, clocks: reported, variance: variance * scale,
      eastNorth: product(axes.0, axes.1) * scale, satelliteCount: fit.count,
      candidateCount: front.lines.count, residualFactor: factor)
    // Poor geometry or multipath alone gives no position.
    guard solution.accuracyMetres <= parameters.worstAccuracyMetres else { return nil }
    remember(scale)
    addVelocity(to: &solution)
    return solution
  }

  private func product(_ left: Vec3, _ right: Vec3) -> Double {
    var sum = 0.0
    for row in 0..<3 {
      for column in 0..<3 { sum += left[row] * inverse[row][column] * right[column] }
    }
    return sum
  }

  /// Stores the position and the inter-system clock offsets for the next epoch.
  private mutating func remember(_ scale: Double) {
    last = position
    let minimum = parameters.minOffsetSigmaMetres * parameters.minOffsetSigmaMetres
    for clock in 1..<4 where inverse[3 + clock][3 + clock] > 0 && inverse[3][3] > 0 {
      let variance =
        (inverse[3][3] + inverse[3 + clock][3 + clock] - 2 * inverse[3][3 + clock]) * scale
      // The previous offsets are part of this solution, so it replaces them.
      offsets[clock] = clocks[clock] - clocks[0]
      offsetVariances[clock] = min(max(variance, minimum), 1e6)
    }
  }
}
