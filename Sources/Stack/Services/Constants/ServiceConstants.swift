/// The numbers by which the services decide, each with a default that names its source.
///
/// ``rows`` lists them with their sources; each can be overridden by name. Durations are in s,
/// lengths in m.
public struct ServiceConstants: Hashable, Sendable {
  /// Who counts as using an app, and when prompts come.
  public struct Authorization: Hashable, Sendable {
    /// How long an app that was left is still in use.
    public var grace = 5.0
    /// How long nothing must happen on a lit screen before a waiting prompt is shown.
    public var quiet = 5.0
    /// After how long an event that is held for a prompt is dropped.
    public var heldAge = 3600.0

    /// Creates the defaults.
    public init() {}
  }

  /// What an app may ask for.
  public struct Limits: Hashable, Sendable {
    /// How many regions an app may monitor.
    public var regions = 20.0
    /// The largest radius of a region.
    public var regionRadius = 400_000.0
    /// How many notifications with a place an app may have waiting.
    public var notifications = 64.0
    /// How many constraints an app may range at once.
    public var constraints = 64.0
    /// How many apps a device is followed with.
    public var apps = 256.0
    /// How many questions may wait for an answer.
    public var requests = 1000.0

    /// Creates the defaults.
    public init() {}
  }

  /// How locations are handed out.
  public struct Delivery: Hashable, Sendable {
    /// A fix this much better than the last one told is told though the app has not moved enough.
    public var betterRatio = 0.8
    /// How old a fix may be to be an app's first.
    public var cachedAge = 3600.0
    /// How many locations wait for an app that is slow or asleep; the oldest go first.
    public var queue = 64.0
    /// How far back a clock must jump before fixes older than the last are believed again.
    public var clockJump = 60.0
    /// How many locations are put off before they are handed over anyway.
    public var deferred = 3600.0

    /// Creates the defaults.
    public init() {}
  }

  /// How a single location is found.
  public struct Request: Hashable, Sendable {
    /// How long the best is waited for.
    public var timeout = 10.0
    /// What is good enough for an app that wants the best.
    public var bestAccuracy = 10.0
    /// How old a fix may be to answer at once.
    public var freshAge = 5.0

    /// Creates the defaults.
    public init() {}
  }

  /// When a change of place is significant.
  public struct Change: Hashable, Sendable {
    /// How far the phone must have moved.
    public var distance = 500.0
    /// How much time must have passed.
    public var interval = 300.0
    /// After how long a location is told without a move; 0 for never.
    public var heartbeat = 0.0

    /// Creates the defaults.
    public init() {}
  }

  /// How a location is blurred.
  public struct Reduced: Hashable, Sendable {
    /// The width of a cell to whose middle a place is moved.
    public var cell = 5000.0
    /// The accuracy told.
    public var accuracy = 5000.0
    /// How long a blurred location stands.
    public var interval = 1200.0

    /// Creates the defaults.
    public init() {}
  }

  /// What apps may do in the background.
  public struct Background: Hashable, Sendable {
    /// How long a background task may take until version 12.
    public var taskTwelve = 180.0
    /// How long it may take from version 13 on.
    public var taskThirteen = 30.0
    /// How long an app goes on that has left the screen and holds nothing.
    public var suspension = 5.0

    /// Creates the defaults.
    public init() {}
  }

  /// How the use of location is shown.
  public struct Indicator: Hashable, Sendable {
    /// How long the arrow stays after the last use.
    public var trace = 10.0
    /// How long the settings show an app as a recent user.
    public var settingsTrace = 60.0

    /// Creates the defaults.
    public init() {}
  }

  /// What is kept of the motion history.
  public struct Motion: Hashable, Sendable {
    /// How far back queries reach.
    public var history = 604_800.0

    /// Creates the defaults.
    public init() {}
  }

  /// When an edge of a circle counts as crossed.
  public var circles = CircularRegionMonitor.Parameters()
  /// When beacons come and go.
  public var beacons = BeaconRegionMonitor.Parameters()
  /// How near beacons are.
  public var ranging = BeaconRanger.Parameters()
  /// What is a visit.
  public var visits = VisitDetector.Parameters()
  /// When updates are paused.
  public var pauses = AutoPauser.Parameters()
  /// Which radios run how often.
  public var radios = RadioPlanner.Parameters()
  /// Who counts as using an app, and when prompts come.
  public var authorization = Authorization()
  /// What an app may ask for.
  public var limits = Limits()
  /// How locations are handed out.
  public var delivery = Delivery()
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

  /// Creates the defaults.
  public init() {}

  /// The value of a constant by name; nil for a name that there is none of.
  ///
  /// Setting an unknown name, nil or a value out of range changes nothing; ``override(_:to:)``
  /// tells so.
  public subscript(name: String) -> Double? {
    get { Self.row(name).map { self[keyPath: $0.path] } }
    set {
      guard let newValue, let row = Self.row(name), row.range.contains(newValue) else { return }
      self[keyPath: row.path] = newValue
    }
  }

  /// Sets a constant by name.
  public mutating func override(
    _ name: String, to value: Double
  ) throws(ServiceConstantError) {
    guard let row = Self.row(name) else {
      throw .unknown(name: name, nearest: Self.nearest(to: name))
    }
    guard row.range.contains(value) else {
      throw .outOfRange(name: name, value: value, allowed: row.range)
    }
    self[keyPath: row.path] = value
  }

  private static func row(_ name: String) -> ServiceConstant? {
    rows.first { $0.name == name }
  }

  /// The name that shares the longest beginning or, failing that, end with what was written.
  private static func nearest(to name: String) -> String? {
    func shared(_ left: some Sequence<Character>, _ right: some Sequence<Character>) -> Int {
      zip(left, right).prefix { $0 == $1 }.count
    }
    let scored = rows.map { row in
      (row.name, shared(row.name, name) + shared(row.name.reversed(), name.reversed()))
    }
    return scored.max { $0.1 < $1.1 }.flatMap { $0.1 >= 4 ? $0.0 : nil }
  }
}
