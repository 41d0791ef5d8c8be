public import Geometry
public import Maps
import Observations

/// A simulated venue: its published map, and the ground truth that no map holds.
public struct Venue: Sendable {
  /// The published map, with the beacons at their registered positions.
  public let map: VenueMap
  /// The materials of walls, and the parameters of lifts and belts.
  public let materials: VenueMaterials
  public let transmitters: Transmitters
  /// The signal plans, in no order; a signalled junction without one gets the default.
  public let signals: [SignalPlan]
  /// The areas for region monitoring.
  public let regions: [Region]

  public init(
    map: VenueMap, materials: VenueMaterials = VenueMaterials(),
    transmitters: Transmitters = Transmitters(),
    signals: [SignalPlan] = [], regions: [Region] = []
  ) {
    self.map = map
    self.materials = materials
    self.transmitters = transmitters
    self.signals = signals
    self.regions = regions
  }

  public var name: String { map.name }
  /// The local frame: metres east, north and up from the origin of the venue.
  public var frame: LocalFrame { map.frame }
  public var levels: [Level] { map.levels }
  /// The beacons with their true positions and powers.
  public var beacons: [Beacon] { transmitters.beacons }
}

/// A circular area for region monitoring (a geofence).
public struct Region: Hashable, Sendable {
  /// Unique within the venue.
  public let name: String
  /// The centre, in metres east and north.
  public let center: Vec2
  public let radiusMetres: Double
  /// The index of its level; nil if it spans all levels and the outdoors.
  public let level: Int?

  public init(name: String, center: Vec2, radiusMetres: Double, level: Int? = nil) {
    self.name = name
    self.center = center
    self.radiusMetres = radiusMetres
    self.level = level
  }

  /// True if a spot is inside.
  public func contains(_ spot: Spot) -> Bool {
    (level == nil || level == spot.level) && spot.point.distance(to: center) <= radiusMetres
  }
}
