import Geometry
import Glibc
import Kernel
import Numerics

// Whether the phone is somewhere else altogether.

extension IndoorFilter {
  /// The prior against being elsewhere than was thought: what that costs, as a log.
  struct RelocalisationPrior {
    /// Of each plane.
    fileprivate var planes: [Double]
    /// Where the phone was thought to be.
    fileprivate var from: Vec2
    fileprivate var confidence: Double
    /// What a metre away costs, and what it costs at most.
    fileprivate var perMetre, most: Double

    /// Takes it that the phone may be anywhere: the way there costs nothing.
    mutating func relocalise() { confidence = 0 }

    /// Of a cell.
    func cost(of cell: Int, in cells: RadioPlaces) -> Double {
      let (point, plane) = cells[cell]
      let way = from.distance(to: point)
      return planes[plane] + confidence * min(most, way * perMetre)
    }
  }

  /// What it costs to be elsewhere: on another level, and far away.
  ///
  /// Levels go by the height that the barometer shows and what it showed on the ground so far. No cost
  /// is so high that a filter gone astray stays so.
  func relocalisationPrior(height: Double?, confidence: Double) -> RelocalisationPrior {
    let here = particles.estimate()
    let most = particles.weight.max() ?? 0
    var (sum, total) = (0.0, 0.0)
    for (likely, ground) in zip(exponentials(of: particles.weight, less: most), particles.ground) {
      sum += likely * ground
      total += likely
    }
    let usual = sum / max(total, 1e-300)
    let prior = parameters.relocalisation
    let planes = plan.planes.map { plane -> Double in
      guard let height else { return 0 }
      let residual = (height - usual - plane.rise) / prior.levelDoubt
      return confidence * min(prior.mostForLevel, 0.5 * residual * residual)
    }
    return RelocalisationPrior(
      planes: planes, from: here.point, confidence: confidence, perMetre: prior.costPerMetre,
      most: prior.mostForWay)
  }

  /// How much more likely the best of some cells is than the best particle, as a log, less what it costs
  /// to be there.
  ///
  /// - Parameters:
  ///   - found: What a search found.
  ///   - heard: The same readings.
  ///   - height: What the barometer shows, in m.
  ///   - confidence: How established it is where the phone has been, from 0 to 1.
  /// - Returns: The log; above zero where the cell is likelier.
  mutating func gain(
    _ found: LikelihoodGrid, _ heard: [HeardLevel], height: Double?, confidence: Double
  ) -> Double {
    let rate = rate(heard.count)
    let prior = relocalisationPrior(height: height, confidence: confidence)
    var most = -Double.infinity
    for (number, value) in found.likely.enumerated() where value > -.infinity {
      most = max(
        most, rate * Double(value) - prior.cost(of: found.cell(number), in: found.cells))
    }
    return most - rate * Double(best(heard))
  }
}
