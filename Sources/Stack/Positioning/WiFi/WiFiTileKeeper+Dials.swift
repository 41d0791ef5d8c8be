public import Documents

extension WiFiTileKeeper {
  /// How it is set; times are in s.
  public struct Parameters: DialSet {
    /// What is fetched and kept.
    public var manner = Manner.tiles
    public var fetchesAhead = true
    public var tilesAhead = 2
    public var byteLimit = 2 << 20
    /// Questions that wait or fail.
    public var patienceSeconds = 20.0
    public var firstPauseSeconds = 15.0
    public var longestPauseSeconds = 600.0
    public var pauseGrowth = 2.0
    /// When a scan is reason enough to ask.
    public var enough = 1
    public var leastUnknown = 2

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .flag(
        "prefetch", \.fetchesAhead,
        "Whether the tiles around are fetched where the network costs nothing."),
      .count(
        "prefetch_tiles", \.tilesAhead, 1...10, "How many tiles ahead in all directions.",
        .assumed("10 km and more, a day's way in a town")),
      .count(
        "cache_size", \.byteLimit, 1024...(1 << 30),
        "The most bytes of tiles and answers that are kept.",
        .assumed("what a phone of 2012 would spare, some dozen tiles of a dense town")),
      .number(
        "timeout", \.patienceSeconds, "s", 0.1...600, "How long an answer is waited for.",
        .estimate),
      .number(
        "first_retry", \.firstPauseSeconds, "s", 0.1...3600,
        "How long after a failure it is tried again.", .estimate),
      .number(
        "max_retry", \.longestPauseSeconds, "s", 0.1...86_400, "The longest such pause.",
        .estimate),
      .number(
        "retry_growth", \.pauseGrowth, "", 1...10, "By what each failure multiplies the pause.",
        .estimate),
      .count(
        "enough", \.enough, 1...50,
        "With fewer known transmitters than this a scan is reason enough to ask.", .estimate),
      .count(
        "min_unknown", \.leastUnknown, 1...50,
        "How many unknown transmitters it takes to ask.", .estimate),
    ]
  }

  /// The same for access points that come by areas: nothing is fetched ahead of need.
  public struct AreaParameters: DialSet {
    /// All that there is to set.
    public var keeper: Parameters

    /// Creates the defaults; areas are small, so that it takes more to do without another.
    public init() {
      keeper = Parameters()
      keeper.manner = .areas
      keeper.enough = 3
    }

    public static let dials: [Dial<Self>] = Dial.all(of: \.keeper).filter {
      !["prefetch", "prefetch_tiles"].contains($0.name)
    }
  }
}
