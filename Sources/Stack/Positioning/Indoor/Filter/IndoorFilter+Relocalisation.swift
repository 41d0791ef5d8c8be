import Geometry
import Glibc
import Kernel
import Numerics

// Relocalisation: the likelihood that the phone is at another position.

extension IndoorFilter {
  /// Relocalisation prior: log cost of a jump away from the current position.
  struct RelocalisationPrior {
    /// Cost of each plane.
    fileprivate var planes: [Double]
    /// Current position.
    fileprivate var from: Vec2
    fileprivate var confidence: Double
    /// Cost per metre, and its maximum.
    fileprivate var perMetre, maximum: Double

    /// Removes the cost of distance.
    mutating func relocalise() { confidence = 0 }

    /// Returns the cost of a cell.
    func cost(of cell: Int, in cells: RadioPositions) -> Double {
      let (point, plane) = cells[cell]
      let way = from.distance(to: point)
      return planes[plane] + confidence * min(maximum, way * perMetre)
    }
  }

  /// Returns the prior cost of other levels and distant positions.
  ///
  /// Levels use the barometric height relative to the mean ground level of the particles. Costs are
  /// bounded, so that a diverged filter can recover.
  func relocalisationPrior(height: Double?, confidence: Double) -> RelocalisationPrior {
    let here = particles.estimate()
    let maximum = particles.weight.max() ?? 0
    var (sum, total) = (0.0, 0.0)
    for (likely, ground) in zip(exponentials(of: particles.weight, less: maximum), particles.ground)
    {
      sum += likely * ground
      total += likely
    }
    let usual = sum / max(total, 1e-300)
    let prior = parameters.relocalisation
    let planes = plan.planes.map { plane -> Double in
      guard let height else { return 0 }
      let residual = (height - usual - plane.rise) / prior.levelSigma
      return confidence * min(prior.maxForLevel, 0.5 * residual * residual)
    }
    return RelocalisationPrior(
      planes: planes, from: here.point, confidence: confidence, perMetre: prior.costPerMetre,
      maximum: prior.maxForDistance)
  }

  /// Returns the log likelihood gain of the best cell over the best particle, less the prior cost.
  ///
  /// - Parameters:
  ///   - found: Likelihoods of the cells.
  ///   - received: The readings of the search.
  ///   - height: Barometric height, in m.
  ///   - confidence: Degree to which the current position is established, 0 to 1.
  /// - Returns: The gain; positive if the cell is more likely.
  mutating func gain(
    _ found: LikelihoodGrid, _ received: [ReceivedLevel], height: Double?, confidence: Double
  ) -> Double {
    let rate = rate(received.count)
    let prior = relocalisationPrior(height: height, confidence: confidence)
    var maximum = -Double.infinity
    for (number, value) in found.likely.enumerated() where value > -.infinity {
      maximum = max(
        maximum, rate * Double(value) - prior.cost(of: found.cell(number), in: found.cells))
    }
    return maximum - rate * Double(best(received))
  }
}
