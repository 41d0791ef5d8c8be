public import Documents
public import Kernel

extension NetworkLocator {
  /// How it is set.
  public struct Parameters: DialSet {
    /// Whether access points and cells are used.
    public var usesWiFi = true
    public var usesCells = true
    /// How long a scan and a place are of use.
    public var scanPatience = SimDuration.seconds(12)
    public var memory = SimDuration.seconds(600)
    /// How access points come, and how scans and cells become places.
    public var tiles = WiFiTileKeeper.Parameters()
    public var wifi = WiFiScanLocator.Parameters()
    public var cell = CellLocator.Parameters()

    /// Creates the defaults.
    public init() {}

    /// How access points come to the phone; nil if they aren't used.
    public var manner: WiFiTileKeeper.Manner? {
      get { usesWiFi ? tiles.manner : nil }
      set {
        usesWiFi = newValue != nil
        tiles.manner = newValue ?? .tiles
      }
    }

    public static let dials: [Dial<Self>] = [
      .time(
        "max_scan_age", \.scanPatience, 0...600,
        "How old a scan may be to be located once its tile has come.", .estimate),
      .time(
        "memory", \.memory, 0...86_400,
        "How old a place may be to decide between a scan's places far apart.", .estimate),
      .group("tiles", \.tiles, "How access points come to the phone."),
      .group("scan", \.wifi, "How a scan becomes a place."),
      .group("cell", \.cell, "How cells become a place."),
    ]
  }
}
