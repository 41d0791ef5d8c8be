public import Documents
public import Kernel
public import Observations

/// Auto-pause of location updates without benefit, by activity type.
///
/// An app in the foreground is never paused. An app in the background is paused after a long time
/// without significant distance, without a usable location, or with motion that contradicts its
/// activity type: a runner in a car, a driver on foot (WWDC12 session 303). It is resumed when it
/// comes to the foreground, but not after it was killed. A start call while paused grants more time,
/// with a new evaluation; a stop call while paused is final. A pause that harms the user is worse
/// than a late one.
public struct AutoPauser: Hashable, Sendable {
  /// Parameters of the pause rules.
  public struct Parameters: ParameterSet {
    /// Rules by activity type (assumed; see ``PauseRule``).
    public var other = PauseRule(
      radiusMetres: 60, stillFor: .minutes(15), noFixFor: .minutes(15))
    public var otherNavigation = PauseRule(
      radiusMetres: 60, stillFor: .minutes(15), noFixFor: .minutes(20))
    /// A hundred-yard oval isn't standing still (WWDC13 session 307): its far ends are some 35 m apart.
    public var fitness = PauseRule(
      radiusMetres: 25, stillFor: .minutes(12), noFixFor: .minutes(15))
    public var automotiveNavigation = PauseRule(
      radiusMetres: 100, stillFor: .minutes(25), noFixFor: .minutes(25))
    public var airborne = PauseRule(
      radiusMetres: 500, stillFor: .minutes(30), noFixFor: .minutes(60))
    /// Maximum halt of a driver in the vehicle: more than a jam lasts (assumed).
    public var inVehicleFor = SimDuration.minutes(45)
    /// Maximum absence of a driver from the vehicle: dinner, not fuel (assumed).
    public var leftVehicleFor = SimDuration.minutes(12)
    /// Duration of motion that contradicts a fitness app (assumed; a runner in a car is to be paused
    /// within 5 min, of which detecting the car takes two).
    public var contradictionFor = SimDuration.seconds(150)
    /// Duration of a vehicle's speed alone that contradicts a fitness app (assumed).
    public var fastFor = SimDuration.seconds(90)
    /// Duration of walking that pauses a car navigation app (assumed).
    public var walkFor = SimDuration.minutes(10)
    /// Maximum horizontal accuracy of a usable location, in m (assumed).
    public var worstAccuracyMetres = 100.0
    /// Minimum time that locations must be far to be progress (assumed).
    public var minFar = SimDuration.seconds(5)
    /// Minimum number of far locations for progress: a single one may be an outlier (assumed).
    public var minFarCount = 2
    /// Maximum age of a usable location (assumed).
    public var oldestFix = SimDuration.minutes(1)
    /// Factor of the timeout without location for a fitness app in motion (assumed).
    public var exerciseFactor = 2
    /// Distance factor for progress while motion is stationary (assumed).
    public var stationaryFactor = 4.0
    /// Time after progress when the anchor moves to the present position (assumed).
    public var settling = SimDuration.seconds(60)
    /// Criteria for motion evidence.
    public var motion = MotionRules()
    /// True if a start call while paused is reported as a resumption (assumed: no text says).
    public var reportsRestart = true
    /// True to pause by speed like sports computers, also in the foreground.
    public var isSport = false
    /// Pause rule of sports computers.
    public var sport = SportPauseRule()

    /// Creates the defaults of phones.
    public init() {}

    /// Auto-pause of sports computers.
    public static var sports: Parameters {
      var parameters = Parameters()
      parameters.isSport = true
      return parameters
    }

    /// Rule of sports computers, if selected.
    var quick: SportPauseRule? { isSport ? sport : nil }

    func rule(for type: SessionActivityType) -> PauseRule {
      switch type {
      case .other: other
      case .automotiveNavigation: automotiveNavigation
      case .fitness: fitness
      case .otherNavigation: otherNavigation
      case .airborne: airborne
      }
    }
  }

  private let parameters: Parameters
  private var sessions: [PauseSession] = []
  private var motion: MotionEvidence
  private var lastGoodFix: SimTime = .distantPast
  private var newest: LocationFix?
  /// Regularity of the receiver's speeds, from 0 to 1, and true while a regular receiver is silent.
  private var regularity = 0.0
  private var isSilent = false
  /// Latest location with a speed.
  private var latestSpeed: LocationFix?
  /// Next time of a pause, if nothing changes.
  public private(set) var nextWake: SimTime?
  /// Number of rejected locations.
  public private(set) var ignoredFixCount = 0

  /// Creates a pauser without apps.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    motion = MotionEvidence(parameters.motion)
  }

  /// True if an app's updates run: started, and not paused.
  public func isDelivering(_ app: String) -> Bool { session(app)?.phase == .running }

  public func isPaused(_ app: String) -> Bool { session(app)?.phase == .paused }

  /// Returns the position where an app was paused, the centre for a geofence by which the app may wake
  /// itself.
  ///
  /// The pattern (WWDC12 session 303): on a pause, monitor a region around the position; on its exit,
  /// start updates again, which grants more time with a new evaluation.
  public func pausePosition(_ app: String) -> Coordinate? { session(app)?.pausePosition }

  // MARK: - Calls of apps

  /// Sets an app's activity type.
  public mutating func setActivityType(
    _ type: SessionActivityType, app: String, at time: SimTime
  ) {
    let index = index(of: app, at: time)
    if sessions[index].setType(type, at: time) { updateWake() }
  }

  /// Enables or disables auto-pause for an app; a paused app stays paused.
  public mutating func setAutomatic(_ isOn: Bool, app: String, at time: SimTime) {
    let index = index(of: app, at: time)
    if sessions[index].setAutomatic(isOn, at: time) { updateWake() }
  }

  /// Starts or restarts updates; a restart resumes a paused app.
  public mutating func start(
    app: String, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let index = index(of: app, at: time)
    guard sessions[index].phase != .running else { return }
    if sessions[index].phase == .paused {
      let reasons = [Reason(.startedAgain, at: time)]
      if parameters.reportsRestart {
        sessions[index].publish(.resumed, reasons, at: time, into: &events, log: &log)
      } else {
        sessions[index].note("resumed", .dropped, reasons, at: time, log: &log)
      }
    }
    sessions[index].begin(at: time)
    updateWake()
  }

  /// Stops updates for good; a paused app is not resumed when it returns.
  public mutating func stop(app: String, at time: SimTime, log: inout DecisionLog) {
    guard let index = sessions.firstIndex(where: { $0.app == app }) else { return }
    if sessions[index].phase == .paused {
      sessions[index].note(
        "resumed", .dropped, [Reason(.ended, at: time)], at: time, log: &log)
    }
    sessions[index].stop()
    updateWake()
  }

  /// Removes an app that was killed by the user or the system: it isn't resumed.
  public mutating func end(app: String, at time: SimTime, log: inout DecisionLog) {
    stop(app: app, at: time, log: &log)
    sessions.removeAll { $0.app == app }
    updateWake()
  }

  /// Sets the foreground state of an app; a paused app is resumed in the foreground.
  public mutating func setForeground(
    _ isInForeground: Bool, app: String, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let index = index(of: app, at: time)
    guard sessions[index].setForeground(isInForeground, at: time) else { return }
    if isInForeground, sessions[index].phase == .paused {
      sessions[index].publish(
        .resumed, [Reason(.inForeground, at: time)], at: time, into: &events, log: &log)
      sessions[index].begin(at: time)
    }
    updateWake()
  }

  /// Clears all sessions after a restart of the phone.
  public mutating func boot() {
    sessions = []
    motion.boot()
    newest = nil
    (regularity, isSilent, latestSpeed) = (0, false, nil)
    lastGoodFix = .distantPast
    nextWake = nil
  }

  private func session(_ app: String) -> PauseSession? { sessions.first { $0.app == app } }

  private mutating func index(of app: String, at time: SimTime) -> Int {
    if let index = sessions.firstIndex(where: { $0.app == app }) { return index }
    sessions.append(PauseSession(app: app, at: time))
    return sessions.count - 1
  }

  // MARK: - Verdicts

  /// Processes a location.
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
    for index in sessions.indices {
      sessions[index].weigh(fix, motion, parameters, at: time, log: &log)
    }
    confirm(at: time, into: &events, log: &log)
  }

  /// Processes an activity report.
  public mutating func receive(
    _ activity: ActivityReport, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    motion.receive(activity, at: time)
    confirm(at: time, into: &events, log: &log)
  }

  /// Processes a change of the link to a car.
  public mutating func receive(
    _ link: VehicleLink, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    motion.isLinked = link.kind != .none
    confirm(at: time, into: &events, log: &log)
  }

  /// Processes timeouts.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    if let sport = parameters.quick {
      confirm(sport, at: time, into: &events, log: &log)
      return
    }
    motion.close(at: time)
    confirm(at: time, into: &events, log: &log)
  }

  /// Pauses the apps whose verdict is due.
  private mutating func confirm(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    for index in sessions.indices {
      guard let verdict = verdict(on: index, at: time), verdict.time <= time else { continue }
      sessions[index].pause(
        verdict.reasons(at: time), at: newest?.coordinate, at: time, into: &events, log: &log)
    }
    updateWake(at: time)
  }

  private func verdict(on index: Int, at now: SimTime) -> PauseSession.DuePause? {
    sessions[index].verdict(motion, lastGoodFix: lastGoodFix, parameters, at: now)
  }

  private mutating func updateWake(at time: SimTime = .distantPast) {
    if parameters.isSport {
      nextWake = sessions.reduce(nil) {
        SimTime.earliest($0, $1.verdict(by: parameters.sport)?.time)
      }
      return
    }
    var earliest: SimTime?
    for index in sessions.indices {
      let now = max(time, sessions[index].judgedSince)
      guard let verdict = verdict(on: index, at: now) else { continue }
      earliest = min(earliest ?? .distantFuture, verdict.time)
    }
    // A later motion bout may change the verdict: evaluate again then.
    if let known = earliest {
      if let foot = motion.footSince, foot + parameters.motion.minExit > time {
        earliest = min(known, foot + parameters.motion.minExit)
      }
      if let begin = motion.exerciseSince, begin + motion.minBout > time {
        earliest = min(earliest ?? known, begin + motion.minBout)
      }
    }
    nextWake = earliest
  }

  // MARK: - The quick setting: by speed alone

  private mutating func judge(
    _ fix: LocationFix, by rule: SportPauseRule, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    if fix.speedMetresPerSecond < 0, regularity >= SportPauseRule.minRegularity {
      if !isSilent {
        isSilent = true
        for index in sessions.indices { sessions[index].receiveSilence(at: fix.time, rule) }
      }
    } else if let speed = speed(of: fix) {
      if fix.speedMetresPerSecond >= 0 {
        regularity += (1 - regularity) * SportPauseRule.regularityGain
        // A receiver that moved on during a gap saves records: its silence is no halt.
        if let latest = latestSpeed, fix.time - latest.time > SportPauseRule.longestGap,
          let plane = GroundPlane(latest.coordinate),
          plane.distance(to: fix.coordinate)
            >= rule.stopSpeed * (fix.time - latest.time).seconds
        {
          regularity *= SportPauseRule.gapFactor
        }
        latestSpeed = fix
      }
      let goSpeed = isSilent ? rule.stopSpeed : rule.goSpeed
      isSilent = false
      for index in sessions.indices {
        guard sessions[index].receive(speed: speed, at: fix.time, rule, goSpeed: goSpeed) else {
          continue
        }
        sessions[index].publish(
          .resumed, [Reason(.moving, at: time)], at: time, into: &events, log: &log)
      }
    }
    confirm(rule, at: time, into: &events, log: &log)
  }

  private mutating func confirm(
    _ rule: SportPauseRule, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    for index in sessions.indices {
      guard let verdict = sessions[index].verdict(by: rule), verdict.time <= time else { continue }
      sessions[index].pause(
        verdict.reasons(at: time), at: newest?.coordinate, at: time, into: &events, log: &log)
    }
    updateWake(at: time)
  }

  /// Returns the reported speed, or that since the previous location if no speeds are reported, in m/s.
  private func speed(of fix: LocationFix) -> Double? {
    if fix.speedMetresPerSecond >= 0 { return fix.speedMetresPerSecond }
    guard latestSpeed.map({ fix.time - $0.time > parameters.oldestFix }) ?? true, let newest,
      fix.time > newest.time, let plane = GroundPlane(newest.coordinate)
    else { return nil }
    return plane.distance(to: fix.coordinate) / (fix.time - newest.time).seconds
  }
}
