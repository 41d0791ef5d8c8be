import Geometry

/// Motion model of the GNSS filter: standstill detection from range rates, and process noise.
public struct GNSSMotion: Sendable {
  private let parameters: Parameters
  /// True if the receiver is at rest.
  private(set) var isStill = false
  /// True if the last epoch had no usable rates, so only ranges show the motion.
  var isBlind = false
  /// Duration at low speed, in s.
  private var slowSeconds = 0.0
  /// Recent mean velocity, in m/s.
  private var recentVelocity = Vec3.zero

  init(parameters: Parameters) { self.parameters = parameters }

  /// Returns the spectral density of acceleration, in m²/s³.
  func jerkiness(at velocity: Vec3) -> Vec3 {
    guard !isStill else { return Vec3(repeating: parameters.stillJerkiness) }
    let level = parameters.jerkiness + parameters.jerkinessPerSpeed * velocity.xy.length
    let horizontal = isBlind ? level * parameters.blindFactor : level
    return Vec3(horizontal, horizontal, level * parameters.verticalShare)
  }

  /// Returns the additional random-walk variance rate of the position, in m²/s.
  ///
  /// While ranges disagree more than expected, the position may be off by more than its covariance.
  func wandering(strain: Double) -> Double {
    let unease =
      parameters.unease * max(0, min(strain, parameters.maxStrain) - parameters.uneasyStrain)
    return isStill
      ? parameters.stillWandering + parameters.stillUneaseShare * unease * unease : unease * unease
  }

  /// Rotates the mean velocity into the axes of another anchor.
  mutating func move(from old: LocalFrame, to new: LocalFrame) {
    recentVelocity = new.enu(ofVector: old.ecef(ofVector: recentVelocity))
  }

  /// Detects standstill from the velocity that the epoch's rates give.
  mutating func judge(
    _ solution: GNSSSolution?, _ state: inout FilterState, _ frame: LocalFrame, _ elapsed: Double
  ) {
    guard let solution, let velocity = solution.velocity else {
      // Without rates, a standstill remains valid only for a while.
      slowSeconds = max(0, slowSeconds - elapsed)
      if slowSeconds == 0 { isStill = false }
      return
    }
    let local = frame.enu(ofVector: velocity)
    let sigma = solution.velocitySigmaMetresPerSecond
    noteJolt(local, sigma: sigma, &state, elapsed)
    let share = min(1, elapsed / parameters.velocityMemorySeconds)
    recentVelocity += (local - recentVelocity) * share
    let limit = max(parameters.stillSpeed, parameters.stillSigmas * sigma)
    let speed = local.xy.length
    if speed < limit, recentVelocity.xy.length < parameters.stillSpeed {
      slowSeconds = min(slowSeconds + elapsed, parameters.slowMemorySeconds)
    } else {
      slowSeconds =
        speed > parameters.movingFactor * limit
        ? 0 : max(0, slowSeconds - parameters.slowLoss * elapsed)
    }
    if slowSeconds >= parameters.stillSeconds {
      isStill = true
    } else if isStill, slowSeconds == 0 {
      isStill = false
      // The velocity was held at zero and is now unknown.
      let release = parameters.releaseSigma * parameters.releaseSigma
      state.widen(FilterState.velocities, by: release)
    }
  }

  /// Resets the velocity to that of the rates if they clearly contradict the filter.
  ///
  /// No vehicle brakes or starts like that, but a receiver taken for still may have begun to move.
  private mutating func noteJolt(
    _ velocity: Vec3, sigma: Double, _ state: inout FilterState, _ elapsed: Double
  ) {
    let gap = (velocity - state.velocity).xy.length
    let chance = parameters.joltSigmas * (sigma * sigma + state.velocityVariance).squareRoot()
    guard gap > max(parameters.joltSpeed, chance) else { return }
    let minimum = max(parameters.minJoltSigma, sigma)
    for axis in FilterState.velocities { state.forget(axis, variance: minimum * minimum) }
    // The change may have happened at any time since the previous epoch.
    state.widen(FilterState.places, by: gap * gap * elapsed * elapsed / 3)
    state.velocity = velocity
    recentVelocity = velocity
    isStill = false
    slowSeconds = 0
  }
}
