public import Kernel
public import Observations

/// Combined demand of all apps.
public struct Demand: Hashable, Sendable {
  /// Region monitored for an app.
  public struct Monitor: Hashable, Sendable {
    public var app: String
    /// Identifier of the region or notification.
    public var identifier: String
    /// Circle; nil for a beacon region.
    public var circle: CircularRegion?
    /// Beacon constraint; nil for a circle.
    public var beacon: BeaconConstraint?
    /// True if the user is notified instead of the app.
    public var isNotification: Bool
    /// Text of the notification.
    public var text: String
    /// True if the state is reported again when the display turns on.
    public var notifiesOnDisplay: Bool
    /// True if entries are reported, and true if exits are.
    public var notifiesOnEntry, notifiesOnExit: Bool
    /// True if a crossing would be delivered or held now; false for when-in-use authorization out of use.
    public var isReceived: Bool
  }

  /// Constraint ranged for an app.
  public struct Ranging: Hashable, Sendable {
    public var app: String
    public var constraint: BeaconConstraint
  }

  /// Continuous updates of an app, for auto-pause.
  public struct Tracking: Hashable, Sendable {
    public var app: String
    /// Time of the last start call.
    public var since: SimTime
    public var activityType: SessionActivityType
    /// True if auto-pause is allowed.
    public var pausesAutomatically: Bool
    /// True in the foreground, where auto-pause does not apply.
    public var isForeground: Bool
    public var isPaused: Bool
  }

  /// Wayfinding request of an app.
  public struct Guide: Hashable, Sendable {
    public var app: String
    /// Name of the destination.
    public var target: String
    /// True if the route must avoid stairs and escalators.
    public var isStepFree: Bool
    /// Desired arrival time; nil for any.
    public var arrivalTime: SimTime?
    /// Time of the request.
    public var since: SimTime
  }

  /// Use of a service by an app, for power attribution.
  public struct Use: Hashable, Sendable {
    public var app: String
    /// Service: `location`, `regions`, `ranging`, `visits`, `changes`, `activity`, `pedometer`,
    /// `advertising`, `indoor`, `wayfinding`.
    public var service: String

    /// Format of `RadioRequest.attribute`.
    public var text: String { app + "/" + service }
  }

  /// Best accuracy requested; nil if no app takes locations now.
  public var accuracy: DesiredAccuracy?
  /// True if an app navigates.
  public var isNavigation = false
  /// True if an app takes locations in the background.
  public var hasBackground = false
  /// True if indoor positioning may run: an app in use requests the best accuracy, and not for fitness.
  public var allowsIndoor = false
  /// True if all apps that take locations defer them, so that GNSS may batch.
  public var isDeferred = false
  /// True if significant changes are monitored.
  public var monitorsChanges = false
  /// True if visits are monitored.
  public var monitorsVisits = false
  /// Monitored regions, by app in order of appearance.
  public var monitors: [Monitor] = []
  /// Ranged constraints.
  public var ranging: [Ranging] = []
  /// Continuous updates, including paused ones.
  public var tracking: [Tracking] = []
  /// Wayfinding requests.
  public var guides: [Guide] = []
  /// Advertised beacons.
  public var advertising: [Ranging] = []
  /// True if an app subscribes to live activities.
  public var wantsActivity = false
  /// True if an app subscribes to live steps.
  public var wantsPedometer = false
  /// True if an indoor source is started.
  public var wantsIndoorSource = false
  /// Services in use, by app.
  public var uses: [Use] = []

  /// Creates an empty demand.
  public init() {}

  /// Beacon that the phone advertises: that of the last request.
  public var advertised: BeaconIdentity? {
    advertising.last.flatMap { asked in
      guard let major = asked.constraint.major, let minor = asked.constraint.minor else {
        return nil
      }
      return BeaconIdentity(uuid: asked.constraint.uuid, major: major, minor: minor)
    }
  }

  /// Returns the users of some services, in the format of `RadioRequest.attribute`.
  public func users(of services: [String]) -> [String] {
    uses.filter { services.contains($0.service) }.map(\.text)
  }
}

/// One-time request that another component answers.
public enum ManagerRequest: Hashable, Sendable {
  /// State of a region, to be reported through ``LocationManager/admit(_:at:into:)``.
  case regionState(app: String, identifier: String)
  /// Activities of an interval, for an authorized app.
  case activities(app: String, from: SimTime, to: SimTime)
  /// Steps of an interval, for an authorized app.
  case steps(app: String, from: SimTime, to: SimTime)
  /// Geocoding of an address, or reverse geocoding of a position.
  case placemark(app: String, address: String)
  case address(app: String, of: Coordinate)
  /// Levels of a building; of all buildings if nil.
  case levels(app: String, facility: String?)
  /// Steps since the start of the count, once for an app that was suspended.
  case currentSteps(app: String, from: SimTime)

  /// Requesting app.
  public var app: String {
    switch self {
    case .regionState(let app, _), .activities(let app, _, _), .steps(let app, _, _),
      .placemark(let app, _), .address(let app, _), .levels(let app, _), .currentSteps(let app, _):
      app
    }
  }
}
