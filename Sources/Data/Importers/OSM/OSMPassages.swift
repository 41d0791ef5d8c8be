import Geometry
import Maps
import Venues

/// Opens buildings where ways lead through them at ground level.
///
/// The outline is cut along the way; the part above the passage becomes a building with a base above head
/// height.
struct OSMPassages {
  /// Default width and height of a passage, in m; estimates that fit a lorry.
  static let widthMetres = 3.0
  static let heightMetres = 3.0
  /// Extension of cuts beyond the ends of a way, which lie exactly on the outline, in m.
  private static let overshoot = 0.3

  private struct Passage {
    let line: [Vec2]
    let half: Double
    let box: Box2
  }

  /// Cuts the passages of a map into its buildings.
  static func open(_ site: inout SiteDraft, _ ground: OSMGround, _ report: inout ImportReport) {
    let passages = ground.data.ways.flatMap { way in
      isPassage(way.tags) ? ground.runs(of: way).compactMap { passage($0, way.tags, ground) } : []
    }
    guard !passages.isEmpty else { return }
    for number in site.buildings.indices where site.buildings[number].baseMetres < 2.2 {
      let building = site.buildings[number]
      var solid: [Polygon] = []
      var open: [Polygon] = []
      for shape in building.footprint {
        let near = passages.filter { $0.box.intersects(shape.bounds) && leads($0, through: shape) }
        guard !near.isEmpty else {
          solid.append(shape)
          continue
        }
        for part in cut(shape, near) {
          if near.contains(where: { distance($0.line, part.innerPoint) < $0.half }) {
            open.append(part)
          } else {
            solid.append(part)
          }
        }
      }
      guard !open.isEmpty, !solid.isEmpty else { continue }
      report.take("passages through buildings")
      site.buildings[number] = Building(
        name: building.name, footprint: solid, heightMetres: building.heightMetres,
        baseMetres: building.baseMetres)
      guard building.heightMetres > heightMetres + 0.5 else { continue }
      site.buildings.append(
        Building(
          name: "", footprint: open, heightMetres: building.heightMetres, baseMetres: heightMetres))
      site.facades.append(site.facades[number])
    }
  }

  private static func isPassage(_ tags: OSMTags) -> Bool {
    tags["highway"] != nil && OSMPathRules.isOpen(tags)
      && (tags.has("tunnel", "building_passage") || tags.has("covered", "yes", "arcade"))
  }

  private static func passage(
    _ run: [Int], _ tags: OSMTags, _ ground: OSMGround
  ) -> Passage? {
    let line = ground.line(run)
    guard let box = Box2(containing: line) else { return nil }
    let width = tags["width"].flatMap { HeightText.metres($0) } ?? widthMetres
    return Passage(line: line, half: min(max(width, 1.5), 10) / 2, box: box)
  }

  private static func leads(_ passage: Passage, through shape: Polygon) -> Bool {
    zip(passage.line, passage.line.dropFirst()).contains { a, b in
      shape.clip(Segment2(a, b)).reduce(0) { $0 + $1.length } > 0.5
    }
  }

  private static func distance(_ line: [Vec2], _ point: Vec2) -> Double {
    zip(line, line.dropFirst()).reduce(.infinity) {
      min($0, Segment2($1.0, $1.1).distance(to: point))
    }
  }

  /// Splits a shape along the sides of passages.
  private static func cut(_ shape: Polygon, _ passages: [Passage]) -> [Polygon] {
    var lines = shape.edges
    for passage in passages {
      for (a, b) in zip(passage.line, passage.line.dropFirst()) {
        guard let along = (b - a).normalized else { continue }
        for side in [passage.half, -passage.half] {
          let beside = along.perpendicular * side
          lines.append(
            Segment2(a + beside - along * overshoot, b + beside + along * overshoot))
        }
      }
    }
    return PlanarFaces(of: lines, minArea: 0.05).faces.filter { shape.contains($0.innerPoint) }
  }
}
