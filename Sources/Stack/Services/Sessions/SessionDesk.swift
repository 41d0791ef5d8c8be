public import Kernel
public import Observations

/// The desk between positioning and the apps: who asked for what, who may have it, who is told.
///
/// It hears what apps and users do (``receive(_:at:into:)-(AppEvent,_,_)``), says what all of them
/// together need of the phone (``demand``), and decides of every fix, activity and event which app
/// is told of it, now, later or never. Regions, beacons, visits and pauses are found by other
/// parts; what these have to tell goes through ``admit(_:at:into:)``.
///
/// Timers: call ``wake(at:into:)`` at ``nextWake``. What is due is done before anything that comes
/// later, so a late call changes no decision but only when it is told.
public struct SessionDesk: Sendable {
  /// The name of the app that stands for whoever watches a run without apps.
  public static let implicitName = "app"

  /// Whose rules hold.
  public let rules: ServiceRules
  /// The numbers by which it decides.
  public let constants: ServiceConstants
  /// The apps, in the order in which they were first heard of.
  public internal(set) var apps: [AppSession] = []
  /// What all apps together need.
  public internal(set) var demand = Demand()
  /// Counts up whenever ``demand`` changes.
  public internal(set) var demandVersion = 0
  /// When something is due; nil for never.
  public internal(set) var nextWake: SimTime?
  /// Why things were told late or not at all.
  public internal(set) var journal = DeskJournal()
  /// What the phone shows.
  public internal(set) var lamp: IndicatorLamp
  /// The latest activity, for apps that begin to listen.
  public internal(set) var latestActivity: ActivityReport?
  /// How many fixes made no sense, or came after later ones.
  public internal(set) var badFixCount = 0

  var declarations: [String: AppDeclaration]
  var areServicesOn = true
  var isScreenOn = false
  var lastStir = SimTime.distantPast
  var cached: LocationFix?
  var reduced: ReducedLocation
  var requests: [DeskRequest] = []
  var isImplicit: Bool
  var isDirty = true
  var lampUse = LampUse()
  /// When something is due for an app, and whether that must be looked up again.
  var appsWake: SimTime?
  var isTimerStale = true

  /// Creates the desk of a phone.
  ///
  /// - Parameters:
  ///   - rules: What kind of device it is, and whose rules hold.
  ///   - constants: The numbers by which it decides.
  ///   - declarations: What apps declare, by name; an app that isn't named declares all and is
  /// quick.
  ///   - implicitApp: Whether an app that may have everything, and wants the best locations,
  /// activities and     steps from the start, stands in until the first real one is heard of.
  public init(
    rules: ServiceRules = ServiceRules(), constants: ServiceConstants = ServiceConstants(),
    declarations: [String: AppDeclaration] = [:], implicitApp: Bool = false
  ) {
    self.rules = rules
    self.constants = constants
    self.declarations = declarations
    lamp = IndicatorLamp(constants.indicator)
    reduced = ReducedLocation(constants.reduced)
    isImplicit = implicitApp
  }

  /// Begins: the phone has started for the first time.
  public mutating func start(at time: SimTime, into events: inout [ServiceEvent]) {
    if isImplicit, apps.isEmpty { addImplicitApp(at: time) }
    isDirty = true
    settle(at: time, into: &events)
  }

  private mutating func addImplicitApp(at time: SimTime) {
    var app = AppSession(Self.implicitName, AppDeclaration(), constants, isImplicit: true)
    app.phase = .foreground
    app.work.isUpdating = true
    app.work.startedInUse = true
    app.work.since = time
    app.work.wantsActivity = true
    app.work.stepsFrom = time
    apps.append(app)
  }

  /// Whether no real app was heard of, so that one stands in for whoever watches.
  public var isForNobody: Bool { isImplicit }

  /// The apps that wait for the indoor data source to start.
  var startingIndoorSource: [String] {
    apps.filter { $0.work.indoorSource == .starting }.map(\.name)
  }

  /// Whether somebody looks at the phone.
  var isInUse: Bool { isScreenOn || apps.contains { $0.phase == .foreground } }

  /// The state of an app; nil for one that was never heard of.
  public func session(of app: String) -> AppSession? {
    apps.first { $0.name == app }
  }

  /// What other parts are to answer, once each.
  public mutating func takeRequests() -> [DeskRequest] {
    guard !requests.isEmpty else { return [] }
    defer { requests.removeAll(keepingCapacity: true) }
    return requests
  }

  /// The apps that the settings show as users of the location within the last minute.
  public func recentUsers(at time: SimTime) -> [String] {
    let trace = SimDuration.seconds(constants.indicator.settingsTrace)
    return apps.filter { app in !app.isImplicit && app.lastUse.map { time - $0 <= trace } ?? false }
      .map(\.name)
  }

  /// Takes what an app does, or what is done to it.
  public mutating func receive(
    _ event: AppEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    dismissImplicitApp(for: event)
    switch event {
    case .lifecycle(let app, let state):
      guard let index = index(of: app) else { break }
      change(index, state, at: time, into: &events)
    case .call(let app, let call):
      guard let index = index(of: app) else { break }
      // Only code that runs can call: whoever recorded this left the app's life out.
      if !apps[index].hasLife { apps[index].phase = .foreground }
      isDirty = true
      if apps[index].phase.runs {
        // The first that an app hears is what it may.
        if apps[index].told == nil { tellAuthorization(index, into: &events) }
        take(call, of: index, at: time, into: &events)
      } else {
        note(.notRunning, index, call.name.rawValue, at: time)
      }
    case .user(let app, let action): take(action, app, at: time, into: &events)
    }
    settle(at: time, into: &events)
  }

  /// The phone has started again: what was only in memory is gone, what is monitored is not.
  public mutating func boot(at time: SimTime, into events: inout [ServiceEvent]) {
    expire(at: time, into: &events)
    for index in apps.indices {
      end(index, at: time)
      apps[index].authorization.loseHeld()
    }
    cached = nil
    reduced.forget()
    lamp.forget()
    requests.removeAll()
    isScreenOn = false
    if isImplicit {
      apps.removeAll { $0.isImplicit }
      addImplicitApp(at: time)
    }
    isDirty = true
    settle(at: time, into: &events)
  }

  /// Does what is due.
  public mutating func wake(at time: SimTime, into events: inout [ServiceEvent]) {
    expire(at: time, into: &events)
    settle(at: time, into: &events)
  }

  /// The number of an app, made if need be; nil when there are too many.
  mutating func index(of name: String) -> Int? {
    if let known = apps.firstIndex(where: { $0.name == name }) { return known }
    guard apps.count < constants.app.limit else { return nil }
    apps.append(AppSession(name, declarations[name] ?? AppDeclaration(), constants))
    return apps.count - 1
  }

  mutating func note(_ rule: DeskNote.Rule, _ index: Int, _ about: String, at time: SimTime) {
    journal.add(DeskNote(time: time, app: apps[index].name, rule: rule, about: about))
  }

  mutating func tell(_ index: Int, _ output: Output, into events: inout [ServiceEvent]) {
    events.append(ServiceEvent(app: apps[index].name, output: output))
  }

  /// Lets the stand-in go when a real app is heard of; what is done to the phone as such is no app.
  private mutating func dismissImplicitApp(for event: AppEvent) {
    guard isImplicit else { return }
    if case .user(_, let action) = event, action.isOfPhone { return }
    isImplicit = false
    isDirty = true
    apps.removeAll { $0.isImplicit }
  }
}

extension UserAction {
  /// Whether it is done to the phone and not to an app.
  var isOfPhone: Bool {
    switch self {
    case .lock, .unlock, .screenOn, .screenOff, .airplaneModeOn, .airplaneModeOff,
      .locationServicesOn, .locationServicesOff:
      true
    default: false
    }
  }
}
