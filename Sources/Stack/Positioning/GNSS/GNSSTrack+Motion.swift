import Geometry
import Kernel
import Observations

extension GNSSTrack {
  /// How fast the velocity may change, in m²/s³.
  var jerkiness: Vec3 {
    guard !isStill else { return Vec3(repeating: parameters.stillJerkiness) }
    let level = parameters.jerkiness + parameters.jerkinessPerSpeed * state.velocity.xy.length
    return Vec3(level, level, level * parameters.verticalShare)
  }

  /// Goes on to the next epoch.
  mutating func predict(_ elapsed: Double) {
    state.advance(by: elapsed, jerkiness: jerkiness)
    // Where ranges disagree more than they should, the place may be off by more than it seems.
    let unease = parameters.unease * max(0, min(strain, 9) - 1.2)
    let wandering =
      isStill ? parameters.stillWandering + 0.02 * unease * unease : unease * unease
    for axis in 0..<3 { state.covariance[axis][axis] += wandering * elapsed }
    state.covariance[6][6] += parameters.clockNoise * elapsed
    state.covariance[7][7] += parameters.driftNoise * elapsed
    for index in 8..<11 { state.covariance[index][index] += parameters.offsetNoise * elapsed }
  }

  /// Finds out from the rates alone whether the receiver moves.
  mutating func judgeMotion(_ motion: GNSSSolution?, _ elapsed: Double) {
    guard let frame, let solution = motion, let velocity = solution.velocity else {
      // Nothing is heard of motion: rest isn't certain for long.
      slowSeconds = max(0, slowSeconds - elapsed)
      if slowSeconds == 0 { isStill = false }
      return
    }
    let local = frame.enu(ofVector: velocity)
    noteJolt(local, sigma: solution.velocitySigmaMetresPerSecond, elapsed)
    let share = min(1, elapsed / 5)
    recentVelocity += (local - recentVelocity) * share
    let sigma = solution.velocitySigmaMetresPerSecond
    let limit = max(parameters.stillSpeed, 3 * sigma)
    let speed = local.xy.length
    if speed < limit, recentVelocity.xy.length < parameters.stillSpeed {
      slowSeconds = min(slowSeconds + elapsed, 20)
    } else {
      slowSeconds = speed > 1.5 * limit ? 0 : max(0, slowSeconds - 4 * elapsed)
    }
    if slowSeconds >= parameters.stillSeconds {
      isStill = true
    } else if isStill, slowSeconds == 0 {
      isStill = false
      // What was held at zero may be anything by now.
      for axis in 0..<3 { state.covariance[axis + 3][axis + 3] += 1 }
    }
  }

  /// Believes the rates at once where all of them together contradict the velocity: nobody brakes or
  /// starts like that, but who was taken for resting may have begun to move.
  private mutating func noteJolt(_ velocity: Vec3, sigma: Double, _ elapsed: Double) {
    let gap = (velocity - state.velocity).xy.length
    let spread = (state.covariance[3][3] + state.covariance[4][4]) / 2
    guard gap > max(parameters.joltSpeed, 5 * (sigma * sigma + spread).squareRoot()) else { return }
    let variance = max(0.1, sigma) * max(0.1, sigma)
    for axis in 0..<3 {
      state.forget(axis + 3, variance: variance)
      // It may have happened at any time since the last epoch.
      state.covariance[axis][axis] += gap * gap * elapsed * elapsed / 3
    }
    state.velocity = velocity
    recentVelocity = velocity
    isStill = false
    slowSeconds = 0
  }

  /// Where the receiver is at a time; nil if it isn't known, or known too badly.
  ///
  /// - Parameter time: When; not before the last epoch.
  /// - Returns: The place with its uncertainty, which grows from epoch to epoch without satellites.
  func solution(at time: SimTime) -> GNSSSolution? {
    guard let frame else { return nil }
    let ahead = (time - self.time).seconds
    guard ahead >= 0, (time - heardAt).seconds <= parameters.coastingSeconds else { return nil }
    if ahead > 0 {
      var later = self
      later.state.advance(by: ahead, jerkiness: jerkiness)
      return later.solution(frame, told: time)
    }
    return solution(frame, told: time)
  }

  /// Where the receiver is, as the state says.
  private func solution(_ frame: LocalFrame, told time: SimTime) -> GNSSSolution? {
    let factor =
      parameters.accuracyFactor * parameters.accuracyFactor
      * max(parameters.leastFactor, min(max(strain, lastingStrain), 9))
    let lasting = parameters.lastingSigmaMetres * parameters.lastingSigmaMetres
    // With few good lines, what lasts in their ranges is in the place too.
    // One satellite that is off among many that agree is no reason for doubt.
    let unrest = min(max(0, lastingStrain - parameters.calmStrain), 1)
    let doubtful =
      parameters.doubtMetres * parameters.doubtMetres * unrest
      * (min(refusedShare, 0.2) * parameters.refusedWeight + min(outvotedShare, 0.2))
    let each = lasting + parameters.lastingShare / max(lastingInformation, 1e-4) + doubtful
    let common = Vec3(each, each, 4 * each)
    var clocks = SIMD4<Double>(repeating: state.mean[FilterState.clock])
    for clock in 1..<4 { clocks[clock] += state.mean[FilterState.offsets + clock - 1] }
    let solution = GNSSSolution(
      time: time, position: frame.ecef(of: state.position),
      velocity: frame.ecef(ofVector: isStill ? .zero : state.velocity),
      velocitySigmaMetresPerSecond: ((state.covariance[3][3] + state.covariance[4][4]) / 2)
        .squareRoot(),
      clocks: clocks, clockRate: state.mean[FilterState.drift],
      variance: Vec3(state.covariance[0][0], state.covariance[1][1], state.covariance[2][2])
        * factor + common,
      eastNorth: state.covariance[0][1] * factor, satelliteCount: usedCount,
      candidateCount: usedCount, residualFactor: strain)
    guard solution.accuracyMetres <= parameters.single.worstAccuracyMetres else { return nil }
    return solution
  }
}
