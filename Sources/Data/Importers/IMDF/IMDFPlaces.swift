import Documents
import Geometry
import Maps

/// Adds the named places and regions of an IMDF archive to a site.
struct IMDFPlaces {
  private(set) var site: SiteDraft
  private let archive: IMDFArchive
  private let levelOfUnit: [String: LevelKey]

  init(site: SiteDraft, archive: IMDFArchive, levelOfUnit: [String: LevelKey]) {
    self.site = site
    self.archive = archive
    self.levelOfUnit = levelOfUnit
  }

  mutating func build(_ levels: [String: LevelKey], _ report: inout ImportReport) {
    for occupant in archive.all("occupant") {
      guard let anchor = archive.feature("anchor", occupant.text("anchor_id")),
        case .point(let place)? = anchor.geometry, let point = site.frame.point(place)
      else {
        report.leave("occupants", "no anchor with a position", occupant.id)
        continue
      }
      let name = archive.label(occupant.properties["name"])
      let level = levelOfUnit[anchor.text("unit_id") ?? ""]
      site.addPlace(
        name, or: occupant.text("category") ?? "Occupant",
        at: DraftSpot(point: point, level: level), "occupants", &report)
    }
    for amenity in archive.all("amenity") {
      guard case .point(let place)? = amenity.geometry, let point = site.frame.point(place) else {
        report.leave("amenities", "no position", amenity.id)
        continue
      }
      let unit = IMDFArchive.ids(amenity.properties["unit_ids"]).compactMap { levelOfUnit[$0] }
      site.addPlace(
        archive.label(amenity.properties["name"]), or: amenity.text("category") ?? "Amenity",
        at: DraftSpot(point: point, level: unit.first), "amenities", &report)
    }
    for kiosk in archive.all("kiosk") {
      let name = archive.label(kiosk.properties["name"])
      guard !name.isEmpty, let level = levels[kiosk.text("level_id") ?? ""] else { continue }
      var silent = ImportReport()
      let shape = IMDFLevelMaker.polygons(of: kiosk, "kiosks", site.frame, &silent).first
      guard let shape else { continue }
      site.addPlace(name, in: shape, level: level, "names of kiosks", &report)
    }
    addUnits(&report)
    var regionNames = NameRegister()
    for fence in archive.all("geofence") { addRegion(fence, levels, &regionNames, &report) }
  }

  /// Adds units with their own names; stairs, lifts and other connectors aren't places.
  private mutating func addUnits(_ report: inout ImportReport) {
    for unit in archive.all("unit") {
      let name = archive.label(unit.properties["name"])
      guard !name.isEmpty, let level = levelOfUnit[unit.id],
        let kind = IMDFCategory.unitKind(unit.text("category") ?? "unspecified"),
        kind.isWalkable, IMDFCategory.connector(kind) == nil
      else { continue }
      var silent = ImportReport()
      let shapes = IMDFLevelMaker.polygons(of: unit, "units", site.frame, &silent)
      guard let shape = shapes.max(by: { $0.area < $1.area }) else { continue }
      site.addPlace(name, in: shape, level: level, "named units", &report)
    }
  }

  /// Adds a geofence as its bounding circle.
  private mutating func addRegion(
    _ fence: GeoFeature, _ levels: [String: LevelKey], _ names: inout NameRegister,
    _ report: inout ImportReport
  ) {
    let shapes = IMDFLevelMaker.polygons(of: fence, "geofences", site.frame, &report)
    let corners = shapes.flatMap(\.exterior)
    guard let box = Box2(containing: corners) else { return }
    let radius = corners.reduce(0) { max($0, $1.distance(to: box.center)) }
    let keys = IMDFArchive.ids(fence.properties["level_ids"]).compactMap { levels[$0] }
    let name = names.name(
      archive.label(fence.properties["name"]), or: fence.text("category") ?? "Geofence")
    site.regions.append((name, box.center, radius, keys.count == 1 ? keys[0] : nil))
    report.infer("regions", "circles around geofences")
  }
}
