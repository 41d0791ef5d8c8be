public import Kernel
public import Observations

/// The demand on radios and the state of the phone: the complete input of the radio planner.
///
/// The services publish it before each plan.
public struct RadioNeed: Hashable, Sendable {
  /// The mode of beacon scans.
  public enum BeaconScan: String, CaseIterable, Sendable {
    /// No scans.
    case none
    /// Scan windows with long pauses: entries are detected within 15 s.
    case seldom
    /// Scan windows with short pauses, for regions while the display is on or an app is in use: entries are
    /// detected within some seconds.
    case often
    /// Continuous scans, for ranging and positioning.
    case always
  }

  /// The best accuracy requested by any app, in m, 0 for the best possible; nil for no request.
  public var accuracyMetres: Double?
  /// True if an app navigates.
  public var isNavigation = false
  /// True if all location clients allow deferral, so that GNSS may batch.
  public var isDeferred = false
  /// True if significant changes are monitored.
  public var monitorsChanges = false
  /// The additional demand of region and visit monitoring; nil for none.
  public var watched: PositionDemand?
  public var beacons = BeaconScan.none

  /// The last location.
  public var fix: LocationFix?
  /// The current activity.
  public var activity: ActivityFlags = []
  /// The start of the current activity.
  public var activitySince = SimTime.start
  /// True if the phone is certainly indoors, with a known position.
  public var isIndoors = false
  /// True in or near a surveyed venue.
  public var isAtVenue = false

  /// Creates the demand of a phone without requests, in an unknown state.
  public init() {}
}
