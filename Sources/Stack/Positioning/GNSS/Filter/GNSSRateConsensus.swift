import Geometry

/// RANSAC with bounded costs (MSAC) over pairs of range rates: finds the velocity most rates agree
/// with.
///
/// The rate of a reflected signal is that of a mirrored receiver, and for a strong reflection as
/// precise as any. Least squares fails with one of eight, robust weights with two. With a known
/// clock drift and level motion, two rates give a velocity: each pair is tried, and the other rates
/// decide. Sources: M. A. Fischler and R. C. Bolles, 1981; bounded costs: P. H. S. Torr and A.
/// Zisserman, 2000.
public struct GNSSRateConsensus {
  private struct Rate {
    var direction: Vec3
    var excess: Double
    var variance: Double
    var index: Int
  }

  private let parameters: Parameters
  /// Maximum cost of a rate.
  private let limit: Double
  private var rates = InlineArray<12, Rate>(
    repeating: Rate(direction: .zero, excess: 0, variance: 1, index: 0))
  private var count = 0

  /// Selects the most precise rates.
  ///
  /// - Parameters:
  ///   - lines: All lines of sight, described.
  ///   - place: Position in ECEF, in m.
  ///   - frame: Local frame at the position.
  ///   - parameters: Parameters of the consensus.
  init(
    _ lines: [GNSSSightline], at place: Vec3, _ frame: LocalFrame,
    _ parameters: Parameters
  ) {
    self.parameters = parameters
    limit = parameters.gate * parameters.gate
    let (floor, maximum) = (parameters.floor, parameters.maximum)
    for index in lines.indices where lines[index].rateSigma < .infinity {
      let line = lines[index]
      let variance = line.rateSigma * line.rateSigma + floor * floor
      var slot = count
      if count == maximum {
        guard variance < rates[maximum - 1].variance else { continue }
        slot -= 1
      } else {
        count += 1
      }
      while slot > 0, rates[slot - 1].variance > variance {
        rates[slot] = rates[slot - 1]
        slot -= 1
      }
      rates[slot] = Rate(
        direction: frame.enu(ofVector: line.direction),
        excess: line.rate - line.restRate(at: place), variance: variance, index: index)
    }
  }

  /// Returns the velocity with the lowest cost, refined by the agreeing rates.
  ///
  /// - Parameters:
  ///   - before: Predicted velocity, east, north and up in m/s.
  ///   - variance: Variance of each horizontal axis, in m²/s².
  ///   - drift: Clock drift, in m/s.
  /// - Returns: Velocity, clock drift, horizontal variance of one axis, and the outvoted lines as
  ///   bits;
  ///   nil without a majority.
  func solve(
    before: Vec3, variance: Double, drift: Double
  ) -> (velocity: Vec3, drift: Double, variance: Double, outvoted: UInt64)? {
    guard count >= parameters.minimum else { return nil }
    let minCross = parameters.minCross
    let maxSquared = parameters.maxSpeed * parameters.maxSpeed
    var best = Vec3(before.x, before.y, 0)
    var minimum = cost(best, drift, before, variance)
    let still = cost(.zero, drift, before, variance)
    if still < minimum { (minimum, best) = (still, .zero) }
    for first in 0..<count {
      for second in (first + 1)..<count {
        let (a, b) = (rates[first], rates[second])
        let determinant = a.direction.x * b.direction.y - a.direction.y * b.direction.x
        guard abs(determinant) > minCross else { continue }
        let (u, v) = (drift - a.excess, drift - b.excess)
        let velocity = Vec3(
          (u * b.direction.y - v * a.direction.y) / determinant,
          (v * a.direction.x - u * b.direction.x) / determinant, 0)
        guard velocity.squaredLength < maxSquared else { continue }
        let found = cost(velocity, drift, before, variance)
        if found < minimum { (minimum, best) = (found, velocity) }
      }
    }
    return refine(best, drift, before, variance)
  }

  @inline(__always)
  private func cost(
    _ velocity: Vec3, _ drift: Double, _ before: Vec3, _ variance: Double
  ) -> Double {
    var sum = min((velocity - before).xy.squaredLength / variance, parameters.priorFactor * limit)
    for index in 0..<count {
      let rate = rates[index]
      let residual = rate.excess + rate.direction.dot(velocity) - drift
      sum += min(residual * residual / rate.variance, limit)
    }
    return sum
  }

  /// Least squares with the agreeing rates and priors on climb and clock drift.
  private func refine(
    _ start: Vec3, _ clock: Double, _ before: Vec3, _ prior: Double
  ) -> (velocity: Vec3, drift: Double, variance: Double, outvoted: UInt64)? {
    var (velocity, drift) = (start, clock)
    var outvoted: UInt64 = 0
    var variance = 0.0
    let (climb, driftSigma) = (parameters.climb, parameters.driftSigma)
    for round in 0..<parameters.rounds {
      var equations = NormalEquations()
      outvoted = 0
      var agreed = 0
      var limit = limit
      if round == 0 { limit *= parameters.firstFactor }
      for index in 0..<count {
        let rate = rates[index]
        let residual = rate.excess + rate.direction.dot(velocity) - drift
        guard residual * residual < limit * rate.variance else {
          if rate.index < 64 { outvoted |= 1 << UInt64(rate.index) }
          continue
        }
        agreed += 1
        equations.add(
          -rate.direction.x, -rate.direction.y, -rate.direction.z, clock: 0, residual,
          weight: 1 / rate.variance)
      }
      guard agreed >= parameters.minAgreed, 2 * agreed >= count else { return nil }
      equations.add(
        SIMD8(0, 0, 1, 0, 0, 0, 0, 0), -velocity.z, weight: 1 / (climb * climb))
      equations.add(
        SIMD8(0, 0, 0, 1, 0, 0, 0, 0), clock - drift, weight: 1 / (driftSigma * driftSigma))
      let change = before - velocity
      // The prediction does not hold in a hard turn or braking.
      if change.xy.squaredLength < self.limit * prior {
        equations.add(SIMD8(1, 0, 0, 0, 0, 0, 0, 0), change.x, weight: 1 / prior)
        equations.add(SIMD8(0, 1, 0, 0, 0, 0, 0, 0), change.y, weight: 1 / prior)
      }
      guard let solved = equations.solved() else { return nil }
      velocity += Vec3(solved.solution[0], solved.solution[1], solved.solution[2])
      drift += solved.solution[3]
      variance = (solved.inverse[0][0] + solved.inverse[1][1]) / 2
    }
    return (velocity, drift, variance, outvoted)
  }
}
