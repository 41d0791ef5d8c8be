public import Geometry

/// One storey of a building.
public struct Level: Hashable, Sendable {
  /// The index of the building in ``VenueMap/buildings``.
  public let building: Int
  /// 0 for the ground floor, negative below; unique within the building.
  public let ordinal: Int
  /// The name on signs, such as `G` or `13`; it need not follow the ordinal.
  public let shortName: String
  /// The height of the floor above the origin of the frame, in m.
  public let elevationMetres: Double
  /// The height of the ceiling above the floor, in m.
  public let heightMetres: Double
  /// The floor area, in metres east and north; empty if only the walls are known.
  public let outline: [Polygon]
  /// Rooms, shops, corridors and similar; they may leave gaps but do not overlap.
  public let units: [Unit]
  /// The walls, in metres east and north, with gaps at the doorways.
  public let walls: [Segment2]
  /// The doors and passages in the walls.
  public let openings: [Opening]
  /// Obstacles on the floor: columns, counters, exhibits.
  public let fixtures: [Polygon]

  public init(
    building: Int = 0, ordinal: Int, shortName: String, elevationMetres: Double,
    heightMetres: Double = 3, outline: [Polygon] = [], units: [Unit] = [], walls: [Segment2],
    openings: [Opening] = [], fixtures: [Polygon] = []
  ) {
    self.building = building
    self.ordinal = ordinal
    self.shortName = shortName
    self.elevationMetres = elevationMetres
    self.heightMetres = heightMetres
    self.outline = outline
    self.units = units
    self.walls = walls
    self.openings = openings
    self.fixtures = fixtures
  }

  /// True if a point, in metres east and north, lies within ``outline``.
  public func covers(_ point: Vec2) -> Bool {
    outline.contains { $0.contains(point) }
  }

  /// The index of the unit that contains a point, or nil between units.
  public func unit(at point: Vec2) -> Int? {
    units.firstIndex { $0.shape.contains(point) }
  }
}

/// A room or another area of a level with one use (an IMDF unit).
public struct Unit: Hashable, Sendable {
  /// Unique within its building; never empty.
  public let name: String
  public let kind: UnitKind
  /// The floor area, in metres east and north.
  public let shape: Polygon
  /// True if the public may enter.
  public let isPublic: Bool

  public init(name: String, kind: UnitKind, shape: Polygon, isPublic: Bool = true) {
    self.name = name
    self.kind = kind
    self.shape = shape
    self.isPublic = isPublic
  }
}

/// The use of a unit: the IMDF unit categories that change how people use a place, and a few more.
public enum UnitKind: String, CaseIterable, Sendable {
  case room, office, corridor, lobby, hall, shop, food, exhibit, gate, security, lounge, theatre
  case casino, ward, laboratory, kitchen, storage, restroom, service, parking, platform, home
  case garden, terrace, stairs, escalator, lift, ramp, walkway
  /// A hole in the floor, such as an atrium; not walkable.
  case void
  /// Part of the building that is not mapped or not for people.
  case inaccessible
  /// A use that no other case names.
  case other

  /// True if people can stand in the unit.
  public var isWalkable: Bool { self != .void && self != .inaccessible }
}

/// A door or a passage in a wall.
public struct Opening: Hashable, Sendable {
  public let kind: OpeningKind
  /// The line from one jamb to the other, in metres east and north.
  public let line: Segment2
  /// True if it leads outdoors.
  public let isEntrance: Bool

  public init(kind: OpeningKind, line: Segment2, isEntrance: Bool = false) {
    self.kind = kind
    self.line = line
    self.isEntrance = isEntrance
  }
}

/// The kind of door in an opening.
public enum OpeningKind: String, CaseIterable, Sendable {
  /// No door.
  case passage
  /// A hinged leaf, opened by hand.
  case door
  /// Automatic sliding leaves.
  case sliding
  /// A revolving door.
  case revolving
  /// A shutter, open when the shop is.
  case shutter
  /// A gate for one person at a time: tickets, boarding.
  case turnstile
  /// A door for staff only, or an emergency exit.
  case locked

  /// True if the public can pass.
  public var isPassable: Bool { self != .locked }
}
