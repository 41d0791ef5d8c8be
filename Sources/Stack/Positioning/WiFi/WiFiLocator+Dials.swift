public import Documents
public import Kernel

extension WiFiLocator {
  /// How it is set.
  public struct Parameters: DialSet {
    /// How a scan becomes a place, and how access points come to the phone.
    public var scans = WiFiScanLocator.Parameters()
    public var tiles = WiFiTileKeeper.Parameters()
    /// How long scans and places are of use.
    public var scanPatience = SimDuration.seconds(12)
    public var memory = SimDuration.seconds(600)

    public static let dials: [Dial<Self>] =
      Dial.all(of: \.scans) + [
        .time(
          "max_scan_age", \.scanPatience, 0...600,
          "How old a scan may be to be located once its tile has come.", .estimate),
        .time(
          "memory", \.memory, 0...86_400,
          "How old a place may be to decide between a scan's places far apart.", .estimate),
        .group("database", \.tiles, "How access points come to the phone."),
      ]

    /// Creates the defaults.
    public init() {}
  }

  /// The same for access points that come by areas.
  public struct AreaParameters: DialSet {
    /// How it is set beside that.
    public var usual = Parameters()
    /// How access points come to the phone.
    public var areas = WiFiTileKeeper.AreaParameters()

    public static let dials: [Dial<Self>] =
      Dial.all(of: \.usual).filter { $0.name != "database" }
      + [.group("database", \.areas, "How access points come to the phone.")]

    /// Creates the defaults.
    public init() {}

    /// All of it together.
    public var parameters: Parameters {
      var all = usual
      all.tiles = areas.keeper
      return all
    }
  }
}
