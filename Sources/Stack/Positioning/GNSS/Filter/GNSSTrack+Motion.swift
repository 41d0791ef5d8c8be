import Geometry
import Kernel
import Observations

extension GNSSTrack {
  /// Kalman prediction to the next epoch.
  mutating func predict(_ elapsed: Double) {
    state.advance(by: elapsed, jerkiness: jerkiness)
    state.errors.advance(
      by: elapsed,
      echoSeconds: judge.echoSeconds(speed: state.velocity.xy.length, isStill: isStill),
      slowSeconds: judge.slowSeconds,
      oldest: time.seconds - judge.forgettingSeconds)
    let noise = parameters.clock
    let (clock, drift) = (FilterState.clock, FilterState.drift)
    state.widen(FilterState.places, by: motion.wandering(strain: confidence.strain) * elapsed)
    state.widen(clock..<clock + 1, by: noise.clockNoise * elapsed)
    state.widen(drift..<drift + 1, by: noise.driftNoise * elapsed)
    state.widen(FilterState.offsets..<FilterState.copy, by: noise.offsetNoise * elapsed)
  }

  /// Returns the solution at a time, predicted from the last epoch.
  ///
  /// - Parameter time: Time of the solution; not before the last epoch.
  /// - Returns: The solution, whose uncertainty grows without satellites; nil if too inaccurate.
  func solution(at time: SimTime) -> GNSSSolution? {
    guard let frame else { return nil }
    let ahead = (time - self.time).seconds
    guard ahead >= 0, (time - receivedAt).seconds <= parameters.accuracy.coastingSeconds else {
      return nil
    }
    var state = state
    if ahead > 0 { state.advance(by: ahead, jerkiness: jerkiness) }
    let variance = state.positionVariance
    let plain = GNSSSolution.radius(
      east: variance.x, north: variance.y, covariance: state.eastNorth)
    let ratio = confidence.radius(spread: (variance.x + variance.y).squareRoot()) / max(plain, 1e-3)
    let factor = ratio * ratio
    let solution = GNSSSolution(
      time: time, position: frame.ecef(of: state.position),
      velocity: frame.ecef(ofVector: isStill ? .zero : state.velocity),
      velocitySigmaMetresPerSecond: state.velocityVariance.squareRoot(), clocks: state.clocks,
      clockRate: state.drift, variance: variance * factor,
      eastNorth: state.eastNorth * factor, satelliteCount: usedCount, candidateCount: usedCount,
      residualFactor: confidence.strain)
    guard solution.accuracyMetres <= parameters.single.worstAccuracyMetres else { return nil }
    return solution
  }
}
