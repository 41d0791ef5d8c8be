import Documents
import Geometry
import Maps
import Venues

/// Makes a venue of building footprints: GeoJSON polygons, or TopoJSON.
struct FootprintImporter {
  private let options: ImportOptions
  private let path: String
  private var report = ImportReport()
  private var names = NameRegister()
  private var buildings: [Building] = []

  /// Reads a document.
  ///
  /// - Throws: That it is no collection, or holds no footprint at all.
  static func venue(
    _ document: JSONValue, path: String, options: ImportOptions
  ) throws -> ImportedVenue {
    var importer = FootprintImporter(path: path, options: options)
    return try importer.run(document)
  }

  private init(path: String, options: ImportOptions) {
    self.path = path
    self.options = options
  }

  private mutating func run(_ document: JSONValue) throws -> ImportedVenue {
    var features: [GeoFeature]
    if document["type"]?.plainText == "Topology" {
      features = try TopoJSON(name: path, limits: options.limits).features(of: document, &report)
    } else {
      features = try GeoFeatureReader(name: path, limits: options.limits)
        .features(of: document, as: "footprints", &report)
    }
    if let box = options.box {
      features = features.filter { feature in
        let isInside = geoBounds([feature]).map { box.contains($0.low) && box.contains($0.high) }
        if isInside == false { report.leave("footprints", "outside the box") }
        return isInside ?? true
      }
    }
    guard let (low, high) = geoBounds(features) else {
      throw DocumentError("\(brief(path, limit: 200)): there is no footprint in it")
    }
    let middle = GeoPoint(
      longitude: (low.longitude + high.longitude) / 2,
      latitude: (low.latitude + high.latitude) / 2)
    let frame = try ImportFrame(origin: options.box?.center ?? middle, options: options)
    for feature in features { add(feature, frame) }
    guard !buildings.isEmpty else {
      throw DocumentError("\(brief(path, limit: 200)): none of its footprints is usable")
    }
    let name = options.name ?? fileStem(path)
    return ImportedVenue(
      venue: Venue(
        map: VenueMap(name: name, frame: frame.frame, buildings: buildings, levels: [])),
      report: report, notes: ["Building footprints from \(splitPath(path).name)."])
  }

  private mutating func add(_ feature: GeoFeature, _ frame: ImportFrame) {
    guard case .polygons(let shapes)? = feature.geometry else {
      return report.leave("footprints", "no polygon", feature.id)
    }
    var footprint: [Polygon] = []
    for shape in shapes {
      let rings = shape.compactMap { frame.points($0) }
      guard rings.count == shape.count else {
        report.leave("footprints", "too far from the origin", feature.id)
        continue
      }
      do throws(GeometryError) {
        let outcome = try ShapeMaker.polygons(rings)
        for repair in outcome.repairs { report.infer("footprints", repair) }
        footprint += outcome.polygons
      } catch {
        report.leave("footprints", "invalid: \(error)", feature.id)
      }
    }
    guard !footprint.isEmpty else { return }
    let (height, base) = heights(of: feature)
    let name = feature.text("name").map { names.name($0, or: "Building") } ?? ""
    buildings.append(
      Building(name: name, footprint: footprint, heightMetres: height, baseMetres: base))
    report.take("buildings")
  }

  /// Finds how high a building is and where it begins, under the names that cities use.
  private mutating func heights(of feature: GeoFeature) -> (height: Double, base: Double) {
    func length(_ keys: [String], factor: Double = 1) -> Double? {
      for key in keys {
        guard let value = feature.properties[key] else { continue }
        let metres = value.number ?? value.plainText.flatMap { HeightText.metres($0) }
        if let metres, metres * factor > 0, metres * factor <= HeightText.most {
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
    report.infer("heights", "at \(HeightText.unknown) m where nothing is said")
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
