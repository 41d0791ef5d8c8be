public import Documents
public import Kernel

// What apps may ask for, and when they are asked about.
// W12-303 and the like are sessions of the owner's developer conference by year and number; "header" is
// its location manager's public header.

extension ServiceConstants {
  /// Who counts as using an app.
  public struct InUse: DialSet {
    /// How long an app that was left is still in use.
    public var grace = 5.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "grace", \.grace, "s", 0...600, "How long an app that was left is still in use.",
        .assumed("W19-705 says a few seconds, and not to depend on it"))
    ]
  }

  /// When prompts come.
  public struct Prompt: DialSet {
    /// How long nothing must happen on a lit screen before a waiting prompt is shown.
    public var quiet = 5.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "quiet", \.quiet, "s", 0...86_400,
        "How long nothing must happen on a lit screen before a waiting prompt is shown.",
        .assumed("W19-705: the prompt waits until the user is not busy; how that is told is ours"))
    ]
  }

  /// What is held for a prompt.
  public struct Held: DialSet {
    /// After how long an event that is held for a prompt is dropped.
    public var age = 3600.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "age", \.age, "s", 0...604_800,
        "After how long an event that is held for a prompt is dropped.",
        .assumed("W19-705: events that become too old are dropped; no number told"))
    ]
  }

  /// Which notifications with a place an app may have.
  public struct Notifications: DialSet {
    /// How many may be waiting.
    public var limit = 64

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .count(
        "limit", \.limit, 0...1000, "How many notifications with a place an app may have waiting.",
        .memory("the owner's reference has 64 waiting local notifications for each app"))
    ]
  }

  /// How many apps there may be.
  public struct Apps: DialSet {
    /// How many apps a device is followed with.
    public var limit = 256

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .count(
        "limit", \.limit, 1...10_000, "How many apps a device is followed with.",
        .assumed("bounds what a recording can make the desk keep"))
    ]
  }

  /// Which regions an app may monitor, and when an edge of a circle counts as crossed.
  public struct Regions: DialSet {
    /// How many regions an app may monitor.
    public var limit = 20
    /// The largest radius of a region.
    public var maximumRadius = 400_000.0
    /// When an edge of a circle counts as crossed.
    public var circles = CircularRegionMonitor.Parameters()

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] =
      [
        .count(
          "limit", \.limit, 0...1000, "How many regions an app may monitor.",
          .documented("header: 20 for each app, shared by all its managers and kinds of region")),
        .number(
          "maximum_radius", \.maximumRadius, "m", 1...20_000_000, "The largest radius of a region.",
          .assumed("there is a documented limit, but its value is the device's own")),
      ] + Dial.all(of: \.circles)
  }

  /// What an app may range, and how near beacons are.
  public struct Ranging: DialSet {
    /// How many constraints an app may range at once.
    public var limit = 64
    /// How near beacons are.
    public var beacons = BeaconRanger.Parameters()

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] =
      [
        .count(
          "limit", \.limit, 0...1000, "How many constraints an app may range at once.",
          .assumed("none is documented; bounds what an app can make the phone keep"))
      ] + Dial.all(of: \.beacons)
  }

  /// What may wait for an answer.
  public struct Questions: DialSet {
    /// How many questions may wait for an answer.
    public var limit = 1000

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .count(
        "limit", \.limit, 1...100_000,
        "How many questions about regions and the past may wait for an answer.",
        .assumed("bounds what waits"))
    ]
  }

  /// What is kept of the motion history.
  public struct Motion: DialSet {
    /// How far back queries reach.
    public var history = 604_800.0
    /// How many calls may wait for the user's answer: more than an app has kinds of them.
    public var waitingCalls = 64

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "history", \.history, "s", 0...604_800,
        "How far back queries of activities and steps reach.",
        .documented("headers of the activity manager and the pedometer: seven days")),
      .count(
        "waiting_calls", \.waitingCalls, 1...10_000,
        "How many calls for motion may wait for the user's answer.", .estimate),
    ]
  }

  /// How the indoor data source is started.
  public struct Indoor: DialSet {
    /// How long it waits to hear of a network.
    public var patience = SimDuration.seconds(10)

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .time(
        "patience", \.patience, 0...3600,
        "How long the indoor data source waits to hear of a network before it starts.", .estimate)
    ]
  }
}
