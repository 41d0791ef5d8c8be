import Kernel
import Observations

/// Auto-pause state of one app: updates, progress, and the pending verdict.
struct PauseSession: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case off, running, paused
  }

  typealias Parameters = AutoPauser.Parameters

  let app: String
  private(set) var type = SessionActivityType.other
  private(set) var isAutomatic = true
  private(set) var isInForeground = false
  private(set) var phase = Phase.off
  /// Position where it was paused.
  private(set) var pausePosition: Coordinate?
  /// Start of the evaluation: the start call, or the change to the background.
  private(set) var judgedSince: SimTime
  /// Start of slow speed, for sports computers.
  private(set) var slowSince: SimTime?
  /// Origin for measuring progress, and the time of the last progress.
  private var anchor: GroundPlane?
  private var progressAt: SimTime
  /// True if the anchor has moved to the end of the last progress.
  private var isSettled = false
  /// Time of the first, and number of, consecutive locations far from the anchor.
  private var farSince: SimTime?
  private var farCount = 0

  init(app: String, at time: SimTime) {
    (self.app, judgedSince, progressAt) = (app, time, time)
  }

  // MARK: - Calls of the app

  /// Sets the activity type; returns true if it has changed.
  mutating func setType(_ new: SessionActivityType, at time: SimTime) -> Bool {
    guard type != new else { return false }
    type = new
    judgedSince = max(judgedSince, time)
    return true
  }

  /// Enables or disables auto-pause; returns true if that is a change.
  mutating func setAutomatic(_ isOn: Bool, at time: SimTime) -> Bool {
    guard isAutomatic != isOn else { return false }
    isAutomatic = isOn
    judgedSince = max(judgedSince, time)
    return true
  }

  /// Sets the foreground state; returns true if it has changed.
  mutating func setForeground(_ isOn: Bool, at time: SimTime) -> Bool {
    guard isInForeground != isOn else { return false }
    isInForeground = isOn
    judgedSince = time
    return true
  }

  /// Starts updates with a new evaluation.
  mutating func begin(at time: SimTime) {
    phase = .running
    judgedSince = time
    progressAt = time
    anchor = nil
    isSettled = false
    (farSince, farCount) = (nil, 0)
    pausePosition = nil
    slowSince = nil
  }

  /// Stops updates for good.
  mutating func stop() {
    phase = .off
    pausePosition = nil
  }

  mutating func pause(
    _ reasons: [Reason], at place: Coordinate?, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    phase = .paused
    pausePosition = place
    slowSince = nil
    publish(.paused, reasons, at: time, into: &events, log: &log)
  }

  func publish(
    _ event: PauseEvent, _ reasons: [Reason], at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    events.append(ServiceEvent(app: app, output: .pause(event)))
    note(event.rawValue, .reported, reasons, at: time, log: &log)
  }

  func note(
    _ event: String, _ verdict: Decision.Verdict, _ reasons: [Reason], at time: SimTime,
    log: inout DecisionLog
  ) {
    log.add(
      Decision(
        time: time, service: .pause, app: app, event: event, verdict: verdict, reasons: reasons))
  }

  // MARK: - Sensor results

  /// Processes a speed, in m/s, for sports computers; returns true if it resumes updates.
  mutating func receive(
    speed: Double, at time: SimTime, _ rule: SportPauseRule, goSpeed: Double
  ) -> Bool {
    switch phase {
    case .running: slowSince = speed >= rule.stopSpeed ? nil : slowSince ?? time
    case .paused where speed >= goSpeed:
      phase = .running
      pausePosition = nil
      return true
    case .off, .paused: break
    }
    return false
  }

  /// Pauses sports computers at once where the speeds of a regular receiver have ended.
  mutating func receiveSilence(at time: SimTime, _ rule: SportPauseRule) {
    guard phase == .running else { return }
    slowSince = min(slowSince ?? time, time - rule.stillFor)
  }

  /// Tests if a location is progress.
  mutating func weigh(
    _ fix: LocationFix, _ motion: MotionEvidence, _ parameters: Parameters, at time: SimTime,
    log: inout DecisionLog
  ) {
    guard phase == .running else { return }
    let isGood = fix.horizontalAccuracyMetres <= parameters.worstAccuracyMetres
    guard let anchor else {
      if isGood { self.anchor = GroundPlane(fix.coordinate) }
      return
    }
    let rule = parameters.rule(for: type)
    let distance = anchor.distance(to: fix.coordinate)
    // Indoors locations drift for minutes; a stationary phone then needs a larger distance.
    let doubt = motion.flags == .stationary ? parameters.stationaryFactor : 1
    guard distance > doubt * (rule.radiusMetres + fix.horizontalAccuracyMetres) else {
      (farSince, farCount) = (nil, 0)
      // Without this, location errors alone could complete a distance that ended just short of the radius.
      if !isSettled, fix.time - progressAt >= parameters.settling, isGood {
        self.anchor = GroundPlane(fix.coordinate)
        isSettled = true
      }
      return
    }
    let since = farSince ?? fix.time
    farSince = since
    farCount += 1
    guard farCount >= parameters.minFarCount, fix.time - since >= parameters.minFar else {
      return
    }
    (farSince, farCount) = (nil, 0)
    noteProgress(rule, at: time, log: &log)
    self.anchor = GroundPlane(fix.coordinate)
    progressAt = fix.time
    isSettled = false
  }

  /// Logs a pause that was near and is now dropped.
  private func noteProgress(_ rule: PauseRule, at time: SimTime, log: inout DecisionLog) {
    let still = time - max(progressAt, judgedSince)
    guard isJudged, still.seconds > 0.5 * rule.stillFor.seconds else { return }
    note(
      "paused", .dropped,
      [
        Reason(
          .noProgress, at: progressAt, value: still.seconds, limit: rule.stillFor.seconds),
        Reason(.moving, at: time),
      ], at: time, log: &log)
  }

  // MARK: - Evidence for a pause

  /// Time and reason of a pause if nothing changes; stores no array until it is due.
  struct DuePause {
    let time: SimTime
    private let fact: Reason.Fact
    private let since: SimTime
    private let span: SimDuration
    private let besides: Reason?

    init(_ fact: Reason.Fact, since: SimTime, span: SimDuration, besides: Reason? = nil) {
      time = since + span
      (self.fact, self.since, self.span, self.besides) = (fact, since, span, besides)
    }

    func reasons(at now: SimTime) -> [Reason] {
      let main = Reason(fact, at: since, value: (now - since).seconds, limit: span.seconds)
      return besides.map { [main, $0] } ?? [main]
    }
  }

  private var isJudged: Bool { phase == .running && isAutomatic && !isInForeground }

  /// Returns the earliest verdict if nothing changes; nil if auto-pause does not apply.
  func verdict(
    _ motion: MotionEvidence, lastGoodFix: SimTime, _ parameters: Parameters, at now: SimTime
  ) -> DuePause? {
    guard isJudged else { return nil }
    var best = noFixVerdict(motion, lastGoodFix, parameters, at: now)
    let still = stillVerdict(motion, parameters, at: now)
    if let still, still.time < best.time { best = still }
    let contrary = contradiction(motion, parameters)
    if let contrary, contrary.time < best.time { best = contrary }
    return best
  }

  /// Returns the verdict by speed alone; nil while the speed is not slow.
  func verdict(by rule: SportPauseRule) -> DuePause? {
    guard phase == .running, isAutomatic, let slowSince else { return nil }
    return DuePause(.noProgress, since: slowSince, span: rule.stillFor)
  }

  private func stillVerdict(
    _ motion: MotionEvidence, _ parameters: Parameters, at now: SimTime
  ) -> DuePause? {
    let rule = parameters.rule(for: type)
    let progress = max(progressAt, judgedSince)
    guard type == .automotiveNavigation else {
      if type == .airborne { return DuePause(.noProgress, since: progress, span: rule.stillFor) }
      // Laps around a track are progress that locations do not show.
      if motion.isExercising(at: now) { return nil }
      return DuePause(
        .noProgress, since: max(progress, motion.exercisedUntil), span: rule.stillFor)
    }
    if motion.isInVehicle {
      return DuePause(
        .noProgress, since: progress, span: parameters.inVehicleFor,
        besides: Reason(.inVehicle, at: motion.vehicleSince ?? now))
    }
    guard let left = motion.leftVehicleAt else {
      return DuePause(.noProgress, since: progress, span: rule.stillFor)
    }
    return DuePause(
      .noProgress, since: max(progress, left), span: parameters.leftVehicleFor,
      besides: Reason(.leftVehicle, at: left))
  }

  private func noFixVerdict(
    _ motion: MotionEvidence, _ lastGoodFix: SimTime, _ parameters: Parameters, at now: SimTime
  ) -> DuePause {
    var span = parameters.rule(for: type).noFixFor
    if type == .automotiveNavigation, motion.isInVehicle {
      span = max(span, parameters.inVehicleFor)
    } else if type == .fitness, motion.isExercising(at: now) {
      span = span * Int64(parameters.exerciseFactor)
    }
    return DuePause(.noFix, since: max(lastGoodFix, judgedSince), span: span)
  }

  /// Returns the verdict of motion that contradicts the activity type.
  private func contradiction(_ motion: MotionEvidence, _ parameters: Parameters) -> DuePause? {
    func verdict(_ since: SimTime, _ span: SimDuration) -> DuePause {
      DuePause(.contradiction, since: max(since, judgedSince), span: span)
    }
    switch type {
    case .fitness:
      if let since = motion.vehicleSince, motion.isVehicleSure {
        return verdict(since, parameters.contradictionFor)
      }
      guard let since = motion.fastSince, !motion.flags.contains(.cycling),
        !motion.flags.contains(.running)
      else { return nil }
      return verdict(since, parameters.fastFor)
    case .automotiveNavigation:
      guard !motion.isInVehicle, let since = motion.footSince else { return nil }
      return verdict(since, parameters.walkFor)
    case .other, .otherNavigation, .airborne: return nil
    }
  }
}
