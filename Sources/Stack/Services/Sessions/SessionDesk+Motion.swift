public import Kernel
public import Observations

// Activities and steps: who asked, who may know, who runs.

extension SessionDesk {
  /// Takes an activity that the classifier reports.
  public mutating func receive(
    _ report: ActivityReport, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    history.receive(report)
    // Never live to an app that is asleep, nor afterwards: it can ask the history (header).
    for index in apps.indices
    where apps[index].work.wantsActivity && apps[index].phase.runs
      && apps[index].authorization.motion == .authorized
    {
      tell(index, .activity(report), into: &events)
    }
    settle(at: time, into: &events)
  }

  /// Takes a pedometer record that counts from any start.
  public mutating func receive(
    _ record: PedometerRecord, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    expire(at: time, into: &events)
    history.receive(record)
    for index in apps.indices {
      guard let from = apps[index].work.stepsFrom, apps[index].phase.runs,
        apps[index].authorization.motion == .authorized
      else { continue }
      if apps[index].isImplicit {
        tell(index, .pedometer(record), into: &events)
        continue
      }
      var own = history.steps(from: from, to: record.endTime, now: time)
      own.paceSecondsPerMetre = record.paceSecondsPerMetre
      own.cadenceStepsPerSecond = record.cadenceStepsPerSecond
      tell(index, .pedometer(own), into: &events)
    }
    settle(at: time, into: &events)
  }

  /// Takes a call for motion, which the user must allow once.
  mutating func takeMotion(
    _ call: AppCall, _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    switch call.name {
    case .stopActivityUpdates:
      if !apps[index].work.wantsActivity { note(.notStarted, index, "activity", at: time) }
      apps[index].work.wantsActivity = false
      apps[index].work.motionCalls.removeAll { $0.name == .startActivityUpdates }
      return
    case .stopPedometerUpdates:
      if apps[index].work.stepsFrom == nil { note(.notStarted, index, "pedometer", at: time) }
      apps[index].work.stepsFrom = nil
      apps[index].work.motionCalls.removeAll { $0.name == .startPedometerUpdates }
      return
    default: break
    }
    switch apps[index].authorization.motion {
    case .authorized: runMotion(call, index, at: time, into: &events)
    case .denied, .restricted:
      fail(index, "motion", "motionActivityNotAuthorized", into: &events)
    case .notDetermined:
      let outcome = apps[index].authorization.askMotion(
        apps[index].declaration, isForeground: apps[index].phase == .foreground, at: time)
      heed(outcome, index, call.name.rawValue, time)
      let isAsked = outcome == .prompted || outcome == .ignored(.alreadyAsked)
      if isAsked, apps[index].work.motionCalls.count < 64 {
        apps[index].work.motionCalls.append(call)
      } else {
        fail(
          index, "motion",
          outcome == .ignored(.purposeMissing)
            ? "motionActivityNotEntitled" : "motionActivityNotAuthorized", into: &events)
      }
    }
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
    switch call.name {
    case .startActivityUpdates:
      if apps[index].work.wantsActivity {
        return note(.alreadyRunning, index, "activity", at: time)
      }
      apps[index].work.wantsActivity = true
      tellCurrentActivity(index, at: time, into: &events)
    case .startPedometerUpdates:
      if apps[index].work.stepsFrom != nil { note(.alreadyRunning, index, "pedometer", at: time) }
      apps[index].work.stepsFrom = min(time, call.from ?? time)
    default:
      guard let from = call.from, let to = call.to ?? Optional(time), from <= to else {
        note(.malformed, index, call.name.rawValue, at: time)
        return fail(index, "motion", "invalidParameter", into: &events)
      }
      let end = min(to, time)
      guard from <= end else {
        return fail(index, "motion", "invalidParameter", into: &events)
      }
      if call.name == .queryPedometer {
        tell(
          index, .pedometer(history.steps(from: from, to: end, now: time)), into: &events)
      } else {
        for report in history.activities(from: from, to: end, now: time) {
          tell(index, .activity(report), into: &events)
        }
      }
    }
  }

  /// Tells an app that begins, or goes on, to listen what is being done now.
  mutating func tellCurrentActivity(
    _ index: Int, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard apps[index].work.wantsActivity, apps[index].phase.runs, !apps[index].isImplicit,
      apps[index].authorization.motion == .authorized, let latest = history.latest
    else { return }
    tell(index, .activity(latest), into: &events)
  }
}
