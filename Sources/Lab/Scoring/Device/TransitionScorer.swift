import Kernel
import Observations
import Truth

/// True changes with the times of their reports.
struct TransitionScorer: Sendable {
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
  ///   - reportsActivity: True if activity can be scored.
  ///   - reportsPlace: True if any location was reported, so that floors can be scored.
  ///   - accumulator: The destination of the figures.
  /// - Returns: Every true change in the order of time, with the time of its report.
  func finish(
    reportsActivity: Bool, reportsPlace: Bool, on accumulator: inout ScoreAccumulator
  ) -> [TransitionScore] {
    var rows: [TransitionScore] = []
    var (activity, floor, pause) = (0, 0, 0)
    for change in accumulator.input.changes {
      var reportedTime: SimTime?
      switch change.kind {
      case .activity:
        reportedTime = activities.reportedTime(of: activity, until: accumulator.end)
        if reportsActivity {
          let state = TrueActivity(rawValue: change.to) ?? .other
          Self.addLatency(
            change, reportedTime, .activityChange.latency[state], .activityChange.reported,
            on: &accumulator)
          Self.addBound(change, reportedTime, number: activity, state, on: &accumulator)
        }
        activity += 1
      case .floor:
        reportedTime = floors.reportedTime(of: floor, until: accumulator.end)
        floor += 1
        if reportsPlace {
          Self.addLatency(change, reportedTime, .floor.latency, .floor.reported, on: &accumulator)
        }
      case .pause:
        reportedTime = pauses.reportedTime(of: pause, until: accumulator.end)
        pause += 1
      // Regions are matched later; stacks report nothing about the other kinds.
      case .doing, .unit, .region, .placement, .link, .vehicle: break
      }
      rows.append(
        TransitionScore(
          kind: change.kind.rawValue, time: change.time, from: change.from, to: change.to,
          reportedTime: reportedTime))
    }
    return rows
  }

  /// Adds the lower bound of the latency, if the change was reported.
  private static func addBound(
    _ change: TrueChange, _ reportedTime: SimTime?, number: Int, _ state: TrueActivity,
    on accumulator: inout ScoreAccumulator
  ) {
    guard let reportedTime, number < accumulator.input.evidenceTimes.count,
      let evidence = accumulator.input.evidenceTimes[number]
    else { return }
    let (minimum, achieved) = (
      (evidence - change.time).seconds, (reportedTime - change.time).seconds
    )
    accumulator.add(minimum, at: change.time, to: .activityChange.latencyBound[state])
    guard achieved > 0 else { return }
    accumulator.add(
      minimum / achieved, at: change.time, to: .activityChange.latencyEfficiency[state])
  }

  private static func addLatency(
    _ change: TrueChange, _ reportedTime: SimTime?, _ latency: Metric, _ reported: Metric,
    on accumulator: inout ScoreAccumulator
  ) {
    if let reportedTime {
      accumulator.add((reportedTime - change.time).seconds, at: change.time, to: latency)
    }
    accumulator.add(reportedTime == nil ? 0 : 1, at: change.time, to: reported)
  }
}

/// Finds the first report of each new state before the next change.
struct TransitionTracker<State: Hashable & Sendable>: Sendable {
  private(set) var changes: [(time: SimTime, state: State, reportedTime: SimTime?)] = []
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
    guard current >= 0, changes[current].reportedTime == nil, says(changes[current].state) else {
      return
    }
    changes[current].reportedTime = time
  }

  /// Returns the time of a change's report; nil if not reported by the end.
  fileprivate func reportedTime(of index: Int, until end: SimTime) -> SimTime? {
    changes[index].reportedTime.flatMap { $0 <= end ? $0 : nil }
  }
}
