public import Documents
public import Kernel
public import Observations

/// Watches circles on the ground and tells when their edges are crossed.
///
/// An edge counts as crossed when fixes lie beyond it by more than a cushion and by more than their
/// own error, and none says otherwise for a dwell (Location and Maps Programming Guide, "Region
/// monitoring": cross the line, move a minimum distance beyond it, stay at least 20 s). What is found
/// first is a state, not a crossing. States survive the phone's being switched off, but have to be
/// found anew: until then they are unknown, and a crossing meanwhile is told late.
public struct CircularRegionMonitor: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// How far outside the edge a fix must lie, in m; 50 to 100 are assumed (assumed).
    public var cushionMetres = 50.0
    /// The inner cushion as a share of the radius, where that is less: small circles must stay
    /// enterable (assumed).
    public var innerShare = 0.25
    /// How many of its standard deviations a fix must lie beyond the edge: 1 is 84 %, within the 75
    /// to 85 % that Android's geofences ask of the overlap (secondary).
    public var sureness = 1.0
    /// How far beyond the edge, in m, the first location after the start must lie where it is coarser than
    /// both the region and what is wished for: no cell is heard from farther (3GPP TS 45.010: a timing
    /// advance of 63 symbols), and nearer ones were wrong by seven of their deviations.
    public var firstReachMetres = 35_000.0
    /// How near the edge, in m, a first location outside proves nothing until others have said so for the
    /// dwell: where few networks are known, one simulated Wi-Fi location in a hundred lies hundreds of
    /// metres off and claims an error of less than a hundred.
    public var firstDoubtMetres = 1_000.0
    /// How long nothing may say otherwise (documented: 20 s).
    public var dwell = SimDuration.seconds(20)
    /// How long a single fix must stand when no other comes (assumed).
    public var patience = SimDuration.seconds(120)
    /// Within which a crossing that undoes another makes the next ones wait twice as long, up to 16
    /// times: who stays at the edge isn't told of each error (documented: rapid crossings coalesce;
    /// how is assumed).
    public var calm = SimDuration.minutes(60)
    /// How often that doubles the wait at most (assumed).
    public var mostRestlessness = 4
    /// How many fixes confirm a crossing, for which the dwell is enough (assumed).
    public var leastCount = 2
    /// How old a fix may be (assumed).
    public var freshness = SimDuration.seconds(60)
    /// The shortest and longest time between the fixes wished for (assumed; reports typically come
    /// within 3 to 5 min by the same guide).
    public var shortestInterval = SimDuration.seconds(10)
    public var longestInterval = SimDuration.minutes(15)
    /// Within which reach of an edge a location that is too coarse is looked at more closely (secondary:
    /// W10-115 has a change of cells trigger a closer look; the guide's reports come within 3 to 5 min).
    public var nearSpan = SimDuration.minutes(4)
    /// The accuracy, in m, that is wished for: far from all edges, at the least while a side is unknown,
    /// near an edge, and while a crossing is being confirmed (assumed).
    public var coarsestMetres = 1000.0
    public var unknownMetres = 100.0
    public var nearMetres = 30.0
    public var pendingMetres = 20.0
    /// The greatest speed to reckon with.
    public var speed = Speeds()
    /// The most regions kept; apps may have 20 each (documented), which sessions enforce.
    public var capacity = 1000

    /// Creates the defaults.
    public init() {}
  }

  let parameters: Parameters
  private(set) var watches: [CircleWatch] = []
  private var newest: LocationFix?
  /// When the first pending crossing may be decided without another fix.
  public private(set) var nextWake: SimTime?
  /// Fixes that were no use: without a place, too old, or from the future.
  public private(set) var ignoredFixCount = 0

  /// Creates a monitor of nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// How many regions are monitored.
  public var count: Int { watches.count }

  /// Begins to monitor; a region of the same app and identifier is replaced.
  ///
  /// Tells that monitoring has begun, and the state if a recent fix shows it; otherwise the state is
  /// told once it is found.
  ///
  /// - Parameters:
  ///   - identifier: The region's name.
  ///   - circle: Where it is; one that is no circle on Earth fails.
  ///   - app: Whose it is.
  ///   - purpose: Who learns of crossings.
  ///   - notifiesEntry: Whether entries are told.
  ///   - notifiesExit: Whether exits are told.
  ///   - time: Now.
  ///   - events: Where events go.
  ///   - log: Where decisions go.
  public mutating func start(
    _ identifier: String, circle: CircularRegion, app: String, purpose: RegionPurpose = .app,
    notifiesEntry: Bool = true, notifiesExit: Bool = true, at time: SimTime,
    into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    stop(identifier, app: app, purpose: purpose)
    guard let plane = GroundPlane(circle.centre), circle.radiusMetres > 0,
      circle.radiusMetres < 1e7, watches.count < parameters.capacity
    else {
      if purpose == .app { events.append(.monitoringFailed(identifier, app: app)) }
      return
    }
    let subject = RegionSubject(
      app: app, identifier: identifier, purpose: purpose, notifiesEntry: notifiesEntry,
      notifiesExit: notifiesExit, service: .region)
    subject.tell(.monitoringStarted, into: &events)
    var watch = CircleWatch(subject, plane: plane, radius: circle.radiusMetres)
    if let newest, isFresh(newest, at: time) {
      watch.judge(newest, parameters, at: time, into: &events, log: &log)
    }
    watches.append(watch)
    updateWake()
  }

  /// Ends monitoring; what isn't monitored is left alone.
  ///
  /// - Parameters:
  ///   - identifier: The region's name.
  ///   - app: Whose it is.
  ///   - purpose: Whether the app's own or a notification's is meant; both may bear one name.
  public mutating func stop(
    _ identifier: String, app: String, purpose: RegionPurpose = .app
  ) {
    watches.removeAll { $0.subject.isNamed(identifier, of: app, purpose) }
    updateWake()
  }

  /// Tells the state that is known now, which costs nothing (documented: a cached answer).
  public func requestState(
    _ identifier: String, app: String, into events: inout [ServiceEvent]
  ) {
    let watch = watches.first { $0.subject.isNamed(identifier, of: app, .app) }
    guard let watch, watch.isEstablished else {
      return events.append(.stateUnknown(identifier, app: app))
    }
    watch.subject.tell(watch.side.state, into: &events)
  }

  /// Takes a location.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard isFresh(fix, at: time), fix.isUsable else {
      ignoredFixCount += 1
      return
    }
    // Told in another order, an older one is no news.
    if let newest, newest.time > fix.time, newest.time <= time { return }
    newest = fix
    for index in watches.indices {
      watches[index].judge(fix, parameters, at: time, into: &events, log: &log)
    }
    updateWake()
  }

  /// Decides what can wait no longer.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    guard let nextWake, nextWake <= time else { return }
    for index in watches.indices {
      watches[index].settle(parameters, at: time, into: &events, log: &log)
    }
    updateWake()
  }

  /// Forgets what a phone forgets that was off: sides have to be found anew.
  public mutating func boot() {
    newest = nil
    for index in watches.indices { watches[index].boot() }
    updateWake()
  }

  private func isFresh(_ fix: LocationFix, at time: SimTime) -> Bool {
    fix.time <= time && time - fix.time <= parameters.freshness
  }

  private mutating func updateWake() {
    var earliest: SimTime?
    for index in watches.indices where watches[index].pending != nil {
      earliest = SimTime.earliest(earliest, watches[index].due(parameters))
    }
    nextWake = earliest
  }
}
