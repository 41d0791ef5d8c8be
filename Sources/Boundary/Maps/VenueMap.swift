public import Geometry
public import Observations

/// What is published about a place: what a phone may know of it without having been there.
public struct VenueMap: Sendable {
  /// The place's name.
  public let name: String
  /// The local frame: metres east, north and up from the place's origin.
  public let frame: LocalFrame
  /// The levels, from the lowest.
  public let levels: [Level]
  /// The beacons and where their owner says they are.
  public let beacons: [PublishedBeacon]

  /// Creates a map; levels are put in order.
  public init(name: String, frame: LocalFrame, levels: [Level], beacons: [PublishedBeacon]) {
    self.name = name
    self.frame = frame
    self.levels = levels.sorted { $0.ordinal < $1.ordinal }
    self.beacons = beacons
  }

  /// The level with an ordinal, or nil if the place has none such.
  public func level(_ ordinal: Int) -> Level? {
    levels.first { $0.ordinal == ordinal }
  }
}

/// One storey of a place.
public struct Level: Hashable, Sendable {
  /// 0 for the ground floor, negative below.
  public let ordinal: Int
  /// What signs say, such as `G` or `13`.
  public let shortName: String
  /// The floor's height above the frame's origin, in m.
  public let elevationMetres: Double
  /// The walls, in metres east and north.
  public let walls: [Segment2]

  /// Creates a level.
  public init(ordinal: Int, shortName: String, elevationMetres: Double, walls: [Segment2]) {
    self.ordinal = ordinal
    self.shortName = shortName
    self.elevationMetres = elevationMetres
    self.walls = walls
  }
}

/// A beacon in its owner's register.
public struct PublishedBeacon: Hashable, Sendable {
  /// Who it says it is.
  public let identity: BeaconIdentity
  /// Where it is: metres east, north and up in the place's frame.
  public let position: Vec3
  /// The ordinal of its level.
  public let level: Int

  /// Creates an entry.
  public init(identity: BeaconIdentity, position: Vec3, level: Int) {
    self.identity = identity
    self.position = position
    self.level = level
  }
}
