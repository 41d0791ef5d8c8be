/// Who makes the database of access points and cells, and what has changed since.
///
/// All are estimates, of the size that published looks into such databases have found: some per cent of
/// entries are far off or gone, and what few have passed is known badly.
public struct CrowdParameters: Hashable, Sendable {
  /// How often each stretch of road near houses was driven and walked, in the mean.
  public var drives = 1.6
  public var walks = 0.6
  /// How long one contributor's way is, in m.
  public var wayMetres = 1200.0
  /// How far apart the scans of drivers and of walkers are, in s.
  public var driveScanSeconds = 4.0
  public var walkScanSeconds = 12.0
  /// The share of contributions that are half a year old; the others are of the last weeks.
  public var oldShare = 0.5
  /// The share of access points that have moved meanwhile within the place, with their addresses.
  public var movedShare = 0.04
  /// The share that was there half a year ago and is gone, and the share that is new.
  public var goneShare = 0.06
  public var newShare = 0.06
  /// The share of those whose address another one far off has too.
  public var twinShare = 0.004
  /// The share of contributors whose own phones share a connection while they go.
  public var hotspotShare = 0.15
  /// How wrong phones are that take their place from before they came in, in m each axis.
  public var indoorErrorMetres = 15.0
  /// The most bytes of a tile.
  public var tileByteBudget = 64 << 10

  /// Creates the defaults.
  public init() {}
}

/// What one phone has sent in: where it thought it was, and what it heard there.
struct CrowdReport {
  /// Where it thought it was, in metres east and north.
  var point: (x: Double, y: Double)
  /// The 68 % radius it told, in m.
  var radius: Double
  /// The number of the contributor, and whether it was half a year ago.
  var contributor: Int
  var isOld: Bool
  /// What it heard.
  var heard: [CrowdReading]
  /// The cell it was on.
  var cell: CrowdCell?
}

/// What was heard of one access point: the addresses and the greatest level, in dBm at 2.44 GHz.
struct CrowdReading {
  var device: UInt64
  var addresses: [UInt64]
  var level: Double
}

/// The cell that a phone was on.
struct CrowdCell: Hashable {
  var country, network, area: Int
  var identity: Int64
  var physical, channel: Int
}
