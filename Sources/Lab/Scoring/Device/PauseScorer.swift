import Kernel
import Observations
import Truth

/// Accumulates pauses and resumptions, and scores them against true rests and movements.
struct PauseScorer: Sendable {
  var reported: [(time: SimTime, event: PauseEvent)] = []

  /// Minimum duration of a movement; shorter ones belong to the rest around them; an estimate.
  private static let minMovement = SimDuration.seconds(30)
  /// Minimum duration of a rest in which updates are wasted: apps see pauses after 10 to 20 min
  /// (users' reports).
  private static let longRest = SimDuration.minutes(20)
  private static let flap = SimDuration.seconds(60)

  func finish(on accumulator: inout ScoreAccumulator) {
    judgeAgreement(on: &accumulator)
    let trueRests = Self.trueRests(accumulator.input)
    if accumulator.input.apps.receivesLocations, let trueRests {
      judgeWaste(in: trueRests, on: &accumulator)
    }
    guard !reported.isEmpty || accumulator.input.expectsPauses else { return }
    let hours = accumulator.hours
    let flaps = zip(reported, reported.dropFirst()).count { first, second in
      first.event == .paused && second.event == .resumed
        && second.time - first.time <= Self.flap
    }
    if hours > 0 { accumulator.addWhole(Double(flaps) / hours, to: .pause.flapsPerHour) }
    guard let rests = trueRests else { return }
    judgeRests(rests, on: &accumulator)
    judgeMovements(after: rests, on: &accumulator)
    var wrong = 0
    for (time, event) in reported {
      let isAtRest = rests.contains { $0.begin <= time && time < $0.end }
      switch event {
      case .paused:
        accumulator.add(isAtRest ? 1 : 0, at: time, to: .pause.precision)
        if !isAtRest { wrong += 1 }
      case .resumed: accumulator.add(isAtRest ? 0 : 1, at: time, to: .resume.precision)
      }
    }
    if hours > 0 { accumulator.addWhole(Double(wrong) / hours, to: .pause.wrongPerHour) }
  }

  /// Scores the stack's pauses, and those of two rules of thumb, against a recording's stops.
  private func judgeAgreement(on accumulator: inout ScoreAccumulator) {
    let agreement = PauseAgreement(accumulator.input.changes)
    let pauses = reported.filter { $0.event == .paused }.map(\.time)
    let rules = accumulator.input.pauseRules
    agreement.judge(pauses, as: Metric.pause.reported, on: &accumulator)
    agreement.judge(rules.bySilence, as: Metric.pause.silence, on: &accumulator)
    agreement.judge(rules.bySlowness, as: Metric.pause.slowness, on: &accumulator)
  }

  /// Sums duration and energy of updates that ran on in long rests.
  private func judgeWaste(
    in rests: [(begin: SimTime, end: SimTime)], on accumulator: inout ScoreAccumulator
  ) {
    var (seconds, joules, hours) = (0.0, 0.0, 0.0)
    for rest in rests where rest.end - rest.begin >= Self.longRest {
      hours += (rest.end - rest.begin).seconds / 3600
      var begin = rest.begin
      var isPaused = reported.last { $0.time <= begin }?.event == .paused
      for (time, event) in reported + [(rest.end, .resumed)] where time > begin {
        let end = min(time, rest.end)
        if !isPaused {
          seconds += (end - begin).seconds
          joules += Self.energy(of: "gnss", from: begin, to: end, accumulator.input)
        }
        (begin, isPaused) = (end, event == .paused)
        if end >= rest.end { break }
      }
    }
    guard hours > 0 else { return }
    accumulator.addWhole(seconds, to: .pause.wastedTime)
    accumulator.addWhole(joules, to: .pause.wastedEnergy)
  }

  /// Returns the energy of a component in a time range, in J.
  private static func energy(
    of component: String, from begin: SimTime, to end: SimTime, _ input: ScoringInput
  ) -> Double {
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

  /// Returns the true rests; nil if activity is unknown.
  private static func trueRests(_ input: ScoringInput) -> [(begin: SimTime, end: SimTime)]? {
    guard let first = input.truth?(.start), first.known.contains(.activity) else { return nil }
    let end = SimTime.start + input.duration
    var rests: [(begin: SimTime, end: SimTime)] = []
    var since: SimTime? = first.activity == .stationary ? .start : nil
    func close(_ begin: SimTime, _ time: SimTime) {
      if let last = rests.last, begin - last.end < Self.minMovement {
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

  private func judgeRests(
    _ rests: [(begin: SimTime, end: SimTime)], on accumulator: inout ScoreAccumulator
  ) {
    for rest in rests {
      let first = reported.first {
        $0.event == .paused && $0.time >= rest.begin && $0.time < rest.end
      }
      if let first {
        accumulator.add((first.time - rest.begin).seconds, at: rest.begin, to: .pause.delay)
      }
      if rest.end - rest.begin >= Self.longRest {
        accumulator.add(first == nil ? 0 : 1, at: rest.begin, to: .pause.recall)
      }
    }
  }

  private func judgeMovements(
    after rests: [(begin: SimTime, end: SimTime)], on accumulator: inout ScoreAccumulator
  ) {
    let end = accumulator.end
    for (number, rest) in rests.enumerated() where rest.end < end {
      guard reported.last(where: { $0.time <= rest.end })?.event == .paused else { continue }
      let until = number + 1 < rests.count ? rests[number + 1].begin : end
      let first = reported.first {
        $0.event == .resumed && $0.time >= rest.end && $0.time < until
      }
      if let first {
        accumulator.add((first.time - rest.end).seconds, at: rest.end, to: .resume.delay)
      }
      accumulator.add(first == nil ? 0 : 1, at: rest.end, to: .resume.recall)
    }
  }
}
