public import Kernel
public import Observations

/// Session management between positioning and apps: requests, authorization and delivery.
///
/// It processes app and user events (``receive(_:at:into:)-(AppEvent,_,_)``), computes their combined
/// ``demand``, and decides for every fix, activity and event which app receives it, now, later or
/// never. Regions, beacons, visits and pauses are detected by other components, whose events pass
/// through ``admit(_:at:into:)``.
///
/// Timers: call ``wake(at:into:)`` at ``nextWake``. Timeouts are processed before anything later, so
/// a late call delays events but changes no decision.
public struct LocationManager: Sendable {
  /// Name of the implicit app of a run without apps.
  public static let implicitName = "app"

  /// Next timeout; nil for never.
  public private(set) var nextWake: SimTime?
  /// True if no real app has appeared, so that the implicit app takes its place.
  public private(set) var hasNoApps: Bool

  /// Apps, in order of appearance.
  private var apps: [AppClient] = []
  private var context: ManagerContext
  private var accumulator = DemandAccumulator()
  private let declarations: [String: AppDeclaration]
  /// Next timeout of the apps.
  private var appsWake: SimTime?

  /// Creates the location manager of a phone.
  ///
  /// - Parameters:
  ///   - rules: Kind of device, and version of the authorization rules.
  ///   - constants: Parameters of the services.
  ///   - declarations: Declarations by app name; other apps declare everything and handle messages at once.
  ///   - implicitApp: True to start with an implicit app with all authorizations and subscriptions, until the
  ///     first real app appears.
  public init(
    rules: ServiceRules = ServiceRules(), constants: ServiceConstants = ServiceConstants(),
    declarations: [String: AppDeclaration] = [:], implicitApp: Bool = false
  ) {
    context = ManagerContext(rules: rules, constants: constants)
    self.declarations = declarations
    hasNoApps = implicitApp
  }

  // MARK: - State

  /// Combined demand of all apps.
  public var demand: Demand { accumulator.demand }
  /// Version number of ``demand``, incremented with each change.
  public var demandVersion: Int { accumulator.version }
  /// Log of late or withheld deliveries.
  public var journal: ManagerLog { context.journal }
  /// Location indicator.
  public var indicator: IndicatorState { context.indicator }
  /// Number of invalid or out-of-order fixes.
  public var badFixCount: Int { context.place.badFixCount }

  /// Returns the session of an app; nil if it has never appeared.
  public func session(of app: String) -> AppSession? {
    apps.first { $0.session.name == app }?.session
  }

  /// Returns the apps that the settings list as users of location within the last minute.
  public func recentUsers(at time: SimTime) -> [String] {
    let trace = SimDuration.seconds(context.constants.indicator.settingsTrace)
    return apps.map(\.session).filter { app in
      !app.isImplicit && app.lastUse.map { time - $0 <= trace } ?? false
    }.map(\.name)
  }

  /// Apps that wait for the indoor data source to start.
  var startingIndoorSource: [String] {
    apps.filter(\.startsIndoorSource).map(\.session.name)
  }

  /// True if the display is on or an app is in the foreground.
  @inline(__always)
  var isInUse: Bool {
    context.isScreenOn || apps.contains { $0.session.phase == .foreground }
  }

  /// Returns and clears the pending requests to other components.
  public mutating func drainRequests() -> [ManagerRequest] {
    guard !context.requests.isEmpty else { return [] }
    defer { context.requests.removeAll(keepingCapacity: true) }
    return context.requests
  }

  // MARK: - Events

  /// Handles the first start of the phone.
  public mutating func start(at time: SimTime, into events: inout [ServiceEvent]) {
    context.exchange(&events, at: time)
    if hasNoApps, apps.isEmpty { apps.append(.implicit(Self.implicitName, context)) }
    context.isDirty = true
    update()
    context.exchange(&events, at: time)
  }

  /// Handles a restart of the phone: volatile state is lost, monitoring continues.
  public mutating func boot(at time: SimTime, into events: inout [ServiceEvent]) {
    work(at: time, into: &events) { manager in
      for index in manager.apps.indices { manager.apps[index].boot(manager.context.constants) }
      manager.context.boot()
      guard manager.hasNoApps else { return }
      manager.apps.removeAll { $0.session.isImplicit }
      manager.apps.append(.implicit(Self.implicitName, manager.context))
    }
  }

  /// Processes timeouts.
  public mutating func wake(at time: SimTime, into events: inout [ServiceEvent]) {
    work(at: time, into: &events) { _ in }
  }

  /// Processes an app or user event.
  public mutating func receive(
    _ event: AppEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { manager in
      manager.dismissImplicitApp(for: event)
      switch event {
      case .lifecycle(let app, let state):
        manager.withApp(app) { $0.change(state, &$1) }
      case .call(let app, let call): manager.withApp(app) { $0.receive(call, &$1) }
      case .user(let app, let action): manager.process(action, app)
      }
    }
  }

  private mutating func process(_ action: UserAction, _ app: String) {
    context.lastStir = context.time
    context.isDirty = true
    switch action {
    case .open, .tapNotification, .unlock, .screenOn: context.isScreenOn = true
    case .lock, .screenOff: context.isScreenOn = false
    case .locationServicesOn: context.policy.areServicesOn = true
    case .locationServicesOff: context.policy.areServicesOn = false
    case .grantOnce, .grantWhenInUse, .grantAlways, .keepWhenInUse, .deny, .grantMotion,
      .denyMotion:
      withApp(app) { $0.answer(action, &$1) }
    case .settingsNever, .settingsAsk, .settingsWhenInUse, .settingsAlways, .settingsPreciseOn,
      .settingsPreciseOff, .settingsMotionOn, .settingsMotionOff:
      withApp(app) { $0.set(action, &$1) }
    case .leave, .forceQuit, .dismissNotification, .airplaneModeOn, .airplaneModeOff: break
    }
  }

  /// Processes a fix, and delivers it to the apps.
  ///
  /// Invalid fixes are counted and dropped, and so are those older than the last, unless the clock was
  /// set back.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { manager in
      guard let isNewReduced = manager.context.place.receive(fix, at: time),
        manager.context.policy.areServicesOn
      else { return }
      for index in manager.apps.indices {
        manager.apps[index].receive(fix, isNewReduced: isNewReduced, &manager.context)
      }
    }
  }

  /// Processes an activity report.
  public mutating func receive(
    _ report: ActivityReport, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { manager in
      manager.context.latestActivity = report
      for app in manager.apps { app.receive(report, &manager.context) }
    }
  }

  /// Processes a pedometer record, cumulative since the start of the phone; `since` returns one from
  /// another time.
  public mutating func receive(
    _ record: PedometerRecord, at time: SimTime, into events: inout [ServiceEvent],
    since: (SimTime) -> PedometerRecord
  ) {
    work(at: time, into: &events) { manager in
      for app in manager.apps { app.receive(record, &manager.context, since: since) }
    }
  }

  /// Processes a pause in walking, or its end.
  public mutating func receive(
    _ event: PedometerEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { manager in
      for app in manager.apps { app.receive(event, &manager.context) }
    }
  }

  /// Processes an event of another component: of regions, beacons, visits, auto-pause, routes, an
  /// indoor source.
  ///
  /// It is delivered, held for the user's answer, or dropped; the log has the reason. Locations,
  /// activities and steps use other functions.
  public mutating func admit(
    _ event: ServiceEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { manager in
      let known = manager.apps.firstIndex { $0.session.name == event.app }
      if let known { manager.apps[known].admit(event.output, &manager.context) }
    }
  }

  /// Requests the activities of the whole run for the implicit app.
  public mutating func askAtLast(from begin: SimTime, at time: SimTime) {
    guard hasNoApps, apps.contains(where: \.session.isImplicit) else { return }
    var nothing: [ServiceEvent] = []
    context.exchange(&nothing, at: time)
    context.requests.append(
      .activities(app: Self.implicitName, from: context.reach(begin), to: time))
    context.exchange(&nothing, at: time)
  }

  // MARK: - Apps

  /// Calls `body` with an app, which is created if needed; does nothing at the limit of apps.
  private mutating func withApp(
    _ name: String, _ body: (inout AppClient, inout ManagerContext) -> Void
  ) {
    if let known = apps.firstIndex(where: { $0.session.name == name }) {
      return body(&apps[known], &context)
    }
    guard apps.count < context.constants.app.limit else { return }
    var app = AppClient(name, declarations[name] ?? AppDeclaration(), context.constants)
    body(&app, &context)
    apps.append(app)
  }

  /// Removes the implicit app when a real app appears; actions on the phone itself do not count.
  private mutating func dismissImplicitApp(for event: AppEvent) {
    guard hasNoApps else { return }
    if case .user(_, let action) = event, action.isOfPhone { return }
    hasNoApps = false
    context.isDirty = true
    apps.removeAll(where: \.session.isImplicit)
  }

  // MARK: - Timers, and consequences of changes

  /// Processes timeouts, then calls `body`, then updates the state.
  private mutating func work(
    at time: SimTime, into events: inout [ServiceEvent], _ body: (inout LocationManager) -> Void
  ) {
    context.exchange(&events, at: time)
    expire()
    body(&self)
    update()
    context.exchange(&events, at: time)
  }

  /// Processes timeouts up to now.
  private mutating func expire() {
    guard let nextWake, nextWake <= context.time else { return }
    context.isTimerStale = true
    if let due = quietEnd, due <= context.time { showPrompt() }
    for index in apps.indices { apps[index].expire(&context) }
  }

  /// Time at which the user will have been idle for long enough for a prompt.
  private var quietEnd: SimTime? {
    guard context.isScreenOn,
      apps.contains(where: { $0.awaitsQuiet && $0.session.authorization.prompt == nil })
    else { return nil }
    return context.lastStir + .seconds(context.constants.prompt.quiet)
  }

  /// Shows one of the prompts that wait for an idle user; the next one waits again.
  private mutating func showPrompt() {
    for index in apps.indices
    where apps[index].awaitsQuiet && apps[index].showPromptInQuiet(&context) {
      context.lastStir = context.time
      return
    }
  }

  /// Updates the state after changes, processes immediate timeouts, and sets the timer.
  private mutating func update() {
    updateOnce()
    // Immediate timeouts, such as an expired deferral or a task of zero length; each occurs once.
    while let nextWake, nextWake <= context.time {
      expire()
      updateOnce()
    }
  }

  private mutating func updateOnce() {
    if context.isDirty {
      for index in apps.indices { apps[index].update(&context) }
      accumulator.rebuild(from: apps, context.policy)
      context.isDirty = false
      context.isTimerStale = true
    }
    showIndicator()
    if context.isTimerStale {
      appsWake = apps.reduce(quietEnd) { SimTime.earliest($0, $1.due) }
      context.isTimerStale = false
    }
    nextWake = SimTime.earliest(context.indicator.nextWake, appsWake)
  }

  private mutating func showIndicator() {
    let use = accumulator.indicatorUse
    let new = context.indicator.update(
      isUsed: use.isUsed, isPill: use.isPill, isFenced: use.isFenced, at: context.time)
    if let new { context.publish(.indicator(new), to: ServiceEvent.phone) }
  }
}

extension SimTime {
  /// Returns the earliest of some times; nil if there is none.
  @inline(__always)
  static func earliest(
    _ one: SimTime?, _ other: SimTime?, _ third: SimTime? = nil
  ) -> SimTime? {
    var earliest = SimTime.distantFuture
    if let one, one < earliest { earliest = one }
    if let other, other < earliest { earliest = other }
    if let third, third < earliest { earliest = third }
    return earliest < .distantFuture ? earliest : nil
  }
}
