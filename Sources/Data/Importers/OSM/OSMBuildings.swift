import Geometry
import Kernel
import Maps
import Venues

/// Imports buildings: outlines and parts, with heights.
struct OSMBuildings {
  /// A building or a building part.
  struct OSMBuilding {
    let id: String
    let tags: OSMTags
    let shapes: [Polygon]
    let isPart: Bool

    /// Total area, in m².
    var area: Double { shapes.reduce(0) { $0 + $1.area } }
  }

  /// Min area of a part, in m²; smaller ones are ornaments.
  static let minArea = 1.0

  private let ground: OSMGround
  /// Outlines and parts, first of ways, then of relations.
  private(set) var found: [OSMBuilding] = []
  private var names = NameRegister()

  init(_ ground: OSMGround) {
    self.ground = ground
  }

  private static func isBuilding(_ tags: OSMTags) -> Bool {
    tags["building"].map { $0 != "no" } ?? false
  }

  private static func isPart(_ tags: OSMTags) -> Bool {
    tags["building:part"].map { $0 != "no" } ?? false
  }

  mutating func find(_ report: inout ImportReport) {
    for way in ground.data.ways where Self.isBuilding(way.tags) || Self.isPart(way.tags) {
      let id = "way \(way.id)"
      guard way.isClosed else {
        report.leave("buildings", "outline not closed", id)
        continue
      }
      guard let line = ground.line(of: way) else {
        report.leave("buildings", "missing nodes", id)
        continue
      }
      add(id, way.tags, [[line]], &report)
    }
    for relation in ground.data.relations
    where Self.isBuilding(relation.tags) || Self.isPart(relation.tags) {
      let id = "relation \(relation.id)"
      guard relation.tags.has("type", "multipolygon") else {
        if !relation.tags.has("type", "building") {
          report.leave("buildings", "a relation that is not a multipolygon", id)
        }
        continue
      }
      do throws(OSMRings.Fault) {
        add(id, relation.tags, try OSMRings.polygons(of: relation, ground), &report)
      } catch {
        report.leave("buildings", error.rawValue, id)
      }
    }
  }

  private mutating func add(
    _ id: String, _ tags: OSMTags, _ rings: [[[Vec2]]], _ report: inout ImportReport
  ) {
    var shapes: [Polygon] = []
    for polygon in rings {
      do throws(GeometryError) {
        let outcome = try ShapeMaker.polygons(polygon)
        for repair in outcome.repairs { report.infer("buildings", repair) }
        shapes += outcome.polygons.filter { $0.area >= Self.minArea }
      } catch {
        return report.leave("buildings", "invalid: \(error)", id)
      }
    }
    guard !shapes.isEmpty else {
      return report.leave("buildings and parts", "nothing of at least 1 m²", id)
    }
    let isPart = Self.isPart(tags) && !Self.isBuilding(tags)
    found.append(OSMBuilding(id: id, tags: tags, shapes: shapes, isPart: isPart))
    report.take(isPart ? "building parts" : "buildings")
  }

  /// Converts the outlines to buildings; parts that cover an outline replace it.
  mutating func build(_ report: inout ImportReport) -> (buildings: [Building], facades: [Material])
  {
    var isReplaced = [Bool](repeating: false, count: found.count)
    let parts = found.indices.filter { found[$0].isPart }
    if !parts.isEmpty {
      let grid = PartGrid(parts.map { found[$0].shapes[0].innerPoint })
      for index in found.indices where !found[index].isPart {
        let inside = found[index].shapes.flatMap { shape in
          grid.numbers(in: shape.bounds).filter { shape.contains(grid.points[$0]) }
        }
        let covered = inside.reduce(0) { $0 + found[parts[$1]].area }
        if covered >= 0.9 * found[index].area {
          isReplaced[index] = true
          report.leave("outlines of buildings", "their parts are more detailed", found[index].id)
        }
      }
    }
    var buildings: [Building] = []
    var facades: [Material] = []
    for (index, item) in found.enumerated() where !isReplaced[index] {
      let (height, base) = heights(item.tags, &report)
      let name = item.tags["name"].map { names.name($0, or: "Building") } ?? ""
      buildings.append(
        Building(
          name: name, footprint: item.shapes, heightMetres: rounded(height),
          baseMetres: rounded(base)))
      facades.append(Self.material(item.tags))
    }
    report.infer(
      "facades", "concrete where no material is given",
      found.count {
        $0.tags["building:material"] == nil && $0.tags["building:facade:material"] == nil
      })
    return (buildings, facades)
  }

  private func heights(
    _ tags: OSMTags, _ report: inout ImportReport
  ) -> (height: Double, base: Double) {
    func metres(_ keys: String...) -> Double? {
      keys.lazy.compactMap { tags[$0].flatMap { HeightText.metres($0) } }
        .first { $0 > 0 && $0 <= HeightText.maximum }
    }
    func count(_ key: String) -> Double? {
      tags[key].flatMap { HeightText.plainNumber(trimmed($0)) }.flatMap {
        $0 > 0 && $0 <= 250 ? $0 : nil
      }
    }
    let base =
      metres("min_height", "building:min_height")
      ?? count("building:min_level").map { $0 * HeightText.storey } ?? 0
    if let height = metres("height", "building:height"), height > base {
      report.take("heights")
      return (height, base)
    }
    if let levels = count("building:levels") {
      let roof = count("roof:levels") ?? 0
      let height = (levels + roof) * HeightText.storey
      report.infer("heights", "at \(HeightText.storey) m for each level")
      return (max(height, base + HeightText.storey), base)
    }
    let low: Set<String> = [
      "garage", "garages", "shed", "hut", "roof", "carport", "kiosk", "toilets", "service",
      "cabin",
    ]
    let isLow = tags["building"].map { low.contains($0) } ?? false
    let height = isLow ? 3.0 : HeightText.unknown
    report.infer(
      "heights",
      isLow
        ? "at 3 m for sheds and the like" : "at \(HeightText.unknown) m where no height is given")
    return (base + height, base)
  }

  private static func material(_ tags: OSMTags) -> Material {
    switch tags["building:facade:material"] ?? tags["building:material"] {
    case "glass", "mirror": .coatedGlass
    case "brick", "bricks", "stone", "sandstone", "limestone", "masonry": .brick
    case "wood", "timber_framing", "timber": .wood
    case "metal", "steel", "copper", "tin", "metal_plates": .metal
    default: .concrete
    }
  }
}

/// An index of points sorted by x, for box queries.
private struct PartGrid {
  let points: [Vec2]
  private let order: [Int]

  init(_ points: [Vec2]) {
    self.points = points
    order = points.indices.sorted { (points[$0].x, $0) < (points[$1].x, $1) }
  }

  func numbers(in box: Box2) -> [Int] {
    let first = order.partitioningIndex { points[$0].x >= box.minimum.x }
    return order[first...].prefix { points[$0].x <= box.maximum.x }
      .filter { box.contains(points[$0]) }
  }
}
