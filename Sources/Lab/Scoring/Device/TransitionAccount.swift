import Kernel
import Observations
import Truth

/// True changes with the times of their reports.
struct TransitionAccount: Sendable {
  var activities = TransitionTracker<TrueActivity>()
  var floors = TransitionTracker<Int?>()
  var pauses = TransitionTracker<PauseEvent?>()

  init(_ changes: [TrueChange]) {
    for change in changes {
      switch change.kind {
      case .activity: activities.add(TrueActivity(rawValue: change.to) ?? .other, at: change.time)
      case .floor: floors.add(Int(change.to), at: change.time)
      case .pause: pauses.add(PauseEvent(rawValue: change.to), at: change.time)
      case .doing, .unit, .region, .placement, .link, .vehicle: break
      }
    }
  }

  /// Adds the latencies of the true changes.
  ///
  /// - Parameters:
  ///   - tellsActivity: True if activity can be scored.
  ///   - tellsPlace: True if any location was reported, so that floors can be scored.
  ///   - sheet: The destination of the figures.
  /// - Returns: Every true change in the order of time, with the time of its report.
  func finish(
    tellsActivity: Bool, tellsPlace: Bool, on sheet: inout ScoreSheet
  ) -> [TransitionScore] {
    var rows: [TransitionScore] = []
    var (activity, floor, pause) = (0, 0, 0)
    for change in sheet.input.changes {
      var toldTime: SimTime?
      switch change.kind {
      case .activity:
        toldTime = activities.toldTime(of: activity, until: sheet.end)
        if tellsActivity {
          let state = TrueActivity(rawValue: change.to) ?? .other
          Self.addLatency(
            change, toldTime, .activityChange.latency[state], .activityChange.told, on: &sheet)
          Self.addBound(change, toldTime, number: activity, state, on: &sheet)
        }
        activity += 1
      case .floor:
        toldTime = floors.toldTime(of: floor, until: sheet.end)
        floor += 1
        if tellsPlace {
          Self.addLatency(change, toldTime, .floor.latency, .floor.told, on: &sheet)
        }
      case .pause:
        toldTime = pauses.toldTime(of: pause, until: sheet.end)
        pause += 1
      // Regions are matched later; stacks report nothing about the other kinds.
      case .doing, .unit, .region, .placement, .link, .vehicle: break
      }
      rows.append(
        TransitionScore(
          kind: change.kind.rawValue, time: change.time, from: change.from, to: change.to,
          toldTime: toldTime))
    }
    return rows
  }

  /// Adds the lower bound of the latency, if the change was reported.
  private static func addBound(
    _ change: TrueChange, _ toldTime: SimTime?, number: Int, _ state: TrueActivity,
    on sheet: inout ScoreSheet
  ) {
    guard let toldTime, number < sheet.input.evidenceTimes.count,
      let evidence = sheet.input.evidenceTimes[number]
    else { return }
    let (least, achieved) = ((evidence - change.time).seconds, (toldTime - change.time).seconds)
    sheet.add(least, at: change.time, to: .activityChange.latencyBound[state])
    guard achieved > 0 else { return }
    sheet.add(
      least / achieved, at: change.time, to: .activityChange.latencyEfficiency[state])
  }

  private static func addLatency(
    _ change: TrueChange, _ toldTime: SimTime?, _ latency: Metric, _ told: Metric,
    on sheet: inout ScoreSheet
  ) {
    if let toldTime { sheet.add((toldTime - change.time).seconds, at: change.time, to: latency) }
    sheet.add(toldTime == nil ? 0 : 1, at: change.time, to: told)
  }
}

/// Finds the first report of each new state before the next change.
struct TransitionTracker<State: Hashable & Sendable>: Sendable {
  private(set) var changes: [(time: SimTime, state: State, toldTime: SimTime?)] = []
  private var current = -1

  /// Adds a change; call in the order of time.
  mutating func add(_ state: State, at time: SimTime) { changes.append((time, state, nil)) }

  /// Processes a report; call in the order of time.
  ///
  /// - Parameters:
  ///   - time: The time of the report.
  ///   - says: Returns true if the report confirms a state.
  mutating func note(_ time: SimTime, says: (State) -> Bool) {
    while current + 1 < changes.count, changes[current + 1].time <= time { current += 1 }
    guard current >= 0, changes[current].toldTime == nil, says(changes[current].state) else {
      return
    }
    changes[current].toldTime = time
  }

  /// Returns the time of a change's report; nil if not reported by the end.
  fileprivate func toldTime(of index: Int, until end: SimTime) -> SimTime? {
    changes[index].toldTime.flatMap { $0 <= end ? $0 : nil }
  }
}
