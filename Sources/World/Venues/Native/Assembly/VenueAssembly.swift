import Documents
import Geometry
import Maps
import Observations

/// Makes a venue of what a file says, part by part.
struct VenueAssembly {
  /// How many things a file may make by repeating.
  private static let most = 500_000

  let file: VenueFile
  var findings: Findings
  /// How the file's drawing lies in the venue.
  let drawing: Placement

  var buildings: [Building] = []
  var buildingPlaces: [SourcePlace] = []
  /// How each building's own drawing lies in the venue.
  var placements: [Placement] = []
  var facades: [Material] = []
  var roofs: [Roof?] = []
  /// For each building, the numbers of its levels.
  var levelRanges: [Range<Int>] = []
  /// The buildings with levels, by name; the first of those called alike.
  var buildingsByName: [String: Int] = [:]

  var levels: [Level] = []
  var levelPlaces: [SourcePlace] = []
  /// For each level, where its rooms and its openings stand in the file.
  var roomPlaces: [[SourcePlace]] = []
  var openingPlaces: [[SourcePlace]] = []
  var materials: [[Material]] = []

  /// The connectors of the buildings, until all levels are known.
  var waitingConnectors: [(ConnectorEntries, building: Int, NameScope)] = []
  var connectors: [Connector] = []
  var connectorPlaces: [SourcePlace] = []
  var lifts: [Int: LiftMachine] = [:]
  var beltSpeeds: [Int: Double] = [:]

  var accessPoints: [AccessPoint] = []
  var beacons: [Beacon] = []
  var cellSites: [CellSite] = []
  var transmitterNames: Set<String> = []
  var places: [NamedPlace] = []
  var placeNames: Set<String> = []
  var regions: [Region] = []
  var paths = PathNetwork()
  var roads = RoadNetwork()
  /// For each road, where it stands in the file; for each junction, the roads at it.
  var roadPlaces: [SourcePlace] = []
  var armsOfJunctions: [[Int]] = []
  var plans: [SignalPlan] = []

  private var made = 0
  private var isFull = false

  init(_ file: VenueFile) {
    self.file = file
    findings = Findings(isLenient: file.isImported || file.checks == .lenient)
    drawing = Placement(angle: file.rotation)
  }

  /// What placeholders stand for at the top of the file.
  var outermost: NameScope { NameScope(isLiteral: file.isImported) }

  /// Calls `body` for each of the things that a repeat makes, with its shift and names.
  mutating func each(
    _ repetition: RepeatEntry?, in scope: NameScope,
    _ body: (inout VenueAssembly, Vec2, NameScope, Counter) -> Void
  ) {
    guard let repetition else {
      made += 1
      return body(&self, .zero, scope, Counter())
    }
    let (count, overflow) = repetition.count.multipliedReportingOverflow(by: repetition.rows)
    guard !overflow, count <= 100_000 else {
      findings.error("it repeats more than 100000 times", at: repetition.place)
      return
    }
    made += count
    guard made <= Self.most else {
      if !isFull {
        findings.error(
          "the venue would have more than \(Self.most) parts; repeat less", at: repetition.place)
      }
      isFull = true
      return
    }
    repetition.forEach { shift, counter in
      guard !isFull, !findings.isHopeless else { return }
      var inner = scope
      inner.counter = counter
      body(&self, shift, inner, counter)
    }
  }

  /// Finds the level that a reference means; reports it if there is none.
  ///
  /// - Parameters:
  ///   - reference: The level.
  ///   - name: The building's name, where it is told.
  ///   - within: The number of the building that it is told in, if it is.
  ///   - what: What is on the level, for messages.
  ///   - place: Where it is told.
  /// - Returns: The level's number, or nil for none.
  mutating func level(
    _ reference: LevelReference, building name: String?, within: Int?, of what: String,
    at place: SourcePlace
  ) -> Int? {
    guard let building = building(name, within: within, of: what, at: place) else { return nil }
    let range = levelRanges[building]
    let found = range.first { number in
      switch reference {
      case .ordinal(let ordinal): levels[number].ordinal == ordinal
      case .name(let name): levels[number].shortName == name
      }
    }
    if let found { return found }
    let known = range.prefix(12).map { "\(levels[$0].ordinal) ('\(levels[$0].shortName)')" }
    let suggestion: String? =
      if case .name(let name) = reference {
        nearestName(to: name, among: range.map { levels[$0].shortName })
      } else { nil }
    findings.error(
      "\(what) is on level \(reference), which building '\(buildings[building].name)' lacks; it has "
        + known.joined(separator: ", ") + (range.count > 12 ? ", ..." : ""), at: place,
      suggestion: suggestion)
    return nil
  }

  /// The number of a building with levels; of the only one, if no name is told.
  mutating func building(
    _ name: String?, within: Int?, of what: String, at place: SourcePlace
  ) -> Int? {
    if let name {
      if let building = buildingsByName[name] { return building }
      findings.error(
        "\(what) is in building '\(name)', but none with levels is called so", at: place,
        suggestion: nearestName(to: name, among: buildingsByName.keys.sorted()))
      return nil
    }
    if let within { return within }
    let entered = levelRanges.indices.filter { !levelRanges[$0].isEmpty }
    if entered.count == 1 { return entered[0] }
    findings.error(
      entered.isEmpty
        ? "\(what) is on a level, but no building has levels"
        : "\(what) is on a level, but of which building? Several have levels; say 'building'",
      at: place)
    return nil
  }

  /// The number of a level that may be untold, in which case it is outdoors.
  ///
  /// - Returns: Nil if something is wrong; else the level or nil for outdoors.
  mutating func optionalLevel(
    _ reference: LevelReference?, building name: String?, of what: String, at place: SourcePlace
  ) -> Int?? {
    guard let reference else {
      guard name == nil else {
        findings.error("\(what) has a 'building' but no 'level'", at: place)
        return .none
      }
      return .some(nil)
    }
    guard let level = level(reference, building: name, within: nil, of: what, at: place) else {
      return .none
    }
    return .some(level)
  }

  /// Whether a point is near enough to the origin; reports it if not.
  mutating func isWithinReach(_ point: Vec2, of what: String, at place: SourcePlace) -> Bool {
    if max(abs(point.x), abs(point.y)) <= nativeReach { return true }
    findings.error("\(what) must lie within 100 km of the venue's origin", at: place)
    return false
  }

  /// The venue, once everything is assembled.
  func venue(_ frame: LocalFrame) -> Venue {
    Venue(
      map: VenueMap(
        name: file.name, frame: frame, buildings: buildings, levels: levels,
        connectors: connectors, paths: paths, roads: roads, places: places,
        beacons: beacons.map(\.published), accessPoints: accessPoints.flatMap(\.published)),
      fabric: Fabric(
        walls: materials, facades: facades, roofs: roofs, lifts: lifts, beltSpeeds: beltSpeeds),
      transmitters: Transmitters(
        beacons: beacons, accessPoints: accessPoints, cellSites: cellSites),
      signals: plans, regions: regions)
  }
}
