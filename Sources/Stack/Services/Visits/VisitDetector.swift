public import Documents
public import Kernel
public import Observations
public import Parts

/// Notices stays at places from locations and motion, and tells them when they are certain.
///
/// A stay is ten minutes or so within 100 m. Its arrival is told once it has lasted, back-dated to the
/// first location that belongs to it; its departure is told once the place has surely been left,
/// back-dated to when that began. Both are late on purpose (WWDC14 session 706). Motion says what
/// locations can't: indoors there may be none, and whoever drives isn't there any more.
public struct VisitDetector: Hashable, Sendable {
  /// What can be set.
  public struct Parameters: DialSet {
    /// How far a location may lie from the middle, in m (assumed; stay points of Li and others, ACM
    /// GIS 2008, have 200 m, from memory).
    public var radiusMetres = 100.0
    /// How long a stay must last before it is told; arrivals come 3 to 10 min after (assumed).
    public var dwell = SimDuration.minutes(8)
    /// The same while motion is still, which a car at a light isn't for long (assumed).
    public var stillDwell = SimDuration.minutes(6)
    /// How soon after an arrival motion must be still for that (assumed).
    public var stillWithin = SimDuration.minutes(3)
    /// The same on a charger, the hint of which WWDC14 session 706 speaks (assumed).
    public var chargingDwell = SimDuration.minutes(3)
    /// How long locations must lie elsewhere before a departure is told; 3 to 8 min (assumed).
    public var absence = SimDuration.minutes(3)
    /// How far that must be, in m, for one location to be a departure at once (assumed).
    public var farMetres = 500.0
    /// How long driving or cycling must last to be a departure without locations (assumed).
    public var ride = SimDuration.minutes(3)
    /// The worst accuracy that counts, in m: a good Wi-Fi location's or a little more (assumed).
    public var worstAccuracyMetres = 200.0
    /// How far beyond a stay a location of worse accuracy must lie to be elsewhere, in m: no cell is
    /// heard from farther (3GPP TS 45.010, timing advance 63).
    public var coarseReachMetres = 35_000.0
    /// After which locations count half in the middle of a stay, before it is told and after (assumed).
    public var newMemory = SimDuration.minutes(4)
    public var toldMemory = SimDuration.hours(1)
    /// How long locations must lie elsewhere before an uncertain stay begins anew there (assumed).
    public var restartAfter = SimDuration.seconds(30)
    /// How soon after the end of a rest without any good location the first one tells where it was: who
    /// has just got up isn't far (assumed).
    public var restSlack = SimDuration.seconds(60)
    /// The accuracy, in m, worse than which a stay is known roughly: a better location right after it
    /// tells where it was (assumed).
    public var roughMetres = 50.0
    /// How long one must walk from a stay that is told before satellites are worth a look (assumed).
    public var lookAfter = SimDuration.seconds(60)
    /// How many locations elsewhere make a departure or a new stay (assumed).
    public var leastAway = 2
    /// How far apart the locations elsewhere are that are kept, and how many are (assumed).
    public var keptInterval = SimDuration.seconds(10)
    public var keptCount = 32
    /// The accuracy, in m, better than which no location counts more, and the best told (assumed).
    public var bestAccuracyMetres = 5.0
    public var toldAccuracyMetres = 10.0
    /// How often a location is wished for in a stay that is told, on a ride, and otherwise (assumed).
    public var restInterval = SimDuration.minutes(15)
    public var rideInterval = SimDuration.minutes(5)
    public var moveInterval = SimDuration.minutes(2)

    /// Creates the defaults.
    public init() {}
  }

  /// A stay, certain or not.
  struct Stay: Hashable, Sendable {
    var plane: GroundPlane
    var arrival: SimTime
    var lastInside: SimTime
    /// Sums of weights and of weighted offsets, in 1/m² and 1/m.
    var weight = 0.0
    var east = 0.0
    var north = 0.0
    var best = Double.infinity
    var isTold = false
    /// The first location elsewhere since the last one here.
    var leftSince: SimTime?
    var awayCount = 0
    var awayDistance = 0.0
    /// Locations since ``leftSince``, in which a new stay may begin.
    var next: [LocationFix] = []
  }

  /// A time in which motion was still: since when, and until when if it is over.
  struct Rest: Hashable, Sendable {
    var since: SimTime
    var until: SimTime?
  }

  /// An app that is told, and since when.
  struct Listener: Hashable, Sendable {
    let app: String
    let since: SimTime
  }

  let parameters: Parameters
  var stay: Stay?
  var isCharging = false
  /// What motion says now, since when; and when motion last was still or a ride began.
  var flags = ActivityFlags.unknown
  var stillSince: SimTime?
  var rideSince: SimTime?
  var moveSince: SimTime?
  /// The latest rest.
  var rest: Rest?
  /// Since when visits are wanted, by app.
  private(set) var listeners: [Listener] = []
  private var newestTime: SimTime = .distantPast
  /// Locations that were no use.
  public private(set) var ignoredFixCount = 0

  /// Creates a detector that nobody listens to.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Whether anyone wants to be told.
  public var isWanted: Bool { !listeners.isEmpty }

  /// Begins to tell an app; a stay that has already been found is told to it too.
  public mutating func start(
    app: String, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard !listeners.contains(where: { $0.app == app }) else { return }
    listeners.append(Listener(app: app, since: time))
    if let stay, stay.isTold {
      events.append(
        ServiceEvent(
          app: app, output: .visit(visit(stay, departure: .distantFuture, for: time))))
    }
  }

  /// Stops telling an app.
  public mutating func stop(app: String) {
    listeners.removeAll { $0.app == app }
  }

  /// Takes a location.
  public mutating func receive(
    _ fix: LocationFix, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    guard fix.isUsable, fix.time <= time, fix.time >= newestTime || newestTime > time else {
      ignoredFixCount += 1
      return
    }
    newestTime = fix.time
    place(fix, at: time, into: &events, log: &log)
    settle(at: time, into: &events, log: &log)
  }

  /// Takes what the user does.
  public mutating func receive(
    _ activity: ActivityReport, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    flags = activity.flags
    let since = min(activity.startTime, time)
    let isRide =
      flags.contains(.automotive) || (flags.contains(.cycling) && activity.confidence > .low)
    let isStill = flags == .stationary
    rideSince = isRide ? rideSince ?? since : nil
    stillSince = isStill ? stillSince ?? since : nil
    if isRide || flags.contains(.walking) || flags.contains(.running) {
      moveSince = moveSince ?? since
      if rest?.until == nil { rest?.until = since }
    } else if isStill {
      moveSince = nil
      if rest == nil || rest?.until != nil { rest = Rest(since: since) }
    }
    settle(at: time, into: &events, log: &log)
  }

  /// Takes what the phone is fed by.
  public mutating func receive(
    _ source: PowerSource, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    // A car's charger hints at the opposite.
    isCharging = source.kind == .wired || source.kind == .wireless
    settle(at: time, into: &events, log: &log)
  }

  /// When something may be decided without news.
  public var nextWake: SimTime? {
    guard let stay else { return nil }
    let rideEnd = rideSince.flatMap { $0 >= stay.lastInside ? $0 + parameters.ride : nil }
    if let leftSince = stay.leftSince, stay.awayCount >= parameters.leastAway {
      return stay.isTold ? leftSince + parameters.absence : leftSince + parameters.restartAfter
    }
    if stay.isTold { return rideEnd }
    return rideEnd ?? (stay.leftSince == nil ? stay.arrival + dwell(of: stay) : nil)
  }

  /// Decides what time has decided.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    settle(at: time, into: &events, log: &log)
  }

  /// Forgets what a phone forgets that was off: a stay told goes on, one not certain begins anew.
  public mutating func boot() {
    if stay?.isTold != true { stay = nil }
    stay?.leftSince = nil
    stay?.awayCount = 0
    stay?.next = []
    newestTime = .distantPast
    (stillSince, rideSince, moveSince, rest) = (nil, nil, nil, nil)
    flags = .unknown
  }

  /// The wish for locations: a few while something may change, none worth mentioning in a stay.
  ///
  /// - Parameter time: Now.
  /// - Returns: The wish; nil when nobody listens.
  public func demand(at time: SimTime) -> PositionDemand? {
    guard isWanted else { return nil }
    let interval: SimDuration =
      if let stay, stay.isTold, stay.leftSince == nil, moveSince == nil {
        parameters.restInterval
      } else if rideSince != nil {
        parameters.rideInterval
      } else {
        parameters.moveInterval
      }
    var demand = PositionDemand(accuracyMetres: parameters.radiusMetres, interval: interval)
    // Wi-Fi may say for long that who walked off is there still.
    if let stay, stay.isTold, rideSince == nil, let moveSince,
      time - moveSince >= parameters.lookAfter
    {
      demand.closerLookMetres = parameters.radiusMetres / 2
    }
    return demand
  }

  func dwell(of stay: Stay) -> SimDuration {
    if isCharging { return parameters.chargingDwell }
    guard let stillSince, stillSince <= stay.arrival + parameters.stillWithin else {
      return parameters.dwell
    }
    return parameters.stillDwell
  }

  func visit(_ stay: Stay, departure: SimTime, for since: SimTime) -> VisitEvent {
    let middle =
      stay.weight > 0
      ? stay.plane.place(east: stay.east / stay.weight, north: stay.north / stay.weight)
      : stay.plane.origin
    return VisitEvent(
      // What began before it was allowed to know is in the distant past (documented).
      arrivalTime: stay.arrival < since ? .distantPast : stay.arrival, departureTime: departure,
      coordinate: middle, horizontalAccuracyMetres: max(parameters.toldAccuracyMetres, stay.best))
  }
}
