/// Parameters of a crowdsourced database of access points and cells, and of its ageing.
///
/// All are estimates, of the order found by published studies of such databases: a few per cent of the
/// entries are far off or gone, and places that few have passed are inaccurate.
public struct CrowdParameters: Hashable, Sendable {
  /// Mean number of drives and walks along each stretch of road near buildings.
  public var drives = 1.6
  public var walks = 0.6
  /// Length of one contributor's path, in m.
  public var pathMetres = 1200.0
  /// Scan interval of drivers and of walkers, in s.
  public var driveScanSeconds = 4.0
  public var walkScanSeconds = 12.0
  /// Share of contributions that are half a year old; the others are a few weeks old.
  public var oldShare = 0.5
  /// Share of access points that have since moved within the venue, with their addresses.
  public var movedShare = 0.04
  /// Share of access points removed within half a year, and share of new ones.
  public var goneShare = 0.06
  public var newShare = 0.06
  /// Share of access points whose address is also used by a distant one.
  public var twinShare = 0.004
  /// Share of contributors whose own phones are active hotspots.
  public var hotspotShare = 0.15
  /// Position error per axis of indoor phones that use their last fix from outdoors, in m.
  public var indoorErrorMetres = 15.0
  /// Max size of a tile, in bytes.
  public var tileByteBudget = 64 << 10

  public init() {}
}

/// A report of one phone: its estimated position and the access points received there.
struct CrowdReport {
  /// Estimated position, in metres east and north.
  var point: (x: Double, y: Double)
  /// Reported 68 % radius, in m.
  var radius: Double
  /// Number of the contributor, and true if the report is half a year old.
  var contributor: Int
  var isOld: Bool
  /// The received access points.
  var received: [CrowdReading]
  /// The serving cell.
  var cell: CrowdCell?
}

/// The addresses of one access point, and its strongest level in dBm, normalised to 2.44 GHz.
struct CrowdReading {
  var device: UInt64
  var addresses: [UInt64]
  var level: Double
}

/// The serving cell of a phone.
struct CrowdCell: Hashable {
  var country, network, area: Int
  var identity: Int64
  var physical, channel: Int
}
