import Geometry

/// Finds the velocity that most range rates agree with.
///
/// The rate of an echo tells of a receiver in the mirror, and a strong echo's is as sharp as any, so
/// least squares goes astray with one of eight and robust weights with two. With the clock's rate
/// known from before and people and cars going level, two rates tell a velocity: each pair is tried,
/// and what the others say of it decides (M. A. Fischler and R. C. Bolles, 1981; costs that are
/// bounded: P. H. S. Torr and A. Zisserman, 2000).
public struct GNSSRateConsensus {
  private struct Rate {
    var direction: Vec3
    var excess: Double
    var variance: Double
    var index: Int
  }

  private let parameters: Parameters
  /// A rate's greatest cost.
  private let limit: Double
  private var rates = InlineArray<12, Rate>(
    repeating: Rate(direction: .zero, excess: 0, variance: 1, index: 0))
  private var count = 0

  /// Chooses the sharpest rates.
  ///
  /// - Parameters:
  ///   - lines: All lines, described.
  ///   - place: Where, in m.
  ///   - frame: East, north and up there.
  ///   - parameters: How it is set.
  init(
    _ lines: [GNSSSightline], at place: Vec3, _ frame: LocalFrame,
    _ parameters: Parameters
  ) {
    self.parameters = parameters
    limit = parameters.gate * parameters.gate
    let (floor, most) = (parameters.floor, parameters.most)
    for index in lines.indices where lines[index].rateSigma < .infinity {
      let line = lines[index]
      let variance = line.rateSigma * line.rateSigma + floor * floor
      var slot = count
      if count == most {
        guard variance < rates[most - 1].variance else { continue }
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

  /// The velocity with the most votes.
  ///
  /// - Parameters:
  ///   - before: The velocity as predicted, east, north and up in m/s.
  ///   - variance: That of each horizontal part, in m²/s².
  ///   - drift: The clock's rate, in m/s.
  /// - Returns: Velocity, clock rate, the horizontal variance of one axis, and the votes by line, as
  ///   bits; nil without a majority.
  func solve(
    before: Vec3, variance: Double, drift: Double
  ) -> (velocity: Vec3, drift: Double, variance: Double, outvoted: UInt64)? {
    guard count >= parameters.fewest else { return nil }
    let leastCross = parameters.leastCross
    let mostSquared = parameters.mostSpeed * parameters.mostSpeed
    var best = Vec3(before.x, before.y, 0)
    var least = cost(best, drift, before, variance)
    let still = cost(.zero, drift, before, variance)
    if still < least { (least, best) = (still, .zero) }
    for first in 0..<count {
      for second in (first + 1)..<count {
        let (a, b) = (rates[first], rates[second])
        let determinant = a.direction.x * b.direction.y - a.direction.y * b.direction.x
        guard abs(determinant) > leastCross else { continue }
        let (u, v) = (drift - a.excess, drift - b.excess)
        let velocity = Vec3(
          (u * b.direction.y - v * a.direction.y) / determinant,
          (v * a.direction.x - u * b.direction.x) / determinant, 0)
        guard velocity.squaredLength < mostSquared else { continue }
        let found = cost(velocity, drift, before, variance)
        if found < least { (least, best) = (found, velocity) }
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

  /// Solves anew by those that agree, with what is known of climb and clock.
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
      guard agreed >= parameters.leastAgreed, 2 * agreed >= count else { return nil }
      equations.add(
        SIMD8(0, 0, 1, 0, 0, 0, 0, 0), -velocity.z, weight: 1 / (climb * climb))
      equations.add(
        SIMD8(0, 0, 0, 1, 0, 0, 0, 0), clock - drift, weight: 1 / (driftSigma * driftSigma))
      let change = before - velocity
      // Who turns or brakes hard goes not as before.
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
