import Documents
import Maps

/// Interprets the tags of ways for vehicles, after the OpenStreetMap wiki (from memory).
struct OSMRoadRules {
  /// Countries with known different defaults.
  enum Country {
    case unitedStates, unitedKingdom, elsewhere

    /// Estimates the region of a position from rough boxes; used only for untagged speed limits.
    init(_ place: GeoPoint) {
      let (x, y) = (place.longitude, place.latitude)
      if x > -125, x < -66.9, y > 24.4, y < 49 {
        self = .unitedStates
      } else if x > -8.2, x < 1.8, y > 49.8, y < 60.9 {
        self = .unitedKingdom
      } else {
        self = .elsewhere
      }
    }
  }

  /// A way as a road for vehicles.
  struct TaggedRoad {
    var kind: RoadKind
    var users: RoadUsers
    var lanesForward: Int
    var lanesBackward: Int
    var limit: Double
    var layer: Int
    var name: String
    /// True if its one-way traffic runs against the order of its nodes.
    var isReversed: Bool
    /// True if bicycles may ride against a one-way street.
    var hasContraflow: Bool
    /// Inferred properties, with the method.
    var inferred: [(what: String, how: String)] = []
  }

  private static let kilometresPerHour = 1 / 3.6
  private static let milesPerHour = 0.44704
  private static let maxLanes = 8

  /// Interprets a way's tags; nil if it isn't a way for vehicles or bicycles.
  static func road(_ tags: OSMTags, region: Country) -> TaggedRoad? {
    guard var kind = kind(tags), !tags.isYes("area") else { return nil }
    if kind == .service, tags.has("service", "parking_aisle") { kind = .aisle }
    let users = users(tags, kind)
    guard !users.isEmpty else { return nil }
    var road = TaggedRoad(
      kind: kind, users: users, lanesForward: 1, lanesBackward: 1, limit: 0, layer: layer(tags),
      name: tags["name"] ?? tags["ref"] ?? "", isReversed: false, hasContraflow: false)
    setLanes(&road, tags)
    setLimit(&road, tags, region)
    return road
  }

  /// The kind of road of a `highway`; paths count if bicycles are permitted.
  static func kind(_ tags: OSMTags) -> RoadKind? {
    guard let highway = tags["highway"] else { return nil }
    switch highway {
    case "motorway": return .motorway
    case "trunk": return .trunk
    case "primary": return .primary
    case "secondary": return .secondary
    case "tertiary": return .tertiary
    case "residential", "unclassified", "living_street", "road": return .residential
    case "service", "busway", "bus_guideway": return .service
    case "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link":
      return .link
    case "cycleway": return .cycleway
    case "track": return .track
    case "path", "footway", "pedestrian", "bridleway":
      return tags.has("bicycle", "designated", "yes", "permissive") ? .cycleway : nil
    default: return nil
    }
  }

  // MARK: Permitted users

  private static let denied: Set<String> = [
    "no", "private", "delivery", "permit", "agricultural", "forestry", "emergency", "military",
    "use_sidepath", "dismount",
  ]

  /// True if the most specific of some access tags permits; nil if none is given.
  static func access(_ tags: OSMTags, _ keys: [String]) -> Bool? {
    for key in keys {
      if let value = tags[key] { return !denied.contains(value) }
    }
    return nil
  }

  private static func users(_ tags: OSMTags, _ kind: RoadKind) -> RoadUsers {
    let isBusway = tags.has("highway", "busway", "bus_guideway")
    let usual: RoadUsers =
      isBusway ? [.buses] : tags.has("highway", "pedestrian") ? [.bicycles] : kind.usualUsers
    var users: RoadUsers = []
    let rules: [(RoadUsers, [String])] = [
      (.cars, ["motorcar", "motor_vehicle", "vehicle", "access"]),
      (.buses, ["bus", "psv", "motor_vehicle", "vehicle", "access"]),
      (.bicycles, ["bicycle", "vehicle", "access"]),
    ]
    for (user, keys) in rules {
      let isUsual = usual.contains(user)
      // For a user excluded by the kind of way, only an access tag that names the user grants access.
      let isNamed = keys.prefix(user == .buses ? 2 : 1).contains { tags[$0] != nil }
      let allowed = access(tags, keys) ?? isUsual
      if allowed, isUsual || isNamed { users.insert(user) }
    }
    if tags.isYes("motorroad") { users.remove(.bicycles) }
    return users
  }

  // MARK: Directions and lanes

  private static func setLanes(_ road: inout TaggedRoad, _ tags: OSMTags) {
    let isRound = tags.has("junction", "roundabout", "circular")
    let oneway = tags["oneway"]
    let isReversed = oneway == "-1" || oneway == "reverse"
    let isOneWay =
      isReversed || tags.isYes("oneway")
      || (!tags.has("oneway", "no", "false", "0") && (isRound || road.kind == .motorway))
    road.isReversed = isReversed
    let total = count(tags["lanes"])
    if isOneWay {
      road.lanesBackward = 0
      road.lanesForward = total ?? (road.kind == .motorway ? 2 : 1)
      let isOpposite =
        tags.has("oneway:bicycle", "no") || (tags["cycleway"] ?? "").hasPrefix("opposite")
      road.hasContraflow = isOpposite && road.users.contains(.bicycles)
    } else {
      let both = count(tags["lanes:both_ways"]) ?? 0
      let forward = count(tags["lanes:forward"])
      let backward = count(tags["lanes:backward"])
      let rest = total.map { max($0 - both, 2) }
      road.lanesForward =
        forward ?? rest.map { max($0 - (backward ?? $0 / 2), 1) } ?? 1
      road.lanesBackward = backward ?? rest.map { max($0 - road.lanesForward, 1) } ?? 1
    }
    if total == nil, tags["lanes:forward"] == nil {
      road.inferred.append(("lanes", "one in each direction, two on motorways"))
    }
  }

  /// Parses a number of lanes; nil for other text.
  private static func count(_ text: String?) -> Int? {
    text.flatMap { HeightText.plainNumber(trimmed($0)) }.flatMap {
      Int(rounding: min($0, Double(maxLanes)), in: 1...maxLanes)
    }
  }

  /// The layer: 0 on the ground; without a layer tag, 1 for bridges and -1 for tunnels.
  static func layer(_ tags: OSMTags) -> Int {
    if let text = tags["layer"], let value = HeightText.plainNumber(text), abs(value) <= 10 {
      return max(-5, min(5, Int(value.rounded())))
    }
    if let bridge = tags["bridge"], bridge != "no" { return 1 }
    if let tunnel = tags["tunnel"], tunnel != "no", tunnel != "building_passage" { return -1 }
    return 0
  }

  // MARK: Speed

  private static func setLimit(_ road: inout TaggedRoad, _ tags: OSMTags, _ region: Country) {
    let text = tags["maxspeed"] ?? tags["maxspeed:forward"] ?? tags["maxspeed:backward"]
    if let limit = text.flatMap({ speed($0) }) {
      road.limit = limit
      return
    }
    road.limit = usualLimit(road.kind, tags, region)
    road.inferred.append(("speed limits", "the usual limit for the kind of road and the country"))
  }

  /// Parses a `maxspeed`, in m/s; nil without a speed.
  static func speed(_ text: String) -> Double? {
    let first = trimmed(text.split(separator: ";").first.map(String.init) ?? "").lowercased()
    let named: [String: Double] = [
      // General limits of countries, in km/h; from memory of their traffic codes.
      "walk": 7, "none": 130, "de:walk": 7, "de:living_street": 7, "de:urban": 50,
      "de:rural": 100, "de:motorway": 130, "de:bicycle_road": 30, "at:urban": 50,
      "at:rural": 100, "at:motorway": 130, "ch:urban": 50, "ch:rural": 80, "ch:motorway": 120,
      "fr:urban": 50, "fr:rural": 80, "fr:motorway": 130, "fi:urban": 50, "fi:rural": 80,
      "it:urban": 50, "it:rural": 90, "it:motorway": 130, "es:urban": 50, "es:rural": 90,
    ]
    let inMiles: [String: Double] = [
      "gb:nsl_restricted": 30, "gb:nsl_single": 60, "gb:nsl_dual": 70, "gb:motorway": 70,
    ]
    if let value = named[first] { return value * kilometresPerHour }
    if let value = inMiles[first] { return value * milesPerHour }
    for (suffix, factor) in [
      ("mph", milesPerHour), ("knots", 0.514_444), ("km/h", kilometresPerHour),
      ("kmh", kilometresPerHour), ("kph", kilometresPerHour), ("", kilometresPerHour),
    ] where first.hasSuffix(suffix) {
      guard let value = HeightText.plainNumber(trimmed(first.dropLast(suffix.count))), value >= 1,
        value * factor <= 100
      else { return nil }
      return value * factor
    }
    return nil
  }

  /// Default speed limit, in m/s: an estimate of usual city limits.
  static func usualLimit(_ kind: RoadKind, _ tags: OSMTags, _ region: Country) -> Double {
    if tags.has("highway", "living_street") { return 10 * kilometresPerHour }
    if kind == .cycleway { return 25 * kilometresPerHour }
    if region != .elsewhere {
      let miles: Double =
        switch kind {
        case .motorway: region == .unitedKingdom ? 70 : 60
        case .trunk: 45
        case .primary, .secondary, .tertiary, .link: 30
        case .residential: region == .unitedKingdom ? 30 : 25
        case .service, .track, .cycleway: 15
        case .aisle: 5
        }
      return miles * milesPerHour
    }
    let kilometres: Double =
      switch kind {
      case .motorway: 120
      case .trunk: 80
      case .primary, .secondary, .tertiary, .link: 50
      case .residential: 30
      case .service, .track, .cycleway: 20
      case .aisle: 10
      }
    return kilometres * kilometresPerHour
  }
}
