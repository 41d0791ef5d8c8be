import Documents
import Maps

/// A room, or a row or grid of them.
struct RoomEntry: DocumentObject {
  static let schemaName = "Room"

  let name: String
  let kind: UnitKind
  let shape: ShapeEntry
  let walls: RoomWalls?
  let doors: [DoorEntry]
  let isPublic: Bool
  let repetition: RepeatEntry?
  let place: SourcePlace

  init(from object: inout ObjectReader) {
    place = object.place
    name = object.required("name", .string, "The name, unique within the building.")
    kind = object.optional("kind", .choice(UnitKind.self), default: .room, "What it is for.")
    shape = ShapeEntry(reading: &object)
    walls = object.optional(
      "walls", roomWallsForm,
      "What its walls are made of, or 'open'; by default as its kind has them.")
    doors = object.list("doors", of: roomDoorForm, "Its doors.")
    isPublic = object.optional("public", .bool, default: true, "Whether the public may go in.")
    repetition = object.optional("repeat", RepeatEntry.self, "More of them.")
  }

  /// What the wall on a side is made of; nil for none.
  func material(_ side: Side) -> Material? {
    (walls?.choice(side) ?? kind.usualWalls).material
  }
}

/// What the walls of a room are made of, perhaps side by side.
struct RoomWalls: DocumentObject {
  static let schemaName = "RoomWalls"

  private let others: WallChoice?
  private let north, east, south, west: WallChoice?

  init(all: WallChoice) {
    others = all
    (north, east, south, west) = (nil, nil, nil, nil)
  }

  init(from object: inout ObjectReader) {
    others = object.optional("all", .choice(WallChoice.self), "The sides that aren't named.")
    north = object.optional("north", .choice(WallChoice.self), "The upper side.")
    east = object.optional("east", .choice(WallChoice.self), "The right side.")
    south = object.optional("south", .choice(WallChoice.self), "The lower side.")
    west = object.optional("west", .choice(WallChoice.self), "The left side.")
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
  /// What surrounds such a room where nothing is said.
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
