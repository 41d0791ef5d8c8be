import Documents
import Geometry
import Maps
import Reporting
import Venues

extension Option {
  static let equipAccessPoints = Option(
    "access-points", taking: "LENGTH",
    "Spread access points over the floors, at this distance from each other: 25 m.")
  static let equipBeacons = Option(
    "beacons", taking: "LENGTH|FILE",
    "Spread beacons likewise, or add those of a table such as 'survey --pictures' makes.")
}

/// Help text of `equip`.
let equipAbout = [
  "A map of another format has no transmitters, so phones receive nothing there. This adds them: evenly",
  "over each level where people walk, or at the positions of a table (columns level, x_m, y_m, optionally",
  "building). They are added to the file; comments and everything else stay.",
]

/// Runs `venuesim equip VENUE -o FILE`.
@Sendable
func equipVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else { throw UsageError("equip which venue?") }
  guard invocation.has(.equipAccessPoints) || invocation.has(.equipBeacons) else {
    throw UsageError("equip with what? --access-points 25 m, --beacons 10 m, or both")
  }
  let text = String(decoding: try readFile(path, limit: YAML.Limits().bytes), as: UTF8.self)
  let node = try YAML.load(text, name: path)
  guard isVenue(node) else {
    throw DocumentError("'\(path)' isn't a venue; name the file that its 'venue:' names")
  }
  let map = try decodeDocument(VenueFile.self, from: node).venue().map
  guard !map.levels.isEmpty else {
    throw DocumentError("'\(path)' has no level: there is no floor for transmitters")
  }
  var additions = VenueAdditions()
  if let value = invocation.value(.equipAccessPoints) {
    additions.accessPoints = TransmitterRule(spacing: try spacing(value, .equipAccessPoints))
      .spots(in: map)
  }
  if let value = invocation.value(.equipBeacons) {
    additions.beacons =
      value.hasSuffix(".csv")
      ? try spots(ofTable: value, in: map)
      : TransmitterRule(spacing: try spacing(value, .equipBeacons)).spots(in: map)
  }
  try put(additions, into: text, of: path, map, invocation)
  return .success
}

/// Writes a venue with additional transmitters to `--out`, or to standard output.
private func put(
  _ additions: VenueAdditions, into text: String, of path: String, _ map: VenueMap,
  _ invocation: Invocation
) throws {
  let equipped = try additions.added(to: text, file: path)
  guard let output = invocation.value(.venueOut) else { return say(String(equipped.dropLast())) }
  try writeFile(equipped, to: output)
  guard !invocation.has(.quiet) else { return }
  say(equipmentText(additions, map) + "; the venue is \(output)")
}

/// A summary of the added transmitters.
func equipmentText(_ additions: VenueAdditions, _ map: VenueMap) -> String {
  func count(_ spots: [Spot], _ what: String) -> String? {
    spots.isEmpty ? nil : "\(spots.count) \(what)\(spots.count == 1 ? "" : "s")"
  }
  let parts = [
    count(additions.accessPoints, "access point"), count(additions.beacons, "beacon"),
  ].compactMap { $0 }
  let levels = Set((additions.accessPoints + additions.beacons).compactMap(\.level)).count
  return "added \(parts.isEmpty ? "nothing" : parts.joined(separator: " and ")) on \(levels) of "
    + "\(map.levels.count) level\(map.levels.count == 1 ? "" : "s")"
}

private func spacing(_ text: String, _ option: Option) throws(UsageError) -> Double {
  guard let metres = try? Quantity.parse(text, as: .length), metres >= 1, metres <= 500 else {
    throw UsageError(
      "--\(option.name) takes a length from 1 m to 500 m, such as '25 m', not '\(text)'")
  }
  return metres
}

/// The positions of beacons in a table.
private func spots(ofTable path: String, in map: VenueMap) throws(DocumentError) -> [Spot] {
  var csv = try CSVReader(path: path)
  let places = try ["level", "x_m", "y_m"].map { name throws(DocumentError) in
    guard let index = csv.columns.firstIndex(of: name) else {
      throw DocumentError(
        "'\(path)' has no column '\(name)'; a table of beacons has level, x_m and y_m")
    }
    return index
  }
  let building = csv.columns.firstIndex(of: "building")
  var spots: [Spot] = []
  while try csv.nextRow() {
    guard let x = csv.number(at: places[1]), let y = csv.number(at: places[2]),
      x.isFinite, y.isFinite
    else { throw DocumentError("expected a number", at: csv.place(ofField: places[1])) }
    let ordinal = csv.integer(at: places[0]).map { Int($0) }
    let house = building.flatMap { csv.integer(at: $0) }.map { Int($0) } ?? 0
    guard let ordinal, let level = map.level(ordinal, building: house) else {
      let known = map.levels.filter { $0.building == house }.map { "\($0.ordinal)" }
      throw DocumentError(
        "expected a level of the venue: \(known.joined(separator: ", "))",
        at: csv.place(ofField: places[0]))
    }
    spots.append(Spot(Vec2(x, y), level: level))
  }
  guard !spots.isEmpty else { throw DocumentError("'\(path)' has no row") }
  return spots
}
