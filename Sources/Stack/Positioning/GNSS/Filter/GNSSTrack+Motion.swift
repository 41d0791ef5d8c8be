import Geometry
import Kernel
import Observations

extension GNSSTrack {
  /// Goes on to the next epoch.
  mutating func predict(_ elapsed: Double) {
    state.advance(by: elapsed, jerkiness: jerkiness)
    let noise = parameters.clock
    let (clock, drift) = (FilterState.clock, FilterState.drift)
    state.widen(FilterState.places, by: motion.wandering(strain: confidence.strain) * elapsed)
    state.widen(clock..<clock + 1, by: noise.clockNoise * elapsed)
    state.widen(drift..<drift + 1, by: noise.driftNoise * elapsed)
    state.widen(FilterState.offsets..<FilterState.copy, by: noise.offsetNoise * elapsed)
  }

  /// Where the receiver is at a time; nil if it isn't known, or known too badly.
  ///
  /// - Parameter time: When; not before the last epoch.
  /// - Returns: The place with its uncertainty, which grows from epoch to epoch without satellites.
  func solution(at time: SimTime) -> GNSSSolution? {
    guard let frame else { return nil }
    let ahead = (time - self.time).seconds
    guard ahead >= 0, (time - heardAt).seconds <= parameters.accuracy.coastingSeconds else {
      return nil
    }
    var state = state
    if ahead > 0 { state.advance(by: ahead, jerkiness: jerkiness) }
    let factor = confidence.factor
    let solution = GNSSSolution(
      time: time, position: frame.ecef(of: state.position),
      velocity: frame.ecef(ofVector: isStill ? .zero : state.velocity),
      velocitySigmaMetresPerSecond: state.velocityVariance.squareRoot(), clocks: state.clocks,
      clockRate: state.drift, variance: state.positionVariance * factor + confidence.common,
      eastNorth: state.eastNorth * factor, satelliteCount: usedCount, candidateCount: usedCount,
      residualFactor: confidence.strain)
    guard solution.accuracyMetres <= parameters.single.worstAccuracyMetres else { return nil }
    return solution
  }
}
