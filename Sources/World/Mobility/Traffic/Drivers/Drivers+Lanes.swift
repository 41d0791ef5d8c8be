/// Lane choice: mandatory changes for turns, discretionary changes by MOBIL, passing of bicycles.
extension Drivers {
  /// Takes the decisions that are not due in every step, each vehicle in its turn.
  mutating func decide(_ index: Int, _ road: inout Roadway, _ parking: inout Parking) {
    guard (road.step &+ road.movers[index].phase) % 5 == 0, road.movers[index].mode == .driving
    else { return }
    let m = road.movers[index]
    guard Int(m.stretch) < road.streets.trackCount else {
      if case .search = tasks[index].aim { _ = parking.lookForStall(index, &road, &self) }
      return
    }
    if decideTask(index, &road, &parking) { return }
    if m.swerves && !m.isPassing { return }
    let lanes = road.streets[m.stretch].lanes
    if lanes > 1, !m.isPassing, chooseLane(index, lanes, &road) { return }
    if m.kind != .bicycle { passBicycles(index, &road) }
    rerouteIfStuck(index, &road)
  }

  /// Changes lanes if necessary or advantageous; returns true for a change.
  private mutating func chooseLane(_ index: Int, _ lanes: Int32, _ road: inout Roadway) -> Bool {
    let m = road.movers[index]
    let rest = road.streets[m.stretch].length - (m.x - m.base)
    // The distance of three seconds, but no shorter than a vehicle of its length needs.
    let distance = max(3 * m.v, m.kind == .bicycle ? 8 : m.isLong ? 30 : 16)
    guard rest > distance + 1, m.goal == .infinity || m.goal - m.x > distance + 5 else {
      return false
    }
    let good = goodLanes(index, lanes, &road)
    if good & (1 << UInt32(m.lane)) == 0, good != 0 {
      let step: Int32 = nearestLane(to: m.lane, in: good) > m.lane ? 1 : -1
      road.movers[index].wantedLane = m.lane + step
      // The nearer the lane's end, the smaller the accepted gaps.
      let urgency = min(1, 60 / max(rest - distance, 1))
      if road.option(index, lane: m.lane + step, braking: 2 + urgency).isSafe {
        change(index, to: m.lane + step, over: distance, &road)
        return true
      }
      return false
    }
    road.movers[index].wantedLane = -1
    return considerSpeed(index, good, rest, distance, &road)
  }

  /// MOBIL lane change: changes if the own gain outweighs the follower's loss, with politeness 0.2
  /// (Kesting, Treiber and Helbing 2007).
  private mutating func considerSpeed(
    _ index: Int, _ good: UInt32, _ rest: Double, _ distance: Double, _ road: inout Roadway
  ) -> Bool {
    let m = road.movers[index]
    guard m.kind != .bicycle, m.v > 1, (road.step &+ m.phase) % 10 == 0 else { return false }
    let now = road.option(index, lane: m.lane, braking: .infinity).own
    for step in [1, -1] as [Int32] {
      let lane = m.lane + step
      guard lane >= 0, lane < road.streets[m.stretch].lanes else { continue }
      // Leaves a lane on the route only if there is time to come back.
      guard good & (1 << UInt32(lane)) != 0 || rest > 300 + 4 * distance else { continue }
      let there = road.option(index, lane: lane, braking: 2)
      guard there.isSafe else { continue }
      // Keep-right rule: leaving the outer lane takes a gain of 0.3 m/s², returning may cost a
      // little.
      let threshold = step > 0 ? 0.3 : -0.1
      if there.own - now - 0.2 * there.loss > threshold {
        change(index, to: lane, over: distance, &road)
        return true
      }
    }
    return false
  }

  /// Returns the lanes from which the route continues, as bits.
  private func goodLanes(_ index: Int, _ lanes: Int32, _ road: inout Roadway) -> UInt32 {
    let m = road.movers[index]
    let all: UInt32 = (1 << UInt32(lanes)) - 1
    let leg = Int(m.leg)
    guard tasks[index].lanes.indices.contains(leg) else { return all }
    // For a stop at the kerb, the bits of the last track hold the outer lane only.
    return tasks[index].lanes[leg] & all
  }

  private func nearestLane(to lane: Int32, in good: UInt32) -> Int32 {
    for step in 1...32 as ClosedRange<Int32> {
      if lane >= step, good & (1 << UInt32(lane - step)) != 0 { return lane - step }
      if lane + step < 32, good & (1 << UInt32(lane + step)) != 0 { return lane + step }
    }
    return lane
  }

  /// Starts a lane change.
  private mutating func change(
    _ index: Int, to lane: Int32, over distance: Double, _ road: inout Roadway
  ) {
    let width = road.streets[road.movers[index].stretch].laneWidth
    let shift = Double(lane - road.movers[index].lane) * width
    road.change(index, to: lane, by: shift)
    tasks[index].side.shift(by: -shift)
    let target = road.sideOffset(index)
    swerve(index, to: target, over: distance, &road)
    let wanted = road.movers[index].nextTrack
    guard wanted >= 0 else { return }
    let leg = Int(road.movers[index].leg)
    let link = road.streets.link(
      from: road.movers[index].stretch, lane: lane, to: wanted,
      wanted: tasks[index].lanes[leg + 1])
    if road.movers[index].claim >= 0 { road.releaseClaim(index) }
    road.movers[index].nextLink = link
  }
}
