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

  // MARK: - What is found

  func receive(_ report: ActivityReport, for app: AppSession, _ desk: inout DeskContext) {
    guard wantsActivity, app.hearsMotion else { return }
    desk.tell(.activity(report), to: app.name)
  }

  func receive(
    _ record: PedometerRecord, for app: AppSession, _ desk: inout DeskContext,
    since: (SimTime) -> PedometerRecord
  ) {
    guard let stepsFrom, app.hearsMotion else { return }
    desk.tell(
      .pedometer(app.isImplicit ? record : since(desk.reach(stepsFrom))), to: app.name)
  }

  func receive(_ event: PedometerEvent, for app: AppSession, _ desk: inout DeskContext) {
    guard wantsStepEvents, app.hearsMotion else { return }
    desk.tell(.pedometerEvent(event), to: app.name)
  }

  /// Sends the present activity and the steps so far to an app that runs again.
  func resume(for app: AppSession, _ desk: inout DeskContext) {
    tellCurrentActivity(app, &desk)
    guard let stepsFrom, app.hearsMotion, !app.isImplicit, desk.mayAsk else { return }
    desk.requests.append(.currentSteps(app: app.name, from: stepsFrom))
  }

  /// Sends the present activity to an app that subscribes or runs again.
  private func tellCurrentActivity(_ app: AppSession, _ desk: inout DeskContext) {
    guard wantsActivity, app.hearsMotion, !app.isImplicit, let latest = desk.latestActivity
    else { return }
    desk.tell(.activity(latest), to: app.name)
  }

  // MARK: - Calls

  /// Processes a motion call, which needs the hardware and the user's permission.
  mutating func take(_ call: AppCall, of app: inout AppSession, _ desk: inout DeskContext) {
    guard desk.policy.rules.hasMotion else {
      desk.note(.unavailable, app.name, call.name.rawValue)
      return desk.fail("motion", "motionActivityNotAvailable", to: app.name)
    }
    if stop(call, app, &desk) { return }
    switch app.authorization.motion {
    case .authorized: run(call, app, &desk)
    case .denied, .restricted:
      desk.fail("motion", "motionActivityNotAuthorized", to: app.name)
    case .notDetermined:
      let outcome = app.authorization.askMotion(
        app.declaration, isForeground: app.phase == .foreground, at: desk.time)
      desk.heed(outcome, app.name, call.name.rawValue)
      let isAsked = outcome == .prompted || outcome == .ignored(.alreadyAsked)
      if isAsked, waitingCalls.count < desk.constants.motion.waitingCalls {
        waitingCalls.append(call)
      } else {
        desk.fail(
          "motion",
          outcome == .ignored(.purposeMissing)
            ? "motionActivityNotEntitled" : "motionActivityNotAuthorized", to: app.name)
      }
    }
  }

  /// Processes the calls that waited for the user's permission.
  mutating func takeWaitingCalls(of app: inout AppSession, _ desk: inout DeskContext) {
    guard !waitingCalls.isEmpty, app.authorization.motion != .notDetermined else { return }
    let calls = waitingCalls
    waitingCalls = []
    for call in calls where app.phase.runs { take(call, of: &app, &desk) }
  }

  /// Processes a stop call, whose start call may still wait for permission; returns false for other
  /// calls.
  private mutating func stop(_ call: AppCall, _ app: AppSession, _ desk: inout DeskContext) -> Bool
  {
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
    if !wasOn { desk.note(.notStarted, app.name, call.name.rawValue) }
    waitingCalls.removeAll { $0.name == start }
    return true
  }

  private mutating func run(_ call: AppCall, _ app: AppSession, _ desk: inout DeskContext) {
    switch call.name {
    case .startActivityUpdates:
      if wantsActivity { return desk.note(.alreadyRunning, app.name, "activity") }
      wantsActivity = true
      tellCurrentActivity(app, &desk)
    case .startPedometerUpdates:
      if stepsFrom != nil { desk.note(.alreadyRunning, app.name, "pedometer") }
      stepsFrom = min(desk.time, call.from ?? desk.time)
    case .startPedometerEvents:
      if wantsStepEvents { desk.note(.alreadyRunning, app.name, "pedometer events") }
      wantsStepEvents = true
    default: askHistory(call, app, &desk)
    }
  }

  /// Forwards a history query; queries of the future are rejected.
  private func askHistory(_ call: AppCall, _ app: AppSession, _ desk: inout DeskContext) {
    let end = min(call.to ?? desk.time, desk.time)
    guard let from = call.from, from <= call.to ?? desk.time, from <= end else {
      desk.note(.malformed, app.name, call.name.rawValue)
      return desk.fail("motion", "invalidParameter", to: app.name)
    }
    guard desk.mayAsk else { return desk.note(.tooMany, app.name, call.name.rawValue) }
    let begin = min(desk.reach(from), end)
    desk.requests.append(
      call.name == .queryPedometer
        ? .steps(app: app.name, from: begin, to: end)
        : .activities(app: app.name, from: begin, to: end))
  }

  // MARK: - What it needs

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

extension DeskContext {
  /// Limits a start time to the retention of the motion history.
  func reach(_ from: SimTime) -> SimTime { max(from, time - .seconds(constants.motion.history)) }
}
