public import Documents
public import Kernel

extension WiFiLocator {
  /// Parameters of the Wi-Fi locator.
  public struct Parameters: ParameterSet {
    /// Scan positioning and access point database.
    public var scans = WiFiScanLocator.Parameters()
    public var tiles = WiFiTileController.Parameters()
    /// Maximum ages of scans and positions.
    public var scanTimeout = SimDuration.seconds(12)
    public var memory = SimDuration.seconds(600)

    public static let parameters: [Parameter<Self>] =
      Parameter.all(of: \.scans) + [
        .time(
          "max_scan_age", \.scanTimeout, 0...600,
          "Maximum age of a scan that waits for its tile.", .estimate),
        .time(
          "memory", \.memory, 0...86_400,
          "Maximum age of a previous position that resolves ambiguous scans.", .estimate),
        .group("database", \.tiles, "Access point database on the phone."),
      ]

    public init() {}
  }

  /// Parameters of the Wi-Fi locator with area answers.
  public struct AreaParameters: ParameterSet {
    /// Parameters except the database.
    public var usual = Parameters()
    /// Parameters of the database.
    public var areas = WiFiTileController.AreaParameters()

    public static let parameters: [Parameter<Self>] =
      Parameter.all(of: \.usual).filter { $0.name != "database" }
      + [.group("database", \.areas, "Access point database on the phone.")]

    public init() {}

    /// Combined parameters.
    public var parameters: Parameters {
      var all = usual
      all.tiles = areas.controller
      return all
    }
  }
}
