public import Documents
public import Kernel
public import Observations
public import Parts

/// Visit monitoring by stay-point detection on locations and motion, with back-dated reports.
///
/// A visit is about ten minutes within 100 m. The arrival is reported after the dwell time,
/// back-dated to the first location of the stay; the departure is reported once it is certain,
/// back-dated to its begin. Both are late on purpose (WWDC14 session 706). Motion fills the gaps of
/// locations: indoors there may be none, and a driving person has left.
public struct VisitDetector: Hashable, Sendable {
  /// Parameters of stays and departures.
  public struct Parameters: ParameterSet {
    /// Maximum distance of a location from the centroid, in m (assumed; stay points of Li and others, ACM
    /// GIS 2008, have 200 m, from memory).
    public var radiusMetres = 100.0
    /// Dwell time before a visit is reported; arrivals come 3 to 10 min after (assumed).
    public var dwell = SimDuration.minutes(8)
    /// Dwell time while the phone is stationary, which a car at a light isn't for long (assumed).
    public var stillDwell = SimDuration.minutes(6)
    /// Maximum delay from arrival to rest for ``stillDwell`` (assumed).
    public var stillWithin = SimDuration.minutes(3)
    /// Dwell time on a charger, a hint mentioned in WWDC14 session 706 (assumed).
    public var chargingDwell = SimDuration.minutes(3)
    /// Time away before a departure is reported; 3 to 8 min (assumed).
    public var absence = SimDuration.minutes(3)
    /// Distance, in m, from which locations away are a departure at once (assumed).
    public var farMetres = 500.0
    /// Duration of driving or cycling that is a departure without locations (assumed).
    public var ride = SimDuration.minutes(3)
    /// Maximum horizontal accuracy, in m, of a good Wi-Fi location or a little more (assumed).
    public var worstAccuracyMetres = 200.0
    /// Distance beyond a stay, in m, from which a coarser location is away: the maximum range of a cell
    /// (3GPP TS 45.010, timing advance 63).
    public var coarseReachMetres = 35_000.0
    /// Half-weight age of locations in the centroid, before and after the arrival is reported (assumed).
    public var newMemory = SimDuration.minutes(4)
    public var reportedMemory = SimDuration.hours(1)
    /// Time away before an unconfirmed stay restarts elsewhere (assumed).
    public var restartAfter = SimDuration.seconds(30)
    /// Maximum delay from the end of a rest without good locations to the first one, which then locates
    /// the rest: the person isn't far yet (assumed).
    public var restSlack = SimDuration.seconds(60)
    /// Accuracy, in m, above which a stay is coarse, and a better location right after the rest replaces
    /// it (assumed).
    public var roughMetres = 50.0
    /// Walking time from a reported visit after which GNSS is requested (assumed).
    public var lookAfter = SimDuration.seconds(60)
    /// Minimum number of locations away for a departure or a new stay (assumed).
    public var minAway = 2
    /// Interval and maximum number of the locations kept while away (assumed).
    public var keptInterval = SimDuration.seconds(10)
    public var keptCount = 32
    /// Floors of accuracy, in m, for weighting locations and for reports (assumed).
    public var bestAccuracyMetres = 5.0
    public var reportedAccuracyMetres = 10.0
    /// Location interval in a reported visit, on a ride, and otherwise (assumed).
    public var restInterval = SimDuration.minutes(15)
    public var rideInterval = SimDuration.minutes(5)
    public var moveInterval = SimDuration.minutes(2)

    public init() {}
  }

  /// Stay point, confirmed or not.
  struct Stay: Hashable, Sendable {
    var plane: GroundPlane
    var arrival: SimTime
    var lastInside: SimTime
    /// Sums of weights and of weighted offsets, in 1/m² and 1/m.
    var weight = 0.0
    var east = 0.0
    var north = 0.0
    var best = Double.infinity
    var isReported = false
    /// Time of the first location away since the last one inside.
    var leftSince: SimTime?
    var awayCount = 0
    var awayDistance = 0.0
    /// Locations since ``leftSince``, in which a new stay may begin.
    var next: [LocationFix] = []
  }

  /// Time span of rest; `until` is nil while it lasts.
  struct Rest: Hashable, Sendable {
    var since: SimTime
    var until: SimTime?
  }

  /// Subscribed app, and the time of its subscription.
  struct Subscriber: Hashable, Sendable {
    let app: String
    let since: SimTime
  }

  let parameters: Parameters
  var stay: Stay?
  var isCharging = false
  /// Latest activity flags, and the start of the present rest, ride and movement.
  var flags = ActivityFlags.unknown
  var stillSince: SimTime?
  var rideSince: SimTime?
  var moveSince: SimTime?
  /// Latest rest.
  var rest: Rest?
  /// Subscribed apps.
  private(set) var listeners: [Subscriber] = []
  private var newestTime: SimTime = .distantPast
  /// Number of rejected locations.
  public private(set) var ignoredFixCount = 0

  /// Creates a detector without subscribers.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// True if an app is subscribed.
  public var isWanted: Bool { !listeners.isEmpty }

  /// Subscribes an app, and reports the present visit to it.
  public mutating func start(
    app: String, at time: SimTime, into events: inout [ServiceEvent]
  ) {
    guard !listeners.contains(where: { $0.app == app }) else { return }
    listeners.append(Subscriber(app: app, since: time))
    if let stay, stay.isReported {
      events.append(
        ServiceEvent(
          app: app, output: .visit(visit(stay, departure: .distantFuture, for: time))))
    }
  }

  /// Unsubscribes an app.
  public mutating func stop(app: String) {
    listeners.removeAll { $0.app == app }
  }

  /// Processes a location.
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
    confirm(at: time, into: &events, log: &log)
  }

  /// Processes an activity report.
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
    confirm(at: time, into: &events, log: &log)
  }

  /// Processes a change of the power supply.
  public mutating func receive(
    _ source: PowerSource, at time: SimTime, into events: inout [ServiceEvent],
    log: inout DecisionLog
  ) {
    // A car's charger suggests the opposite.
    isCharging = source.kind == .wired || source.kind == .wireless
    confirm(at: time, into: &events, log: &log)
  }

  /// Next time at which a timeout may decide; nil if there is none.
  public var nextWake: SimTime? {
    guard let stay else { return nil }
    let rideEnd = rideSince.flatMap { $0 >= stay.lastInside ? $0 + parameters.ride : nil }
    if let leftSince = stay.leftSince, stay.awayCount >= parameters.minAway {
      return stay.isReported ? leftSince + parameters.absence : leftSince + parameters.restartAfter
    }
    if stay.isReported { return rideEnd }
    return rideEnd ?? (stay.leftSince == nil ? stay.arrival + dwell(of: stay) : nil)
  }

  /// Processes timeouts.
  public mutating func wake(
    at time: SimTime, into events: inout [ServiceEvent], log: inout DecisionLog
  ) {
    confirm(at: time, into: &events, log: &log)
  }

  /// Clears volatile state after a restart: a reported visit continues, an unconfirmed stay is lost.
  public mutating func boot() {
    if stay?.isReported != true { stay = nil }
    stay?.leftSince = nil
    stay?.awayCount = 0
    stay?.next = []
    newestTime = .distantPast
    (stillSince, rideSince, moveSince, rest) = (nil, nil, nil, nil)
    flags = .unknown
  }

  /// Returns the position demand: rare locations in a visit, more of them while a change is possible;
  /// nil without subscribers.
  public func demand(at time: SimTime) -> PositionDemand? {
    guard isWanted else { return nil }
    let interval: SimDuration =
      if let stay, stay.isReported, stay.leftSince == nil, moveSince == nil {
        parameters.restInterval
      } else if rideSince != nil {
        parameters.rideInterval
      } else {
        parameters.moveInterval
      }
    var demand = PositionDemand(accuracyMetres: parameters.radiusMetres, interval: interval)
    // Wi-Fi may keep the position of a person who has walked away.
    if let stay, stay.isReported, rideSince == nil, let moveSince,
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
      // A visit that began before the subscription has the distant past as arrival (documented).
      arrivalTime: stay.arrival < since ? .distantPast : stay.arrival, departureTime: departure,
      coordinate: middle,
      horizontalAccuracyMetres: max(parameters.reportedAccuracyMetres, stay.best))
  }
}
