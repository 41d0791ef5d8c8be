public import Documents
public import Positioning

/// Parameters of the location services, each with a default and its source.
///
/// Each has a key, such as `in_use.grace`. Durations are in s, lengths in m.
public struct ServiceConstants: ParameterSet {
  /// In-use state of apps.
  public var inUse = InUse()
  /// Permission prompts.
  public var prompt = Prompt()
  /// Events held for a permission prompt.
  public var held = HeldEventLimits()
  /// Region monitoring: limits, and geofence crossings.
  public var regions = Regions()
  /// Location-triggered notifications.
  public var notification = Notifications()
  /// Beacon ranging: limits, and proximity.
  public var ranging = Ranging()
  /// Limits on apps.
  public var app = Apps()
  /// Limits on asynchronous queries.
  public var question = Queries()
  /// Location delivery.
  public var delivery = Delivery()
  /// Deferred location updates.
  public var deferred = Deferred()
  /// Single location requests.
  public var request = Request()
  /// Significant-change monitoring.
  public var change = ChangeMonitoring()
  /// Reduced accuracy.
  public var reduced = Reduced()
  /// Background execution.
  public var background = Background()
  /// Location indicator.
  public var indicator = Indicator()
  /// Motion history queries.
  public var motion = MotionQueries()
  /// Beacon region monitoring.
  public var beacons = BeaconRegionMonitor.Parameters()
  /// Visit monitoring.
  public var visits = VisitDetector.Parameters()
  /// Journal of visits and trips.
  public var journal = VisitJournal.Parameters()
  /// Auto-pause of location updates.
  public var pauses = AutoPauser.Parameters()
  /// Radio planning.
  public var radios = RadioPlanner.Parameters()
  /// Indoor data source.
  public var indoor = Indoor()

  /// Wayfinding, and the graph of the map's walkways.
  public var wayfinding = Wayfinder.Parameters()
  public var pathways = WalkwayGraph.Parameters()

  public init() {}

  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .group("in_use", \.inUse, "In-use state of apps."),
    .group("prompt", \.prompt, "Permission prompts."),
    .group("held", \.held, "Events held for a permission prompt."),
    .group("region", \.regions, "Region monitoring: limits, and geofence crossings."),
    .group("notification", \.notification, "Location-triggered notifications."),
    .group("ranging", \.ranging, "Beacon ranging: limits, and proximity."),
    .group("app", \.app, "Limits on apps."),
    .group("question", \.question, "Limits on asynchronous queries."),
    .group("delivery", \.delivery, "Location delivery."),
    .group("deferred", \.deferred, "Deferred location updates."),
    .group("request", \.request, "Single location requests."),
    .group("change", \.change, "Significant-change monitoring."),
    .group("reduced", \.reduced, "Reduced accuracy."),
    .group("task", \.background, "Background execution of apps."),
    .group("indicator", \.indicator, "Location indicator."),
    .group("motion", \.motion, "Motion history queries."),
    .group("beacon", \.beacons, "Beacon region monitoring."),
    .group("visit", \.visits, "Visit monitoring."),
    .group("journal", \.journal, "Journal of visits and trips."),
    .group("pause", \.pauses, "Auto-pause of location updates."),
    .group("radio", \.radios, "Radio planning."),
    .group("indoor", \.indoor, "Indoor data source."),
    .group("wayfinding", \.wayfinding, "Wayfinding."),
    .group("pathways", \.pathways, "Graph of the map's walkways."),
  ]
}
