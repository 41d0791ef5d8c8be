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

  enum Phase: Hashable, Sendable {
    case off, running, paused
  }

  struct Session: Hashable, Sendable {
    var app: String
    var type = SessionActivityType.other
    var isAutomatic = true
    var isInForeground: Bool
    var phase = Phase.off
    /// Since when it is judged: its start, or when it went to the background.
    var judgedSince: SimTime
    /// From where progress is measured, and when the last was made.
    var anchor: GroundPlane?
    var progressAt: SimTime
    /// Whether the anchor has been moved to where the last progress ended.
    var isSettled = false
    /// Since when, and for how many locations, it has been far from there.
    var farSince: SimTime?
    var farCount = 0
    /// Where it was paused.
    var pausePlace: Coordinate?
    /// Since when it has been slow, for the quick setting.
    var slowSince: SimTime?
  }

  let parameters: Parameters
  var sessions: [Session] = []
  var motion: MotionEvidence
  var lastGoodFix: SimTime = .distantPast
  var newest: LocationFix?
  /// When a pause comes if nothing changes.
  public internal(set) var nextWake: SimTime?
  /// Locations that were no use.
  public internal(set) var ignoredFixCount = 0

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

  /// Whether an app's updates run for nobody but it.
  public var isAnyRunning: Bool { sessions.contains { $0.phase == .running } }

  /// Sets what an app is for.
  public mutating func setActivityType(
    _ type: SessionActivityType, app: String, at time: SimTime
  ) {
    let place = place(of: app, at: time)
    guard sessions[place].type != type else { return }
    sessions[place].type = type
    sessions[place].judgedSince = max(sessions[place].judgedSince, time)
    updateWake()
  }

  /// Lets an app be paused, or not; one already paused stays so.
  public mutating func setAutomatic(_ isOn: Bool, app: String, at time: SimTime) {
    let place = place(of: app, at: time)
    guard sessions[place].isAutomatic != isOn else { return }
    sessions[place].isAutomatic = isOn
    sessions[place].judgedSince = max(sessions[place].judgedSince, time)
    updateWake()
  }

  /// Begins updates, or begins them again, which grants a paused app more time.
  public mutating func start(
    app: String, at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    let place = place(of: app, at: time)
    switch sessions[place].phase {
    case .running: return
    case .off: break
    case .paused:
      let reasons = [Reason(.startedAgain, at: time)]
      if parameters.tellsRestart {
        tell(.resumed, place, reasons, at: time, into: &events, log: &log)
      } else {
        note(place, "resumed", .dropped, reasons, at: time, log: &log)
      }
    }
    begin(place, at: time)
  }

  /// Ends updates for good; a paused app stays as it is on coming back.
  public mutating func stop(app: String, at time: SimTime, log: inout DecisionLog) {
    guard let place = sessions.firstIndex(where: { $0.app == app }) else { return }
    if sessions[place].phase == .paused {
      note(place, "resumed", .dropped, [Reason(.ended, at: time)], at: time, log: &log)
    }
    sessions[place].phase = .off
    sessions[place].pausePlace = nil
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
    let place = place(of: app, at: time)
    guard sessions[place].isInForeground != isInForeground else { return }
    sessions[place].isInForeground = isInForeground
    sessions[place].judgedSince = time
    if isInForeground, sessions[place].phase == .paused {
      tell(
        .resumed, place, [Reason(.inForeground, at: time)], at: time, into: &events, log: &log)
      begin(place, at: time)
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

  private func session(_ app: String) -> Session? { sessions.first { $0.app == app } }

  private mutating func begin(_ place: Int, at time: SimTime) {
    sessions[place].phase = .running
    sessions[place].judgedSince = time
    sessions[place].progressAt = time
    sessions[place].anchor = nil
    sessions[place].isSettled = false
    (sessions[place].farSince, sessions[place].farCount) = (nil, 0)
    sessions[place].pausePlace = nil
    sessions[place].slowSince = nil
    updateWake()
  }

  private mutating func place(of app: String, at time: SimTime) -> Int {
    if let place = sessions.firstIndex(where: { $0.app == app }) { return place }
    sessions.append(
      Session(app: app, isInForeground: false, judgedSince: time, progressAt: time))
    return sessions.count - 1
  }
}
