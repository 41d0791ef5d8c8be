import Geometry
import Maps

/// A cell reduced to its floor and height.
struct IndoorGMLCell {
  let id: String
  let name: String
  let kind: UnitKind
  /// True if it fills the gap of a door in a wall.
  let isDoor: Bool
  /// True if its attributes say that it leads outdoors.
  let isEntrance: Bool
  let floor: Polygon
  /// Heights of floor and ceiling in the document, in m.
  let low: Double
  let high: Double
  /// Storey in the description; nil if it has none.
  let storey: String?

  /// Max rise of a level face, in m.
  private static let levelRise = 0.1
  /// Max height of floor faces above the lowest point, in m.
  private static let floorReach = 0.3

  /// Creates a cell from faces in local metres; nil, with an entry in the report, without a floor.
  init?(_ feature: IndoorGMLFeature, _ faces: [[[Vec3]]], _ report: inout ImportReport) {
    let heights = faces.joined().joined().map(\.z)
    guard let low = heights.min(), let high = heights.max() else {
      report.leave("cells", "no geometry", feature.id)
      return nil
    }
    guard let floor = Self.floor(faces, low: low, of: feature, &report) else {
      report.leave("cells", "no valid floor", feature.id)
      return nil
    }
    let kind = IndoorGMLKind(feature)
    id = feature.id
    name = feature.name
    self.kind = kind.unit
    isDoor = kind.isDoor
    isEntrance = kind.isEntrance
    self.floor = floor
    (self.low, self.high) = (low, high)
    storey = feature.said("storey", "floor", "level")
  }

  private static func floor(
    _ faces: [[[Vec3]]], low: Double, of feature: IndoorGMLFeature, _ report: inout ImportReport
  ) -> Polygon? {
    let level = faces.filter { face in
      let heights = face.joined().map(\.z)
      guard let minimum = heights.min(), let maximum = heights.max() else { return false }
      return maximum - minimum < levelRise && minimum - low < floorReach
    }
    let shapes = shapes(of: level)
    if shapes.count == 1 { return shapes[0] }
    if shapes.isEmpty {
      report.infer("floors", "the widest face of solids without a horizontal one at the bottom")
      return self.shapes(of: faces).max { $0.area < $1.area }
    }
    // For a triangulated floor: the outline of all triangles.
    let edges = shapes.flatMap(\.edges)
    let rim = edges.filter { edge in
      edges.count { $0 == edge || ($0.start == edge.end && $0.end == edge.start) } == 1
    }
    report.infer("floors", "put together from several faces")
    return PlanarFaces(of: rim, minArea: 0.05).faces.filter { face in
      shapes.contains { $0.contains(face.innerPoint) }
    }.max { $0.area < $1.area } ?? shapes.max { $0.area < $1.area }
  }

  /// The faces in plan view, without vertical ones.
  private static func shapes(of faces: [[[Vec3]]]) -> [Polygon] {
    faces.compactMap { face -> Polygon? in
      let outcome = try? ShapeMaker.polygons(face.map { $0.map { rounded($0.xy) } })
      return outcome?.polygons.max { $0.area < $1.area }
    }.filter { $0.area > 0.05 }
  }
}

/// The use of a feature, parsed from its attributes; the schema leaves their text open.
struct IndoorGMLKind {
  let unit: UnitKind
  let isDoor: Bool
  let isEntrance: Bool

  init(_ feature: IndoorGMLFeature) {
    let said =
      (feature.said("type", "usage", "class", "function", "indoor", "category")
      ?? feature.name).lowercased()
    isDoor =
      ["door", "gate"].contains { said.contains($0) }
      || ["ConnectionSpace", "AnchorSpace", "ConnectionBoundary", "AnchorBoundary"]
        .contains(feature.element)
    isEntrance = feature.element.hasPrefix("Anchor") || said.contains("entrance")
    let words: [(String, UnitKind)] = [
      ("stair", .stairs), ("elevator", .lift), ("lift", .lift), ("escalator", .escalator),
      ("ramp", .ramp), ("corridor", .corridor), ("hallway", .corridor), ("lobby", .lobby),
      ("entrance", .lobby), ("hall", .hall), ("toilet", .restroom), ("restroom", .restroom),
      ("bathroom", .restroom), ("office", .office), ("shop", .shop), ("store", .shop),
      ("kitchen", .kitchen), ("storage", .storage), ("parking", .parking),
      ("wall", .inaccessible), ("column", .inaccessible), ("obstacle", .inaccessible),
      ("void", .void),
    ]
    let isSolid = feature.element == "NonNavigableSpace" || feature.element == "ObjectSpace"
    unit =
      words.first { said.contains($0.0) }?.1
      ?? (isSolid ? .inaccessible : feature.element == "TransitionSpace" ? .corridor : .room)
  }
}
