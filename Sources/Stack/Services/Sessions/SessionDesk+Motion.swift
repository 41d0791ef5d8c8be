public import Kernel
public import Observations

// Activities and steps: who asked, who may know, who runs.

extension SessionDesk {
  /// Takes an activity that the classifier reports.
  public mutating func receive(
    _ report: ActivityReport, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    latestActivity = report
    for index in apps.indices where apps[index].work.wantsActivity && hearsMotion(index) {
      tell(index, .activity(report), into: &events)
    }
    settle(at: time, into: &events)
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
    expire(at: time, into: &events)
    for index in apps.indices {
      guard let from = apps[index].work.stepsFrom, hearsMotion(index) else { continue }
      tell(
        index, .pedometer(apps[index].isImplicit ? record : since(reach(from, at: time))),
        into: &events)
    }
    settle(at: time, into: &events)
  }

  /// Takes a pause in walking, or its end.
  public mutating func receive(
    _ event: PedometerEvent, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    for index in apps.indices where apps[index].work.wantsStepEvents && hearsMotion(index) {
      tell(index, .pedometerEvent(event), into: &events)
    }
    settle(at: time, into: &events)
  }

  /// Whether an app is told of motion live: never while it is asleep, nor afterwards, as it can ask
  /// the history (header).
  private func hearsMotion(_ index: Int) -> Bool {
    apps[index].phase.runs && apps[index].authorization.motion == .authorized
  }

  /// How far back an app may look from now on.
  private func reach(_ from: SimTime, at time: SimTime) -> SimTime {
    max(from, time - .seconds(constants.motion.history))
  }

  /// Takes a call for motion, which the device must have and the user must allow once.
  mutating func takeMotion(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard rules.hasMotion else {
      note(.unavailable, index, call.name.rawValue, at: time)
      return fail(index, "motion", "motionActivityNotAvailable", into: &events)
    }
    if stopMotion(call, index, at: time) { return }
    switch apps[index].authorization.motion {
    case .authorized: runMotion(call, index, at: time, into: &events)
    case .denied, .restricted:
      fail(index, "motion", "motionActivityNotAuthorized", into: &events)
    case .notDetermined:
      let outcome = apps[index].authorization.askMotion(
        apps[index].declaration, isForeground: apps[index].phase == .foreground, at: time)
      heed(outcome, index, call.name.rawValue, time)
      let isAsked = outcome == .prompted || outcome == .ignored(.alreadyAsked)
      if isAsked, apps[index].work.motionCalls.count < constants.motion.waitingCalls {
        apps[index].work.motionCalls.append(call)
      } else {
        fail(
          index, "motion",
          outcome == .ignored(.purposeMissing)
            ? "motionActivityNotEntitled" : "motionActivityNotAuthorized", into: &events)
      }
    }
  }

  /// Stops what a call is to stop; it may still wait for the user's answer.
  ///
  /// - Returns: Whether the call is such a one.
  private mutating func stopMotion(_ call: AppCall, _ index: Int, at time: SimTime) -> Bool {
    let (start, wasOn): (AppCall.Name, Bool)
    switch call.name {
    case .stopActivityUpdates:
      (start, wasOn) = (.startActivityUpdates, apps[index].work.wantsActivity)
      apps[index].work.wantsActivity = false
    case .stopPedometerUpdates:
      (start, wasOn) = (.startPedometerUpdates, apps[index].work.stepsFrom != nil)
      apps[index].work.stepsFrom = nil
    case .stopPedometerEvents:
      (start, wasOn) = (.startPedometerEvents, apps[index].work.wantsStepEvents)
      apps[index].work.wantsStepEvents = false
    default: return false
    }
    if !wasOn { note(.notStarted, index, call.name.rawValue, at: time) }
    apps[index].work.motionCalls.removeAll { $0.name == start }
    return true
  }

  /// Does what waited for the user's answer about motion.
  mutating func resumeMotionCalls(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard !apps[index].work.motionCalls.isEmpty,
      apps[index].authorization.motion != .notDetermined
    else { return }
    let calls = apps[index].work.motionCalls
    apps[index].work.motionCalls = []
    for call in calls where apps[index].phase.runs {
      takeMotion(call, index, at: time, into: &events)
    }
  }

  private mutating func runMotion(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let work = apps[index].work
    switch call.name {
    case .startActivityUpdates:
      if work.wantsActivity { return note(.alreadyRunning, index, "activity", at: time) }
      apps[index].work.wantsActivity = true
      tellCurrentActivity(index, into: &events)
    case .startPedometerUpdates:
      if work.stepsFrom != nil { note(.alreadyRunning, index, "pedometer", at: time) }
      apps[index].work.stepsFrom = min(time, call.from ?? time)
    case .startPedometerEvents:
      if work.wantsStepEvents { note(.alreadyRunning, index, "pedometer events", at: time) }
      apps[index].work.wantsStepEvents = true
    default: askHistory(call, index, at: time, into: &events)
    }
  }

  /// Passes on a question about the past, which nobody has about the future.
  private mutating func askHistory(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    let end = min(call.to ?? time, time)
    guard let from = call.from, from <= call.to ?? time, from <= end else {
      note(.malformed, index, call.name.rawValue, at: time)
      return fail(index, "motion", "invalidParameter", into: &events)
    }
    guard requests.count < constants.question.limit else {
      return note(.tooMany, index, call.name.rawValue, at: time)
    }
    let app = apps[index].name
    let begin = reach(from, at: time)
    requests.append(
      call.name == .queryPedometer
        ? .steps(app: app, from: min(begin, end), to: end)
        : .activities(app: app, from: min(begin, end), to: end))
  }

  /// Lets the app that stands for whoever watches a run ask for all that was done in it.
  ///
  /// - Parameters:
  ///   - begin: When the run began.
  ///   - time: The time now.
  public mutating func askAtLast(from begin: SimTime, at time: SimTime) {
    guard isImplicit, apps.contains(where: { $0.isImplicit }) else { return }
    requests.append(
      .activities(app: Self.implicitName, from: reach(begin, at: time), to: time))
  }

  /// Tells an app that goes on to listen what is being done, and what was counted meanwhile.
  mutating func tellCurrentMotion(_ index: Int, into events: inout [ServiceEvent]) {
    tellCurrentActivity(index, into: &events)
    guard let from = apps[index].work.stepsFrom, hearsMotion(index), !apps[index].isImplicit,
      requests.count < constants.question.limit
    else { return }
    requests.append(.currentSteps(app: apps[index].name, from: from))
  }

  /// Tells an app that begins, or goes on, to listen what is being done now.
  private mutating func tellCurrentActivity(_ index: Int, into events: inout [ServiceEvent]) {
    guard apps[index].work.wantsActivity, hearsMotion(index), !apps[index].isImplicit,
      let latestActivity
    else { return }
    tell(index, .activity(latestActivity), into: &events)
  }
}
