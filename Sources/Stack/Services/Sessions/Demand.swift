public import Kernel
public import Observations

/// What all apps together need of the phone now.
public struct Demand: Hashable, Sendable {
  /// A region that is watched for an app.
  public struct Monitor: Hashable, Sendable {
    /// For which app.
    public var app: String
    /// Which region, or which notification.
    public var identifier: String
    /// The circle, unless it is a beacon region.
    public var circle: CircularRegion?
    /// The beacons, unless it is a circle.
    public var beacon: BeaconConstraint?
    /// Whether the user is notified instead of the app, which learns nothing.
    public var isNotification: Bool
    /// What the notification says.
    public var text: String
    /// Whether the state is to be told anew when the display is switched on.
    public var notifiesOnDisplay: Bool
    /// Whether entries are told, and exits.
    public var notifiesOnEntry, notifiesOnExit: Bool
    /// Whether a crossing would be told, or held, now; false while an app with when-in-use is away.
    public var isHeard: Bool
  }

  /// A constraint that is ranged for an app.
  public struct Ranging: Hashable, Sendable {
    /// For which app.
    public var app: String
    /// Which beacons.
    public var constraint: BeaconConstraint
  }

  /// Continuous updates as a pauser must know them.
  public struct Tracking: Hashable, Sendable {
    /// Of which app.
    public var app: String
    /// When it last called for them.
    public var since: SimTime
    /// What it says it does.
    public var activityType: SessionActivityType
    /// Whether it lets itself be paused.
    public var pausesAutomatically: Bool
    /// Whether it is before the user, where nothing is paused.
    public var isForeground: Bool
    /// Whether it is paused.
    public var isPaused: Bool
  }

  /// A place that an app shows the way to.
  public struct Guide: Hashable, Sendable {
    /// For which app.
    public var app: String
    /// The place's name.
    public var target: String
    /// Whether the way must do without stairs and escalators.
    public var isStepFree: Bool
    /// When the user wants to be there; nil for any time.
    public var arrivalTime: SimTime?
    /// When the app asked.
    public var since: SimTime
  }

  /// A service used by an app, to which power is attributed.
  public struct Use: Hashable, Sendable {
    /// By which app.
    public var app: String
    /// A service: `location`, `regions`, `ranging`, `visits`, `changes`, `activity`, `pedometer`,
    /// `advertising`, `indoor`, `wayfinding`.
    public var service: String

    /// As `RadioRequest.attribute` wants it.
    public var text: String { app + "/" + service }
  }

  /// The best accuracy that anybody wants; nil when nobody wants locations now.
  public var accuracy: DesiredAccuracy?
  /// Whether somebody navigates.
  public var isNavigation = false
  /// Whether somebody takes locations in the background.
  public var hasBackground = false
  /// Whether indoor positioning may run: someone in use wants the best, and it isn't for fitness.
  public var allowsIndoor = false
  /// Whether all who take locations have put them off, so that satellites may batch.
  public var isDeferred = false
  /// Whether significant changes are watched.
  public var watchesChanges = false
  /// Whether visits are watched.
  public var watchesVisits = false
  /// The regions watched, by app in order of appearance.
  public var monitors: [Monitor] = []
  /// What is ranged.
  public var ranging: [Ranging] = []
  /// Continuous updates, paused ones too.
  public var tracking: [Tracking] = []
  /// Where to ways are shown.
  public var guides: [Guide] = []
  /// What apps advertise themselves as.
  public var advertising: [Ranging] = []
  /// Whether activities are told live.
  public var wantsActivity = false
  /// Whether steps are told live.
  public var wantsPedometer = false
  /// Whether an indoor source is started.
  public var wantsIndoorSource = false
  /// Who uses what.
  public var uses: [Use] = []

  /// Creates the demand of a phone on which nothing asks for anything.
  public init() {}

  /// As which beacon the phone is to be heard: that of who asked last.
  public var advertised: BeaconIdentity? {
    advertising.last.flatMap { asked in
      guard let major = asked.constraint.major, let minor = asked.constraint.minor else {
        return nil
      }
      return BeaconIdentity(uuid: asked.constraint.uuid, major: major, minor: minor)
    }
  }

  /// The users of some services, as `RadioRequest.attribute` wants them.
  public func users(of services: [String]) -> [String] {
    uses.filter { services.contains($0.service) }.map(\.text)
  }
}

/// Something asked once, for another part to answer.
public enum DeskRequest: Hashable, Sendable {
  /// An app wants to know whether it is in a region: to be told through
  /// ``SessionDesk/admit(_:at:into:)``.
  case regionState(app: String, identifier: String)
  /// An app that may know wants to hear what was done in an interval.
  case activities(app: String, from: SimTime, to: SimTime)
  /// An app that may know wants to hear how many steps were taken in an interval.
  case steps(app: String, from: SimTime, to: SimTime)
  /// An app looks for an address, or for what a place is called.
  case placemark(app: String, address: String)
  case address(app: String, of: Coordinate)
  /// An app wants the levels of a building to choose from; of all buildings if nil.
  case levels(app: String, facility: String?)
  /// An app that was asleep is to hear once of the steps since it began to count.
  case currentSteps(app: String, from: SimTime)

  /// Who asked.
  public var app: String {
    switch self {
    case .regionState(let app, _), .activities(let app, _, _), .steps(let app, _, _),
      .placemark(let app, _), .address(let app, _), .levels(let app, _), .currentSteps(let app, _):
      app
    }
  }
}
