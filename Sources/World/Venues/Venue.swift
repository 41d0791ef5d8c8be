public import Geometry
public import Maps
import Observations

/// A true place: its map, and what no map tells.
public struct Venue: Sendable {
  /// What of the place is published, with the beacons where their owner says they are.
  public let map: VenueMap
  /// Walls, doors, lifts: what things are made of and how they behave.
  public let fabric: Fabric
  /// What sends signals.
  public let transmitters: Transmitters
  /// The lights of the signalled junctions, in no order; a junction without a plan gets the usual.
  public let signals: [SignalPlan]
  /// Areas whose crossing counts: what apps ask to be told of.
  public let regions: [Region]

  /// Creates a place.
  public init(
    map: VenueMap, fabric: Fabric = Fabric(), transmitters: Transmitters = Transmitters(),
    signals: [SignalPlan] = [], regions: [Region] = []
  ) {
    self.map = map
    self.fabric = fabric
    self.transmitters = transmitters
    self.signals = signals
    self.regions = regions
  }

  /// The place's name.
  public var name: String { map.name }
  /// Metres east, north and up from the place's origin.
  public var frame: LocalFrame { map.frame }
  /// The levels of all buildings.
  public var levels: [Level] { map.levels }
  /// The beacons as they truly are.
  public var beacons: [Beacon] { transmitters.beacons }
}

/// An area whose crossing counts.
public struct Region: Hashable, Sendable {
  /// The name, unique within the venue.
  public let name: String
  /// Its middle, in metres east and north.
  public let center: Vec2
  /// How far it reaches, in m.
  public let radiusMetres: Double
  /// The number of the level it is confined to; nil if it spans all and the outdoors.
  public let level: Int?

  /// Creates a region.
  public init(name: String, center: Vec2, radiusMetres: Double, level: Int? = nil) {
    self.name = name
    self.center = center
    self.radiusMetres = radiusMetres
    self.level = level
  }

  /// Whether a spot is inside.
  public func contains(_ spot: Spot) -> Bool {
    (level == nil || level == spot.level) && spot.point.distance(to: center) <= radiusMetres
  }
}
