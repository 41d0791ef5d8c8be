import Kernel
import Observations
import Signals
import Truth

/// Apps, users, chargers, the network, power-off and boot.
extension DeviceModel {
  /// Update interval of the battery.
  private static let batteryPeriod = SimDuration.minutes(10)
  /// The charge, as a fraction of full, at which an empty phone boots again; an estimate.
  private static let minCharge = 0.02

  /// Schedules the script and the power changes, and reports the initial state to the stack.
  mutating func beginLife(_ schedule: inout Schedule<DeviceEvent>) {
    battery.update(0, at: schedule.now)
    schedule.schedule(.battery, after: Self.batteryPeriod)
    for number in setup.script.indices {
      schedule.schedule(
        .act(number), at: setup.script[number].time, priority: Self.actPriority)
    }
    guard let signals else { return }
    let changes = signals.trajectory.link.changes
    for number in changes.indices.dropFirst() where changes[number].time > schedule.now {
      schedule.schedule(.link(number), at: changes[number].time)
    }
    let now = schedule.now
    battery.plug(into: Self.source(signals.trajectory.link[now]))
    deliver(.network(uplink.reachability), &schedule)
    reportPower(&schedule)
    if signals.trajectory.link[now] == .car { reportVehicle(.bluetooth, &schedule) }
  }

  // MARK: - Apps

  mutating func act(_ kind: DeviceAct.Kind, _ schedule: inout Schedule<DeviceEvent>) {
    guard !uptime.isOff else { return }
    switch kind {
    case .user(let app, let action):
      deliver(.app(.user(app: app, action)), &schedule)
      if action == .airplaneModeOn { setAirplaneMode(true, &schedule) }
      if action == .airplaneModeOff { setAirplaneMode(false, &schedule) }
      publish(roster.user(action, app), &schedule)
    case .call(let app, let planned):
      let number = roster.number(of: app)
      // Only running code can call.
      guard roster.apps[number].phase.runs else { return }
      for call in planned.calls(at: schedule.now, knowing: reactions.memory(of: app)) {
        make(call, of: number, app, &schedule)
      }
    case .kill(let app):
      var events: [AppEvent] = []
      roster.end(app, .killedBySystem, &events)
      publish(events, &schedule)
    case .reboot(let duration):
      switchOff(&schedule)
      schedule.schedule(.boot, after: duration)
    case .network(let new): setNetwork(new, &schedule)
    case .videoCall(let duration):
      isInCall = true
      setProcessor(at: schedule.now)
      schedule.schedule(.endOfCall, after: duration)
    }
  }

  private mutating func make(
    _ call: AppCall, of number: Int, _ app: String, _ schedule: inout Schedule<DeviceEvent>
  ) {
    let wasHeld = roster.apps[number].isHeld
    roster.note(call, of: number)
    deliver(.app(.call(app: app, call)), &schedule)
    if call.name == .allowDeferredUpdates || call.name == .disallowDeferredUpdates {
      setProcessor(at: schedule.now)
    }
    if wasHeld || call.name == .endBackgroundTask || call.name == .beginBackgroundTask {
      planSuspension(of: number, &schedule)
    }
  }

  /// Reports life cycle events to the stack, and plans the suspension of apps in the background.
  private mutating func publish(_ events: [AppEvent], _ schedule: inout Schedule<DeviceEvent>) {
    setProcessor(at: schedule.now)
    for event in events {
      if case .lifecycle(let app, let state) = event,
        state == .background || state == .relaunchedForEvent
      {
        planSuspension(of: roster.number(of: app), &schedule)
      }
      deliver(.app(event), &schedule)
    }
  }

  private mutating func planSuspension(
    of number: Int, _ schedule: inout Schedule<DeviceEvent>
  ) {
    let app = roster.apps[number]
    guard app.phase == .background, !app.isHeld else { return }
    let seconds = app.tasks > 0 ? setup.profile.taskSeconds : setup.profile.graceSeconds
    schedule.schedule(.suspend(app: number, turn: app.turn), after: .seconds(seconds))
  }

  mutating func suspend(_ number: Int, _ turn: Int, _ schedule: inout Schedule<DeviceEvent>) {
    let (app, receiver) = (roster.apps[number], sensors[.gnss])
    // An app that keeps the receiver on during a pause, as a sports app does, stays awake until its end.
    if app.isPaused, receiver.isOn, receiver.causes.contains(app.name + "/location") {
      planSuspension(of: number, &schedule)
      return
    }
    guard let event = roster.suspend(number, turn: turn) else { return }
    publish([event], &schedule)
  }

  /// Wakes the recipients of an output.
  mutating func reportApps(
    _ output: Output, _ app: String, _ schedule: inout Schedule<DeviceEvent>
  ) {
    // A cancelled deferral ends by the app's own call, which may have begun another one.
    if case .failure(let failure) = output, failure.service == "deferred",
      failure.code != "deferredCanceled", !app.isEmpty
    {
      wakeProcessor(at: schedule.now)
      roster.noteDeferralEnd(of: roster.number(of: app))
      setProcessor(at: schedule.now)
    }
    switch output {
    // The coprocessor keeps activity and steps until an app queries them; the others go to no app.
    case .activity, .pedometer, .failure, .cloud, .route, .radio: return
    default: break
    }
    if case .pause(let event) = output, !app.isEmpty {
      let number = roster.number(of: app)
      roster.notePause(event, of: number)
      // Paused updates no longer keep the app running.
      if event == .paused { planSuspension(of: number, &schedule) }
    }
    wakeProcessor(at: schedule.now)
    let events = roster.wake(for: output, of: app)
    if !events.isEmpty { publish(events, &schedule) }
  }

  // MARK: - Power

  /// True if the processor receives satellite fixes without batching.
  private var isDelivering: Bool { sensors[.gnss].isOn && sensors[.gnss].batching == .zero }

  /// Sets the processor's power state from apps, screen, call and receiver.
  mutating func setProcessor(at time: SimTime) {
    power.setProcessor(
      ProcessorLoad(
        isOff: uptime.isOff, isInCall: isInCall, isDelivering: isDelivering,
        causes: sensors[.gnss].causes, isAwake: roster.keepsAwake, isScreenOn: roster.isScreenOn),
      at: time)
  }

  /// True if the processor sleeps and an event must wake it.
  private var isAsleep: Bool { !roster.keepsAwake && !isInCall && !isDelivering }

  mutating func wakeProcessor(at time: SimTime) {
    if isAsleep { power.wake(at: time) }
  }

  /// Wakes the processor for a radio report.
  mutating func noteReport(at time: SimTime) {
    if isAsleep { power.report(at: time) }
  }

  mutating func lookAtBattery(_ schedule: inout Schedule<DeviceEvent>) {
    schedule.schedule(.battery, after: Self.batteryPeriod)
    let before = battery.share
    updateBattery(at: schedule.now)
    // In a replay the battery's events are recorded; here the charge is only computed.
    guard !isReplay else { return }
    if uptime.isOff {
      if uptime.isEmpty, battery.share >= Self.minCharge {
        schedule.schedule(.boot, after: .zero)
      }
      return
    }
    // The stack receives each change by 5 %.
    if (before * 20).rounded(.down) != (battery.share * 20).rounded(.down) {
      reportPower(&schedule)
    }
    if battery.share == 0, battery.source == .battery {
      uptime.runOut()
      switchOff(&schedule)
    }
  }

  mutating func updateBattery(at time: SimTime) {
    battery.update(power.integrate(at: time), at: time)
  }

  private mutating func reportPower(_ schedule: inout Schedule<DeviceEvent>) {
    deliver(
      .power(PowerSource(kind: battery.source, batteryShare: battery.share)), &schedule)
  }

  private mutating func reportVehicle(
    _ kind: VehicleLink.Kind, _ schedule: inout Schedule<DeviceEvent>
  ) {
    deliver(.vehicle(VehicleLink(kind: kind)), &schedule)
  }

  mutating func changeLink(_ number: Int, _ schedule: inout Schedule<DeviceEvent>) {
    guard let changes = signals?.trajectory.link.changes else { return }
    let (old, new) = (changes[number - 1].value, changes[number].value)
    updateBattery(at: schedule.now)
    battery.plug(into: Self.source(new))
    guard !uptime.isOff else { return }
    reportPower(&schedule)
    if (old == .car) != (new == .car) {
      reportVehicle(new == .car ? .bluetooth : .none, &schedule)
    }
  }

  private static func source(_ link: PowerLink) -> PowerSource.Kind {
    switch link {
    case .none: .battery
    case .charger: .wired
    case .car: .vehicle
    }
  }

  // MARK: - Shutdown and boot

  mutating func switchOff(_ schedule: inout Schedule<DeviceEvent>) {
    for sensor in RadioRequest.Sensor.allCases where sensors[sensor].isOn {
      obey(.stop(sensor), &schedule)
    }
    advertise(nil, at: schedule.now)
    timers.clear(&schedule)
    receiver.stop()
    uptime.goOff(at: schedule.now)
    isInCall = false
    roster.endAll()
    setProcessor(at: schedule.now)
  }

  /// Boots the phone: the stack has lost its sensors and timers, and keeps its memory.
  ///
  /// In a replay the recorded boot, if any, is delivered.
  mutating func bootAgain(_ recorded: Observation?, _ schedule: inout Schedule<DeviceEvent>) {
    let boot = uptime.start()
    if boot != nil { setProcessor(at: schedule.now) }
    if let recorded { return deliver(recorded, &schedule) }
    guard let boot else { return }
    deliver(.boot(boot), &schedule)
    reportPower(&schedule)
    deliver(.network(uplink.reachability), &schedule)
  }
}
