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

  /// When something is due; nil for never.
  public private(set) var nextWake: SimTime?
  /// Whether no real app was heard of, so that one stands in for whoever watches.
  public private(set) var isForNobody: Bool

  /// The apps, in the order in which they were first heard of.
  private var apps: [AppClient] = []
  private var context: DeskContext
  private var tally = DemandTally()
  private let declarations: [String: AppDeclaration]
  /// When something is due for an app.
  private var appsWake: SimTime?

  /// Creates the desk of a phone.
  ///
  /// - Parameters:
  ///   - rules: What kind of device it is, and whose rules hold.
  ///   - constants: The numbers by which it decides.
  ///   - declarations: What apps declare, by name; an app that isn't named declares all and is
  ///     quick.
  ///   - implicitApp: Whether an app that may have everything, and wants the best locations,
  ///     activities and steps from the start, stands in until the first real one is heard of.
  public init(
    rules: ServiceRules = ServiceRules(), constants: ServiceConstants = ServiceConstants(),
    declarations: [String: AppDeclaration] = [:], implicitApp: Bool = false
  ) {
    context = DeskContext(rules: rules, constants: constants)
    self.declarations = declarations
    isForNobody = implicitApp
  }

  // MARK: - What is known at the desk

  /// What all apps together need.
  public var demand: Demand { tally.demand }
  /// Counts up whenever ``demand`` changes.
  public var demandVersion: Int { tally.version }
  /// Why things were told late or not at all.
  public var journal: DeskJournal { context.journal }
  /// What the phone shows.
  public var lamp: IndicatorLamp { context.lamp }
  /// How many fixes made no sense, or came after later ones.
  public var badFixCount: Int { context.place.badFixCount }

  /// The state of an app; nil for one that was never heard of.
  public func session(of app: String) -> AppSession? {
    apps.first { $0.session.name == app }?.session
  }

  /// The apps that the settings show as users of the location within the last minute.
  public func recentUsers(at time: SimTime) -> [String] {
    let trace = SimDuration.seconds(context.constants.indicator.settingsTrace)
    return apps.map(\.session).filter { app in
      !app.isImplicit && app.lastUse.map { time - $0 <= trace } ?? false
    }.map(\.name)
  }

  /// The apps that wait for the indoor data source to start.
  var startingIndoorSource: [String] {
    apps.filter(\.startsIndoorSource).map(\.session.name)
  }

  /// Whether somebody looks at the phone.
  @inline(__always)
  var isInUse: Bool {
    context.isScreenOn || apps.contains { $0.session.phase == .foreground }
  }

  /// What other parts are to answer, once each.
  public mutating func takeRequests() -> [DeskRequest] {
    guard !context.requests.isEmpty else { return [] }
    defer { context.requests.removeAll(keepingCapacity: true) }
    return context.requests
  }

  // MARK: - What happens

  /// Begins: the phone has started for the first time.
  public mutating func start(at time: SimTime, into events: inout [ServiceEvent]) {
    context.exchange(&events, at: time)
    if isForNobody, apps.isEmpty { apps.append(.implicit(Self.implicitName, context)) }
    context.isDirty = true
    settle()
    context.exchange(&events, at: time)
  }

  /// The phone has started again: what was only in memory is gone, what is monitored is not.
  public mutating func boot(at time: SimTime, into events: inout [ServiceEvent]) {
    work(at: time, into: &events) { desk in
      for index in desk.apps.indices { desk.apps[index].boot(desk.context.constants) }
      desk.context.boot()
      guard desk.isForNobody else { return }
      desk.apps.removeAll { $0.session.isImplicit }
      desk.apps.append(.implicit(Self.implicitName, desk.context))
    }
  }

  /// Does what is due.
  public mutating func wake(at time: SimTime, into events: inout [ServiceEvent]) {
    work(at: time, into: &events) { _ in }
  }

  /// Takes what an app does, or what is done to it.
  public mutating func receive(
    _ event: AppEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { desk in
      desk.dismissImplicitApp(for: event)
      switch event {
      case .lifecycle(let app, let state):
        desk.withApp(app) { $0.change(state, &$1) }
      case .call(let app, let call): desk.withApp(app) { $0.receive(call, &$1) }
      case .user(let app, let action): desk.take(action, app)
      }
    }
  }

  private mutating func take(_ action: UserAction, _ app: String) {
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

  /// Takes a fix of positioning, and gives it to whom it concerns.
  ///
  /// A fix that makes no sense is counted and forgotten, and so is one older than the last, unless
  /// the clock was set back.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { desk in
      guard let isNewReduced = desk.context.place.receive(fix, at: time),
        desk.context.policy.areServicesOn
      else { return }
      for index in desk.apps.indices {
        desk.apps[index].receive(fix, isNewReduced: isNewReduced, &desk.context)
      }
    }
  }

  /// Takes an activity that the classifier reports.
  public mutating func receive(
    _ report: ActivityReport, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { desk in
      desk.context.latestActivity = report
      for app in desk.apps { app.receive(report, &desk.context) }
    }
  }

  /// Takes a pedometer record.
  ///
  /// - Parameters:
  ///   - record: What is counted since the phone began.
  ///   - time: The time now.
  ///   - events: What apps are told.
  ///   - since: What is counted since another time.
  public mutating func receive(
    _ record: PedometerRecord, at time: SimTime, into events: inout [ServiceEvent],
    since: (SimTime) -> PedometerRecord
  ) {
    work(at: time, into: &events) { desk in
      for app in desk.apps { app.receive(record, &desk.context, since: since) }
    }
  }

  /// Takes a pause in walking, or its end.
  public mutating func receive(
    _ event: PedometerEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { desk in
      for app in desk.apps { app.receive(event, &desk.context) }
    }
  }

  /// Takes what another part has to tell an app: of regions, beacons, visits, pauses, ways, an
  /// indoor source.
  ///
  /// It is told, held for the user's answer, or dropped; a note says why. Locations, activities and
  /// steps don't come this way.
  public mutating func admit(
    _ event: ServiceEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    work(at: time, into: &events) { desk in
      let known = desk.apps.firstIndex { $0.session.name == event.app }
      if let known { desk.apps[known].admit(event.output, &desk.context) }
    }
  }

  /// Lets the app that stands for whoever watches a run ask for all that was done in it.
  ///
  /// - Parameters:
  ///   - begin: When the run began.
  ///   - time: The time now.
  public mutating func askAtLast(from begin: SimTime, at time: SimTime) {
    guard isForNobody, apps.contains(where: \.session.isImplicit) else { return }
    var nothing: [ServiceEvent] = []
    context.exchange(&nothing, at: time)
    context.requests.append(
      .activities(app: Self.implicitName, from: context.reach(begin), to: time))
    context.exchange(&nothing, at: time)
  }

  // MARK: - Apps

  /// Does something with an app, which is made if need be; nothing when there are too many.
  private mutating func withApp(
    _ name: String, _ body: (inout AppClient, inout DeskContext) -> Void
  ) {
    if let known = apps.firstIndex(where: { $0.session.name == name }) {
      return body(&apps[known], &context)
    }
    guard apps.count < context.constants.app.limit else { return }
    var app = AppClient(name, declarations[name] ?? AppDeclaration(), context.constants)
    body(&app, &context)
    apps.append(app)
  }

  /// Lets the stand-in go when a real app is heard of; what is done to the phone as such is no app.
  private mutating func dismissImplicitApp(for event: AppEvent) {
    guard isForNobody else { return }
    if case .user(_, let action) = event, action.isOfPhone { return }
    isForNobody = false
    context.isDirty = true
    apps.removeAll(where: \.session.isImplicit)
  }

  // MARK: - What is due, and what follows from what has changed

  /// Does something, after what is due before it, and draws its consequences.
  private mutating func work(
    at time: SimTime, into events: inout [ServiceEvent], _ body: (inout SessionDesk) -> Void
  ) {
    context.exchange(&events, at: time)
    expire()
    body(&self)
    settle()
    context.exchange(&events, at: time)
  }

  /// Does what is due up to now.
  private mutating func expire() {
    guard let nextWake, nextWake <= context.time else { return }
    context.isTimerStale = true
    if let due = quietEnd, due <= context.time { showPrompt() }
    for index in apps.indices { apps[index].expire(&context) }
  }

  /// When the user will have left the phone alone for long enough to be asked.
  private var quietEnd: SimTime? {
    guard context.isScreenOn,
      apps.contains(where: { $0.awaitsQuiet && $0.session.authorization.prompt == nil })
    else { return nil }
    return context.lastStir + .seconds(context.constants.prompt.quiet)
  }

  /// Shows one of the prompts that wait for a quiet moment; the next waits for another.
  private mutating func showPrompt() {
    for index in apps.indices
    where apps[index].awaitsQuiet && apps[index].showPromptInQuiet(&context) {
      context.lastStir = context.time
      return
    }
  }

  /// Draws the consequences of what has happened, does what is due at once, and sets the timer.
  private mutating func settle() {
    settleOnce()
    // A deferral that is over when it begins, a task of no length: few, and each is over when done.
    while let nextWake, nextWake <= context.time {
      expire()
      settleOnce()
    }
  }

  private mutating func settleOnce() {
    if context.isDirty {
      for index in apps.indices { apps[index].settle(&context) }
      tally.rebuild(from: apps, context.policy)
      context.isDirty = false
      context.isTimerStale = true
    }
    showIndicator()
    if context.isTimerStale {
      appsWake = apps.reduce(quietEnd) { SimTime.earliest($0, $1.due) }
      context.isTimerStale = false
    }
    nextWake = SimTime.earliest(context.lamp.nextWake, appsWake)
  }

  private mutating func showIndicator() {
    let use = tally.lampUse
    let new = context.lamp.update(
      isUsed: use.isUsed, isPill: use.isPill, isFenced: use.isFenced, at: context.time)
    if let new { context.tell(.indicator(new), to: ServiceEvent.phone) }
  }
}

extension SimTime {
  /// The earliest of some times; nil if there is none.
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
