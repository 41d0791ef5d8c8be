import Documents
import Maps

/// The file entry of a room, or a row or grid of rooms.
struct RoomEntry: DocumentObject {
  static let schemaName = "Room"

  let name: String
  let kind: UnitKind
  let shape: ShapeEntry
  let walls: RoomWalls?
  let doors: [DoorEntry]
  let isPublic: Bool
  let repetition: GridRepeatEntry?
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "Name of the room, unique within the building.")
    kind = object.optional("kind", .choice(UnitKind.self), default: .room, "Use of the room.")
    shape = ShapeEntry(reading: &object)
    walls = object.optional(
      "walls", roomWallsForm,
      "Material of the walls, or 'open'; by default that of the room's kind.")
    doors = object.list("doors", of: roomDoorForm, "Doors of the room.")
    isPublic = object.optional("public", .bool, default: true, "True if the public may enter.")
    repetition = object.optional("repeat", GridRepeatEntry.self, "Copies in a row or a grid.")
  }

  /// The material of the wall on a side; nil for none.
  func material(_ side: Side) -> Material? {
    (walls?.choice(side) ?? kind.usualWalls).material
  }
}

/// The file entry of the wall materials of a room, in common or per side.
struct RoomWalls: DocumentObject {
  static let schemaName = "RoomWalls"

  private let others: WallChoice?
  private let north, east, south, west: WallChoice?

  init(all: WallChoice) {
    others = all
    (north, east, south, west) = (nil, nil, nil, nil)
  }

  init(from object: inout ObjectReader) {
    others = object.optional("all", .choice(WallChoice.self), "Material of all other sides.")
    north = object.optional("north", .choice(WallChoice.self), "Material of the upper side.")
    east = object.optional("east", .choice(WallChoice.self), "Material of the right side.")
    south = object.optional("south", .choice(WallChoice.self), "Material of the lower side.")
    west = object.optional("west", .choice(WallChoice.self), "Material of the left side.")
  }

  func choice(_ side: Side) -> WallChoice? {
    switch side {
    case .north: north ?? others
    case .east: east ?? others
    case .south: south ?? others
    case .west: west ?? others
    }
  }
}

private let roomWallsForm = ChoiceForm<WallChoice>.choice(WallChoice.self).or(
  .object(RoomWalls.self), scalar: { RoomWalls(all: $0) }, collection: { $0 })

extension UnitKind {
  /// The default walls of a room of this kind.
  var usualWalls: WallChoice {
    switch self {
    case .corridor, .lobby, .gate, .platform, .parking, .garden, .terrace, .escalator, .ramp,
      .walkway, .inaccessible:
      .open
    case .void: .railing
    case .stairs, .lift: .reinforced
    default: .plasterboard
    }
  }
}
