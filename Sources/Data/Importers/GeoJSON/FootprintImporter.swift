import Documents
import Geometry
import Maps
import Venues

/// Imports building footprints as a venue: GeoJSON or KML polygons, or TopoJSON.
struct FootprintImporter {
  private let options: ImportOptions
  private let path: String
  private var report: ImportReport
  private var names = NameRegister()

  /// Imports a GeoJSON or TopoJSON document.
  ///
  /// - Throws: An error if it isn't a collection, or has no footprint.
  static func venue(
    _ document: JSONValue, path: String, options: ImportOptions
  ) throws -> ImportedVenue {
    var report = ImportReport()
    let features =
      document["type"]?.plainText == "Topology"
      ? try TopoJSON(name: path, limits: options.limits).features(of: document, &report)
      : try GeoFeatureReader(name: path, limits: options.limits)
        .features(of: document, as: "footprints", &report)
    return try venue(features, path: path, options: options, report)
  }

  /// Imports features.
  ///
  /// - Throws: An error if none of them is a footprint.
  static func venue(
    _ features: [GeoFeature], path: String, options: ImportOptions, _ report: ImportReport
  ) throws -> ImportedVenue {
    var importer = FootprintImporter(options: options, path: path, report: report)
    return try importer.run(features)
  }

  private init(options: ImportOptions, path: String, report: ImportReport) {
    self.path = path
    self.options = options
    self.report = report
  }

  private mutating func run(_ all: [GeoFeature]) throws -> ImportedVenue {
    var features = all
    if let box = options.box {
      features = features.filter { feature in
        let isInside = geoBounds([feature]).map { box.contains($0.low) && box.contains($0.high) }
        if isInside == false { report.leave("footprints", "outside the box") }
        return isInside ?? true
      }
    }
    guard let bounds = geoBounds(features) else {
      throw DocumentError(
        "\(brief(path, limit: 200)): there is no footprint in it" + reasonForNone)
    }
    let frame = try ImportFrame(origin: options.box?.center ?? bounds.middle, options: options)
    var site = SiteDraft(name: options.name ?? fileStem(path), frame: frame)
    site.maxPlaces = options.limits.places
    for feature in features {
      if case .point(let place)? = feature.geometry, let name = Self.name(of: feature) {
        guard let point = frame.point(place) else {
          report.leave("named places", "too far from the origin", name)
          continue
        }
        site.addPlace(
          name, or: "Place", at: DraftSpot(point: point, level: nil), "named places", &report)
      } else {
        add(feature, to: &site)
      }
    }
    guard !site.buildings.isEmpty else {
      throw DocumentError(
        "\(brief(path, limit: 200)): none of its footprints is usable" + reasonForNone)
    }
    for building in site.buildings where !building.name.isEmpty {
      site.addPlace(
        building.name, in: building.footprint[0], level: nil, "named buildings", &report)
    }
    let venue = site.venue(&report)
    return ImportedVenue(
      venue: venue, report: report,
      notes: ["Building footprints from \(splitPath(path).name)."])
  }

  /// The first reason why a feature was left out, as the end of an error.
  private var reasonForNone: String {
    let left = report.entries.first { $0.fate == .left }
    return left.map { "; left out: \($0.count) \($0.what) (\($0.why))" } ?? ""
  }

  private mutating func add(_ feature: GeoFeature, to site: inout SiteDraft) {
    let footprint = IMDFLevelMaker.polygons(of: feature, "footprints", site.frame, &report)
    guard !footprint.isEmpty else { return }
    let (height, base) = heights(of: feature)
    let name = Self.name(of: feature).map { names.name($0, or: "Building") } ?? ""
    site.buildings.append(
      Building(name: name, footprint: footprint, heightMetres: height, baseMetres: base))
    report.take("buildings")
  }

  private static func name(of feature: GeoFeature) -> String? {
    feature.text("name") ?? feature.text("Name") ?? feature.text("NAME")
  }

  /// The height and base of a building, from the property names that cities use.
  private mutating func heights(of feature: GeoFeature) -> (height: Double, base: Double) {
    func length(_ keys: [String], factor: Double = 1) -> Double? {
      for key in keys {
        guard let value = feature.properties[key] else { continue }
        let metres = value.number ?? value.plainText.flatMap { HeightText.metres($0) }
        if let metres, metres * factor > 0, metres * factor <= HeightText.maximum {
          return metres * factor
        }
      }
      return nil
    }
    let base = length(["min_height", "building:min_height", "base_height"]) ?? 0
    let inMetres = [
      "height", "building:height", "hgt_median_m", "hgt_median", "height_m", "HEIGHT", "Height",
      "BLDG_HT", "BLDG_HGT", "bldg_height", "measuredHeight", "roof_height",
    ]
    let inFeet = ["height_ft", "HEIGHT_FT", "bldg_ht_ft", "hgt_median_ft", "heightroof"]
    if let height = length(inMetres) ?? length(inFeet, factor: 0.3048), height > base {
      report.take("heights")
      return (height, base)
    }
    let storeys = length([
      "building:levels", "levels", "num_floors", "NumFloors", "numfloors", "storeys", "stories",
    ])
    if let storeys, storeys <= 200 {
      report.infer("heights", "at \(HeightText.storey) m for each storey")
      return (max(storeys * HeightText.storey, base + HeightText.storey), base)
    }
    report.infer("heights", "at \(HeightText.unknown) m where no height is given")
    return (base + HeightText.unknown, base)
  }
}

/// The name of a file or folder without its extensions.
func fileStem(_ path: String) -> String {
  var path = path
  while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  let name = splitPath(path).name
  let stem = name.prefix { $0 != "." }
  return stem.isEmpty ? name : String(stem)
}
