import Geometry
import Kernel
import Observations

extension GNSSTrack {
  /// How fast the velocity may change, in m²/s³.
  var jerkiness: Vec3 {
    let settings = parameters.motion
    guard !isStill else { return Vec3(repeating: settings.stillJerkiness) }
    let level = settings.jerkiness + settings.jerkinessPerSpeed * state.velocity.xy.length
    return Vec3(level, level, level * settings.verticalShare)
  }

  /// Goes on to the next epoch.
  mutating func predict(_ elapsed: Double) {
    state.advance(by: elapsed, jerkiness: jerkiness)
    // Where ranges disagree more than they should, the place may be off by more than it seems.
    let settings = parameters.motion
    let unease = settings.unease * max(0, min(strain, settings.mostStrain) - settings.uneasyStrain)
    let wandering =
      isStill
      ? settings.stillWandering + settings.stillUneaseShare * unease * unease : unease * unease
    for axis in 0..<3 { state.covariance[axis][axis] += wandering * elapsed }
    state.covariance[6][6] += parameters.clock.clockNoise * elapsed
    state.covariance[7][7] += parameters.clock.driftNoise * elapsed
    let offsetNoise = parameters.clock.offsetNoise
    for index in 8..<11 { state.covariance[index][index] += offsetNoise * elapsed }
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
    let settings = parameters.motion
    let share = min(1, elapsed / settings.velocityMemorySeconds)
    recentVelocity += (local - recentVelocity) * share
    let sigma = solution.velocitySigmaMetresPerSecond
    let limit = max(settings.stillSpeed, settings.stillSigmas * sigma)
    let speed = local.xy.length
    if speed < limit, recentVelocity.xy.length < settings.stillSpeed {
      slowSeconds = min(slowSeconds + elapsed, settings.slowMemorySeconds)
    } else {
      slowSeconds =
        speed > settings.movingFactor * limit
        ? 0 : max(0, slowSeconds - settings.slowLoss * elapsed)
    }
    if slowSeconds >= settings.stillSeconds {
      isStill = true
    } else if isStill, slowSeconds == 0 {
      isStill = false
      // What was held at zero may be anything by now.
      let release = settings.releaseSigma * settings.releaseSigma
      for axis in 0..<3 { state.covariance[axis + 3][axis + 3] += release }
    }
  }

  /// Believes the rates at once where all of them together contradict the velocity: nobody brakes or
  /// starts like that, but who was taken for resting may have begun to move.
  private mutating func noteJolt(_ velocity: Vec3, sigma: Double, _ elapsed: Double) {
    let gap = (velocity - state.velocity).xy.length
    let spread = (state.covariance[3][3] + state.covariance[4][4]) / 2
    let settings = parameters.motion
    let chance = settings.joltSigmas * (sigma * sigma + spread).squareRoot()
    guard gap > max(settings.joltSpeed, chance) else { return }
    let least = max(settings.leastJoltSigma, sigma)
    let variance = least * least
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
    guard ahead >= 0, (time - heardAt).seconds <= parameters.accuracy.coastingSeconds else {
      return nil
    }
    if ahead > 0 {
      var later = self
      later.state.advance(by: ahead, jerkiness: jerkiness)
      return later.solution(frame, told: time)
    }
    return solution(frame, told: time)
  }

  /// Where the receiver is, as the state says.
  private func solution(_ frame: LocalFrame, told time: SimTime) -> GNSSSolution? {
    let settings = parameters.accuracy
    let factor =
      settings.accuracyFactor * settings.accuracyFactor
      * max(settings.leastFactor, min(max(strain, lastingStrain), settings.mostFactor))
    let lasting = settings.lastingSigmaMetres * settings.lastingSigmaMetres
    // With few good lines, what lasts in their ranges is in the place too.
    // One satellite that is off among many that agree is no reason for doubt.
    let unrest = min(max(0, lastingStrain - settings.calmStrain), settings.mostUnrest)
    let doubtful =
      settings.doubtMetres * settings.doubtMetres * unrest
      * (min(refusedShare, settings.mostRefused) * settings.refusedWeight
        + min(outvotedShare, settings.mostOutvoted))
    let each =
      lasting + settings.lastingShare / max(lastingInformation, settings.leastInformation)
      + doubtful
    let common = Vec3(each, each, settings.verticalRatio * settings.verticalRatio * each)
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
