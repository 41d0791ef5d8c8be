public import Documents
public import Kernel

// Limits and timing of app requests and permission prompts. W12-303 and the like are sessions of the
// platform vendor's developer conference, by year and number; "header" is its location manager's
// public header.

extension ServiceConstants {
  /// Parameters of the in-use state of apps.
  public struct InUse: ParameterSet {
    /// Time that an app stays in use after it leaves the foreground.
    public var grace = 5.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "grace", \.grace, "s", 0...600, "Time that an app stays in use after leaving.",
        .assumed("W19-705 says a few seconds, and not to depend on it"))
    ]
  }

  /// Parameters of permission prompts.
  public struct Prompt: ParameterSet {
    /// Time without user input on a lit screen before a waiting prompt is shown.
    public var quiet = 5.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "quiet", \.quiet, "s", 0...86_400,
        "Time without user input on a lit screen before a waiting prompt is shown.",
        .assumed("W19-705: the prompt waits until the user is not busy; the criterion is ours"))
    ]
  }

  /// Parameters of events held for a permission prompt.
  public struct HeldEventLimits: ParameterSet {
    /// Maximum age of a held event.
    public var age = 3600.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "age", \.age, "s", 0...604_800,
        "Maximum age of an event that is held for a prompt.",
        .assumed("W19-705: events that become too old are dropped; no number published"))
    ]
  }

  /// Parameters of location-triggered notifications.
  public struct Notifications: ParameterSet {
    /// Maximum number of pending notifications per app.
    public var limit = 64

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .count(
        "limit", \.limit, 0...1000,
        "Maximum number of pending notifications with a location per app.",
        .memory("the vendor's reference has 64 pending local notifications for each app"))
    ]
  }

  /// Limits on apps.
  public struct Apps: ParameterSet {
    /// Maximum number of apps on a device.
    public var limit = 256

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .count(
        "limit", \.limit, 1...10_000, "Maximum number of apps on a device.",
        .assumed("bounds the memory that a recording can take"))
    ]
  }

  /// Parameters of region monitoring: limits, and geofence crossings.
  public struct Regions: ParameterSet {
    /// Maximum number of regions per app.
    public var limit = 20
    /// Maximum radius of a region.
    public var maximumRadius = 400_000.0
    /// Geofence crossings.
    public var circles = CircularRegionMonitor.Parameters()

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] =
      [
        .count(
          "limit", \.limit, 0...1000, "Maximum number of regions per app.",
          .documented("header: 20 for each app, shared by all its managers and kinds of region")),
        .number(
          "maximum_radius", \.maximumRadius, "m", 1...20_000_000, "Maximum radius of a region.",
          .assumed("there is a documented limit, but its value is the device's own")),
      ] + Parameter.all(of: \.circles)
  }

  /// Parameters of beacon ranging: limits, and proximity.
  public struct Ranging: ParameterSet {
    /// Maximum number of constraints ranged per app.
    public var limit = 64
    /// Beacon proximity.
    public var beacons = BeaconRanger.Parameters()

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] =
      [
        .count(
          "limit", \.limit, 0...1000, "Maximum number of constraints ranged per app.",
          .assumed("none is documented; bounds the memory that an app can take"))
      ] + Parameter.all(of: \.beacons)
  }

  /// Limits on asynchronous queries.
  public struct Queries: ParameterSet {
    /// Maximum number of pending queries.
    public var limit = 1000

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .count(
        "limit", \.limit, 1...100_000,
        "Maximum number of pending queries on regions and history.",
        .assumed("bounds the queue"))
    ]
  }

  /// Parameters of motion history queries.
  public struct MotionQueries: ParameterSet {
    /// Retention of the history.
    public var history = 604_800.0
    /// Maximum number of calls that wait for the user's permission: more than the kinds of calls.
    public var waitingCalls = 64

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "history", \.history, "s", 0...604_800,
        "Retention of activity and step history.",
        .documented("headers of the activity manager and the pedometer: seven days")),
      .count(
        "waiting_calls", \.waitingCalls, 1...10_000,
        "Maximum number of motion calls that wait for the user's permission.", .estimate),
    ]
  }

  /// Parameters of the indoor data source.
  public struct Indoor: ParameterSet {
    /// Timeout of the wait for a network.
    public var timeout = SimDuration.seconds(10)

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .time(
        "patience", \.timeout, 0...3600,
        "Timeout of the indoor data source's wait for a network.", .estimate)
    ]
  }
}
