public import Geometry
public import Observations

/// The published map of a venue: everything a phone can have without a visit.
public struct VenueMap: Sendable {
  /// The name of the venue.
  public let name: String
  /// The local frame: metres east, north and up from the origin of the venue.
  public let frame: LocalFrame
  /// All buildings; those with an interior have levels.
  public let buildings: [Building]
  /// The levels of all buildings: in the order of the buildings, each from the lowest.
  public let levels: [Level]
  /// Stairs, ramps, escalators, walkways and lifts.
  public let connectors: [Connector]
  /// The network of usual walking routes.
  public let paths: PathNetwork
  /// The network for vehicles and bicycles.
  public let roads: RoadNetwork
  /// The named places.
  public let places: [NamedPlace]
  /// The beacons with the positions in their owner's register.
  public let beacons: [PublishedBeacon]
  /// The Wi-Fi access points by BSSID, with the positions in their owner's register.
  public let accessPoints: [PublishedAccessPoint]
  /// The fingerprint map of a survey; nil without a survey.
  public var radioMap: RadioMap?

  /// Creates a map; levels must be in the order that ``levels`` requires.
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

  /// Returns the index of the level with an ordinal in a building, or nil.
  public func level(_ ordinal: Int, building: Int = 0) -> Int? {
    levels.firstIndex { $0.building == building && $0.ordinal == ordinal }
  }

  /// Returns the ordinal of a level by its index; nil outdoors and for an invalid index.
  public func ordinal(ofLevel number: Int?) -> Int? {
    number.flatMap { levels.indices.contains($0) ? levels[$0].ordinal : nil }
  }

  /// Returns the height of the floor at a spot above the origin, in m; the ground is at 0.
  public func elevation(of spot: Spot) -> Double {
    spot.level.flatMap { levels.indices.contains($0) ? levels[$0].elevationMetres : nil } ?? 0
  }
}

/// A Bluetooth beacon, as its owner's register lists it.
public struct PublishedBeacon: Hashable, Sendable {
  /// The advertised identity.
  public let identity: BeaconIdentity
  /// The registered position: metres east, north and up in the frame of the venue.
  public let position: Vec3
  /// The index of the level in the map; nil outdoors.
  public let level: Int?

  public init(identity: BeaconIdentity, position: Vec3, level: Int?) {
    self.identity = identity
    self.position = position
    self.level = level
  }
}
