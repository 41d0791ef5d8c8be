import Documents
import Maps
import Mobility
import Venues

/// A visit to places of a given venue, for a new scenario.
struct VisitPlan {
  /// The places in order; each can be reached on foot from the one before.
  let places: [NamedPlace]
  /// True if the venue has beacons or access points.
  let isEquipped: Bool

  /// Max number of places.
  private static let maximum = 4

  init(venue path: String) throws {
    let node = try YAML.load(path: path)
    guard isVenue(node) else { throw DocumentError("'\(path)' isn't a venue; name a venue's file") }
    let map = try decodeDocument(VenueFile.self, from: node).venue().map
    let network = WalkNetwork(map)
    isEquipped = !map.beacons.isEmpty || !map.accessPoints.isEmpty
    var places: [NamedPlace] = []
    // One place per name, as scenarios name places; indoors first, taking the levels in turn, and passages last.
    let (rooms, passages) = (
      map.places.filter { !Self.isPassage($0) }, map.places.filter(Self.isPassage)
    )
    for place in Self.inTurn(rooms) + Self.inTurn(passages)
    where places.count < Self.maximum && !places.contains(where: { $0.name == place.name }) {
      guard let spot = network.nearestWalkable(to: place.spot) else { continue }
      if let latest = places.last, let before = network.nearestWalkable(to: latest.spot),
        (try? network.route(from: before, to: spot)) == nil
      {
        continue
      }
      places.append(place)
    }
    guard places.count > 1 else {
      throw DocumentError(
        "'\(path)' has no two named places with a route between them; 'venuesim tour \(path)' shows why"
      )
    }
    self.places = places
  }

  /// True for lifts, stairs and other passages, by the names that importers give them.
  private static func isPassage(_ place: NamedPlace) -> Bool {
    let name = place.name.lowercased()
    return ["elevator", "lift", "escalator", "stair", "steps", "ramp", "corridor", "walkway"]
      .contains(where: name.hasPrefix)
  }

  /// The places of all levels in turn, outdoor ones last.
  private static func inTurn(_ places: [NamedPlace]) -> [NamedPlace] {
    let levels = Dictionary(grouping: places.filter { $0.spot.level != nil }) { $0.spot.level ?? 0 }
    let rows = levels.keys.sorted().compactMap { levels[$0] }
    let longest = rows.map(\.count).max() ?? 0
    let indoors = (0..<longest).flatMap { turn in
      rows.compactMap { turn < $0.count ? $0[turn] : nil }
    }
    return indoors + places.filter { $0.spot.level == nil }
  }

  /// A scenario template with its visit replaced by this one.
  func planned(in text: String) -> String {
    let name = { (place: NamedPlace) in JSONValue.string(place.name).text(pretty: false) }
    var lines: [String] = []
    var isLeftOut = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("# A visitor comes from outside") {
        lines.append(
          "# A visitor walks to some places of the venue. Check the file, run it, look at the result:"
        )
      } else if line.hasPrefix("about:") {
        lines.append("about: A visit to places of a venue.")
      } else if line.hasPrefix("    start:") {
        lines.append("    start: \(name(places[0]))")
      } else if line.hasPrefix("      - visit: {to: Workshop") {
        lines += places.dropFirst().map { "      - visit: {to: \(name($0)), for: 60 s}" }
      } else if line.hasPrefix("      - visit:") {
        continue
      } else if line.hasPrefix("      - walk:") {
        lines.append("      - walk: \(name(places[0]))")
      } else if line.hasPrefix("  locator:"), !isEquipped {
        lines.append(
          "  locator: {use: strongest-beacon} # there is no beacon yet: 'venuesim equip --help'")
      } else if line.hasPrefix("# Settings that must break them") {
        // The settings that break a budget depend on the venue.
        isLeftOut = true
      } else if !isLeftOut, !(line.hasPrefix("  - availability") && !isEquipped) {
        lines.append(line)
      }
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}
