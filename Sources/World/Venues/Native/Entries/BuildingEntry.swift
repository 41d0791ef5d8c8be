import Documents
import Maps

/// A building, or a row or grid of them.
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
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.optional(
      "name", .anyString, default: "", "The name; none for one that nobody goes into.")
    origin = object.optional(
      "origin", .point, default: .zero, "Where the building's own metres begin in the venue's.")
    rotation = object.optional(
      "rotation", .quantity(.angle, .between(-2 * .pi, 2 * .pi)), default: 0,
      "How far the building is turned about its origin, anticlockwise.")
    shape = ShapeEntry(reading: &object, parts: true)
    height = object.optional(
      "height", .quantity(.length, .between(0.1, 2000)),
      "From the ground to the top; by default from the highest ceiling.")
    base = object.optional(
      "base", .quantity(.length, .between(0, 1000)), default: 0,
      "Where it begins above the ground, if one can pass below.")
    facade = object.optional(
      "facade", .choice(Material.self), default: .concrete, "What the outer walls are made of.")
    roof = object.optional("roof", roofForm, "What a satellite's signal loses, or more of it.")
    levels = object.list("levels", of: LevelEntry.self, atMost: 1000, "The storeys.")
    connectors = ConnectorEntries(reading: &object)
    repetition = object.optional("repeat", RepeatEntry.self, "More of them, in a row or a grid.")
  }
}

/// A roof: its loss, or a mapping.
let roofForm = QuantityForm.quantity(.decibels, .between(0, 80)).or(
  .object(RoofEntry.self), scalar: { RoofEntry(loss: $0) }, collection: { $0 })

/// What keeps satellites out of a building.
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
      "What a satellite's signal loses; 15 dB is 30 cm of concrete at L1 (ITU-R P.2040).")
    outline = object.optional("outline", ringForm, "The corners; by default the building's.")
  }
}

/// A storey, or several alike.
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
  let repetition: LevelRepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    ordinal = object.required(
      "ordinal", .int(-50...200), "0 for the ground floor, negative below.")
    name = object.optional(
      "name", .string, "What signs say, such as 'G' or '13'; by default the ordinal.")
    elevation = object.optional(
      "elevation", .quantity(.length, .between(-500, 2000)),
      "The floor's height above the origin; 0 m for the ground floor, and 0.5 m above the "
        + "ceiling below for the others, by default.")
    height = object.optional(
      "height", .quantity(.length, .between(1, 200)), default: 3, "From floor to ceiling.")
    shape = ShapeEntry(reading: &object, parts: true)
    outerWalls = object.optional(
      "outer_walls", .choice(WallChoice.self),
      "What stands round the outline; by default the building's facade.")
    rooms = object.list("rooms", of: RoomEntry.self, "Rooms, shops, corridors.")
    walls = object.list("walls", of: WallEntry.self, "Walls beside those of the rooms.")
    doors = object.list("doors", of: DoorEntry.self, "Doors beside those of the rooms.")
    fixtures = object.list("fixtures", of: FixtureEntry.self, "What stands in the way.")
    accessPoints = object.list("access_points", of: AccessPointEntry.self, "Wi-Fi, here.")
    beacons = object.list("beacons", of: BeaconEntry.self, "Beacons here.")
    places = object.list("places", of: PlaceEntry.self, "Places here with names of their own.")
    repetition = object.optional("repeat", LevelRepeatEntry.self, "Storeys alike above it.")
  }
}

/// A wall, or a line of walls.
struct WallEntry: DocumentObject {
  static let schemaName = "Wall"

  let from: SIMD2<Double>?
  let to: SIMD2<Double>?
  let line: [SIMD2<Double>]?
  let material: Material
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    from = object.optional("from", .point, "One end.")
    to = object.optional("to", .point, "The other end.")
    line = object.optional(
      "line", .list(.point, count: 2...10_000), "The ends of several walls, one after another.")
    material = object.optional(
      "material", .choice(Material.self), default: .plasterboard, "What it is made of.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}

/// A door in a wall, or a row of them.
struct DoorEntry: DocumentObject {
  static let schemaName = "Door"

  let at: DoorPosition?
  let side: Side?
  let line: [SIMD2<Double>]?
  let width: Double?
  let kind: OpeningKind
  let entrance: Bool?
  let repetition: RepeatEntry?
  let place: SourcePlace

  /// A plain door in the middle of a side.
  init(side: Located<Side>) {
    (at, self.side, line, width, kind) = (nil, side.value, nil, nil, .door)
    (entrance, repetition, place) = (nil, nil, side.place)
  }

  init(from object: inout ObjectReader) {
    place = object.place
    at = object.optional(
      "at", doorPositionForm,
      "Its middle: a point, or how far along the side from its left or lower end.")
    side = object.optional(
      "side", .choice(Side.self), "The side of the room; its middle, unless 'at' says.")
    line = object.optional("line", .list(.point, count: 2...2), "From one jamb to the other.")
    width = object.optional(
      "width", .quantity(.length, .between(0.1, 200)), "The width; by default that of its kind.")
    kind = object.optional("kind", .choice(OpeningKind.self), default: .door, "What it is.")
    entrance = object.optional(
      "entrance", .bool,
      "Whether it leads outdoors; by default it does in an outer wall near the ground.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }

  /// Its width, or what is usual for its kind (estimates), in m.
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

/// Where the middle of a door is.
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

/// Something that stands in the way.
struct FixtureEntry: DocumentObject {
  static let schemaName = "Fixture"

  let shape: ShapeEntry
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    shape = ShapeEntry(reading: &object)
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }
}
