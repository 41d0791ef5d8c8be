import Geometry
import Glibc
import Kernel

// Whether the phone is somewhere else altogether.

extension IndoorFilter {
  /// What it costs to be somewhere else than was thought, as a log.
  struct LeapCosts {
    /// Of each plane.
    fileprivate var planes: [Double]
    /// Where the phone was thought to be.
    fileprivate var from: Vec2
    fileprivate var sureness: Double

    /// Takes it that the way there costs nothing.
    mutating func goAnywhere() { sureness = 0 }

    /// Of a cell.
    func cost(of cell: Int, in cells: RadioPlaces) -> Double {
      let (point, plane) = cells[cell]
      let way = from.distance(to: point)
      return planes[plane] + sureness * min(mostForLeaping, way * leapPerMetre)
    }
  }

  /// What it costs to be elsewhere: on another level, and far away.
  ///
  /// Levels go by the height that the barometer shows and what it showed on the ground so far. No cost
  /// is so high that a filter gone astray stays so.
  func leapCosts(height: Double?, sureness: Double) -> LeapCosts {
    let here = estimate()
    let most = weight.max() ?? 0
    var (sum, total) = (0.0, 0.0)
    for index in 0..<count {
      let likely = exp(weight[index] - most)
      sum += likely * ground[index]
      total += likely
    }
    let usual = sum / max(total, 1e-300)
    let planes = plan.planes.map { plane -> Double in
      guard let height else { return 0 }
      let rest = (height - usual - plane.rise) / Self.climbDoubt
      return sureness * min(Self.mostForClimbing, 0.5 * rest * rest)
    }
    return LeapCosts(planes: planes, from: here.point, sureness: sureness)
  }

  /// How wrong the barometer may be, in m, and what that costs at most; tried on the mall with seeds 1
  /// and 2.
  private static let climbDoubt = 2.0, mostForClimbing = 4.0

  /// How much more likely the best of some cells is than the best guess, as a log, less what it costs
  /// to be there.
  ///
  /// - Parameters:
  ///   - found: What a search found.
  ///   - heard: The same readings.
  ///   - height: What the barometer shows, in m.
  ///   - sureness: How established it is where the phone has been, from 0 to 1.
  /// - Returns: The log; above zero where the cell is likelier.
  mutating func gain(
    _ found: Whereabouts, _ heard: [HeardLevel], height: Double?, sureness: Double
  ) -> Double {
    let rate = rate(heard.count)
    let costs = leapCosts(height: height, sureness: sureness)
    var most = -Double.infinity
    for (number, value) in found.likely.enumerated() where value > -.infinity {
      most = max(
        most, rate * Double(value) - costs.cost(of: found.cell(number), in: found.cells))
    }
    return most - rate * Double(best(heard))
  }
}

/// What a metre away costs, and what it costs at most; tried on the mall with seeds 1 and 2.
private let leapPerMetre = 0.05, mostForLeaping = 3.0
