public import Documents
public import Kernel
public import Observations

/// Geofencing with circles, with cushion, dwell time and hysteresis: reports entries and exits.
///
/// A crossing needs fixes beyond the edge by more than the cushion and by more than their own error,
/// without a contrary fix during the dwell time (Location and Maps Programming Guide, "Region
/// monitoring": cross the line, move a minimum distance beyond it, stay at least 20 s). The first
/// finding is a state, not a crossing. States survive a restart of the phone, but must be determined
/// again: until then they are unknown, and a crossing in the meantime is reported late.
public struct CircularRegionMonitor: Hashable, Sendable {
  /// Parameters of crossings and of the position demand.
  public struct Parameters: ParameterSet {
    /// Cushion: minimum distance of a fix outside the edge, in m; 50 to 100 are assumed (assumed).
    public var cushionMetres = 50.0
    /// Inner cushion as a fraction of the radius, where that is less: small circles must stay enterable
    /// (assumed).
    public var innerShare = 0.25
    /// Minimum distance of a fix beyond the edge in sigmas: 1 is 84 %, within the 75 to 85 % overlap of
    /// Android's geofences (secondary).
    public var confidence = 1.0
    /// Minimum distance beyond the edge, in m, of a first location that is coarser than region and demand.
    ///
    /// It is the maximum range of a cell (3GPP TS 45.010: a timing advance of 63 symbols). Nearer ones were
    /// wrong by seven sigmas.
    public var firstReachMetres = 35_000.0
    /// Distance from the edge, in m, below which a first location outside must be confirmed for the dwell
    /// time.
    ///
    /// With few known networks, one simulated Wi-Fi location in a hundred is hundreds of metres off
    /// and has an accuracy below a hundred.
    public var initialMarginMetres = 1_000.0
    /// Dwell time without a contrary fix before a crossing is reported (documented: 20 s).
    public var dwell = SimDuration.seconds(20)
    /// Dwell time of a single fix without a second one (assumed).
    public var timeout = SimDuration.seconds(120)
    /// Hysteresis time: a crossing undone within it doubles the next dwell times, up to 16 times, so that
    /// a person at the edge does not trigger on each error (documented: rapid crossings coalesce; how is
    /// assumed).
    public var hysteresis = SimDuration.minutes(60)
    /// Maximum number of doublings of the dwell time (assumed).
    public var maxActivityLevel = 4
    /// Number of fixes that confirm a crossing after the dwell time (assumed).
    public var minCount = 2
    /// Maximum age of a fix (assumed).
    public var freshness = SimDuration.seconds(60)
    /// Minimum and maximum interval of requested fixes (assumed; reports typically come within 3 to 5 min
    /// by the same guide).
    public var shortestInterval = SimDuration.seconds(10)
    public var longestInterval = SimDuration.minutes(15)
    /// Travel time to an edge within which a coarse location is refined (secondary: in W10-115 a change
    /// of cells triggers a closer look; the guide's reports come within 3 to 5 min).
    public var nearSpan = SimDuration.minutes(4)
    /// Requested accuracy, in m: far from all edges; finest while a side is unknown, near an edge, and
    /// while a crossing is pending (assumed).
    public var coarsestMetres = 1000.0
    public var unknownMetres = 100.0
    public var nearMetres = 30.0
    public var pendingMetres = 20.0
    /// Maximum speed by activity.
    public var speed = Speeds()
    /// Maximum number of regions; apps may have 20 each (documented), which sessions enforce.
    public var capacity = 1000

    public init() {}
  }

  let parameters: Parameters
  private(set) var monitors: [CircleMonitor] = []
  private var newest: LocationFix?
  /// Time of the first pending crossing that may be confirmed without another fix.
  public private(set) var nextWake: SimTime?
  /// Number of rejected fixes: without a position, too old, or from the future.
  public private(set) var ignoredFixCount = 0

  /// Creates a monitor without regions.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Number of monitored regions.
  public var count: Int { monitors.count }

  /// Starts monitoring; replaces a region of the same app and identifier.
  ///
  /// Reports the start, and the state if a recent fix determines it; otherwise the state is reported
  /// later. An invalid circle is reported as a failure.
  public mutating func start(
    _ identifier: String, circle: CircularRegion, app: String, purpose: RegionPurpose = .app,
    notifiesEntry: Bool = true, notifiesExit: Bool = true, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    stop(identifier, app: app, purpose: purpose)
    guard let plane = GroundPlane(circle.centre), circle.radiusMetres > 0,
      circle.radiusMetres < 1e7, monitors.count < parameters.capacity
    else {
      if purpose == .app { events.append(.monitoringFailed(identifier, app: app)) }
      return
    }
    let subject = RegionSubject(
      app: app, identifier: identifier, purpose: purpose, notifiesEntry: notifiesEntry,
      notifiesExit: notifiesExit, service: .region)
    subject.publish(.monitoringStarted, into: &events)
    var monitor = CircleMonitor(subject, plane: plane, radius: circle.radiusMetres)
    if let newest, isFresh(newest, at: time) {
      monitor.judge(newest, parameters, at: time, into: &events, log: &log)
    }
    monitors.append(monitor)
    updateWake()
  }

  /// Stops monitoring; `purpose` separates an app's own region from a notification's of the same name.
  public mutating func stop(
    _ identifier: String, app: String, purpose: RegionPurpose = .app
  ) {
    monitors.removeAll { $0.subject.isNamed(identifier, of: app, purpose) }
    updateWake()
  }

  /// Reports the present state (documented: a cached answer, without cost).
  public func requestState(
    _ identifier: String, app: String, into events: inout [ServiceEvent]
  ) {
    let monitor = monitors.first { $0.subject.isNamed(identifier, of: app, .app) }
    guard let monitor, monitor.isEstablished else {
      return events.append(.stateUnknown(identifier, app: app))
    }
    monitor.subject.publish(monitor.side.state, into: &events)
  }

  /// Processes a location.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard isFresh(fix, at: time), fix.isUsable else {
      ignoredFixCount += 1
      return
    }
    // An older fix that arrives late has no effect.
    if let newest, newest.time > fix.time, newest.time <= time { return }
    newest = fix
    for index in monitors.indices {
      monitors[index].judge(fix, parameters, at: time, into: &events, log: &log)
    }
    updateWake()
  }

  /// Confirms pending crossings that are due.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let nextWake, nextWake <= time else { return }
    for index in monitors.indices {
      monitors[index].confirm(parameters, at: time, into: &events, log: &log)
    }
    updateWake()
  }

  /// Clears volatile state after a restart: sides must be determined again.
  public mutating func boot() {
    newest = nil
    for index in monitors.indices { monitors[index].boot() }
    updateWake()
  }

  private func isFresh(_ fix: LocationFix, at time: SimTime) -> Bool {
    fix.time <= time && time - fix.time <= parameters.freshness
  }

  private mutating func updateWake() {
    var earliest: SimTime?
    for index in monitors.indices where monitors[index].pending != nil {
      earliest = SimTime.earliest(earliest, monitors[index].due(parameters))
    }
    nextWake = earliest
  }
}
