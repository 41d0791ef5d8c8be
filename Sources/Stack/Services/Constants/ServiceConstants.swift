public import Documents
public import Positioning

/// The numbers by which the services decide, each with a default that names its source.
///
/// Each can be set by name, such as `in_use.grace`. Durations are in s, lengths in m.
public struct ServiceConstants: DialSet {
  /// Who counts as using an app.
  public var inUse = InUse()
  /// When prompts come.
  public var prompt = Prompt()
  /// What is held for a prompt.
  public var held = Held()
  /// Which regions an app may monitor, and when an edge of a circle counts as crossed.
  public var regions = Regions()
  /// Which notifications with a place an app may have.
  public var notification = Notifications()
  /// What an app may range, and how near beacons are.
  public var ranging = Ranging()
  /// How many apps there may be.
  public var app = Apps()
  /// What may wait for an answer.
  public var question = Questions()
  /// How locations are delivered.
  public var delivery = Delivery()
  /// How location updates are deferred.
  public var deferred = Deferred()
  /// How a single location is found.
  public var request = Request()
  /// When a change of place is significant.
  public var change = Change()
  /// How a location is blurred.
  public var reduced = Reduced()
  /// What apps may do in the background.
  public var background = Background()
  /// How the use of location is shown.
  public var indicator = Indicator()
  /// What is kept of the motion history.
  public var motion = Motion()
  /// When beacons come and go.
  public var beacons = BeaconRegionMonitor.Parameters()
  /// What is a visit.
  public var visits = VisitDetector.Parameters()
  /// How visits and ways make a journal.
  public var journal = VisitJournal.Parameters()
  /// When updates are paused.
  public var pauses = AutoPauser.Parameters()
  /// Which radios run how often.
  public var radios = RadioPlanner.Parameters()
  /// How the indoor data source is started.
  public var indoor = Indoor()

  /// How ways are shown, and how the map's pathways are joined for that.
  public var wayfinding = Wayfinder.Parameters()
  public var pathways = WalkwayGraph.Parameters()

  /// Creates the defaults.
  public init() {}

  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .group("in_use", \.inUse, "Who counts as using an app."),
    .group("prompt", \.prompt, "When prompts come."),
    .group("held", \.held, "What is held for a prompt."),
    .group("region", \.regions, "Which regions an app may monitor, and when edges are crossed."),
    .group("notification", \.notification, "Which notifications with a place an app may have."),
    .group("ranging", \.ranging, "What an app may range, and how near beacons are."),
    .group("app", \.app, "How many apps there may be."),
    .group("question", \.question, "What may wait for an answer."),
    .group("delivery", \.delivery, "How locations are delivered."),
    .group("deferred", \.deferred, "How location updates are deferred."),
    .group("request", \.request, "How a single location is found."),
    .group("change", \.change, "When a change of place is significant."),
    .group("reduced", \.reduced, "How a location is blurred."),
    .group("task", \.background, "What apps may do in the background."),
    .group("indicator", \.indicator, "How the use of location is shown."),
    .group("motion", \.motion, "What is kept of the motion history."),
    .group("beacon", \.beacons, "When beacons come and go."),
    .group("visit", \.visits, "What is a visit."),
    .group("journal", \.journal, "How visits and ways make a journal."),
    .group("pause", \.pauses, "When updates are paused."),
    .group("radio", \.radios, "Which radios run how often."),
    .group("indoor", \.indoor, "How the indoor data source is started."),
    .group("wayfinding", \.wayfinding, "How ways are shown."),
    .group("pathways", \.pathways, "How the map's pathways are joined."),
  ]
}
