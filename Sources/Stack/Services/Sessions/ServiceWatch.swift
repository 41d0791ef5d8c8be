public import Kernel
public import Maps
public import Observations
public import Parts

/// What finds out for the apps: regions, beacons, visits, pauses and ways.
///
/// It follows what the desk says that all apps together need, takes what the phone senses and finds
/// out, and leaves it to the desk who is told. Why something was found, or wasn't, stands in
/// ``log``.
public struct ServiceWatch: Sendable {
  /// The circles monitored.
  public private(set) var circles: CircularRegionMonitor
  /// The beacon regions monitored.
  public private(set) var beacons: BeaconRegionMonitor
  /// What is ranged.
  public private(set) var ranger: BeaconRanger
  /// Who stays where.
  public private(set) var visits: VisitDetector
  /// Whose updates are no use.
  public private(set) var pauser: AutoPauser
  /// Where to go.
  public private(set) var guides: GuideKeeper
  /// Why.
  public private(set) var log = DecisionLog()

  /// The beacons that anybody monitors or ranges.
  private var gate = UUIDGate()
  private var demand = Demand()
  private var version = -1
  private var found: [ServiceEvent] = []

  /// Creates a watch of nothing.
  ///
  /// - Parameters:
  ///   - constants: The numbers by which it decides.
  ///   - map: The place, as published; nil where none is known, and nobody is shown a way.
  public init(constants: ServiceConstants = ServiceConstants(), map: VenueMap? = nil) {
    guides = GuideKeeper(map: map, constants: constants)
    circles = CircularRegionMonitor(parameters: constants.regions.circles)
    beacons = BeaconRegionMonitor(parameters: constants.beacons)
    ranger = BeaconRanger(parameters: constants.ranging.beacons)
    visits = VisitDetector(parameters: constants.visits)
    pauser = AutoPauser(parameters: constants.pauses)
  }

  /// When something is to be decided without news; nil for never.
  @inline(__always)
  public var nextWake: SimTime? {
    let inside = SimTime.earliest(circles.nextWake, beacons.nextWake)
    let moving = SimTime.earliest(visits.nextWake, pauser.nextWake)
    return SimTime.earliest(SimTime.earliest(inside, moving), ranger.nextWake)
  }

  /// What has been found out since the last call, for the desk to admit.
  public mutating func takeFound() -> [ServiceEvent] {
    guard !found.isEmpty else { return [] }
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }

  // MARK: - What the phone senses

  /// Takes a location.
  public mutating func receive(_ fix: LocationFix, at time: SimTime) {
    circles.receive(fix, at: time, into: &found, log: &log)
    if visits.isWanted { visits.receive(fix, at: time, into: &found, log: &log) }
    pauser.receive(fix, at: time, into: &found, log: &log)
    guides.receive(fix, into: &found)
  }

  /// Takes what the user does.
  public mutating func receive(_ report: ActivityReport, at time: SimTime) {
    visits.receive(report, at: time, into: &found, log: &log)
    pauser.receive(report, at: time, into: &found, log: &log)
  }

  /// Takes what is heard of a beacon.
  ///
  /// - Returns: Whether anybody wants to hear of it: most beacons are nobody's, and cost no more than
  ///   to find that out.
  @discardableResult
  public mutating func receive(_ heard: BeaconAdvertisement, at time: SimTime) -> Bool {
    guard gate.mayPass(heard.identity.uuid) else { return false }
    take(heard, at: time)
    return true
  }

  @inline(never)
  private mutating func take(_ heard: BeaconAdvertisement, at time: SimTime) {
    beacons.receive(heard, at: time, into: &found, log: &log)
    ranger.receive(heard, at: time)
  }

  /// Takes whether a car says that the phone is in it.
  public mutating func receive(_ link: VehicleLink, at time: SimTime) {
    pauser.receive(link, at: time, into: &found, log: &log)
  }

  /// Takes what the phone is fed by.
  public mutating func receive(_ power: PowerSource, at time: SimTime) {
    visits.receive(power, at: time, into: &found, log: &log)
  }

  /// Takes what the user does to the phone.
  public mutating func receive(_ action: UserAction, at time: SimTime) {
    switch action {
    case .screenOn, .unlock: beacons.displayOn(at: time, into: &found, log: &log)
    default: break
    }
  }

  /// Decides what time has decided.
  public mutating func wake(at time: SimTime) {
    circles.wake(at: time, into: &found, log: &log)
    beacons.wake(at: time, into: &found, log: &log)
    if let due = ranger.nextWake, due <= time { ranger.wake(at: time, into: &found) }
    visits.wake(at: time, into: &found, log: &log)
    pauser.wake(at: time, into: &found, log: &log)
  }

  /// Takes a start of the phone; what is monitored is monitored still.
  public mutating func boot(at time: SimTime) {
    circles.boot()
    beacons.boot(at: time)
    ranger.boot()
    visits.boot()
    pauser.boot()
    guides.boot()
    found.removeAll()
    // Who is judged has to begin again.
    demand.tracking = []
    version = -1
  }

  /// How good a location regions and visits need, and how soon; nil if none.
  ///
  /// - Parameters:
  ///   - activity: What the user does.
  ///   - time: Now.
  /// - Returns: What satisfies all of them.
  public func wish(during activity: ActivityFlags, at time: SimTime) -> PositionDemand? {
    let visit = visits.isWanted ? visits.demand(at: time) : nil
    return circles.demand(during: activity, at: time).map { $0.joined(with: visit) } ?? visit
  }

  /// Says whether beacons are listened for.
  mutating func setListening(_ isOn: Bool, at time: SimTime) {
    beacons.setListening(isOn, at: time)
  }

  // MARK: - What the apps need

  /// Answers whether an app is in a region.
  mutating func answer(_ identifier: String, app: String) {
    let monitor = demand.monitors.first { $0.app == app && $0.identifier == identifier }
    if monitor?.beacon != nil {
      beacons.requestState(identifier, app: app, into: &found)
    } else {
      circles.requestState(identifier, app: app, into: &found)
    }
  }

  /// Does what the apps need now.
  ///
  /// - Parameters:
  ///   - new: What they need.
  ///   - newVersion: Which version of that it is, so that nothing is done when nothing has changed.
  ///   - isInUse: Whether the display is on.
  ///   - time: The time now.
  public mutating func follow(
    _ new: Demand, version newVersion: Int, isInUse: Bool, at time: SimTime
  ) {
    beacons.isInUse = isInUse
    guard newVersion != version else { return }
    version = newVersion
    followMonitors(new.monitors, at: time)
    followRanging(new.ranging, at: time)
    gate = UUIDGate(beacons.gate, ranger.gate)
    followVisits(new, at: time)
    followTracking(new.tracking, at: time)
    guides.follow(new.guides, version: newVersion, into: &found)
    demand = new
  }

  private mutating func followMonitors(_ new: [Demand.Monitor], at time: SimTime) {
    guard new != demand.monitors else { return }
    for old in demand.monitors where !new.contains(where: { $0.isSame(as: old) }) {
      circles.stop(old.identifier, app: old.app, purpose: old.purpose)
      beacons.stop(old.identifier, app: old.app, purpose: old.purpose)
    }
    for monitor in new where !demand.monitors.contains(where: { $0.isSame(as: monitor) }) {
      if let circle = monitor.circle {
        circles.start(
          monitor.identifier, circle: circle, app: monitor.app, purpose: monitor.purpose,
          notifiesEntry: monitor.notifiesOnEntry, notifiesExit: monitor.notifiesOnExit, at: time,
          into: &found, log: &log)
      } else if let beacon = monitor.beacon {
        beacons.start(
          monitor.identifier, constraint: beacon, app: monitor.app, purpose: monitor.purpose,
          notifiesEntry: monitor.notifiesOnEntry, notifiesExit: monitor.notifiesOnExit,
          tellsOnDisplay: monitor.notifiesOnDisplay, at: time, into: &found)
      }
    }
  }

  private mutating func followRanging(_ new: [Demand.Ranging], at time: SimTime) {
    guard new != demand.ranging else { return }
    for old in demand.ranging where !new.contains(old) { ranger.stop(old.constraint, app: old.app) }
    for one in new where !demand.ranging.contains(one) {
      ranger.start(one.constraint, app: one.app, at: time)
    }
  }

  private mutating func followVisits(_ new: Demand, at time: SimTime) {
    func users(_ demand: Demand) -> [String] {
      demand.uses.filter { $0.service == "visits" }.map(\.app)
    }
    let (old, now) = (users(demand), users(new))
    for app in old where !now.contains(app) { visits.stop(app: app) }
    for app in now where !old.contains(app) { visits.start(app: app, at: time, into: &found) }
  }

  private mutating func followTracking(_ new: [Demand.Tracking], at time: SimTime) {
    guard new != demand.tracking else { return }
    for old in demand.tracking where !new.contains(where: { $0.app == old.app }) {
      pauser.end(app: old.app, at: time, log: &log)
    }
    for one in new {
      let old = demand.tracking.first { $0.app == one.app }
      pauser.setActivityType(one.activityType, app: one.app, at: time)
      pauser.setAutomatic(one.pausesAutomatically, app: one.app, at: time)
      pauser.setForeground(one.isForeground, app: one.app, at: time, into: &found, log: &log)
      // Started, or started again while it was paused.
      if old == nil || !one.isPaused && pauser.isPaused(one.app) {
        pauser.start(app: one.app, at: time, into: &found, log: &log)
      }
    }
  }
}

extension Demand.Monitor {
  /// Who learns of crossings.
  fileprivate var purpose: RegionPurpose { isNotification ? .notification(text: text) : .app }

  /// Whether it needn't be begun anew: all but who hears of it now.
  fileprivate func isSame(as other: Demand.Monitor) -> Bool {
    var (left, right) = (self, other)
    (left.isHeard, right.isHeard) = (true, true)
    return left == right
  }
}
