import Maps

/// Interprets the tags of pedestrian ways, after the OpenStreetMap wiki (from memory).
enum OSMPathRules {
  private static let kinds: [String: PathKind] = [
    "footway": .footway, "pedestrian": .footway, "corridor": .footway, "platform": .footway,
    "path": .trail, "trail": .trail, "bridleway": .trail, "track": .trail, "steps": .steps,
    "crossing": .crossing,
  ]

  /// The kind of a pedestrian way; nil for other ways.
  static func kind(_ tags: OSMTags) -> PathKind? {
    guard let highway = tags["highway"] else { return nil }
    let isCrossing =
      tags.has("footway", "crossing") || tags.has("path", "crossing")
      || tags.has("cycleway", "crossing")
    if highway == "cycleway" {
      guard tags.has("foot", "yes", "designated", "permissive") else { return nil }
      return isCrossing ? .crossing : .footway
    }
    guard let kind = kinds[highway] else { return nil }
    return isCrossing ? .crossing : kind
  }

  /// True if the way is for pedestrians.
  static func isWalkable(_ tags: OSMTags) -> Bool { kind(tags) != nil }

  /// True if the public may walk there.
  static func isOpen(_ tags: OSMTags) -> Bool {
    OSMRoadRules.access(tags, ["foot", "access"]) ?? true
  }

  /// The sides of a road that have a pavement.
  struct Sides {
    var left: Bool
    var right: Bool
  }

  /// The pavements in a road's tags; nil if they have none.
  static func pavements(_ tags: OSMTags) -> Sides? {
    var sides: Sides?
    func set(_ value: String?, left: Bool, right: Bool) {
      guard let value else { return }
      var known = sides ?? Sides(left: false, right: false)
      let has = value == "yes"
      if left { known.left = has }
      if right { known.right = has }
      sides = known
    }
    switch tags["sidewalk"] {
    case "both", "yes": sides = Sides(left: true, right: true)
    case "left": sides = Sides(left: true, right: false)
    case "right": sides = Sides(left: false, right: true)
    case nil: break
    default: sides = Sides(left: false, right: false)
    }
    set(tags["sidewalk:both"], left: true, right: true)
    set(tags["sidewalk:left"], left: true, right: false)
    set(tags["sidewalk:right"], left: false, right: true)
    return sides
  }

  /// Pedestrian use of a road without further tags.
  enum Along {
    /// On pavements at both sides.
    case pavements
    /// On the carriageway itself.
    case shared(PathKind)
    /// No pedestrians.
    case none
  }

  /// The usual pedestrian use of a kind of road.
  static func along(_ road: OSMRoadRules.TaggedRoad, _ tags: OSMTags) -> Along {
    if OSMRoadRules.access(tags, ["foot"]) == false || tags.isYes("motorroad") { return .none }
    if tags.has("access", "no", "private"), tags["foot"] == nil { return .none }
    if tags.has("highway", "living_street") { return .shared(.footway) }
    switch road.kind {
    case .motorway, .trunk, .link, .cycleway: return .none
    case .primary, .secondary, .tertiary, .residential: return .pavements
    case .service, .aisle: return road.layer == 0 ? .shared(.footway) : .none
    // Tracks are paths already.
    case .track: return .none
    }
  }
}
