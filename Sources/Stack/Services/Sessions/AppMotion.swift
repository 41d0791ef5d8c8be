import Kernel
import Observations

/// Activity and step subscriptions of an app; end with the app.
struct AppMotion: Hashable, Sendable {
  private var wantsActivity = false
  /// Start of the step count; nil without subscription.
  private var stepsFrom: SimTime?
  /// True if subscribed to pauses in walking.
  private var wantsStepEvents = false
  /// Calls that wait for the user's permission.
  private var waitingCalls: [AppCall] = []

  /// Subscribes the implicit app.
  mutating func listen(from time: SimTime) {
    wantsActivity = true
    stepsFrom = time
  }

  // MARK: - Sensor results

  func receive(_ report: ActivityReport, for app: AppSession, _ manager: inout ManagerContext) {
    guard wantsActivity, app.receivesMotion else { return }
    manager.publish(.activity(report), to: app.name)
  }

  func receive(
    _ record: PedometerRecord, for app: AppSession, _ manager: inout ManagerContext,
    since: (SimTime) -> PedometerRecord
  ) {
    guard let stepsFrom, app.receivesMotion else { return }
    manager.publish(
      .pedometer(app.isImplicit ? record : since(manager.reach(stepsFrom))), to: app.name)
  }

  func receive(_ event: PedometerEvent, for app: AppSession, _ manager: inout ManagerContext) {
    guard wantsStepEvents, app.receivesMotion else { return }
    manager.publish(.pedometerEvent(event), to: app.name)
  }

  /// Sends the present activity and the steps so far to an app that runs again.
  func resume(for app: AppSession, _ manager: inout ManagerContext) {
    reportCurrentActivity(app, &manager)
    guard let stepsFrom, app.receivesMotion, !app.isImplicit, manager.mayAsk else { return }
    manager.requests.append(.currentSteps(app: app.name, from: stepsFrom))
  }

  /// Sends the present activity to an app that subscribes or runs again.
  private func reportCurrentActivity(_ app: AppSession, _ manager: inout ManagerContext) {
    guard wantsActivity, app.receivesMotion, !app.isImplicit, let latest = manager.latestActivity
    else { return }
    manager.publish(.activity(latest), to: app.name)
  }

  // MARK: - Calls

  /// Processes a motion call, which needs the hardware and the user's permission.
  mutating func process(_ call: AppCall, of app: inout AppSession, _ manager: inout ManagerContext)
  {
    guard manager.policy.rules.hasMotion else {
      manager.note(.unavailable, app.name, call.name.rawValue)
      return manager.fail("motion", "motionActivityNotAvailable", to: app.name)
    }
    if stop(call, app, &manager) { return }
    switch app.authorization.motion {
    case .authorized: run(call, app, &manager)
    case .denied, .restricted:
      manager.fail("motion", "motionActivityNotAuthorized", to: app.name)
    case .notDetermined:
      let outcome = app.authorization.askMotion(
        app.declaration, isForeground: app.phase == .foreground, at: manager.time)
      manager.heed(outcome, app.name, call.name.rawValue)
      let isAsked = outcome == .prompted || outcome == .ignored(.alreadyAsked)
      if isAsked, waitingCalls.count < manager.constants.motion.waitingCalls {
        waitingCalls.append(call)
      } else {
        manager.fail(
          "motion",
          outcome == .ignored(.purposeMissing)
            ? "motionActivityNotEntitled" : "motionActivityNotAuthorized", to: app.name)
      }
    }
  }

  /// Processes the calls that waited for the user's permission.
  mutating func takeWaitingCalls(of app: inout AppSession, _ manager: inout ManagerContext) {
    guard !waitingCalls.isEmpty, app.authorization.motion != .notDetermined else { return }
    let calls = waitingCalls
    waitingCalls = []
    for call in calls where app.phase.runs { process(call, of: &app, &manager) }
  }

  /// Processes a stop call, whose start call may still wait for permission; returns false for other
  /// calls.
  private mutating func stop(
    _ call: AppCall, _ app: AppSession, _ manager: inout ManagerContext
  ) -> Bool {
    let (start, wasOn): (AppCall.Name, Bool)
    switch call.name {
    case .stopActivityUpdates:
      (start, wasOn) = (.startActivityUpdates, wantsActivity)
      wantsActivity = false
    case .stopPedometerUpdates:
      (start, wasOn) = (.startPedometerUpdates, stepsFrom != nil)
      stepsFrom = nil
    case .stopPedometerEvents:
      (start, wasOn) = (.startPedometerEvents, wantsStepEvents)
      wantsStepEvents = false
    default: return false
    }
    if !wasOn { manager.note(.notStarted, app.name, call.name.rawValue) }
    waitingCalls.removeAll { $0.name == start }
    return true
  }

  private mutating func run(_ call: AppCall, _ app: AppSession, _ manager: inout ManagerContext) {
    switch call.name {
    case .startActivityUpdates:
      if wantsActivity { return manager.note(.alreadyRunning, app.name, "activity") }
      wantsActivity = true
      reportCurrentActivity(app, &manager)
    case .startPedometerUpdates:
      if stepsFrom != nil { manager.note(.alreadyRunning, app.name, "pedometer") }
      stepsFrom = min(manager.time, call.from ?? manager.time)
    case .startPedometerEvents:
      if wantsStepEvents { manager.note(.alreadyRunning, app.name, "pedometer events") }
      wantsStepEvents = true
    default: askHistory(call, app, &manager)
    }
  }

  /// Forwards a history query; queries of the future are rejected.
  private func askHistory(_ call: AppCall, _ app: AppSession, _ manager: inout ManagerContext) {
    let end = min(call.to ?? manager.time, manager.time)
    guard let from = call.from, from <= call.to ?? manager.time, from <= end else {
      manager.note(.malformed, app.name, call.name.rawValue)
      return manager.fail("motion", "invalidParameter", to: app.name)
    }
    guard manager.mayAsk else { return manager.note(.tooMany, app.name, call.name.rawValue) }
    let begin = min(manager.reach(from), end)
    manager.requests.append(
      call.name == .queryPedometer
        ? .steps(app: app.name, from: begin, to: end)
        : .activities(app: app.name, from: begin, to: end))
  }

  // MARK: - Demand

  /// Adds the subscriptions to the demand.
  func add(to demand: inout Demand, for app: AppSession) {
    guard app.authorization.motion == .authorized else { return }
    if wantsActivity {
      demand.wantsActivity = true
      demand.add("activity", by: app)
    }
    if stepsFrom != nil {
      demand.wantsPedometer = true
      demand.add("pedometer", by: app)
    }
  }
}

extension ManagerContext {
  /// Limits a start time to the retention of the motion history.
  func reach(_ from: SimTime) -> SimTime { max(from, time - .seconds(constants.motion.history)) }
}
