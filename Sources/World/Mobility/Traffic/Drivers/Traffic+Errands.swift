/// What vehicles do on the way and when they arrive.
extension Traffic {
  /// Takes decisions that belong to a vehicle's errand; returns whether that settles the matter.
  mutating func decideErrand(_ index: Int) -> Bool {
    switch errands[index].aim {
    case .kerb(let offset): pullIn(index, to: offset)
    case .search: lookForStall(index)
    case .none, .lane, .stall, .wander: false
    }
  }

  /// Begins to pull in beside the road when the place is near.
  private mutating func pullIn(_ index: Int, to offset: Double) -> Bool {
    let m = movers[index]
    guard m.goal < .infinity, errands[index].side.to != offset else { return m.swerves }
    let rest = m.goal - m.x
    guard m.lane == 0, !m.swerves, !m.isPassing, rest < 14 + 2 * m.v else { return false }
    let s = m.x - m.base
    let first = s + m.v * m.v / 4 + 3
    if let free = freeKerb(index, s: m.goal - m.base, offset: offset, from: first) {
      movers[index].goal = m.base + free
      errands[index].goalOnTrack = free
    } else if m.goal - m.base < first {
      // It can't stop there any more: as soon as it can.
      movers[index].goal = m.base + first
    }
    // Past others who stand there one stays in the lane.
    let middle = streets.stretches[Int(m.stretch)].offset(ofLane: 0) + offset
    let way = movers[index].goal - m.x
    guard
      way < 14
        || hasGapBeside(
          index, m.stretch, s - m.length, movers[index].goal - m.base, middle - m.halfWidth,
          middle + m.halfWidth)
    else { return false }
    swerve(index, to: offset, over: max(way - 1, 5))
    return true
  }

  /// Ends a drive.
  mutating func arrive(_ index: Int) {
    switch errands[index].aim {
    case .stall:
      movers[index].mode = .turningIn
      errands[index].waitsSince = stepCount
      return
    case .search:
      goToNextAisle(index)
      return
    case .wander:
      errands[index].leaves = true
      return
    case .kerb(let offset):
      errands[index].isAside = errands[index].side.to == offset
    case .lane, .none: break
    }
    errands[index].aim = .none
    movers[index].mode = .standing
    movers[index].goal = .infinity
    if errands[index].busLine >= 0 {
      openDoors(index)
    } else {
      events.append(.arrived(id(index)))
    }
  }

  /// Waits for room beside a stall or the road.
  mutating func wait(_ index: Int) {
    movers[index].v = 0
    movers[index].a = 0
    switch movers[index].mode {
    case .pullingOut: pullOut(index)
    case .turningIn: turnIn(index)
    case .leavingStall: leaveStall(index)
    default: break
    }
  }

  private mutating func pullOut(_ index: Int) {
    guard (stepCount &+ movers[index].phase) % 3 == 0 else { return }
    let m = movers[index]
    let target = sideOffset(index)
    // Whoever has waited long pushes in, so that a queue that never moves on lets one in.
    let braking = stepCount - errands[index].waitsSince > 300 ? 4.0 : 2.0
    guard
      isFree(
        index, low: target - m.halfWidth - 0.2, high: target + m.halfWidth + 0.2, braking: braking)
    else { return }
    movers[index].mode = .driving
    errands[index].isAside = false
    swerve(index, to: target, over: 12)
  }
}
