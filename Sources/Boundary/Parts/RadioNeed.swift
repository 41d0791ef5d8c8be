public import Kernel
public import Observations

/// What radios are needed for now, and what is known of the phone: all that a choice of radios goes by.
///
/// Services tell it before each plan.
public struct RadioNeed: Hashable, Sendable {
  /// How beacons are to be listened for.
  public enum BeaconScan: String, CaseIterable, Sendable {
    /// Nobody wants any.
    case none
    /// Windows with long pauses do: entries within 15 s.
    case seldom
    /// All the time, as the display is on or an app is in use: entries within 1 to 3 s.
    case always
  }

  /// The best accuracy that any app asks for, in m, 0 for the best there is; nil if none asks for any.
  public var accuracyMetres: Double?
  /// Whether somebody navigates.
  public var isNavigation = false
  /// Whether all who take locations have put them off, so that satellites may batch.
  public var isDeferred = false
  /// Whether significant changes are watched.
  public var watchesChanges = false
  /// What is needed besides by who watches regions and visits; nil if nothing.
  public var watched: PositionDemand?
  /// How beacons are to be listened for.
  public var beacons = BeaconScan.none

  /// The last location that was made.
  public var fix: LocationFix?
  /// What is being done.
  public var activity: ActivityFlags = []
  /// Since when that is so.
  public var activitySince = SimTime.start
  /// Whether the phone is indoors beyond doubt, and its place there known.
  public var isIndoors = false
  /// Whether it is in or about a venue that was surveyed.
  public var isAtVenue = false

  /// Creates the need of a phone on which nobody asks for anything, and of which nothing is known.
  public init() {}
}
