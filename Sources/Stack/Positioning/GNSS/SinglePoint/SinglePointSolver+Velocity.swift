import Geometry
import Observations

extension SinglePointSolver {
  /// Velocity and clock drift from range rates, by IRLS with Huber weights (square beyond a limit).
  ///
  /// - Parameter solution: Solution with a position; receives velocity and clock drift.
  /// - Returns: The largest rate residual in sigmas; infinite without a velocity.
  @discardableResult
  mutating func addVelocity(to solution: inout GNSSSolution) -> Double {
    let settings = parameters.velocity
    let (limit, rejection) = (settings.limit, settings.rejection)
    var velocity = Vec3.zero
    var drift = 0.0
    var squares = 0.0
    var count = 0
    var largest = 0.0
    var inverse = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    for round in 0..<4 {
      var equations = NormalEquations()
      squares = 0
      count = 0
      largest = 0
      for index in front.lines.indices where front.lines[index].rateSigma < .infinity {
        let line = front.lines[index]
        let residual =
          line.rate - line.restRate(at: solution.position) + line.direction.dot(velocity) - drift
        let sigma = line.rateSigma
        var weight = 1 / (sigma * sigma)
        let size = abs(residual) / sigma
        largest = max(largest, size)
        // The first iteration has no usable residuals: the clock drift is in all of them.
        if round > 0, size > limit {
          weight *= size > rejection ? limit * limit / (size * size) : limit / size
        }
        squares += residual * residual * weight
        count += 1
        equations.add(
          -line.direction.x, -line.direction.y, -line.direction.z, clock: 0, residual,
          weight: weight)
      }
      guard count >= 4, let solved = equations.solved(of: 4) else { return .infinity }
      let step = Vec3(solved.solution[0], solved.solution[1], solved.solution[2])
      velocity += step
      drift += solved.solution[3]
      inverse = solved.inverse
      if round > 0, step.squaredLength < 1e-4 { break }
    }
    guard velocity.isFinite, velocity.length < settings.maxSpeed, let frame = front.frame else {
      return .infinity
    }
    let scale = max(1, squares / Double(max(1, count - 4)))
    let variance = Self.variance(inverse, frame)
    solution.velocity = velocity
    solution.clockRate = drift
    solution.velocitySigmaMetresPerSecond = (variance * scale).squareRoot()
    return largest
  }

  /// Returns the mean variance of the two horizontal axes.
  private static func variance(
    _ inverse: InlineArray<8, SIMD8<Double>>, _ frame: LocalFrame
  ) -> Double {
    var variance = 0.0
    for axis in [frame.east, frame.north] {
      for row in 0..<3 {
        for column in 0..<3 { variance += axis[row] * inverse[row][column] * axis[column] / 2 }
      }
    }
    return variance
  }
}
