import Documents
import Maps

/// The file entry of a building, or a row or grid of buildings.
struct BuildingEntry: DocumentObject {
  static let schemaName = "Building"

  let name: String
  let origin: SIMD2<Double>
  let rotation: Double
  let shape: ShapeEntry
  let height: Double?
  let base: Double
  let facade: Material
  let roof: RoofEntry?
  let levels: [LevelEntry]
  let connectors: ConnectorEntries
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.optional(
      "name", .anyString, default: "", "Name of the building; empty for one without an interior.")
    origin = object.optional(
      "origin", .point, default: .zero, "Origin of the building's own coordinates in the venue.")
    rotation = object.optional(
      "rotation", .quantity(.angle, .between(-2 * .pi, 2 * .pi)), default: 0,
      "Rotation of the building about its origin, anticlockwise.")
    shape = ShapeEntry(reading: &object, parts: true)
    height = object.optional(
      "height", .quantity(.length, .between(0.1, 2000)),
      "Height of the top above the ground; by default from the highest ceiling.")
    base = object.optional(
      "base", .quantity(.length, .between(0, 1000)), default: 0,
      "Height of the underside above the ground, if one can pass below.")
    facade = object.optional(
      "facade", .choice(Material.self), default: .concrete, "Material of the outer walls.")
    roof = object.optional("roof", roofForm, "Satellite signal loss, or a mapping.")
    levels = object.list("levels", of: LevelEntry.self, atMost: 1000, "Storeys of the building.")
    connectors = ConnectorEntries(reading: &object)
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// A roof: its signal loss, or a mapping.
let roofForm = QuantityForm.quantity(.decibels, .between(0, 80)).or(
  .object(RoofEntry.self), scalar: { RoofEntry(loss: $0) }, collection: { $0 })

/// The file entry of a roof, which attenuates satellite signals.
struct RoofEntry: DocumentObject {
  static let schemaName = "Roof"

  let loss: Double
  let outline: [SIMD2<Double>]?

  init(loss: Double) {
    self.loss = loss
    outline = nil
  }

  init(from object: inout ObjectReader) {
    loss = object.optional(
      "loss", .quantity(.decibels, .between(0, 80)), default: 15,
      "Satellite signal loss; 15 dB is 30 cm of concrete at L1 (ITU-R P.2040).")
    outline = object.optional("outline", ringForm, "Roof corners; by default the building's.")
  }
}

/// The file entry of a storey, or several copies of it.
struct LevelEntry: DocumentObject {
  static let schemaName = "Level"

  let ordinal: Int
  let name: String?
  let elevation: Double?
  let height: Double
  let shape: ShapeEntry
  let outerWalls: WallChoice?
  let rooms: [RoomEntry]
  let walls: [WallEntry]
  let doors: [DoorEntry]
  let fixtures: [FixtureEntry]
  let accessPoints: [AccessPointEntry]
  let beacons: [BeaconEntry]
  let places: [PlaceEntry]
  let picture: PictureEntry?
  let repetition: LevelRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    ordinal = object.required(
      "ordinal", .int(-50...200), "Floor number: 0 for the ground floor, negative below.")
    name = object.optional(
      "name", .string, "Name on signs, such as 'G' or '13'; by default the ordinal.")
    elevation = object.optional(
      "elevation", .quantity(.length, .between(-500, 2000)),
      "Height of the floor above the origin; by default 0 m for the ground floor, and 0.5 m "
        + "above the ceiling below for the others.")
    height = object.optional(
      "height", .quantity(.length, .between(1, 200)), default: 3, "Ceiling height above the floor.")
    shape = ShapeEntry(reading: &object, parts: true)
    outerWalls = object.optional(
      "outer_walls", .choice(WallChoice.self),
      "Material of the walls along the outline; by default the building's facade.")
    rooms = object.list("rooms", of: RoomEntry.self, "Rooms, shops and corridors.")
    walls = object.list("walls", of: WallEntry.self, "Walls in addition to those of the rooms.")
    doors = object.list("doors", of: DoorEntry.self, "Doors in addition to those of the rooms.")
    fixtures = object.list("fixtures", of: FixtureEntry.self, "Obstacles on the floor.")
    accessPoints = object.list("access_points", of: AccessPointEntry.self, "Wi-Fi access points.")
    beacons = object.list("beacons", of: BeaconEntry.self, "Beacons on this level.")
    places = object.list("places", of: PlaceEntry.self, "Named places on this level.")
    picture = object.optional(
      "picture", PictureEntry.self,
      "Picture of the floor plan, which 'venuesim edit' shows beneath the level; runs don't use it."
    )
    repetition = object.optional("repeat", LevelRepeatEntry.self, "Copies of the storey above it.")
  }
}

/// The file entry of a wall, or a connected line of walls.
struct WallEntry: DocumentObject {
  static let schemaName = "Wall"

  let from: SIMD2<Double>?
  let to: SIMD2<Double>?
  let line: [SIMD2<Double>]?
  let material: Material
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    from = object.optional("from", .point, "One end of the wall.")
    to = object.optional("to", .point, "Other end of the wall.")
    line = object.optional(
      "line", .list(.point, count: 2...10_000), "Corners of a connected line of walls.")
    material = object.optional(
      "material", .choice(Material.self), default: .plasterboard, "Material of the wall.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}

/// The file entry of a door in a wall, or a row of doors.
struct DoorEntry: DocumentObject {
  static let schemaName = "Door"

  let at: DoorPosition?
  let side: Side?
  let line: [SIMD2<Double>]?
  let width: Double?
  let kind: OpeningKind
  let entrance: Bool?
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  /// Creates a plain door in the middle of a side.
  init(side: Located<Side>) {
    (at, self.side, line, width, kind) = (nil, side.value, nil, nil, .door)
    (entrance, repetition, place) = (nil, nil, side.place)
  }

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.optional(
      "at", doorPositionForm,
      "Centre of the door: a point, or a distance along the side from its left or lower end.")
    side = object.optional(
      "side", .choice(Side.self), "Side of the room; its middle, unless 'at' is given.")
    line = object.optional("line", .list(.point, count: 2...2), "Positions of both jambs.")
    width = object.optional(
      "width", .quantity(.length, .between(0.1, 200)), "Door width; by default that of its kind.")
    kind = object.optional("kind", .choice(OpeningKind.self), default: .door, "Kind of door.")
    entrance = object.optional(
      "entrance", .bool,
      "True if it leads outdoors; by default true in an outer wall near the ground.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }

  /// The width, or the default of its kind (estimates), in m.
  var usualWidth: Double {
    if let width { return width }
    switch kind {
    case .passage: return 2
    case .door, .locked: return 0.9
    case .sliding: return 1.8
    case .revolving: return 1.6
    case .shutter: return 3
    case .turnstile: return 0.6
    }
  }
}

/// The position of a door's centre.
enum DoorPosition: Hashable, Sendable {
  case along(Double)
  case point(SIMD2<Double>)
}

private let doorPositionForm = QuantityForm.quantity(.length, .between(0, 10_000)).or(
  PointForm<SIMD2<Double>>.point, scalar: { DoorPosition.along($0) },
  collection: { DoorPosition.point($0) })

/// A room's door: the side whose middle it is in, or a mapping.
let roomDoorForm = LocatedForm.located(ChoiceForm<Side>.choice(Side.self)).or(
  .object(DoorEntry.self), scalar: { DoorEntry(side: $0) }, collection: { $0 })

/// The file entry of an obstacle on the floor.
struct FixtureEntry: DocumentObject {
  static let schemaName = "Fixture"

  let shape: ShapeEntry
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    shape = ShapeEntry(reading: &object)
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }
}
