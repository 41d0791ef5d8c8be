public import Documents
public import Kernel
public import Observations

/// Pauses location updates that benefit nobody, by activity type.
///
/// An app in the foreground is left alone. In the background it is paused when no significant
/// distance has been covered for long, when no usable location can be had, and when motion
/// contradicts what the app says it is for: a runner in a car, a driver on foot (WWDC12 session 303).
/// It is resumed when it comes to the foreground, not after it was killed. Starting again while
/// paused grants it more time, in which it is judged anew; stopping while paused is final. A pause
/// while the user still benefits is worse than a late one.
public struct AutoPauser: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// The rules by type (assumed; see ``PauseRule``).
    public var other = PauseRule(
      radiusMetres: 60, stillFor: .minutes(15), noFixFor: .minutes(15))
    public var otherNavigation = PauseRule(
      radiusMetres: 60, stillFor: .minutes(15), noFixFor: .minutes(20))
    /// A hundred-yard oval isn't standing still (WWDC13 session 307): its far ends are some 35 m
    /// apart.
    public var fitness = PauseRule(
      radiusMetres: 25, stillFor: .minutes(12), noFixFor: .minutes(15))
    public var automotiveNavigation = PauseRule(
      radiusMetres: 100, stillFor: .minutes(25), noFixFor: .minutes(25))
    public var airborne = PauseRule(
      radiusMetres: 500, stillFor: .minutes(30), noFixFor: .minutes(60))
    /// How long a driver may stand who is still in the vehicle: more than a jam lasts (assumed).
    public var inVehicleFor = SimDuration.minutes(45)
    /// How long a driver may stay away from a vehicle: dinner, not fuel (assumed).
    public var leftVehicleFor = SimDuration.minutes(12)
    /// How long motion must contradict a fitness app (assumed; a runner in a car is to be paused
    /// within 5 min, of which noticing the car takes two).
    public var contradictionFor = SimDuration.seconds(150)
    /// How long a vehicle's speed alone must (assumed).
    public var fastFor = SimDuration.seconds(90)
    /// How long a driver must walk on (assumed).
    public var walkFor = SimDuration.minutes(10)
    /// The worst accuracy of a usable location, in m (assumed).
    public var worstAccuracyMetres = 100.0
    /// How long locations must be far before they are progress (assumed).
    public var leastFar = SimDuration.seconds(5)
    /// How many there must be: a single one may be wrong by more than it says (assumed).
    public var leastFarCount = 2
    /// How old a usable location may be (assumed).
    public var oldestFix = SimDuration.minutes(1)
    /// How many times longer a fitness app in motion may be without a location (assumed).
    public var exerciseFactor = 2
    /// How many times farther they must lie while motion says that the phone is still (assumed).
    public var stillDoubt = 4.0
    /// When progress is measured anew from where one has stopped (assumed).
    public var settling = SimDuration.seconds(60)
    /// What motion must be to say anything.
    public var motion = MotionRules()
    /// Whether starting again while paused is told as a resumption (assumed: no text says).
    public var tellsRestart = true
    /// Whether to pause as sports computers do instead, the foreground included.
    public var isSport = false
    /// How those do.
    public var sport = SportPauseRule()

    /// Creates the defaults of phones.
    public init() {}

    /// The quick setting of sports computers.
    public static var sports: Parameters {
      var parameters = Parameters()
      parameters.isSport = true
      return parameters
    }

    /// The rule of sports computers, where it is chosen.
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
  /// When a pause comes if nothing changes.
  public private(set) var nextWake: SimTime?
  /// Locations that were no use.
  public private(set) var ignoredFixCount = 0

  /// Creates a pauser that watches no app.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    motion = MotionEvidence(parameters.motion)
  }

  /// Whether an app's updates run: started, and not paused.
  public func isDelivering(_ app: String) -> Bool { session(app)?.phase == .running }

  /// Whether an app is paused.
  public func isPaused(_ app: String) -> Bool { session(app)?.phase == .paused }

  /// Where an app was paused: the middle of the fence by which an app may wake itself.
  ///
  /// The pattern (WWDC12 session 303): on a pause, monitor a region around here; on its exit, start
  /// updates again, which is more time, judged anew.
  public func pausePlace(_ app: String) -> Coordinate? { session(app)?.pausePlace }

  // MARK: - What apps do

  /// Sets what an app is for.
  public mutating func setActivityType(
    _ type: SessionActivityType, app: String, at time: SimTime
  ) {
    let index = index(of: app, at: time)
    if sessions[index].setType(type, at: time) { updateWake() }
  }

  /// Lets an app be paused, or not; one already paused stays so.
  public mutating func setAutomatic(_ isOn: Bool, app: String, at time: SimTime) {
    let index = index(of: app, at: time)
    if sessions[index].setAutomatic(isOn, at: time) { updateWake() }
  }

  /// Begins updates, or begins them again, which grants a paused app more time.
  public mutating func start(
    app: String, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let index = index(of: app, at: time)
    guard sessions[index].phase != .running else { return }
    if sessions[index].phase == .paused {
      let reasons = [Reason(.startedAgain, at: time)]
      if parameters.tellsRestart {
        sessions[index].tell(.resumed, reasons, at: time, into: &events, log: &log)
      } else {
        sessions[index].note("resumed", .dropped, reasons, at: time, log: &log)
      }
    }
    sessions[index].begin(at: time)
    updateWake()
  }

  /// Ends updates for good; a paused app stays as it is on coming back.
  public mutating func stop(app: String, at time: SimTime, log: inout DecisionLog) {
    guard let index = sessions.firstIndex(where: { $0.app == app }) else { return }
    if sessions[index].phase == .paused {
      sessions[index].note(
        "resumed", .dropped, [Reason(.ended, at: time)], at: time, log: &log)
    }
    sessions[index].stop()
    updateWake()
  }

  /// Forgets an app that was killed, by its user or the system: it isn't resumed.
  public mutating func end(app: String, at time: SimTime, log: inout DecisionLog) {
    stop(app: app, at: time, log: &log)
    sessions.removeAll { $0.app == app }
    updateWake()
  }

  /// Says whether an app is in the foreground, where it is left alone and a paused one resumed.
  public mutating func setForeground(
    _ isInForeground: Bool, app: String, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    let index = index(of: app, at: time)
    guard sessions[index].setForeground(isInForeground, at: time) else { return }
    if isInForeground, sessions[index].phase == .paused {
      sessions[index].tell(
        .resumed, [Reason(.inForeground, at: time)], at: time, into: &events, log: &log)
      sessions[index].begin(at: time)
    }
    updateWake()
  }

  /// Forgets what a phone forgets that was off: nothing runs after it.
  public mutating func boot() {
    sessions = []
    motion.boot()
    newest = nil
    lastGoodFix = .distantPast
    nextWake = nil
  }

  private func session(_ app: String) -> PauseSession? { sessions.first { $0.app == app } }

  private mutating func index(of app: String, at time: SimTime) -> Int {
    if let index = sessions.firstIndex(where: { $0.app == app }) { return index }
    sessions.append(PauseSession(app: app, at: time))
    return sessions.count - 1
  }

  // MARK: - What is found

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
    for index in sessions.indices {
      sessions[index].weigh(fix, motion, parameters, at: time, log: &log)
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

  /// Pauses whom it is time for.
  private mutating func settle(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    for index in sessions.indices {
      guard let verdict = verdict(on: index, at: time), verdict.time <= time else { continue }
      sessions[index].pause(
        verdict.reasons(at: time), at: newest?.coordinate, at: time, into: &events, log: &log)
    }
    updateWake(at: time)
  }

  private func verdict(on index: Int, at now: SimTime) -> PauseSession.Verdict? {
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

  // MARK: - The quick setting: by speed alone

  private mutating func judge(
    _ fix: LocationFix, by rule: SportPauseRule, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let speed = speed(of: fix) else { return }
    for index in sessions.indices {
      guard sessions[index].receive(speed: speed, at: fix.time, rule) else { continue }
      sessions[index].tell(
        .resumed, [Reason(.moving, at: time)], at: time, into: &events, log: &log)
    }
    settle(rule, at: time, into: &events, log: &log)
  }

  private mutating func settle(
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

  /// The speed told, or that since the location before, in m/s.
  private func speed(of fix: LocationFix) -> Double? {
    if fix.speedMetresPerSecond >= 0 { return fix.speedMetresPerSecond }
    guard let newest, fix.time > newest.time, let plane = GroundPlane(newest.coordinate) else {
      return nil
    }
    return plane.distance(to: fix.coordinate) / (fix.time - newest.time).seconds
  }
}
