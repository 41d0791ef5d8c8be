public import Documents

extension WiFiTileController {
  /// Parameters of the tile cache; times are in s.
  public struct Parameters: ParameterSet {
    /// Download and storage.
    public var mode = Mode.tiles
    public var fetchesAhead = true
    public var tilesAhead = 2
    public var byteLimit = 2 << 20
    /// Timeouts and retries.
    public var timeoutSeconds = 20.0
    public var firstPauseSeconds = 15.0
    public var longestPauseSeconds = 600.0
    public var pauseGrowth = 2.0
    /// Requests triggered by scans.
    public var enough = 1
    public var minUnknown = 2

    public init() {}

    public static let parameters: [Parameter<Self>] = [
      .flag(
        "prefetch", \.fetchesAhead,
        "Downloads adjacent tiles in advance over inexpensive networks."),
      .count(
        "prefetch_tiles", \.tilesAhead, 1...10,
        "Range of advance downloads in all directions, in tiles.",
        .assumed("10 km and more, a day's travel in a town")),
      .count(
        "cache_size", \.byteLimit, 1024...(1 << 30),
        "Maximum size of stored tiles and answers, in bytes.",
        .assumed("storage that a phone of 2012 could spare, some dozen tiles of a dense town")),
      .number(
        "timeout", \.timeoutSeconds, "s", 0.1...600, "Timeout of a request.",
        .estimate),
      .number(
        "first_retry", \.firstPauseSeconds, "s", 0.1...3600,
        "Pause after the first failure.", .estimate),
      .number(
        "max_retry", \.longestPauseSeconds, "s", 0.1...86_400, "Maximum pause after failures.",
        .estimate),
      .number(
        "retry_growth", \.pauseGrowth, "", 1...10, "Factor on the pause with each failure.",
        .estimate),
      .count(
        "enough", \.enough, 1...50,
        "Number of known transmitters in a scan below which a request is made.", .estimate),
      .count(
        "min_unknown", \.minUnknown, 1...50,
        "Minimum number of unknown transmitters in a scan for a request.", .estimate),
    ]
  }

  /// Parameters of the cache with area answers; nothing is downloaded in advance.
  public struct AreaParameters: ParameterSet {
    /// All parameters.
    public var controller: Parameters

    /// Creates the defaults; areas are small, so more known transmitters are needed without a
    /// request.
    public init() {
      controller = Parameters()
      controller.mode = .areas
      controller.enough = 3
    }

    public static let parameters: [Parameter<Self>] = Parameter.all(of: \.controller).filter {
      !["prefetch", "prefetch_tiles"].contains($0.name)
    }
  }
}
