import Kernel
import Observations

// What becomes of apps, and what their users do.

extension SessionDesk {
  private var grace: SimDuration { .seconds(constants.inUse.grace) }

  var taskSpan: SimDuration {
    .seconds(
      rules.generation == .twelve
        ? constants.background.taskTwelve : constants.background.taskThirteen)
  }

  mutating func change(
    _ index: Int, _ state: AppLifecycle, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    isDirty = true
    apps[index].hasLife = true
    let didRun = apps[index].phase.runs
    switch state {
    case .terminatedByUser, .killedBySystem, .uninstalled: break
    // It runs again, whoever opened it.
    default: apps[index].wasKilledByUser = false
    }
    switch state {
    case .launched, .relaunchedForEvent:
      if apps[index].phase != .absent { end(index, at: time) }
      apps[index].phase = .background
    case .foreground:
      lastStir = time
      apps[index].phase = .foreground
      apps[index].graceEnd = nil
      apps[index].work.tasks.leave(end: nil)
      if apps[index].work.isUpdating { apps[index].work.startedInUse = true }
    case .background:
      if apps[index].phase == .foreground {
        lastStir = time
        apps[index].graceEnd = time + grace
      }
      if apps[index].phase != .background {
        apps[index].work.tasks.leave(end: time + taskSpan)
      }
      apps[index].phase = .background
    case .suspended: apps[index].phase = .suspended
    case .terminatedByUser:
      end(index, at: time)
      apps[index].wasKilledByUser = true
    case .killedBySystem: end(index, at: time)
    case .uninstalled:
      let name = apps[index].name
      apps[index] = AppSession(name, apps[index].declaration, constants)
      apps[index].hasLife = true
    }
    if !didRun { tellCurrentMotion(index, into: &events) }
  }

  /// Ends an app: what it called for is gone but for what it monitors.
  mutating func end(_ index: Int, at time: SimTime) {
    apps[index].phase = .absent
    apps[index].work = AppSession.Work()
    apps[index].delivery = LocationDelivery(
      constants.delivery, deferred: constants.deferred)
    apps[index].graceEnd = nil
    apps[index].told = nil
    apps[index].authorization.withdrawPrompts()
  }

  mutating func take(
    _ action: UserAction, _ app: String, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    lastStir = time
    isDirty = true
    switch action {
    case .open, .tapNotification, .unlock, .screenOn: isScreenOn = true
    case .lock, .screenOff: isScreenOn = false
    case .locationServicesOn: areServicesOn = true
    case .locationServicesOff: areServicesOn = false
    case .grantOnce, .grantWhenInUse, .grantAlways, .keepWhenInUse, .deny, .grantMotion,
      .denyMotion:
      guard let index = index(of: app) else { return }
      heed(apps[index].authorization.answer(action, rules, at: time), index, action.rawValue, time)
      resumeMotionCalls(index, at: time, into: &events)
    case .settingsNever, .settingsAsk, .settingsWhenInUse, .settingsAlways, .settingsPreciseOn,
      .settingsPreciseOff, .settingsMotionOn, .settingsMotionOff:
      guard let index = index(of: app) else { return }
      heed(apps[index].authorization.set(action, rules), index, action.rawValue, time)
      resumeMotionCalls(index, at: time, into: &events)
    case .leave, .forceQuit, .dismissNotification, .airplaneModeOn, .airplaneModeOff: break
    }
  }

  /// Notes why a request or an answer came to nothing.
  mutating func heed(
    _ outcome: AppAuthorization.Outcome, _ index: Int, _ about: String, _ time: SimTime
  ) {
    switch outcome {
    case .ignored(let rule): note(rule, index, about, at: time)
    case .prompted: note(.prompted, index, about, at: time)
    case .changed, .unchanged: break
    }
  }
}
