public import Geometry

/// One storey of a building.
public struct Level: Hashable, Sendable {
  /// The building's number in ``VenueMap/buildings``.
  public let building: Int
  /// 0 for the ground floor, negative below; unique within the building.
  public let ordinal: Int
  /// What signs say, such as `G` or `13`; it need not follow the ordinal.
  public let shortName: String
  /// The floor's height above the frame's origin, in m.
  public let elevationMetres: Double
  /// From this floor to its ceiling, in m.
  public let heightMetres: Double
  /// Where there is floor, in metres east and north; empty if only the walls are known.
  public let outline: [Polygon]
  /// Rooms, shops, corridors and the like; they may leave gaps but don't overlap.
  public let units: [Unit]
  /// The walls, in metres east and north; doorways are left out of them.
  public let walls: [Segment2]
  /// The ways through walls.
  public let openings: [Opening]
  /// What stands in the way: columns, counters, exhibits.
  public let fixtures: [Polygon]

  /// Creates a level.
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

  /// Whether a point, in metres east and north, is on this level's floor, as far as is known.
  public func covers(_ point: Vec2) -> Bool {
    outline.contains { $0.contains(point) }
  }

  /// The number of the unit around a point, or nil between units.
  public func unit(at point: Vec2) -> Int? {
    units.firstIndex { $0.shape.contains(point) }
  }
}

/// A part of a level with a use of its own.
public struct Unit: Hashable, Sendable {
  /// The name, unique within its building; never empty.
  public let name: String
  /// What it is for.
  public let kind: UnitKind
  /// Its floor, in metres east and north.
  public let shape: Polygon
  /// Whether the public may go in.
  public let isPublic: Bool

  /// Creates a unit.
  public init(name: String, kind: UnitKind, shape: Polygon, isPublic: Bool = true) {
    self.name = name
    self.kind = kind
    self.shape = shape
    self.isPublic = isPublic
  }
}

/// What a unit is for; the categories of IMDF that change how people use a place, and a few more.
public enum UnitKind: String, CaseIterable, Sendable {
  case room, office, corridor, lobby, hall, shop, food, exhibit, gate, security, lounge, theatre
  case casino, ward, laboratory, kitchen, storage, restroom, service, parking, platform, home
  case garden, terrace, stairs, escalator, lift, ramp, walkway
  /// A hole in the floor, such as an atrium: nobody can stand there.
  case void
  /// Part of the building, but not mapped or not for people.
  case inaccessible
  /// What the other kinds don't name.
  case other

  /// Whether one can stand in it.
  public var isWalkable: Bool { self != .void && self != .inaccessible }
}

/// A way through a wall.
public struct Opening: Hashable, Sendable {
  /// What it is.
  public let kind: OpeningKind
  /// From one jamb to the other, in metres east and north.
  public let line: Segment2
  /// Whether it leads outdoors.
  public let isEntrance: Bool

  /// Creates an opening.
  public init(kind: OpeningKind, line: Segment2, isEntrance: Bool = false) {
    self.kind = kind
    self.line = line
    self.isEntrance = isEntrance
  }
}

/// What fills an opening.
public enum OpeningKind: String, CaseIterable, Sendable {
  /// Nothing.
  case passage
  /// A leaf that one pushes or pulls.
  case door
  /// Leaves that open by themselves.
  case sliding
  /// A turning drum.
  case revolving
  /// A shutter, open when the shop is.
  case shutter
  /// A gate that lets one pass at a time: tickets, boarding.
  case turnstile
  /// Staff only, and emergency exits.
  case locked

  /// Whether the public can go through.
  public var isPassable: Bool { self != .locked }
}
