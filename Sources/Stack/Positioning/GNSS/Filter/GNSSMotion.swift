import Geometry

/// Tells by the range rates alone whether a receiver is at rest, and how fast its velocity may change.
public struct GNSSMotion: Sendable {
  private let parameters: Parameters
  /// Whether the receiver is at rest.
  private(set) var isStill = false
  /// Whether the last epoch told no rates, so that only ranges show how it moves.
  var isBlind = false
  /// For how long it has been slow, in s.
  private var slowSeconds = 0.0
  /// Its velocity over the last seconds, in m/s.
  private var recentVelocity = Vec3.zero

  init(parameters: Parameters) { self.parameters = parameters }

  /// How fast the velocity may change, in m²/s³.
  func jerkiness(at velocity: Vec3) -> Vec3 {
    guard !isStill else { return Vec3(repeating: parameters.stillJerkiness) }
    let level = parameters.jerkiness + parameters.jerkinessPerSpeed * velocity.xy.length
    let horizontal = isBlind ? level * parameters.blindFactor : level
    return Vec3(horizontal, horizontal, level * parameters.verticalShare)
  }

  /// How the place may wander besides, in m²/s.
  ///
  /// Where ranges disagree more than they should, the place may be off by more than it seems.
  func wandering(strain: Double) -> Double {
    let unease =
      parameters.unease * max(0, min(strain, parameters.mostStrain) - parameters.uneasyStrain)
    return isStill
      ? parameters.stillWandering + parameters.stillUneaseShare * unease * unease : unease * unease
  }

  /// Turns the velocity into the axes of another anchor.
  mutating func move(from old: LocalFrame, to new: LocalFrame) {
    recentVelocity = new.enu(ofVector: old.ecef(ofVector: recentVelocity))
  }

  /// Finds out whether the receiver moves, by its velocity as an epoch's rates alone have it.
  mutating func judge(
    _ solution: GNSSSolution?, _ state: inout FilterState, _ frame: LocalFrame, _ elapsed: Double
  ) {
    guard let solution, let velocity = solution.velocity else {
      // Nothing is heard of motion: rest isn't certain for long.
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
      // What was held at zero may be anything by now.
      let release = parameters.releaseSigma * parameters.releaseSigma
      state.widen(FilterState.velocities, by: release)
    }
  }

  /// Believes the rates at once where all of them together contradict the velocity: nobody brakes or
  /// starts like that, but who was taken for resting may have begun to move.
  private mutating func noteJolt(
    _ velocity: Vec3, sigma: Double, _ state: inout FilterState, _ elapsed: Double
  ) {
    let gap = (velocity - state.velocity).xy.length
    let chance = parameters.joltSigmas * (sigma * sigma + state.velocityVariance).squareRoot()
    guard gap > max(parameters.joltSpeed, chance) else { return }
    let least = max(parameters.leastJoltSigma, sigma)
    for axis in FilterState.velocities { state.forget(axis, variance: least * least) }
    // It may have happened at any time since the last epoch.
    state.widen(FilterState.places, by: gap * gap * elapsed * elapsed / 3)
    state.velocity = velocity
    recentVelocity = velocity
    isStill = false
    slowSeconds = 0
  }
}
