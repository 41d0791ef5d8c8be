import Truth

// Profiles without recordings: those of the trunk or the pocket, changed as walking changes between
// the placements. All values are estimates.
extension GaitProfile {
  static func running(_ placement: Placement) -> GaitProfile {
    var profile: GaitProfile
    switch placement {
    case .frontPocket: return .runningFrontPocket
    case .backPocket: return runningFrontPocket.scaled(up: 0.9, horizontal: 0.8, turn: 0.8)
    case .upperArm:
      profile = runningWaist.scaled(rattle: 0.8)
      profile.pitch = [2.0, 0.6, 0.2, 0.2]
      profile.radius = 0.15
    case .handSwinging:
      profile = runningWaist.scaled(horizontal: 1.5, rattle: 0.8)
      profile.pitch = [3.5, 0.9, 0.4, 0.3]
      profile.yaw = [1.5, 0.6, 0.3, 0.2]
      profile.radius = 0.3
      profile.wander = 0.04
    case .handTexting:
      profile = runningWaist.scaled(up: 0.85, horizontal: 0.8, rattle: 0.6)
      profile.wander = 0.09
    case .bag:
      profile = runningWaist.scaled(up: 0.9, horizontal: 1.8, turn: 2, rattle: 1.5)
      profile.burst = 0.3
    default: return .runningWaist
    }
    return profile
  }

  static func stairsUp(_ placement: Placement) -> GaitProfile {
    switch placement {
    case .frontPocket: .stairsUpFrontPocket
    case .backPocket: stairsUpFrontPocket.scaled(horizontal: 0.8, turn: 0.8)
    case .waist: .stairsUpWaist
    default: onStairs(walking(placement), like: stairsUpWaist)
    }
  }

  static func stairsDown(_ placement: Placement) -> GaitProfile {
    switch placement {
    case .frontPocket: .stairsDownFrontPocket
    case .backPocket: stairsDownFrontPocket.scaled(horizontal: 0.9, turn: 0.9)
    case .waist: .stairsDownWaist
    default: onStairs(walking(placement), like: stairsDownWaist)
    }
  }

  /// Adapts a walk to stairs: its step harmonic grows as at the waist.
  private static func onStairs(_ walk: GaitProfile, like stairs: GaitProfile) -> GaitProfile {
    var profile = walk.scaled(
      up: stairs.up[1] / walkingWaist.up[1], horizontal: 0.9,
      rattle: stairs.rattle / walkingWaist.rattle)
    profile.pace = stairs.pace
    profile.strideHertz = stairs.strideHertz
    profile.lean = stairs.lean
    profile.growth = stairs.growth
    return profile
  }
}
