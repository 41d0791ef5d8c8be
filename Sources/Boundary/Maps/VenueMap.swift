public import Geometry
public import Observations

/// What is published about a place: what a phone may know of it without having been there.
public struct VenueMap: Sendable {
  /// The place's name.
  public let name: String
  /// The local frame: metres east, north and up from the place's origin.
  public let frame: LocalFrame
  /// The buildings, from outside; those that can be entered have levels.
  public let buildings: [Building]
  /// The levels of all buildings: in the buildings' order, each from the lowest.
  public let levels: [Level]
  /// Stairs, escalators, walkways and lifts.
  public let connectors: [Connector]
  /// Where people usually walk.
  public let paths: PathNetwork
  /// What vehicles move on.
  public let roads: RoadNetwork
  /// Places with names of their own.
  public let places: [NamedPlace]
  /// The beacons and where their owner says they are.
  public let beacons: [PublishedBeacon]
  /// The Wi-Fi access points, by address, and where their owner says they are.
  public let accessPoints: [PublishedAccessPoint]
  /// What a survey found of the transmitters' strengths; nil where nobody surveyed.
  public var radioMap: RadioMap?

  /// Creates a map; levels must be in the order that ``levels`` promises.
  public init(
    name: String, frame: LocalFrame, buildings: [Building] = [], levels: [Level],
    connectors: [Connector] = [], paths: PathNetwork = PathNetwork(),
    roads: RoadNetwork = RoadNetwork(), places: [NamedPlace] = [], beacons: [PublishedBeacon] = [],
    accessPoints: [PublishedAccessPoint] = []
  ) {
    self.name = name
    self.frame = frame
    self.buildings = buildings
    self.levels = levels
    self.connectors = connectors
    self.paths = paths
    self.roads = roads
    self.places = places
    self.beacons = beacons
    self.accessPoints = accessPoints
  }

  /// The number of a building's level with an ordinal, or nil if it has none such.
  public func level(_ ordinal: Int, building: Int = 0) -> Int? {
    levels.firstIndex { $0.building == building && $0.ordinal == ordinal }
  }

  /// The ordinal of a level by its number; nil outdoors, and for a number that no level has.
  public func ordinal(ofLevel number: Int?) -> Int? {
    number.flatMap { levels.indices.contains($0) ? levels[$0].ordinal : nil }
  }

  /// The height of a spot's floor above the origin, in m; the ground is at 0.
  public func elevation(of spot: Spot) -> Double {
    spot.level.flatMap { levels.indices.contains($0) ? levels[$0].elevationMetres : nil } ?? 0
  }
}

/// A beacon in its owner's register.
public struct PublishedBeacon: Hashable, Sendable {
  /// Who it says it is.
  public let identity: BeaconIdentity
  /// Where it is: metres east, north and up in the place's frame.
  public let position: Vec3
  /// The number of its level in the map; nil outdoors.
  public let level: Int?

  /// Creates an entry.
  public init(identity: BeaconIdentity, position: Vec3, level: Int?) {
    self.identity = identity
    self.position = position
    self.level = level
  }
}
