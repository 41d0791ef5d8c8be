public import Documents

// How locations are delivered, and what apps may do in the background.
// W12-303 and the like are sessions of the owner's developer conference by year and number; "header" is
// its location manager's public header.

extension ServiceConstants {
  /// How locations are delivered.
  public struct Delivery: DialSet {
    /// A fix this much better than the last one told is told though the app has not moved enough.
    public var betterRatio = 0.8
    /// How old a fix may be to be an app's first.
    public var cachedAge = 3600.0
    /// How many locations wait for an app that is slow or asleep; the oldest go first.
    public var queue = 64
    /// How far back a clock must jump before fixes older than the last are believed again.
    public var clockJump = 60.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "better_ratio", \.betterRatio, "", 0...1,
        "The share of the last accuracy that is better enough to be told without a move.",
        .assumed(
          "W10-115: a better fix is told though the app has not moved; how much better is ours")),
      .number(
        "cached_age", \.cachedAge, "s", 0...604_800,
        "How old a location may be to be the first that an app is told.",
        .assumed("header: the first location may be a cached one; how old is not told")),
      .count(
        "queue", \.queue, 1...10_000, "How many locations wait for an app that is slow or asleep.",
        .assumed("W12-303: several locations come as one array; how many at most is ours")),
      .number(
        "clock_jump", \.clockJump, "s", 0...86_400,
        "How far back a clock must jump before locations older than the last are believed.",
        .assumed("longer than locations overtake each other, shorter than a clock that was set")),
    ]
  }

  /// How location updates are deferred.
  public struct Deferred: DialSet {
    /// How many locations are deferred before they are delivered anyway.
    public var limit = 3600

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .count(
        "limit", \.limit, 1...100_000,
        "How many locations are deferred before they are delivered anyway.",
        .assumed("an hour at one a second; W13-307 says only that the buffer is finite"))
    ]
  }

  /// How a single location is found.
  public struct Request: DialSet {
    /// How long the best is waited for.
    public var timeout = 10.0
    /// What is good enough for an app that wants the best.
    public var bestAccuracy = 10.0
    /// How old a fix may be to answer at once.
    public var freshAge = 5.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "timeout", \.timeout, "s", 0...600, "How long the best single location is waited for.",
        .assumed("W15-714: after some time the best so far is told; how long is not")),
      .number(
        "best_accuracy", \.bestAccuracy, "m", 0...1000,
        "The accuracy that is good enough for an app that wants the best.",
        .assumed("what W10-115 and W15-714 call a good satellite fix: 5 to 10 m")),
      .number(
        "fresh_age", \.freshAge, "s", 0...600, "How old a known location may be to answer at once.",
        .estimate),
    ]
  }

  /// When a change of place is significant.
  public struct Change: DialSet {
    /// How far the phone must have moved.
    public var distance = 500.0
    /// How much time must have passed.
    public var interval = 300.0
    /// After how long a location is told without a move; 0 for never.
    public var heartbeat = 0.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "distance", \.distance, "m", 0...1_000_000,
        "How far the phone must have moved for a significant change.",
        .documented("reference of the significant-change service: 500 m or more")),
      .number(
        "interval", \.interval, "s", 0...86_400,
        "How much time must have passed since the last significant change.",
        .documented("reference of the significant-change service: not more often than every 5 min")),
      .number(
        "heartbeat", \.heartbeat, "s", 0...86_400,
        "After how long a location is told without a move; 0 for never.",
        .documented(
          "energy guide: 15 min even at rest, which the owner's engineers doubt; 0 is off")),
    ]
  }

  /// How a location is blurred.
  public struct Reduced: DialSet {
    /// The width of a cell to whose middle a place is moved.
    public var cell = 5000.0
    /// The accuracy told.
    public var accuracy = 5000.0
    /// How long a blurred location stands.
    public var interval = 1200.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "cell", \.cell, "m", 1...1_000_000, "The width of a cell to whose middle a place is moved.",
        .assumed("reference: some kilometres, snapped; cells as wide as the accuracy told")),
      .number(
        "accuracy", \.accuracy, "m", 1...1_000_000, "The accuracy told of a blurred location.",
        .documented("header: about 5 km")),
      .number(
        "interval", \.interval, "s", 0...86_400, "How long a blurred location stands.",
        .documented("header: up to 20 min old")),
    ]
  }

  /// What apps may do in the background.
  public struct Background: DialSet {
    /// How long a background task may take until version 12.
    public var taskTwelve = 180.0
    /// How long it may take from version 13 on.
    public var taskThirteen = 30.0
    /// How long an app goes on that has left the screen and holds nothing.
    public var suspension = 5.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "twelve", \.taskTwelve, "s", 0...86_400,
        "How long a background task may take until version 12.",
        .memory("developers' reports for versions 7 to 12: about 180 s")),
      .number(
        "thirteen", \.taskThirteen, "s", 0...86_400,
        "How long a background task may take from version 13 on.",
        .memory("developers' reports from version 13 on: about 30 s")),
      .number(
        "suspension", \.suspension, "s", 0...86_400,
        "How long an app goes on that has left the screen and holds nothing.",
        .memory("developers' reports: about 5 s")),
    ]
  }

  /// How the use of location is shown.
  public struct Indicator: DialSet {
    /// How long the arrow stays after the last use.
    public var trace = 10.0
    /// How long the settings show an app as a recent user.
    public var settingsTrace = 60.0

    /// Creates the defaults.
    public init() {}

    /// What can be turned.
    public static let dials: [Dial<Self>] = [
      .number(
        "trace", \.trace, "s", 0...3600, "How long the arrow stays after the last use.",
        .talk("W12-303: the arrow stays for 10 s")),
      .number(
        "settings_trace", \.settingsTrace, "s", 0...86_400,
        "How long the settings show an app as a recent user.",
        .talk("W12-303: the settings show the app for a further minute")),
    ]
  }
}
