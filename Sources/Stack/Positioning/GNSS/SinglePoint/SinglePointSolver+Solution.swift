import Geometry
import Observations

extension SinglePointSolver {
  /// The residuals' weighted sum of squares and how many lines count.
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

  /// Makes a solution of where the search ended.
  mutating func finished(_ epoch: GNSSEpoch) -> GNSSSolution? {
    let fit = fit()
    guard fit.count >= 4, let frame = front.frame, position.isFinite else { return nil }
    let freedom = max(0, fit.weight - Double(unknowns))
    let factor =
      (fit.squares + parameters.priorFreedom) / (freedom + parameters.priorFreedom)
    let scale = max(factor, parameters.leastFactor)
    let axes = (frame.east, frame.north, frame.up)
    let variance = Vec3(
      product(axes.0, axes.0), product(axes.1, axes.1), product(axes.2, axes.2))
    guard variance.min() > 0, variance.max() < 1e6 else { return nil }
    var told = SIMD4<Double>(repeating: .nan)
    for line in front.lines where line.trust > 0 { told[line.clock] = clocks[line.clock] }
    var solution = GNSSSolution(
      time: epoch.time, position: position, clocks: told, variance: variance * scale,
      eastNorth: product(axes.0, axes.1) * scale, satelliteCount: fit.count,
      candidateCount: front.lines.count, residualFactor: factor)
    // A few satellites in a row, or echoes alone, tell no place.
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

  /// Keeps the place and the clocks' offsets for the next search.
  private mutating func remember(_ scale: Double) {
    last = position
    let least = parameters.leastOffsetSigmaMetres * parameters.leastOffsetSigmaMetres
    for clock in 1..<4 where inverse[3 + clock][3 + clock] > 0 && inverse[3][3] > 0 {
      let variance =
        (inverse[3][3] + inverse[3 + clock][3 + clock] - 2 * inverse[3][3 + clock]) * scale
      // What was known went into this solution: it is the better one.
      offsets[clock] = clocks[clock] - clocks[0]
      offsetVariances[clock] = min(max(variance, least), 1e6)
    }
  }
}
