import Kernel
import Observations
import Truth

// Pauses and resumptions, against true rests and movements.

extension DeviceScorer {
  /// Movements shorter than this belong to the rest around them; an estimate.
  private static let leastMovement = SimDuration.seconds(30)
  /// How long a rest must be that nobody would want to be tracked in: apps see pauses after 10 to
  /// 20 min (users' reports).
  private static let longRest = SimDuration.minutes(20)
  private static let flap = SimDuration.seconds(60)

  mutating func finishPauses() {
    if input.apps.takesLocations, let rests = trueRests { judgeWaste(in: rests) }
    guard !pauses.isEmpty || input.expectsPauses else { return }
    let hours = input.duration.seconds / 3600
    let flaps = zip(pauses, pauses.dropFirst()).count { first, second in
      first.event == .paused && second.event == .resumed
        && second.time - first.time <= Self.flap
    }
    if hours > 0 { addWhole(Double(flaps) / hours, to: .pause.flapsPerHour) }
    guard let rests = trueRests else { return }
    judgeRests(rests)
    judgeMovements(after: rests)
    var wrong = 0
    for (time, event) in pauses {
      let isAtRest = rests.contains { $0.begin <= time && time < $0.end }
      switch event {
      case .paused:
        add(isAtRest ? 1 : 0, at: time, to: .pause.precision)
        if !isAtRest { wrong += 1 }
      case .resumed: add(isAtRest ? 0 : 1, at: time, to: .resume.precision)
      }
    }
    if hours > 0 { addWhole(Double(wrong) / hours, to: .pause.wrongPerHour) }
  }

  /// Adds up what updates cost that ran on in long rests, for how long.
  private mutating func judgeWaste(in rests: [(begin: SimTime, end: SimTime)]) {
    var (seconds, joules, hours) = (0.0, 0.0, 0.0)
    for rest in rests where rest.end - rest.begin >= Self.longRest {
      hours += (rest.end - rest.begin).seconds / 3600
      var begin = rest.begin
      var isPaused = pauses.last { $0.time <= begin }?.event == .paused
      for (time, event) in pauses + [(rest.end, .resumed)] where time > begin {
        let end = min(time, rest.end)
        if !isPaused {
          seconds += (end - begin).seconds
          joules += energy(of: "gnss", from: begin, to: end)
        }
        (begin, isPaused) = (end, event == .paused)
        if end >= rest.end { break }
      }
    }
    guard hours > 0 else { return }
    addWhole(seconds, to: .pause.wastedTime)
    addWhole(joules, to: .pause.wastedEnergy)
  }

  /// What a part drew in a time, in J.
  private func energy(of component: String, from begin: SimTime, to end: SimTime) -> Double {
    var (since, milliwatts, millijoules) = (SimTime.start, 0.0, 0.0)
    func take(until time: SimTime) {
      let span = min(time, end) - max(since, begin)
      if span > .zero { millijoules += milliwatts * span.seconds }
    }
    for row in input.states where row.component == component {
      take(until: row.time)
      (since, milliwatts) = (row.time, row.milliwatts ?? 0)
    }
    take(until: end)
    return millijoules * 1e-3
  }

  /// When the bearer truly rests; nil where nobody knows.
  private var trueRests: [(begin: SimTime, end: SimTime)]? {
    guard let first = input.truth?(.start), first.known.contains(.activity) else { return nil }
    let end = SimTime.start + input.duration
    var rests: [(begin: SimTime, end: SimTime)] = []
    var since: SimTime? = first.activity == .stationary ? .start : nil
    func close(_ begin: SimTime, _ time: SimTime) {
      if let last = rests.last, begin - last.end < Self.leastMovement {
        rests[rests.count - 1].end = time
      } else {
        rests.append((begin, time))
      }
    }
    for change in input.changes where change.kind == .activity && change.time < end {
      if change.to == TrueActivity.stationary.rawValue {
        since = since ?? change.time
      } else if let begin = since {
        close(begin, change.time)
        since = nil
      }
    }
    if let since { close(since, end) }
    return rests
  }

  private mutating func judgeRests(_ rests: [(begin: SimTime, end: SimTime)]) {
    for rest in rests {
      let told = pauses.first {
        $0.event == .paused && $0.time >= rest.begin && $0.time < rest.end
      }
      if let told { add((told.time - rest.begin).seconds, at: rest.begin, to: .pause.delay) }
      if rest.end - rest.begin >= Self.longRest {
        add(told == nil ? 0 : 1, at: rest.begin, to: .pause.recall)
      }
    }
  }

  private mutating func judgeMovements(after rests: [(begin: SimTime, end: SimTime)]) {
    let end = SimTime.start + input.duration
    for (number, rest) in rests.enumerated() where rest.end < end {
      guard pauses.last(where: { $0.time <= rest.end })?.event == .paused else { continue }
      let until = number + 1 < rests.count ? rests[number + 1].begin : end
      let told = pauses.first {
        $0.event == .resumed && $0.time >= rest.end && $0.time < until
      }
      if let told { add((told.time - rest.end).seconds, at: rest.end, to: .resume.delay) }
      add(told == nil ? 0 : 1, at: rest.end, to: .resume.recall)
    }
  }
}
