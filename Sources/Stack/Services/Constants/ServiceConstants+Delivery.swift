public import Documents

// Delivery of locations, and background execution of apps. W12-303 and the like are sessions of the
// platform vendor's developer conference, by year and number; "header" is its location manager's
// public header.

extension ServiceConstants {
  /// Parameters of location delivery.
  public struct Delivery: ParameterSet {
    /// Accuracy ratio to the last delivered fix below which a fix passes the distance filter without
    /// movement.
    public var betterRatio = 0.8
    /// Maximum age of an app's first fix, which may be cached.
    public var cachedAge = 3600.0
    /// Maximum number of locations queued for a busy or suspended app; the oldest are dropped first.
    public var queue = 64
    /// Backward clock jump from which fixes older than the last are accepted.
    public var clockJump = 60.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "better_ratio", \.betterRatio, "", 0...1,
        "Accuracy ratio below which a location passes the distance filter.",
        .assumed(
          "W10-115: a better fix is delivered without movement; the ratio is ours")),
      .number(
        "cached_age", \.cachedAge, "s", 0...604_800,
        "Maximum age of an app's first location, which may be cached.",
        .assumed("header: the first location may be a cached one; no age is published")),
      .count(
        "queue", \.queue, 1...10_000, "Maximum number of locations queued for an app.",
        .assumed("W12-303: several locations come as one array; the maximum is ours")),
      .number(
        "clock_jump", \.clockJump, "s", 0...86_400,
        "Backward clock jump from which older locations are accepted.",
        .assumed("longer than locations overtake each other, shorter than a clock that was set")),
    ]
  }

  /// Parameters of deferred location updates.
  public struct Deferred: ParameterSet {
    /// Maximum number of deferred locations; more are delivered at once.
    public var limit = 3600

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .count(
        "limit", \.limit, 1...100_000,
        "Maximum number of deferred locations; more are delivered at once.",
        .assumed("an hour at one a second; W13-307 says only that the buffer is finite"))
    ]
  }

  /// Parameters of single location requests.
  public struct Request: ParameterSet {
    /// Timeout of a request, after which the best location is delivered.
    public var timeout = 10.0
    /// Sufficient accuracy for an app that requests the best.
    public var bestAccuracy = 10.0
    /// Maximum age of a fix that answers at once.
    public var freshAge = 5.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "timeout", \.timeout, "s", 0...600, "Timeout of a single location request.",
        .assumed("W15-714: after some time the best so far is delivered; no time is published")),
      .number(
        "best_accuracy", \.bestAccuracy, "m", 0...1000,
        "Sufficient accuracy for an app that requests the best.",
        .assumed("what W10-115 and W15-714 call a good satellite fix: 5 to 10 m")),
      .number(
        "fresh_age", \.freshAge, "s", 0...600, "Maximum age of a location that answers at once.",
        .estimate),
    ]
  }

  /// Parameters of significant-change monitoring.
  public struct ChangeMonitoring: ParameterSet {
    /// Minimum distance of a significant change.
    public var distance = 500.0
    /// Minimum interval of significant changes.
    public var interval = 300.0
    /// Interval of reports without movement; 0 for never.
    public var heartbeat = 0.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "distance", \.distance, "m", 0...1_000_000,
        "Minimum distance of a significant change.",
        .documented("reference of the significant-change service: 500 m or more")),
      .number(
        "interval", \.interval, "s", 0...86_400,
        "Minimum interval of significant changes.",
        .documented("reference of the significant-change service: not more often than every 5 min")),
      .number(
        "heartbeat", \.heartbeat, "s", 0...86_400,
        "Interval of significant-change reports without movement; 0 for never.",
        .documented(
          "energy guide: 15 min even at rest, which the vendor's engineers question; 0 is off")),
    ]
  }

  /// Parameters of reduced accuracy.
  public struct Reduced: ParameterSet {
    /// Width of a grid cell, whose centre replaces the position.
    public var cell = 5000.0
    /// Reported accuracy.
    public var accuracy = 5000.0
    /// Lifetime of a reduced location.
    public var interval = 1200.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "cell", \.cell, "m", 1...1_000_000, "Width of a grid cell for reduced accuracy.",
        .assumed("reference: some kilometres, snapped; cells as wide as the reported accuracy")),
      .number(
        "accuracy", \.accuracy, "m", 1...1_000_000, "Reported accuracy of a reduced location.",
        .documented("header: about 5 km")),
      .number(
        "interval", \.interval, "s", 0...86_400, "Lifetime of a reduced location.",
        .documented("header: up to 20 min old")),
    ]
  }

  /// Parameters of background execution.
  public struct Background: ParameterSet {
    /// Time limit of a background task up to version 12.
    public var taskTwelve = 180.0
    /// Time limit of a background task from version 13 on.
    public var taskThirteen = 30.0
    /// Time to suspension after an app without background work leaves the screen.
    public var suspension = 5.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "twelve", \.taskTwelve, "s", 0...86_400,
        "Time limit of a background task up to version 12.",
        .memory("developers' reports for versions 7 to 12: about 180 s")),
      .number(
        "thirteen", \.taskThirteen, "s", 0...86_400,
        "Time limit of a background task from version 13 on.",
        .memory("developers' reports from version 13 on: about 30 s")),
      .number(
        "suspension", \.suspension, "s", 0...86_400,
        "Time to suspension after an app without background work leaves the screen.",
        .memory("developers' reports: about 5 s")),
    ]
  }

  /// Parameters of the location indicator.
  public struct Indicator: ParameterSet {
    /// Time that the arrow stays after the last use.
    public var trace = 10.0
    /// Time that the settings list an app as a recent user.
    public var settingsTrace = 60.0

    public init() {}

    /// Configurable parameters.
    public static let parameters: [Parameter<Self>] = [
      .number(
        "trace", \.trace, "s", 0...3600, "Time that the arrow stays after the last use.",
        .talk("W12-303: the arrow stays for 10 s")),
      .number(
        "settings_trace", \.settingsTrace, "s", 0...86_400,
        "Time that the settings list an app as a recent user.",
        .talk("W12-303: the settings show the app for a further minute")),
    ]
  }
}
