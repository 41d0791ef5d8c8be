public import Documents
import Geometry
import Kernel
public import Maps
import Observations

/// Transmitters to add to a venue file.
///
/// The rest of the file stays unchanged, including comments and order.
public struct VenueAdditions: Sendable {
  /// The positions of new access points, with their levels.
  public var accessPoints: [Spot]
  /// The positions of new beacons.
  public var beacons: [Spot]

  public init(accessPoints: [Spot] = [], beacons: [Spot] = []) {
    self.accessPoints = accessPoints
    self.beacons = beacons
  }

  /// Returns the text of a venue file with the additions; `file` is its name in messages.
  ///
  /// - Throws: The errors of the venue, or the reason why its file cannot be extended as it is
  ///   written.
  public func added(to text: String, file: String) throws(DocumentError) -> String {
    var entries = try AdditionEntries(Self.read(text, file: file))
    var lists = BlockLists(text, file: file)
    try lists.add(accessPoints.map { entries.accessPoint(at: $0) }, to: "access_points")
    try lists.add(beacons.map { entries.beacon(at: $0) }, to: "beacons")
    // The result must be readable, or it is not returned.
    _ = try Self.read(lists.text, file: file).venue()
    return lists.text
  }

  private static func read(_ text: String, file: String) throws(DocumentError) -> VenueFile {
    try decodeDocument(VenueFile.self, from: try YAML.load(text, name: file))
  }
}

/// Builder of list entries with names and numbers that are unused in the venue.
private struct AdditionEntries {
  private let venue: Venue
  private let rotation: Double
  /// The UUID of new beacons; nil if the venue has a default one.
  private let uuid: Identifier128?
  private let firstMajor: Int
  private var names: Set<String>
  private var numbers: [String: Int] = [:]
  private var minors: [Int: Int] = [:]

  /// The mounting height of beacons, in m, where the ceiling is high enough.
  private static let beaconHeight = 2.5
  /// The min major number of added beacons; each level gets one that no other beacon has.
  private static let usualMajor = 9000

  init(_ file: VenueFile) throws(DocumentError) {
    venue = try file.venue()
    rotation = file.rotation
    let made = Identifier128(
      high: stableHash("\(venue.name) beacons"), low: stableHash("\(venue.name) uuid"))
    uuid = file.beaconUUID == nil ? venue.beacons.first?.identity.uuid ?? made : nil
    let highest = venue.beacons.map { Int($0.identity.major) + 1 }.max() ?? 0
    let room = Int(UInt16.max) - venue.levels.count - 1
    firstMajor = max(Self.usualMajor, highest) <= room ? max(Self.usualMajor, highest) : 0
    names = Set(venue.beacons.map(\.name) + venue.transmitters.accessPoints.map(\.name))
  }

  mutating func accessPoint(at spot: Spot) -> String {
    "{\(flow("access-point", spot).text)}"
  }

  mutating func beacon(at spot: Spot) -> String {
    var flow = flow("beacon", spot)
    let room = spot.level.map { venue.levels[$0].heightMetres } ?? Self.beaconHeight
    flow.add("height", metres: min(Self.beaconHeight, room))
    if let uuid { flow.add("uuid", "\(uuid)") }
    let major = firstMajor + (spot.level ?? venue.levels.count)
    minors[major, default: 0] += 1
    flow.add("major", "\(major)")
    flow.add("minor", "\(minors[major, default: 1])")
    return "{\(flow.text)}"
  }

  /// The name and the position, in the drawing's coordinates.
  private mutating func flow(_ kind: String, _ spot: Spot) -> Flow {
    var name: String
    repeat {
      numbers[kind, default: 0] += 1
      name = "\(kind)-\(numbers[kind, default: 1])"
    } while !names.insert(name).inserted
    var flow = Flow()
    flow.add("name", name)
    flow.add("at", spot.point.rotated(by: -rotation))
    if let level = spot.level {
      let level = venue.levels[level]
      flow.add("level", "\(level.ordinal)")
      let entered = Set(venue.levels.map(\.building))
      if entered.count > 1 {
        flow.add("building", quoted: venue.map.buildings[level.building].name)
      }
    }
    return flow
  }
}

/// YAML text whose top-level lists can be extended line by line.
private struct BlockLists {
  private var lines: [Substring]
  private let file: String

  init(_ text: String, file: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    self.file = file
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds entries to a list, one per line.
  mutating func add(_ entries: [String], to key: String) throws(DocumentError) {
    guard !entries.isEmpty else { return }
    guard let head = lines.firstIndex(where: { $0.hasPrefix("\(key):") }) else {
      lines += ["\(key):"] + entries.map { "  - \($0)" }
      return
    }
    let value =
      lines[head].dropFirst(key.utf8.count + 1).split(separator: "#", maxSplits: 1)
      .first.map { $0.filter { !$0.isWhitespace } } ?? ""
    if value == "[]" { lines[head] = "\(key):" }
    guard value.isEmpty || value == "[]" else {
      throw DocumentError(
        "the list '\(key)' begins on the line of its name; put each entry on a line that begins with '- '",
        at: SourcePosition(file: file, line: head + 1, column: 1))
    }
    // The list ends with its last line that is indented or begins with a dash.
    var end = head
    for index in lines.indices.dropFirst(head + 1) {
      guard let first = lines[index].first, first != "#" else { continue }
      guard first == " " || first == "-" else { break }
      end = index
    }
    let dashed = lines[head...end].dropFirst().first { $0.drop { $0 == " " }.first == "-" }
    let indent = dashed.map { String($0.prefix { $0 == " " }) } ?? "  "
    lines.insert(contentsOf: entries.map { "\(indent)- \($0)"[...] }, at: end + 1)
  }
}
