public import Geometry
public import Maps
public import Observations

/// A true place: its map, and what no map tells.
public struct Venue: Sendable {
  /// The place's name.
  public let name: String
  /// Metres east, north and up from the place's origin.
  public let frame: LocalFrame
  /// The levels, from the lowest.
  public let levels: [Level]
  /// The beacons as they truly are.
  public let beacons: [Beacon]
  /// What keeps satellites out, if anything does.
  public let roof: Roof?

  /// Creates a place; levels are put in order.
  public init(
    name: String, frame: LocalFrame, levels: [Level], beacons: [Beacon], roof: Roof?
  ) {
    self.name = name
    self.frame = frame
    self.levels = levels.sorted { $0.ordinal < $1.ordinal }
    self.beacons = beacons
    self.roof = roof
  }

  /// What of the place is published.
  public var map: VenueMap {
    VenueMap(
      name: name, frame: frame, levels: levels,
      beacons: beacons.map {
        PublishedBeacon(identity: $0.identity, position: $0.position, level: $0.level)
      })
  }

  /// The level with an ordinal, or nil if the place has none such.
  public func level(_ ordinal: Int) -> Level? {
    levels.first { $0.ordinal == ordinal }
  }
}

/// What covers a part of a place.
public struct Roof: Sendable {
  /// The covered area, in metres east and north.
  public let outline: Polygon
  /// How much a signal from a satellite loses through it, in dB.
  public let lossDecibels: Double

  /// Creates a roof.
  public init(outline: Polygon, lossDecibels: Double) {
    self.outline = outline
    self.lossDecibels = lossDecibels
  }
}

/// A beacon that stands in a place.
public struct Beacon: Hashable, Sendable {
  /// The name in the venue's file.
  public let name: String
  /// Who it says it is.
  public let identity: BeaconIdentity
  /// Where it is: metres east, north and up.
  public let position: Vec3
  /// The ordinal of its level.
  public let level: Int
  /// The power at 1 m that its frames claim, in dBm.
  public let measuredPowerDecibelMilliwatts: Double
  /// The power at 1 m that it truly has, in dBm.
  public let truePowerDecibelMilliwatts: Double
  /// The time between advertisements, without their random delay, in s.
  public let intervalSeconds: Double

  /// Creates a beacon.
  public init(
    name: String, identity: BeaconIdentity, position: Vec3, level: Int,
    measuredPowerDecibelMilliwatts: Double, truePowerDecibelMilliwatts: Double,
    intervalSeconds: Double
  ) {
    self.name = name
    self.identity = identity
    self.position = position
    self.level = level
    self.measuredPowerDecibelMilliwatts = measuredPowerDecibelMilliwatts
    self.truePowerDecibelMilliwatts = truePowerDecibelMilliwatts
    self.intervalSeconds = intervalSeconds
  }
}
