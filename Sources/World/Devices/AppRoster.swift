import Kernel
import Observations

/// The apps of a device, and which of them run.
///
/// An app that is opened is launched if need be and stands in the foreground; one that is left, or
/// locked away, goes on in the background for some seconds, longer while it has a background task,
/// and as long as it wants while it takes locations that it may have in the background; then it is
/// suspended. What it monitors outlives it.
struct AppRoster: Sendable {
  /// Whether and how an app runs.
  enum Phase: Hashable, Sendable {
    case absent, suspended, background, foreground

    /// Whether its code can run.
    var runs: Bool { self == .background || self == .foreground }
  }

  /// An app.
  struct App: Sendable {
    let name: String
    var phase = Phase.absent
    /// Whether it takes locations all the time, and may in the background.
    var takesLocations = false
    var allowsBackground = false
    /// Whether these are paused.
    var isPaused = false
    var tasks = 0
    /// Whether it has put its locations off, so that it may sleep until they are handed over.
    var isDeferring = false
    /// What it monitors: regions by name, and visits and significant changes by their own.
    var monitored: Set<String> = []
    /// Counts up whenever a planned suspension no longer holds.
    var turn = 0

    /// Whether it may go on in the background as long as it wants.
    var isHeld: Bool { takesLocations && allowsBackground }

    /// Whether its code has anything to do.
    var isAwake: Bool {
      phase == .foreground || phase == .background && (!isDeferring || tasks > 0)
    }
  }

  private static let visits = "\nvisits"
  private static let changes = "\nchanges"

  /// In the order of first mention.
  private(set) var apps: [App] = []
  private(set) var isScreenOn = false

  /// Whether any app's code can run, or the user looks.
  var keepsAwake: Bool { isScreenOn || apps.contains(where: \.isAwake) }

  /// The number of an app, which is made if there is none.
  mutating func number(of name: String) -> Int {
    if let known = apps.firstIndex(where: { $0.name == name }) { return known }
    apps.append(App(name: name))
    return apps.count - 1
  }

  /// Does what the user's action does to apps and screen.
  ///
  /// - Returns: What became of which apps, in order.
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

  /// Ends an app that runs or is suspended.
  mutating func end(_ name: String, _ how: AppLifecycle, _ events: inout [AppEvent]) {
    let number = number(of: name)
    guard apps[number].phase != .absent else { return }
    change(number, to: .absent, how, &events)
    apps[number].takesLocations = false
    apps[number].isDeferring = false
    apps[number].tasks = 0
  }

  /// Ends all without a word, as when the phone goes off.
  mutating func endAll() {
    isScreenOn = false
    for number in apps.indices {
      apps[number].phase = .absent
      apps[number].takesLocations = false
      apps[number].isDeferring = false
      apps[number].tasks = 0
      apps[number].turn += 1
    }
  }

  /// Keeps what of an app's call matters to its life.
  mutating func note(_ call: AppCall, of number: Int) {
    switch call.name {
    case .startUpdatingLocation:
      (apps[number].takesLocations, apps[number].isPaused) = (true, false)
    case .stopUpdatingLocation:
      (apps[number].takesLocations, apps[number].isPaused) = (false, false)
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

  /// Follows the end of a deferral, which is told as a failure with its reason.
  mutating func noteDeferralEnd(of number: Int) {
    apps[number].isDeferring = false
  }

  /// Follows a pause of an app's locations, which keep it running no longer, or their going on.
  mutating func notePause(_ event: PauseEvent, of number: Int) {
    apps[number].takesLocations = event == .resumed
    apps[number].isPaused = event == .paused
  }

  /// Wakes the apps that are to be told something that they monitor.
  ///
  /// - Parameters:
  ///   - output: What is told.
  ///   - app: To which app; empty for all that monitor it.
  /// - Returns: What became of which apps, in order.
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

  /// Follows what a recording tells of apps.
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

  /// Suspends an app whose time is up; nil if something has come in between.
  mutating func suspend(_ number: Int, turn: Int) -> AppEvent? {
    guard apps[number].turn == turn, apps[number].phase == .background, !apps[number].isHeld else {
      return nil
    }
    var events: [AppEvent] = []
    change(number, to: .suspended, .suspended, &events)
    return events.first
  }

  private mutating func change(
    _ number: Int, to phase: Phase, _ told: AppLifecycle, _ events: inout [AppEvent]
  ) {
    apps[number].phase = phase
    apps[number].turn += 1
    events.append(.lifecycle(app: apps[number].name, told))
  }
}
