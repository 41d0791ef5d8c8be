public import Documents
public import Kernel
import Observations
public import Parts

/// Radio planner: chooses the cheapest radios, and their duty cycles, that meet the demand.
///
/// Cells are always received. Wi-Fi scans come next: they suffice for an accuracy of 100 m. GNSS runs
/// for better accuracy, once a second while the phone moves, and less often while it is stationary at
/// a well-known position. It is reduced further indoors, until the phone nears an exit (WWDC14
/// session 708). Wi-Fi assists GNSS where that is inaccurate.
public struct RadioPlanner: Hashable, Sendable {
  /// Duty cycles and thresholds; all are estimates.
  public struct Parameters: ParameterSet {
    /// GNSS period at best accuracy, while stationary, and indoors.
    public var gnss = SimDuration.seconds(1)
    public var gnssAtRest = SimDuration.seconds(5)
    public var gnssIndoors = SimDuration.seconds(30)
    /// GNSS period where 100 m suffice, but no other source has them.
    public var gnssSparing = SimDuration.seconds(10)
    /// GNSS batch period for deferred updates: short enough for travelled distances, long enough for the
    /// processor to sleep.
    public var gnssDeferred = SimDuration.seconds(15)
    /// Wi-Fi scan period for a first or better fix, walking, driving, at rest, and beside GNSS to keep
    /// tiles up to date.
    public var wifiFirst = SimDuration.seconds(5)
    public var wifiWalking = SimDuration.seconds(20)
    public var wifiDriving = SimDuration.seconds(10)
    public var wifiResting = SimDuration.seconds(120)
    public var wifiBeside = SimDuration.seconds(60)
    /// Wi-Fi scan period in and near a surveyed venue, where Wi-Fi is most accurate, moving and at rest.
    public var wifiVenue = SimDuration.seconds(5)
    public var wifiVenueResting = SimDuration.seconds(5)
    /// Cell measurement period, moving and at rest.
    public var cell = SimDuration.seconds(10)
    public var cellResting = SimDuration.seconds(60)
    /// Interval of beacon scan windows for regions, in use and out of use.
    public var beaconOften = SimDuration.seconds(2)
    public var beaconSeldom = SimDuration.seconds(5)
    /// Accuracy, in m, from which Wi-Fi assists GNSS.
    public var unsureMetres = 15.0
    /// Minimum duration of rest, and maximum accuracy in m, for the GNSS period at rest.
    public var restSeconds = 60.0
    public var restMetres = 12.0
    /// Maximum age of an accurate location.
    public var confirmedFor = SimDuration.seconds(35)
    /// Age and accuracy, in m, of a location from which the phone is lost.
    public var lostAfter = SimDuration.seconds(60)
    public var lostMetres = 150.0
    /// Requested accuracy, in m, below which Wi-Fi scans, and below which GNSS runs.
    public var wifiBelowMetres = 1000.0
    public var gnssBelowMetres = 100.0
    /// Accuracy, in m, for regions and visits: that of Wi-Fi, which makes them cheap.
    public var watchedMetres = 100.0

    public init() {}
  }

  /// Duty cycles and thresholds.
  public let parameters: Parameters

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Returns the radio plan for a demand.
  public func plan(for need: RadioNeed, at time: SimTime) -> RadioPlan {
    let beacon: SimDuration? =
      switch need.beacons {
      case .none: nil
      case .seldom: parameters.beaconSeldom
      case .often: parameters.beaconOften
      case .always: .zero
      }
    guard let metres = accuracy(need) else {
      return RadioPlan(
        cell: need.monitorsChanges ? parameters.cellResting : nil, beacon: beacon)
    }
    let isResting = isResting(need)
    var plan = RadioPlan(
      cell: isResting ? parameters.cellResting : parameters.cell, beacon: beacon)
    if metres < parameters.wifiBelowMetres { plan.wifi = wifiAlone(need, isResting) }
    if metres < parameters.gnssBelowMetres {
      plan.gnss = gnss(need, isResting, at: time)
      // Region and visit monitoring can't wait for batches.
      if need.isDeferred, need.watched == nil, plan.gnss == parameters.gnss {
        plan.gnssBatch = parameters.gnssDeferred
      }
      let isSettled =
        (need.fix.map { isConfident($0, at: time) } ?? false) || need.isIndoors
      plan.wifi = isSettled ? (isResting ? parameters.wifiResting : parameters.wifiBeside) : nil
      plan.wifi =
        plan.wifi ?? (isResting && need.fix != nil ? parameters.wifiWalking : parameters.wifiFirst)
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

  /// Returns the accuracy that meets all demands, in m; nil without demand.
  private func accuracy(_ need: RadioNeed) -> Double? {
    let watched = need.watched.map { max(parameters.watchedMetres, $0.accuracyMetres) }
    guard let asked = need.accuracyMetres else { return watched }
    return min(asked, watched ?? .infinity)
  }

  private func isResting(_ need: RadioNeed) -> Bool {
    need.activity.contains(.stationary) && !need.activity.contains(.automotive)
  }

  private func isConfident(_ fix: LocationFix, at time: SimTime) -> Bool {
    fix.source != .wifi && fix.source != .cell
      && fix.horizontalAccuracyMetres <= parameters.unsureMetres
      && time - fix.time <= parameters.confirmedFor
  }

  /// True without a recent location of Wi-Fi accuracy or better.
  private func isLost(_ need: RadioNeed, at time: SimTime) -> Bool {
    guard let fix = need.fix else { return true }
    return fix.horizontalAccuracyMetres > parameters.lostMetres
      || time - fix.time > parameters.lostAfter
  }

  /// True if a region's edge is near, and the position is too inaccurate to determine the side.
  private func needsCloserLook(
    _ need: RadioNeed, _ isResting: Bool, at time: SimTime
  ) -> Bool {
    guard let limit = need.watched?.closerLookMetres, let fix = need.fix else {
      return false
    }
    // A phone at rest stays on its side.
    guard !isResting || (time - need.activitySince).seconds < parameters.restSeconds else {
      return false
    }
    // A good GNSS location keeps GNSS on; otherwise each one would switch it off.
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
      time - fix.time <= parameters.confirmedFor
    else { return parameters.gnss }
    return parameters.gnssAtRest
  }
}
