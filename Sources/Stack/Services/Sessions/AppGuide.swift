import Kernel
import Observations

/// Wayfinding request of an app; ends with the app.
struct AppGuide: Hashable, Sendable {
  private var guide: Demand.Guide?

  /// Starts or stops wayfinding to a place.
  ///
  /// Directions derive from the locations that the app receives, and need full accuracy.
  mutating func process(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    guard call.name == .startWayfinding else {
      if guide == nil { manager.note(.notStarted, app.name, call.name.rawValue) }
      guide = nil
      return
    }
    guard let target = call.identifier, !target.isEmpty else {
      return manager.note(.malformed, app.name, call.name.rawValue)
    }
    guard app.permission(.locationUpdates, manager.policy) != .refused else {
      return manager.fail("wayfinding", "denied", to: app.name)
    }
    guard !app.authorization.isReduced else {
      return manager.fail("wayfinding", "reducedAccuracy", to: app.name)
    }
    guide = Demand.Guide(
      app: app.name, target: target, isStepFree: call.isOn ?? false, arrivalTime: call.to,
      since: manager.time)
  }

  /// Delivers a direction, if the app still requests it and is authorized.
  mutating func admit(
    _ event: WayfindingEvent, to app: inout AppSession, _ manager: inout ManagerContext
  ) {
    guard guide?.target == event.target else {
      return manager.note(.notRequested, app.name, "wayfinding")
    }
    guard app.phase.runs else { return manager.note(.notRunning, app.name, "wayfinding") }
    guard isAllowed(app, manager.policy) else {
      return manager.note(.notInUse, app.name, "wayfinding")
    }
    if event.kind == .arrived {
      guide = nil
      manager.isDirty = true
    }
    manager.publish(.wayfinding(event), to: app.name)
    app.noteUse(&manager)
  }

  /// Adds the route to the demand.
  func add(to demand: inout Demand, for app: AppSession, _ policy: DevicePolicy) {
    guard let guide, isAllowed(app, policy) else { return }
    demand.guides.append(guide)
    demand.add("wayfinding", by: app)
  }

  private func isAllowed(_ app: AppSession, _ policy: DevicePolicy) -> Bool {
    app.permission(.locationUpdates, policy) == .reported && !app.authorization.isReduced
  }
}

/// Indoor data source of an app; ends with the app.
struct AppIndoorSource: Hashable, Sendable {
  private(set) var status = DataSourceStatus.stopped
  /// True if the source started location updates, which then stop with it.
  private var hasStartedUpdates = false

  private var isOn: Bool { status == .starting || status == .started }

  /// Starts or stops the indoor source; the status follows from the source's controller.
  mutating func process(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    if call.name == .startIndoorSource {
      guard !isOn else { return manager.note(.alreadyRunning, app.name, call.name.rawValue) }
      let isRefused = app.permission(.locationUpdates, manager.policy) == .refused
      status = isRefused ? .failedToStart : .starting
      manager.publish(.dataSource(status), to: app.name)
    } else {
      guard isOn else { return manager.note(.notStarted, app.name, call.name.rawValue) }
      status = .stopped
      manager.publish(.dataSource(.stopping), to: app.name)
      manager.publish(.dataSource(.stopped), to: app.name)
    }
  }

  /// Updates the status, if the app has started the source.
  mutating func admit(_ new: DataSourceStatus, to app: AppSession, _ manager: inout ManagerContext)
  {
    let isNext: Bool =
      switch new {
      case .starting: false
      case .started, .failedToStart: status == .starting
      case .stopping: isOn
      case .stopped: status != .stopped && status != .failedToStart
      }
    guard isNext, app.phase.runs else { return manager.note(.notRequested, app.name, "indoor") }
    status = new
    manager.isDirty = true
    manager.publish(.dataSource(new), to: app.name)
  }

  /// Starts location updates with the source, unless the app has its own.
  ///
  /// An app that starts a location data source receives locations without another call (ArcGIS:
  /// location data source).
  mutating func lead(
    _ location: inout AppLocation, of app: inout AppSession, _ manager: inout ManagerContext
  ) {
    if status == .started, !app.updates.isOn {
      location.startUpdating(&app, &manager)
      hasStartedUpdates = app.updates.isOn
    } else if status == .stopped, hasStartedUpdates {
      hasStartedUpdates = false
      if app.updates.isOn { location.stopUpdating(&app, &manager) }
    }
  }

  /// Adds the source to the demand.
  func add(to demand: inout Demand, for app: AppSession, _ policy: DevicePolicy) {
    guard isOn, app.permission(.locationUpdates, policy) == .reported else { return }
    demand.wantsIndoorSource = true
    demand.add("indoor", by: app)
  }
}
