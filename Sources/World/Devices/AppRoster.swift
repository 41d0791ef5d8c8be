import Kernel
import Observations

/// The apps of a device and their life cycle: absent, suspended, background or foreground.
///
/// Opening an app launches it if need be and brings it to the foreground. An app that leaves the
/// foreground, also by a lock, runs in the background for some seconds, longer with a background task,
/// and without limit while it receives locations with background permission. Then it is suspended.
/// Its monitoring continues after its end.
struct AppRoster: Sendable {
  enum AppPhase: Hashable, Sendable {
    case absent, suspended, background, foreground

    /// True if its code can run.
    var runs: Bool { self == .background || self == .foreground }
  }

  struct App: Sendable {
    let name: String
    var phase = AppPhase.absent
    /// True if it receives continuous locations; `allowsBackground` if also in the background.
    var receivesLocations = false
    var allowsBackground = false
    /// True if its location updates are paused.
    var isPaused = false
    var tasks = 0
    /// True if it defers its location updates, so that it may sleep until they are delivered.
    var isDeferring = false
    /// Monitored regions by name; visits and significant changes have reserved names.
    var monitored: Set<String> = []
    /// Counter that invalidates planned suspensions.
    var turn = 0

    /// True if it may run in the background without limit.
    var isHeld: Bool { receivesLocations && allowsBackground }

    /// True if its code has work to do.
    var isAwake: Bool {
      phase == .foreground || phase == .background && (!isDeferring || tasks > 0)
    }
  }

  private static let visits = "\nvisits"
  private static let changes = "\nchanges"

  /// In the order of first use.
  private(set) var apps: [App] = []
  private(set) var isScreenOn = false

  /// True if an app's code can run, or the screen is on.
  var keepsAwake: Bool { isScreenOn || apps.contains(where: \.isAwake) }

  /// The index of an app, which is added if it is new.
  mutating func number(of name: String) -> Int {
    if let known = apps.firstIndex(where: { $0.name == name }) { return known }
    apps.append(App(name: name))
    return apps.count - 1
  }

  /// Applies a user's action to apps and screen; returns the life cycle events in order.
  mutating func user(_ action: UserAction, _ name: String) -> [AppEvent] {
    var events: [AppEvent] = []
    switch action {
    case .open, .tapNotification:
      isScreenOn = true
      let number = number(of: name)
      for other in apps.indices where other != number && apps[other].phase == .foreground {
        change(other, to: .background, .background, &events)
      }
      if apps[number].phase == .absent {
        change(number, to: .background, .launched, &events)
      }
      if apps[number].phase != .foreground {
        change(number, to: .foreground, .foreground, &events)
      }
    case .leave:
      let number = number(of: name)
      if apps[number].phase == .foreground {
        change(number, to: .background, .background, &events)
      }
    case .forceQuit: end(name, .terminatedByUser, &events)
    case .lock, .screenOff:
      isScreenOn = false
      for number in apps.indices where apps[number].phase == .foreground {
        change(number, to: .background, .background, &events)
      }
    case .unlock, .screenOn: isScreenOn = true
    default: break
    }
    return events
  }

  /// Terminates an app that runs or is suspended.
  mutating func end(_ name: String, _ how: AppLifecycle, _ events: inout [AppEvent]) {
    let number = number(of: name)
    guard apps[number].phase != .absent else { return }
    change(number, to: .absent, how, &events)
    apps[number].receivesLocations = false
    apps[number].isDeferring = false
    apps[number].tasks = 0
  }

  /// Terminates all apps without events, as at a power-off.
  mutating func endAll() {
    isScreenOn = false
    for number in apps.indices {
      apps[number].phase = .absent
      apps[number].receivesLocations = false
      apps[number].isDeferring = false
      apps[number].tasks = 0
      apps[number].turn += 1
    }
  }

  /// Updates an app's state from a call of the app.
  mutating func note(_ call: AppCall, of number: Int) {
    switch call.name {
    case .startUpdatingLocation:
      (apps[number].receivesLocations, apps[number].isPaused) = (true, false)
    case .stopUpdatingLocation:
      (apps[number].receivesLocations, apps[number].isPaused) = (false, false)
      apps[number].isDeferring = false
    case .allowDeferredUpdates: apps[number].isDeferring = true
    case .disallowDeferredUpdates: apps[number].isDeferring = false
    case .setAllowsBackgroundUpdates: apps[number].allowsBackground = call.isOn ?? true
    case .beginBackgroundTask: apps[number].tasks += 1
    case .endBackgroundTask: apps[number].tasks = max(0, apps[number].tasks - 1)
    case .startMonitoringRegion: apps[number].monitored.insert(call.identifier ?? "")
    case .stopMonitoringRegion: apps[number].monitored.remove(call.identifier ?? "")
    case .startMonitoringVisits: apps[number].monitored.insert(Self.visits)
    case .stopMonitoringVisits: apps[number].monitored.remove(Self.visits)
    case .startMonitoringSignificantChanges: apps[number].monitored.insert(Self.changes)
    case .stopMonitoringSignificantChanges: apps[number].monitored.remove(Self.changes)
    default: break
    }
  }

  /// Ends a deferral, which is reported as a failure with its reason.
  mutating func noteDeferralEnd(of number: Int) {
    apps[number].isDeferring = false
  }

  /// Applies a pause of an app's location updates, which then no longer keep it running, or its end.
  mutating func notePause(_ event: PauseEvent, of number: Int) {
    apps[number].receivesLocations = event == .resumed
    apps[number].isPaused = event == .paused
  }

  /// Wakes or relaunches the apps that monitor the subject of an output.
  ///
  /// - Parameters:
  ///   - output: The output to deliver.
  ///   - app: The recipient; empty for all apps that monitor the subject.
  /// - Returns: The life cycle events in order.
  mutating func wake(for output: Output, of app: String) -> [AppEvent] {
    let topic: String
    switch output {
    case .region(let event) where event.kind == .entered || event.kind == .exited:
      topic = event.identifier
    case .visit: topic = Self.visits
    case .location where !app.isEmpty, .locations where !app.isEmpty: topic = Self.changes
    default: return []
    }
    var events: [AppEvent] = []
    for number in apps.indices
    where (app.isEmpty || apps[number].name == app) && apps[number].monitored.contains(topic) {
      switch apps[number].phase {
      case .absent: change(number, to: .background, .relaunchedForEvent, &events)
      case .suspended: change(number, to: .background, .background, &events)
      case .background: apps[number].turn += 1
      case .foreground: break
      }
    }
    return events
  }

  /// Applies a recorded app event.
  mutating func follow(_ event: AppEvent) {
    switch event {
    case .user(let app, let action): _ = user(action, app)
    case .call(let app, let call): note(call, of: number(of: app))
    case .lifecycle(let app, let state):
      let number = number(of: app)
      switch state {
      case .launched, .background, .relaunchedForEvent: apps[number].phase = .background
      case .foreground: apps[number].phase = .foreground
      case .suspended: apps[number].phase = .suspended
      case .terminatedByUser, .killedBySystem, .uninstalled: apps[number].phase = .absent
      }
    }
  }

  /// Suspends an app at the end of its background time; nil if the plan is obsolete.
  mutating func suspend(_ number: Int, turn: Int) -> AppEvent? {
    guard apps[number].turn == turn, apps[number].phase == .background, !apps[number].isHeld else {
      return nil
    }
    var events: [AppEvent] = []
    change(number, to: .suspended, .suspended, &events)
    return events.first
  }

  private mutating func change(
    _ number: Int, to phase: AppPhase, _ reported: AppLifecycle, _ events: inout [AppEvent]
  ) {
    apps[number].phase = phase
    apps[number].turn += 1
    events.append(.lifecycle(app: apps[number].name, reported))
  }
}
