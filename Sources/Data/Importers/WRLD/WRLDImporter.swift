import Documents
import Geometry
import Maps
import Venues

/// Imports a WRLD indoor map as a venue: `main.json` and a GeoJSON file for each level, in which walls,
/// windows and doors are drawn as polygons with their true thickness.
struct WRLDImporter {
  /// Default storey height, in m; not in the format: offices have 3.5 to 4 m.
  static let storeyMetres = 4.0
  /// Floor to ceiling, in m.
  static let roomMetres = 2.8

  private let options: ImportOptions
  private let source: ImportSource
  private var report = ImportReport()

  ///
  /// - Throws: The fault of `main.json`, or of a file that it refers to.
  static func venue(path: String, options: ImportOptions) throws -> ImportedVenue {
    let source = try ImportSource(path: path, marker: "main.json", limits: options.limits)
    var importer = WRLDImporter(options: options, source: source)
    return try importer.run()
  }

  private init(options: ImportOptions, source: ImportSource) {
    self.options = options
    self.source = source
  }

  private mutating func run() throws -> ImportedVenue {
    let main = try source.json("main.json")
    let levels = try WRLDLevelEntry.list(main, title: source.title("main.json"))
    let ground = WRLDLevelEntry.ground(levels)
    if ground != nil { report.infer("ordinals", "counted from the level called ground") }
    var contents: [[GeoFeature]] = []
    for level in levels {
      let reader = GeoFeatureReader(name: source.title(level.file), limits: options.limits)
      contents.append(
        try reader.features(of: source.json(level.file), as: "features", &report))
    }
    guard let bounds = geoBounds(contents.flatMap { $0 }) else {
      throw DocumentError("\(brief(source.path, limit: 200)): none of its levels has a feature")
    }
    let origin = bounds.origin(main["location"]?["coordinates"]?.elements)
    let frame = try ImportFrame(origin: origin, options: options)
    let name = options.name ?? main["name"]?.plainText ?? fileStem(source.path)
    var site = SiteDraft(name: brief(trimmed(name), limit: 80), frame: frame)
    site.maxPlaces = options.limits.places
    var names = WRLDNames()
    var shafts: [Shaft] = []
    for (level, features) in zip(levels, contents) {
      let ordinal = level.order - (ground ?? 0)
      var draft = LevelDraft(
        key: LevelKey(building: 0, ordinal: ordinal), shortName: level.name,
        elevation: Double(ordinal) * Self.storeyMetres, height: Self.roomMetres)
      var maker = WRLDLevelMaker(frame: frame, key: draft.key)
      maker.build(features, &draft, &names, &report)
      shafts += maker.shafts
      for label in maker.labels {
        site.addPlace(label.name, in: label.shape, level: draft.key, "named places", &report)
      }
      site.levels.append(draft)
    }
    report.take("levels", levels.count)
    report.infer(
      "elevations", "at \(decimal(Self.storeyMetres, 1)) m for each storey", levels.count)
    report.infer("room heights", "at \(decimal(Self.roomMetres, 1)) m", levels.count)
    finish(&site, shafts, &names)
    try addPaths(to: &site, levels, ground: ground ?? 0, &names)
    measure(site)
    var notes = ["Indoor map in the WRLD Indoor Map Format 1.0."]
    if let owner = main["owner"]?.plainText { notes.append("Owner of the map: \(brief(owner)).") }
    let venue = site.venue(&report)
    return ImportedVenue(venue: venue, report: report, notes: notes)
  }

  /// Adds the building and the connectors.
  private mutating func finish(
    _ site: inout SiteDraft, _ shafts: [Shaft], _ names: inout WRLDNames
  ) {
    let ordered = site.sortedLevels
    let ground = ordered.first { $0.key.ordinal == 0 } ?? ordered[0]
    let top = ordered[ordered.count - 1].elevation + Self.storeyMetres
    site.buildings = [
      Building(
        name: site.name, footprint: ground.floor,
        heightMetres: max(top, Self.storeyMetres))
    ]
    site.facades = [.brick]
    report.infer("building heights", "at \(decimal(Self.storeyMetres, 1)) m for each storey")
    let (connectors, single) = ShaftBuilder(shafts, levels: site.levels)
      .connectors(&names.connectors)
    site.connectors = connectors
    for connector in connectors {
      report.infer(
        connector.kind == .lift ? "lifts" : "stairs and escalators",
        "plans that lie above one another")
    }
    for shaft in single {
      report.leave(
        "\(shaft.kind.rawValue) on one level", "nothing above or below it",
        "level \(shaft.level.ordinal)")
    }
  }

  private mutating func addPaths(
    to site: inout SiteDraft, _ levels: [WRLDLevelEntry], ground: Int, _ names: inout WRLDNames
  ) throws {
    guard source.has("main-paths.json") else { return }
    let main = try source.json("main-paths.json")
    var maker = WRLDPathMaker(site: site, ground: ground)
    for value in main["level_filenames"]?.elements ?? [] {
      guard let file = value.plainText, WRLDLevelEntry.isPlain(file), source.has(file) else {
        report.leave("path files", "missing", value.plainText)
        continue
      }
      let document = try source.json(file)
      let reader = GeoFeatureReader(name: source.title(file), limits: options.limits)
      let features = try reader.features(of: document, as: "paths", &report)
      guard let order = document["z_order"]?.whole, levels.contains(where: { $0.order == order })
      else {
        report.leave("path files", "no z_order of a level", file)
        continue
      }
      for feature in features { maker.add(feature, order: order, &report) }
    }
    let reader = GeoFeatureReader(name: source.title("main-paths.json"), limits: options.limits)
    for feature in try reader.features(of: main, as: "paths", &report) {
      maker.addConnector(feature, &names.connectors, &report)
    }
    site = maker.site
  }

  /// Reports the walkable share of the building, from its entrances.
  private mutating func measure(_ site: SiteDraft) {
    let drafts = site.sortedLevels
    let reach = WalkReach(drafts, connectors: site.connectors)
    reach.addMeasures(drafts, &report)
  }
}

/// Names that are unique in the whole building.
struct WRLDNames {
  var units = NameRegister()
  var connectors = NameRegister()
}

/// A level entry in `main.json`.
struct WRLDLevelEntry {
  let name: String
  let readableName: String
  let order: Int
  let file: String

  /// True if a file name has no path; the format forbids leading periods and underscores.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.contains("\\") && !name.hasPrefix(".")
      && !name.hasPrefix("_") && !name.utf8.contains(0)
  }

  /// The levels, sorted from the lowest.
  static func list(_ main: JSONValue, title: String) throws(DocumentError) -> [WRLDLevelEntry] {
    func failure(_ message: String) -> DocumentError {
      DocumentError("\(brief(title, limit: 200)): \(message)")
    }
    guard let elements = main["levels"]?.elements, !elements.isEmpty else {
      throw failure("there is no list of levels")
    }
    guard elements.count <= 250 else { throw failure("more than 250 levels") }
    var levels: [WRLDLevelEntry] = []
    for (index, value) in elements.enumerated() {
      guard let file = value["filename"]?.plainText, isPlain(file) else {
        throw failure("levels[\(index)]: 'filename' must be a plain file name")
      }
      guard let order = value["z_order"]?.whole(in: -250...250) else {
        throw failure("levels[\(index)]: 'z_order' must be a whole number from -250 to 250")
      }
      guard !levels.contains(where: { $0.order == order }) else {
        throw failure("levels[\(index)]: another level has the z_order \(order) too")
      }
      let name = trimmed(value["name"]?.plainText ?? "\(order)")
      levels.append(
        WRLDLevelEntry(
          name: brief(name.isEmpty ? "\(order)" : name, limit: 20),
          readableName: value["readable_name"]?.plainText ?? "", order: order, file: file))
    }
    return levels.sorted { $0.order < $1.order }
  }

  /// The order of the ground floor, by its name; nil if none has such a name.
  static func ground(_ levels: [WRLDLevelEntry]) -> Int? {
    let names: Set<String> = ["g", "gf", "0", "eg", "ground", "ground floor"]
    return levels.first {
      names.contains($0.name.lowercased()) || names.contains($0.readableName.lowercased())
    }?.order
  }
}

extension WalkReach {
  /// Adds the measurement to a report.
  func addMeasures(_ drafts: [LevelDraft], _ report: inout ImportReport) {
    let entrances = drafts.reduce(0) { $0 + $1.openings.count { $0.isEntrance } }
    report.measure("entrances", "starts of the reachability search", entrances)
    let (floor, reached) = totals
    guard floor > 0 else { return }
    report.measure(
      "reachable floor",
      "reached \(decimal(reached, 0)) of \(decimal(floor, 0)) m², "
        + "\(decimal(100 * reached / floor, 1)) % of all levels")
    var all = 0
    var found = 0
    for (level, draft) in zip(levels, drafts) {
      guard level.floorArea > 0 else {
        report.leave(
          "levels", "too large, or without a floor, to measure reachability", draft.shortName)
        continue
      }
      let walkable = level.units.compactMap { $0 }
      all += walkable.count
      found += walkable.count { $0 }
      report.measure(
        "level \(draft.shortName)",
        "reached \(decimal(level.reachedArea, 0)) of \(decimal(level.floorArea, 0)) m², "
          + "\(walkable.count { $0 }) of \(walkable.count) units")
      for (unit, isReached) in zip(draft.units, level.units) where isReached == false {
        report.leave("units out of reach", "no path from an entrance", unit.name)
      }
    }
    report.measure("reachable units", "of \(all)", found)
  }
}
