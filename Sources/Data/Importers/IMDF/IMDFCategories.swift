import Maps
import Venues

/// The conversion of IMDF 1.0.0 categories (OGC 20-094) to a venue's kinds.
enum IMDFCategory {
  /// The kind of a unit; nil for a wall or a column.
  static func unitKind(_ category: String) -> UnitKind? {
    switch category {
    case "brick", "concrete", "drywall", "glass", "wood", "column", "structure": nil
    case "office", "conferenceroom", "huddleroom", "phoneroom", "mailroom", "serverroom": .office
    case "walkway", "walkway.island", "footbridge", "corridor", "unenclosedarea", "steps":
      .corridor
    case "lobby": .lobby
    case "auditorium", "classroom", "library", "fieldofplay", "recreation", "fitnessroom": .hall
    case "retail": .shop
    case "foodservice": .food
    case "lounge", "privatelounge", "waitingroom", "smokingarea": .lounge
    case "theater", "movietheater": .theatre
    case "firstaid", "mothersroom": .ward
    case "laboratory": .laboratory
    case "kitchen": .kitchen
    case "storage": .storage
    case "nonpublic": .service
    case "parking", "road": .parking
    case "platform": .platform
    case "terrace": .terrace
    case "vegetation", "swimmingpool": .garden
    case "stairs": .stairs
    case "escalator": .escalator
    case "elevator": .lift
    case "ramp": .ramp
    case "movingwalkway": .walkway
    case "opentobelow": .void
    case "room": .room
    default:
      category.hasPrefix("restroom") || category == "shower" ? .restroom : .other
    }
  }

  /// The material of a unit that is a wall.
  static func wallMaterial(_ category: String) -> Material {
    switch category {
    case "brick": .brick
    case "drywall": .plasterboard
    case "glass": .glass
    case "wood": .wood
    default: .concrete
    }
  }

  /// True if two units of the kind have no wall between them.
  static func isOpen(_ kind: UnitKind) -> Bool {
    switch kind {
    case .corridor, .lobby, .platform, .escalator, .ramp, .walkway, .terrace, .garden, .parking:
      true
    default: false
    }
  }

  /// Default storey height by the venue's category, in m; from memory: shopping centres 4.5 to 6, airports
  /// 5 to 8, hotels about 3.2, car parks about 3, others 4.
  static func storeyMetres(_ category: String) -> Double {
    switch category.prefix(while: { $0 != "." }) {
    case "airport", "conventioncenter": 6
    case "shoppingcenter", "stadium", "trainstation", "transitstation": 5
    case "parkingfacility", "parking": 3
    case "hotel", "resort": 3.2
    default: 4
    }
  }

  /// The kind of an opening, from its door and access control.
  ///
  /// - Parameters:
  ///   - category: Category of the opening.
  ///   - door: Type of its door; nil if it has none.
  ///   - isAutomatic: True if the door opens automatically.
  ///   - control: Methods of access control.
  /// - Returns: The kind.
  static func openingKind(
    _ category: String, door: String?, isAutomatic: Bool, control: [String]
  ) -> OpeningKind {
    let locks: Set<String> = [
      "badgereader", "fingerprintreader", "keyaccess", "outofservice", "passwordaccess",
      "retinascanner", "voicerecognition",
    ]
    if category == "emergencyexit" || category == "service" || control.contains("outofservice") {
      return .locked
    }
    if let door, door.hasPrefix("turnstile") { return .turnstile }
    if control.contains(where: { locks.contains($0) }) { return .locked }
    switch door {
    case "open", nil: return .passage
    case "revolving": return .revolving
    case "shutter", "movablepartition": return .shutter
    case "sliding": return .sliding
    default: return isAutomatic ? .sliding : .door
    }
  }

  /// The kind of connector that a unit is part of; nil for other units.
  static func connector(_ kind: UnitKind) -> ConnectorKind? {
    switch kind {
    case .stairs: .stairs
    case .escalator: .escalator
    case .lift: .lift
    case .ramp: .ramp
    case .walkway: .walkway
    default: nil
    }
  }
}
