public import Kernel
public import Maps
public import Observations
public import Parts

/// Monitoring services: geofences, beacon regions, ranging, visits, auto-pause and wayfinding.
///
/// It follows the combined demand of all apps and processes sensor data; ``LocationManager`` decides on
/// the delivery of its events. ``log`` has the reasons of all decisions.
public struct ServiceMonitor: Sendable {
  /// Geofences.
  public private(set) var circles: CircularRegionMonitor
  /// Beacon regions.
  public private(set) var beacons: BeaconRegionMonitor
  /// Beacon ranging.
  public private(set) var ranger: BeaconRanger
  /// Visit monitoring.
  public private(set) var visits: VisitDetector
  /// Auto-pause.
  public private(set) var pauser: AutoPauser
  /// Wayfinding.
  public private(set) var guides: GuideController
  /// Log of decisions, with reasons.
  public private(set) var log = DecisionLog()

  /// Prefilter for beacons that are monitored or ranged.
  private var gate = UUIDGate()
  private var demand = Demand()
  private var version = -1
  private var found: [ServiceEvent] = []

  /// Creates the services without demand; a nil map disables wayfinding.
  public init(constants: ServiceConstants = ServiceConstants(), map: VenueMap? = nil) {
    guides = GuideController(map: map, constants: constants)
    circles = CircularRegionMonitor(parameters: constants.regions.circles)
    beacons = BeaconRegionMonitor(parameters: constants.beacons)
    ranger = BeaconRanger(parameters: constants.ranging.beacons)
    visits = VisitDetector(parameters: constants.visits)
    pauser = AutoPauser(parameters: constants.pauses)
  }

  /// Next time at which a timeout may decide; nil for never.
  @inline(__always)
  public var nextWake: SimTime? {
    let inside = SimTime.earliest(circles.nextWake, beacons.nextWake)
    let moving = SimTime.earliest(visits.nextWake, pauser.nextWake)
    return SimTime.earliest(SimTime.earliest(inside, moving), ranger.nextWake)
  }

  /// Returns and clears the new events, for the location manager.
  public mutating func drainFound() -> [ServiceEvent] {
    guard !found.isEmpty else { return [] }
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }

  // MARK: - Sensor data

  /// Processes a location.
  public mutating func receive(_ fix: LocationFix, at time: SimTime) {
    circles.receive(fix, at: time, into: &found, log: &log)
    if visits.isWanted { visits.receive(fix, at: time, into: &found, log: &log) }
    pauser.receive(fix, at: time, into: &found, log: &log)
    guides.receive(fix, into: &found)
  }

  /// Processes an activity report.
  public mutating func receive(_ report: ActivityReport, at time: SimTime) {
    visits.receive(report, at: time, into: &found, log: &log)
    pauser.receive(report, at: time, into: &found, log: &log)
  }

  /// Processes a beacon advertisement; returns false if no app monitors or ranges it.
  ///
  /// Most beacons are of no interest, and cost no more than this test.
  @discardableResult
  public mutating func receive(_ received: BeaconAdvertisement, at time: SimTime) -> Bool {
    guard gate.mayPass(received.identity.uuid) else { return false }
    process(received, at: time)
    return true
  }

  @inline(never)
  private mutating func process(_ received: BeaconAdvertisement, at time: SimTime) {
    beacons.receive(received, at: time, into: &found, log: &log)
    ranger.receive(received, at: time)
  }

  /// Processes a change of the link to a car.
  public mutating func receive(_ link: VehicleLink, at time: SimTime) {
    pauser.receive(link, at: time, into: &found, log: &log)
  }

  /// Processes a change of the power supply.
  public mutating func receive(_ power: PowerSource, at time: SimTime) {
    visits.receive(power, at: time, into: &found, log: &log)
  }

  /// Processes a user action on the phone.
  public mutating func receive(_ action: UserAction, at time: SimTime) {
    switch action {
    case .screenOn, .unlock: beacons.displayOn(at: time, into: &found, log: &log)
    default: break
    }
  }

  /// Processes timeouts.
  public mutating func wake(at time: SimTime) {
    circles.wake(at: time, into: &found, log: &log)
    beacons.wake(at: time, into: &found, log: &log)
    if let due = ranger.nextWake, due <= time { ranger.wake(at: time, into: &found) }
    visits.wake(at: time, into: &found, log: &log)
    pauser.wake(at: time, into: &found, log: &log)
  }

  /// Clears volatile state after a restart of the phone; monitoring continues.
  public mutating func boot(at time: SimTime) {
    circles.boot()
    beacons.boot(at: time)
    ranger.boot()
    visits.boot()
    pauser.boot()
    guides.boot()
    found.removeAll()
    // Auto-pause sessions start over.
    demand.tracking = []
    version = -1
  }

  /// Returns the joint position demand of regions and visits; nil if there is none.
  public func wish(during activity: ActivityFlags, at time: SimTime) -> PositionDemand? {
    let visit = visits.isWanted ? visits.demand(at: time) : nil
    return circles.demand(during: activity, at: time).map { $0.joined(with: visit) } ?? visit
  }

  /// Turns the beacon scanner on or off.
  mutating func setScanning(_ isOn: Bool, at time: SimTime) {
    beacons.setScanning(isOn, at: time)
  }

  // MARK: - Demand of apps

  /// Reports the state of an app's region.
  mutating func answer(_ identifier: String, app: String) {
    let monitor = demand.monitors.first { $0.app == app && $0.identifier == identifier }
    if monitor?.beacon != nil {
      beacons.requestState(identifier, app: app, into: &found)
    } else {
      circles.requestState(identifier, app: app, into: &found)
    }
  }

  /// Updates all services to a new version of the demand.
  ///
  /// `isInUse` states if the display is on or an app is in the foreground.
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
          reportsOnDisplay: monitor.notifiesOnDisplay, at: time, into: &found)
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
      // Started, or restarted while paused.
      if old == nil || !one.isPaused && pauser.isPaused(one.app) {
        pauser.start(app: one.app, at: time, into: &found, log: &log)
      }
    }
  }
}

extension Demand.Monitor {
  /// Recipient of crossings.
  fileprivate var purpose: RegionPurpose { isNotification ? .notification(text: text) : .app }

  /// True if the regions differ at most in the present delivery.
  fileprivate func isSame(as other: Demand.Monitor) -> Bool {
    var (left, right) = (self, other)
    (left.isReceived, right.isReceived) = (true, true)
    return left == right
  }
}
