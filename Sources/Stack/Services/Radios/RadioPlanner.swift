public import Documents
public import Kernel
import Observations
public import Parts

/// Chooses the cheapest radios by which all who ask are served.
///
/// Cells are heard anyway. Scans of Wi-Fi come next: a fix within 100 m wants no more. Satellites run
/// for those who want better, once a second while the phone moves, seldom while it lies still and
/// its place is known well; and they are turned down where the phone is known to be indoors, until it
/// nears an exit (WWDC14 session 708). Wi-Fi helps satellites out where those are unsure.
public struct RadioPlanner: Hashable, Sendable {
  /// How it is set; all are estimates.
  public struct Parameters: DialSet {
    /// How often satellites are looked at by who wants the best, and by whoever lies still.
    public var gnss = SimDuration.seconds(1)
    public var gnssAtRest = SimDuration.seconds(10)
    public var gnssIndoors = SimDuration.seconds(30)
    /// How often satellites are looked at where 100 m would do and nothing else tells them.
    public var gnssSparing = SimDuration.seconds(10)
    /// How often satellites' measurements are handed on for who has put locations off: often enough to
    /// keep distances, seldom enough for the processor to sleep.
    public var gnssDeferred = SimDuration.seconds(15)
    /// How often Wi-Fi is scanned by who looks for a first or better fix, by who walks, by who drives,
    /// by who rests, and to keep up with tiles where satellites do.
    public var wifiFirst = SimDuration.seconds(5)
    public var wifiWalking = SimDuration.seconds(20)
    public var wifiDriving = SimDuration.seconds(10)
    public var wifiResting = SimDuration.seconds(120)
    public var wifiBeside = SimDuration.seconds(60)
    /// The same in and about a venue that was surveyed, where Wi-Fi tells the place best.
    public var wifiVenue = SimDuration.seconds(5)
    public var wifiVenueResting = SimDuration.seconds(25)
    /// How often cells are measured.
    public var cell = SimDuration.seconds(10)
    public var cellResting = SimDuration.seconds(60)
    /// How far apart the windows are in which beacons are listened for where nobody looks.
    public var beaconSeldom = SimDuration.seconds(5)
    /// From which radius on satellites are helped out, in m.
    public var unsureMetres = 15.0
    /// How long the phone must rest, and how well its place be known in m, for satellites to rest, too.
    public var restSeconds = 60.0
    public var restMetres = 12.0
    /// How long a location is sure, or the place known well.
    public var sureFor = SimDuration.seconds(35)
    /// After which time without a location, and from which radius on, in m, the phone is lost.
    public var lostAfter = SimDuration.seconds(60)
    public var lostMetres = 150.0
    /// Below which wished accuracy, in m, Wi-Fi is scanned and satellites run.
    public var wifiBelowMetres = 1000.0
    public var gnssBelowMetres = 100.0
    /// The accuracy, in m, that regions and visits make do with: Wi-Fi's, which is what makes them cheap.
    public var watchedMetres = 100.0

    /// Creates the defaults.
    public init() {}
  }

  /// How it is set.
  public let parameters: Parameters

  /// Creates a planner.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - need: What radios are needed for, and what is known of the phone.
  ///   - time: Now.
  /// - Returns: The radios.
  public func plan(for need: RadioNeed, at time: SimTime) -> RadioPlan {
    let beacon: SimDuration? =
      switch need.beacons {
      case .none: nil
      case .seldom: parameters.beaconSeldom
      case .always: .zero
      }
    guard let metres = accuracy(need) else {
      return RadioPlan(
        cell: need.watchesChanges ? parameters.cellResting : nil, beacon: beacon)
    }
    let isResting = isResting(need)
    var plan = RadioPlan(
      cell: isResting ? parameters.cellResting : parameters.cell, beacon: beacon)
    if metres < parameters.wifiBelowMetres { plan.wifi = wifiAlone(need, isResting) }
    if metres < parameters.gnssBelowMetres {
      plan.gnss = gnss(need, isResting, at: time)
      // Who watches for edges or visits beside can't wait.
      if need.isDeferred, need.watched == nil, plan.gnss == parameters.gnss {
        plan.gnssBatch = parameters.gnssDeferred
      }
      let isSettled =
        (need.fix.map { isSure($0, at: time) } ?? false) || need.isIndoors
      plan.wifi = isSettled ? (isResting ? parameters.wifiResting : parameters.wifiBeside) : nil
      plan.wifi = plan.wifi ?? (isResting ? parameters.wifiWalking : parameters.wifiFirst)
      if need.isAtVenue {
        plan.wifi = isResting ? parameters.wifiVenueResting : parameters.wifiVenue
      }
    } else if metres < parameters.wifiBelowMetres,
      isLost(need, at: time) || needsCloserLook(need, isResting, at: time)
    {
      plan.gnss = parameters.gnssSparing
      plan.wifi = parameters.wifiFirst
    }
    return plan
  }

  /// The accuracy that would do for all, in m; nil if nobody wants any.
  private func accuracy(_ need: RadioNeed) -> Double? {
    let watched = need.watched.map { max(parameters.watchedMetres, $0.accuracyMetres) }
    guard let asked = need.accuracyMetres else { return watched }
    return min(asked, watched ?? .infinity)
  }

  private func isResting(_ need: RadioNeed) -> Bool {
    need.activity.contains(.stationary) && !need.activity.contains(.automotive)
  }

  private func isSure(_ fix: LocationFix, at time: SimTime) -> Bool {
    fix.source != .wifi && fix.source != .cell
      && fix.horizontalAccuracyMetres <= parameters.unsureMetres
      && time - fix.time <= parameters.sureFor
  }

  /// Whether neither Wi-Fi nor anything better has told the place of late.
  private func isLost(_ need: RadioNeed, at time: SimTime) -> Bool {
    guard let fix = need.fix else { return true }
    return fix.horizontalAccuracyMetres > parameters.lostMetres
      || time - fix.time > parameters.lostAfter
  }

  /// Whether the edge of a region is near, and the place not known well enough to tell the side.
  private func needsCloserLook(
    _ need: RadioNeed, _ isResting: Bool, at time: SimTime
  ) -> Bool {
    guard let limit = need.watched?.closerLookMetres, let fix = need.fix else {
      return false
    }
    // Who rests stays on the same side.
    guard !isResting || (time - need.activitySince).seconds < parameters.restSeconds else {
      return false
    }
    // Satellites that tell it well are kept, else each of their locations would switch them off.
    return fix.horizontalAccuracyMetres > limit || fix.source == .gnss
      || time - fix.time > parameters.lostAfter
  }

  private func wifiAlone(_ need: RadioNeed, _ isResting: Bool) -> SimDuration {
    if need.fix == nil { return parameters.wifiFirst }
    if isResting { return parameters.wifiResting }
    return need.activity.contains(.automotive)
      ? parameters.wifiDriving : parameters.wifiWalking
  }

  private func gnss(_ need: RadioNeed, _ isResting: Bool, at time: SimTime) -> SimDuration {
    if need.isNavigation { return parameters.gnss }
    if need.isIndoors { return parameters.gnssIndoors }
    guard isResting, (time - need.activitySince).seconds >= parameters.restSeconds,
      let fix = need.fix, fix.horizontalAccuracyMetres <= parameters.restMetres,
      time - fix.time <= parameters.sureFor
    else { return parameters.gnss }
    return parameters.gnssAtRest
  }
}
