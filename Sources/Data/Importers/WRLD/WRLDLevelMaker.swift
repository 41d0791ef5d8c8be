import Geometry
import Maps
import Venues

/// Builds one level of a WRLD map.
struct WRLDLevelMaker {
  /// An area with a use: a room, stairs, a void.
  private struct Area {
    let kind: UnitKind
    let name: String
    let shape: Polygon
  }

  private let frame: ImportFrame
  private let key: LevelKey
  private var lines: [WallStitcher.StitchLine] = []
  private var walls: [DraftWall] = []
  private var areas: [Area] = []
  private var enclosed: [Polygon] = []
  /// The shapes of stairs, lifts and escalators.
  private(set) var shafts: [Shaft] = []
  /// Labelled features.
  private(set) var labels: [(name: String, shape: Polygon)] = []

  /// Max thickness of a wall, in m; thicker ones are solid blocks.
  static let thickest = 0.9
  /// Min thickness of a brick wall, in m; thinner ones are plasterboard.
  static let solid = 0.25

  init(frame: ImportFrame, key: LevelKey) {
    self.frame = frame
    self.key = key
  }

  /// Converts features to the parts of a level.
  mutating func build(
    _ features: [GeoFeature], _ draft: inout LevelDraft, _ names: inout WRLDNames,
    _ report: inout ImportReport
  ) {
    for feature in features { take(feature, &draft, &names, &report) }
    let stitcher = WallStitcher(lines)
    walls += stitcher.walls
    if stitcher.loose > 0 {
      report.leave(
        "ends of walls and doors", "touch nothing", "level \(draft.shortName)",
        count: stitcher.loose)
    }
    for (line, drawn) in zip(stitcher.lines, lines) where drawn.material == nil {
      let jambs = Segment2(
        rounded(line.points[0]), rounded(line.points[line.points.count - 1]))
      guard jambs.length > 0.2 else { continue }
      let isEntrance = key.ordinal == 0 && leadsOut(jambs, draft)
      draft.openings.append(Opening(kind: .door, line: jambs, isEntrance: isEntrance))
      if isEntrance { report.infer("entrances", "doors of the ground level that lead out") }
    }
    let jambs = draft.openings.flatMap { [$0.line.start, $0.line.end] }
    draft.walls = WallCleaner.cleaned(walls, keeping: Set(jambs))
    report.infer("walls", "centre lines of the drawn polygons", draft.walls.count)
    addUnits(to: &draft, &names, &report)
  }

  /// True if a door leads outdoors: on exactly one side, the outline ends shortly ahead with nothing in
  /// between; outlines run along the outer face of walls, or a step before it.
  private func leadsOut(_ door: Segment2, _ draft: LevelDraft) -> Bool {
    guard let normal = door.vector.normalized?.perpendicular else { return false }
    let barriers =
      (walls.map(\.line)
      + lines.filter { $0.material == nil }.map {
        Segment2($0.points[0], $0.points[$0.points.count - 1])
      }).filter { $0.distance(to: door.midpoint) < 3 }
    let isOut = [1.0, -1.0].map { side in
      let from = door.midpoint + normal * (0.25 * side)
      return [0.7, 1.2, 1.8].contains { distance in
        let to = door.midpoint + normal * (distance * side)
        return !draft.outline.contains { $0.contains(to) }
          && !barriers.contains { $0.intersects(Segment2(from, to)) }
      }
    }
    return isOut[0] != isOut[1]
  }

  // MARK: Features

  private mutating func take(
    _ feature: GeoFeature, _ draft: inout LevelDraft, _ names: inout WRLDNames,
    _ report: inout ImportReport
  ) {
    let type = feature.text("type") ?? ""
    guard case .polygons(let shapes)? = feature.geometry else {
      return report.leave(type.isEmpty ? "features" : type, "no polygon", feature.id)
    }
    for shape in shapes {
      let rings = shape.compactMap { frame.points($0) }
      guard rings.count == shape.count else {
        report.leave(type, "too far from the origin", feature.id)
        continue
      }
      do throws(GeometryError) {
        let outcome = try ShapeMaker.polygons(rings)
        for repair in outcome.repairs { report.infer(type, repair) }
        for polygon in outcome.polygons {
          take(polygon, type, feature, &draft, &names, &report)
        }
      } catch {
        report.leave(type, "invalid: \(error)", feature.id)
      }
    }
  }

  private mutating func take(
    _ shape: Polygon, _ type: String, _ feature: GeoFeature, _ draft: inout LevelDraft,
    _ names: inout WRLDNames, _ report: inout ImportReport
  ) {
    let name = feature.text("name") ?? feature.text("roomnumber") ?? ""
    report.take(type.isEmpty ? "features" : type.replacing("_", with: " "))
    switch type {
    case "building_outline": draft.outline.append(shape)
    case "wall": takeWall(shape, .plasterboard, &draft, &report)
    case "window": takeWall(shape, .glass, &draft, &report)
    case "door":
      let line = WallSkeleton.quadLine(of: shape)?.points ?? longAxis(of: shape)
      lines.append(
        WallStitcher.StitchLine(points: line, material: nil, startsFree: true, endsFree: true))
    case "placeholder": draft.fixtures.append(shape)
    case "no_geometry", "highlight": break
    case "stairs", "escalator", "elevator":
      let kind: ConnectorKind =
        type == "stairs" ? .stairs : type == "escalator" ? .escalator : .lift
      shafts.append(
        Shaft(id: feature.id, level: key, kind: kind, shape: shape, name: name))
      let unit: UnitKind = type == "stairs" ? .stairs : type == "escalator" ? .escalator : .lift
      areas.append(Area(kind: unit, name: name, shape: shape))
    case "bathroom": areas.append(Area(kind: .restroom, name: name, shape: shape))
    case "hallway": areas.append(Area(kind: .corridor, name: name, shape: shape))
    case "room": areas.append(Area(kind: .room, name: name, shape: shape))
    case "unit":
      areas.append(Area(kind: .shop, name: name, shape: shape))
      enclosed.append(shape)
    case "garden": areas.append(Area(kind: .garden, name: name, shape: shape))
    case "floor_opening": areas.append(Area(kind: .void, name: name, shape: shape))
    case "inaccessible_space": areas.append(Area(kind: .inaccessible, name: name, shape: shape))
    default: report.leave("features", "of the unknown type '\(type)'", feature.id)
    }
    if type != "building_outline", !name.isEmpty { labels.append((name, shape)) }
  }

  /// The line through the middle of a shape along its longest edge.
  private func longAxis(of shape: Polygon) -> [Vec2] {
    let (length, _, along) = shape.alignedSize
    let centre = shape.bounds.center
    return [centre - along * (length / 2), centre + along * (length / 2)]
  }

  private mutating func takeWall(
    _ shape: Polygon, _ material: Material, _ draft: inout LevelDraft,
    _ report: inout ImportReport
  ) {
    let (length, width, _) = shape.alignedSize
    if material != .glass, length < 1.3, length < 2.5 * width {
      draft.fixtures.append(shape)
      return report.infer("columns", "walls about as long as thick")
    }
    guard WallSkeleton.thickness(of: shape) <= Self.thickest,
      let skeleton = WallSkeleton.lines(of: shape)
    else {
      walls += shape.edges.map { DraftWall(line: $0, material: material) }
      return report.infer("blocks", "outlines of walls too thick for a centre line")
    }
    for line in skeleton where line.points.count >= 2 {
      var made = material
      if material != .glass {
        let middle = Segment2(line.points[0], line.points[1]).midpoint
        let thickness = 2 * shape.boundaryDistance(to: middle)
        made = thickness >= Self.solid ? .brick : .plasterboard
      }
      lines.append(
        WallStitcher.StitchLine(
          points: line.points, material: made, startsFree: line.startsFree,
          endsFree: line.endsFree))
    }
  }

  // MARK: Units

  private func addUnits(
    to draft: inout LevelDraft, _ names: inout WRLDNames, _ report: inout ImportReport
  ) {
    if !enclosed.isEmpty {
      let units = enclosed.map { Unit(name: "", kind: .shop, shape: $0) }
      let builder = WallBuilder(
        units: units, openings: draft.openings.map(\.line), material: { _ in .plasterboard })
      draft.walls += builder.walls
      report.infer("walls", "around units", builder.walls.count)
    }
    let lines = draft.walls.map(\.line) + draft.openings.map(\.line)
    var faces = PlanarFaces(of: lines, minArea: 0.8).faces.filter { face in
      WallSkeleton.thickness(of: face) > 0.25
        && (draft.outline.isEmpty || draft.outline.contains { $0.contains(face.innerPoint) })
    }
    let kept = places(for: areas, among: &faces, &report)
    for (number, face) in faces.enumerated() {
      let area = kept.areas[number]
      let doors = draft.openings.count { face.boundaryDistance(to: $0.line.midpoint) < 0.05 }
      var kind = area?.kind ?? .room
      if area == nil, doors >= 4, face.area > 8 {
        kind = .corridor
        report.infer("corridors", "rooms with four doors or more")
      } else if area == nil, doors == 0, face.area < 12 {
        kind = .inaccessible
        report.infer("shafts and ducts", "small rooms without a door")
      } else if area == nil {
        report.infer("rooms", "areas that walls and doors enclose")
      }
      let name = names.units.name(area?.name ?? "", or: label(kind, draft.shortName))
      draft.units.append(Unit(name: name, kind: kind, shape: face))
    }
    for area in kept.free {
      let name = names.units.name(area.name, or: label(area.kind, draft.shortName))
      draft.units.append(Unit(name: name, kind: area.kind, shape: area.shape))
    }
  }

  private func label(_ kind: UnitKind, _ level: String) -> String {
    let word =
      switch kind {
      case .inaccessible: "Shaft"
      case .void: "Void"
      default: kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
      }
    return "\(word) \(level)."
  }

  /// Assigns the drawn areas to enclosed faces, and cuts areas that lie free within a face out of it.
  private func places(
    for areas: [Area], among faces: inout [Polygon], _ report: inout ImportReport
  ) -> (areas: [Int: Area], free: [Area]) {
    var owners: [Int: Area] = [:]
    var shares: [Int: Double] = [:]
    var free: [Area] = []
    for area in areas {
      var isPlaced = false
      for (number, face) in faces.enumerated() where face.bounds.intersects(area.shape.bounds) {
        let common = face.commonArea(with: area.shape)
        if common > 0.5 * face.area, common > (shares[number] ?? 0) {
          shares[number] = common
          owners[number] = area
          isPlaced = true
        } else if common > 0.5 * area.shape.area, common > 0.5 * face.area {
          isPlaced = true
        }
      }
      guard !isPlaced else { continue }
      let home = faces.firstIndex { $0.commonArea(with: area.shape) > 0.9 * area.shape.area }
      guard let home else {
        if !faces.contains(where: { $0.commonArea(with: area.shape) > 0.1 * area.shape.area }) {
          free.append(area)
        } else {
          report.leave("areas as units", "cross the walls of rooms", area.kind.rawValue)
        }
        continue
      }
      if let holed = try? Polygon(
        exterior: faces[home].exterior, holes: faces[home].holes + [area.shape.exterior])
      {
        faces[home] = holed
        free.append(area)
      } else {
        report.leave("areas as units", "touch the walls of a larger room", area.kind.rawValue)
      }
    }
    return (owners, free)
  }
}
