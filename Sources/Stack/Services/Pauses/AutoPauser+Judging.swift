public import Kernel
public import Observations

// What speaks for and against a pause.

extension AutoPauser {
  /// Takes a location.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard fix.isUsable, fix.time <= time, time - fix.time <= parameters.oldestFix else {
      ignoredFixCount += 1
      return
    }
    motion.close(at: time)
    if let sport = parameters.quick {
      judge(fix, by: sport, at: time, into: &events, log: &log)
      newest = fix
      return
    }
    newest = fix
    if fix.horizontalAccuracyMetres <= parameters.worstAccuracyMetres {
      lastGoodFix = max(lastGoodFix, fix.time)
    }
    motion.receive(speed: fix.speedMetresPerSecond, at: fix.time)
    for place in sessions.indices where sessions[place].phase == .running {
      weigh(fix, place, at: time, log: &log)
    }
    settle(at: time, into: &events, log: &log)
  }

  /// Takes what the user does.
  public mutating func receive(
    _ activity: ActivityReport, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    motion.receive(activity, at: time)
    settle(at: time, into: &events, log: &log)
  }

  /// Takes whether a car says that the phone is in it.
  public mutating func receive(
    _ link: VehicleLink, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    motion.isLinked = link.kind != .none
    settle(at: time, into: &events, log: &log)
  }

  /// Decides what time has decided.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    if let sport = parameters.quick {
      settle(sport, at: time, into: &events, log: &log)
      return
    }
    motion.close(at: time)
    settle(at: time, into: &events, log: &log)
  }

  /// Looks whether a location is progress.
  private mutating func weigh(
    _ fix: LocationFix, _ place: Int, at time: SimTime, log: inout DecisionLog
  ) {
    guard let anchor = sessions[place].anchor else {
      if fix.horizontalAccuracyMetres <= parameters.worstAccuracyMetres {
        sessions[place].anchor = GroundPlane(fix.coordinate)
      }
      return
    }
    let rule = parameters.rule(for: sessions[place].type)
    let distance = anchor.distance(to: fix.coordinate)
    // Indoors locations wander for minutes on end; whose phone is still doesn't.
    let doubt = motion.flags == .stationary ? parameters.stillDoubt : 1
    guard distance > doubt * (rule.radiusMetres + fix.horizontalAccuracyMetres) else {
      (sessions[place].farSince, sessions[place].farCount) = (nil, 0)
      // Who stops just short of the next step would otherwise make it by the locations' errors.
      if !sessions[place].isSettled, fix.time - sessions[place].progressAt >= parameters.settling,
        fix.horizontalAccuracyMetres <= parameters.worstAccuracyMetres
      {
        sessions[place].anchor = GroundPlane(fix.coordinate)
        sessions[place].isSettled = true
      }
      return
    }
    let farSince = sessions[place].farSince ?? fix.time
    sessions[place].farSince = farSince
    sessions[place].farCount += 1
    guard sessions[place].farCount >= parameters.leastFarCount,
      fix.time - farSince >= parameters.leastFar
    else { return }
    (sessions[place].farSince, sessions[place].farCount) = (nil, 0)
    let still = time - max(sessions[place].progressAt, sessions[place].judgedSince)
    if isJudged(place), still.seconds > 0.5 * rule.stillFor.seconds {
      note(
        place, "paused", .dropped,
        [
          Reason(
            .noProgress, at: sessions[place].progressAt, value: still.seconds,
            limit: rule.stillFor.seconds), Reason(.moving, at: time),
        ], at: time, log: &log)
    }
    sessions[place].anchor = GroundPlane(fix.coordinate)
    sessions[place].progressAt = fix.time
    sessions[place].isSettled = false
  }

  /// When a session is paused if nothing changes, and why; without an array until it is.
  private struct Verdict {
    var time: SimTime
    var fact: Reason.Fact
    var since: SimTime
    var span: SimDuration
    var besides: Reason?

    init(_ fact: Reason.Fact, since: SimTime, span: SimDuration, besides: Reason? = nil) {
      time = since + span
      self.fact = fact
      self.since = since
      self.span = span
      self.besides = besides
    }

    func reasons(at now: SimTime) -> [Reason] {
      let main = Reason(fact, at: since, value: (now - since).seconds, limit: span.seconds)
      return besides.map { [main, $0] } ?? [main]
    }
  }

  private func verdict(on place: Int, at now: SimTime) -> Verdict? {
    guard isJudged(place) else { return nil }
    let (type, judgedSince) = (sessions[place].type, sessions[place].judgedSince)
    var best = noFixVerdict(type, judgedSince, at: now)
    let still = stillVerdict(type, max(sessions[place].progressAt, judgedSince), at: now)
    if let still, still.time < best.time { best = still }
    let contrary = contradiction(type, judgedSince)
    if let contrary, contrary.time < best.time { best = contrary }
    return best
  }

  private func isJudged(_ place: Int) -> Bool {
    sessions[place].phase == .running && sessions[place].isAutomatic
      && !sessions[place].isInForeground
  }

  private var isInVehicle: Bool { motion.isLinked || motion.vehicleSince != nil }

  private func stillVerdict(
    _ type: SessionActivityType, _ progress: SimTime, at now: SimTime
  ) -> Verdict? {
    let rule = parameters.rule(for: type)
    guard type == .automotiveNavigation else {
      // Whoever runs round and round makes progress that fixes don't show.
      if type == .airborne {
        return Verdict(.noProgress, since: progress, span: rule.stillFor)
      }
      if motion.isExercising(at: now) { return nil }
      return Verdict(
        .noProgress, since: max(progress, motion.exercisedUntil), span: rule.stillFor)
    }
    if isInVehicle {
      return Verdict(
        .noProgress, since: progress, span: parameters.inVehicleFor,
        besides: Reason(.inVehicle, at: motion.vehicleSince ?? now))
    }
    guard let left = motion.leftVehicleAt else {
      return Verdict(.noProgress, since: progress, span: rule.stillFor)
    }
    return Verdict(
      .noProgress, since: max(progress, left), span: parameters.leftVehicleFor,
      besides: Reason(.leftVehicle, at: left))
  }

  private func noFixVerdict(
    _ type: SessionActivityType, _ judgedSince: SimTime, at now: SimTime
  ) -> Verdict {
    var span = parameters.rule(for: type).noFixFor
    if type == .automotiveNavigation, isInVehicle {
      span = max(span, parameters.inVehicleFor)
    } else if type == .fitness, motion.isExercising(at: now) {
      span = span * Int64(parameters.exerciseFactor)
    }
    return Verdict(.noFix, since: max(lastGoodFix, judgedSince), span: span)
  }

  /// Motion that an app of that type can't be for.
  private func contradiction(_ type: SessionActivityType, _ judgedSince: SimTime) -> Verdict? {
    switch type {
    case .fitness:
      if let since = motion.vehicleSince, motion.isVehicleSure {
        return Verdict(
          .contradiction, since: max(since, judgedSince), span: parameters.contradictionFor)
      }
      if let since = motion.fastSince, !motion.flags.contains(.cycling),
        !motion.flags.contains(.running)
      {
        return Verdict(
          .contradiction, since: max(since, judgedSince), span: parameters.fastFor)
      }
      return nil
    case .automotiveNavigation:
      guard !motion.isLinked, motion.vehicleSince == nil, let since = motion.footSince else {
        return nil
      }
      return Verdict(
        .contradiction, since: max(since, judgedSince), span: parameters.walkFor)
    case .other, .otherNavigation, .airborne: return nil
    }
  }

  /// Pauses whom it is time for.
  private mutating func settle(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    for place in sessions.indices {
      guard let verdict = verdict(on: place, at: time), verdict.time <= time else {
        continue
      }
      pause(place, verdict.reasons(at: time), at: time, into: &events, log: &log)
    }
    updateWake(at: time)
  }

  mutating func pause(
    _ place: Int, _ reasons: [Reason], at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    sessions[place].phase = .paused
    sessions[place].pausePlace = newest?.coordinate
    sessions[place].slowSince = nil
    tell(.paused, place, reasons, at: time, into: &events, log: &log)
  }

  mutating func updateWake(at time: SimTime = .distantPast) {
    if parameters.isSport {
      nextWake = sportWake
      return
    }
    var earliest: SimTime?
    for place in sessions.indices {
      let now = max(time, sessions[place].judgedSince)
      guard let verdict = verdict(on: place, at: now) else { continue }
      earliest = min(earliest ?? .distantFuture, verdict.time)
    }
    // What lasts long enough only later may change the verdict: look again then.
    if let known = earliest {
      if let foot = motion.footSince, foot + parameters.motion.leastExit > time {
        earliest = min(known, foot + parameters.motion.leastExit)
      }
      if let begin = motion.exerciseSince, begin + motion.leastBout > time {
        earliest = min(earliest ?? known, begin + motion.leastBout)
      }
    }
    nextWake = earliest
  }

  func tell(
    _ event: PauseEvent, _ place: Int, _ reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    events.append(ServiceEvent(app: sessions[place].app, output: .pause(event)))
    note(place, event.rawValue, .told, reasons, at: time, log: &log)
  }

  func note(
    _ place: Int, _ event: String, _ verdict: Decision.Verdict, _ reasons: [Reason],
    at time: SimTime, log: inout DecisionLog
  ) {
    log.add(
      Decision(
        time: time, service: .pause, app: sessions[place].app, event: event, verdict: verdict,
        reasons: reasons))
  }
}
