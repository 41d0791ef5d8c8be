import Kernel
import Observations
import Truth

// True changes, and when they were told.

extension DeviceScorer {
  /// Notes every true change in the order of time, with what is known of its being told.
  mutating func finishTransitions() {
    let end = SimTime.start + input.duration
    var (activity, floor, pause) = (0, 0, 0)
    for change in input.changes {
      var toldTime: SimTime?
      switch change.kind {
      case .activity:
        toldTime = activities.changes[activity].toldTime.flatMap { $0 <= end ? $0 : nil }
        activity += 1
        if tellsActivity {
          let state = TrueActivity(rawValue: change.to) ?? .other
          addLatency(
            change, toldTime, .activityChange.latency[state], .activityChange.told)
          addBound(change, toldTime, number: activity - 1, state)
        }
      case .floor:
        toldTime = floors.changes[floor].toldTime.flatMap { $0 <= end ? $0 : nil }
        floor += 1
        if latestFix != nil { addLatency(change, toldTime, .floor.latency, .floor.told) }
      case .pause:
        toldTime = truePauses.changes[pause].toldTime.flatMap { $0 <= end ? $0 : nil }
        pause += 1
      // Regions are told of later, and nothing that a stack tells speaks of the rest.
      case .doing, .unit, .region, .placement, .link, .vehicle: break
      }
      score.transitions.append(
        TransitionScore(
          kind: change.kind.rawValue, time: change.time, from: change.from, to: change.to,
          toldTime: toldTime))
    }
  }

  /// Adds the least latency that anybody could have had, if the change was told after all.
  private mutating func addBound(
    _ change: TrueChange, _ toldTime: SimTime?, number: Int, _ state: TrueActivity
  ) {
    guard let toldTime, number < input.evidenceTimes.count,
      let evidence = input.evidenceTimes[number]
    else { return }
    let (least, achieved) = ((evidence - change.time).seconds, (toldTime - change.time).seconds)
    add(least, at: change.time, to: .activityChange.latencyBound[state])
    guard achieved > 0 else { return }
    add(
      least / achieved, at: change.time, to: .activityChange.latencyEfficiency[state])
  }

  private mutating func addLatency(
    _ change: TrueChange, _ toldTime: SimTime?, _ latency: Metric, _ told: Metric
  ) {
    if let toldTime { add((toldTime - change.time).seconds, at: change.time, to: latency) }
    add(toldTime == nil ? 0 : 1, at: change.time, to: told)
  }
}
