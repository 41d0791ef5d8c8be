import Geometry

/// Assembles the rings of multipolygons from ways.
enum OSMRings {
  /// Max member ways of a relation.
  static let maxMembers = 5_000

  /// Closed rings from lines with common ends; nil if any line is left over.
  static func closed(_ lines: [[Int64]]) -> [[Int64]]? {
    var rings: [[Int64]] = []
    var open: [[Int64]] = []
    for line in lines where line.count >= 2 {
      if line.first == line.last { rings.append(line) } else { open.append(line) }
    }
    var ends: [Int64: [Int]] = [:]
    for (number, line) in open.enumerated() {
      ends[line[0], default: []].append(number)
      ends[line[line.count - 1], default: []].append(number)
    }
    var isUsed = [Bool](repeating: false, count: open.count)
    for start in open.indices where !isUsed[start] {
      isUsed[start] = true
      var ring = open[start]
      while ring[0] != ring[ring.count - 1] {
        let end = ring[ring.count - 1]
        guard let next = ends[end]?.first(where: { !isUsed[$0] }) else { return nil }
        isUsed[next] = true
        let line = open[next]
        ring += line[0] == end ? line.dropFirst() : line.reversed().dropFirst()
      }
      rings.append(ring)
    }
    return rings
  }

  /// The reason why a relation isn't an area.
  enum Fault: String, Error {
    case missing = "missing members"
    case open = "rings that don't close"
    case empty = "no outer ring"
    case large = "too many members"
  }

  /// The polygons of a multipolygon relation, each an exterior and its holes.
  static func polygons(
    of relation: OSMRelation, _ ground: OSMGround
  ) throws(Fault) -> [[[Vec2]]] {
    guard relation.members.count <= maxMembers else { throw .large }
    var lines: (outer: [[Int64]], inner: [[Int64]]) = ([], [])
    var seen: Set<Int64> = []
    for member in relation.members where member.kind == .way && seen.insert(member.id).inserted {
      guard let way = ground.data.way(member.id) else { throw .missing }
      switch member.role {
      case "inner": lines.inner.append(way.nodes)
      case "outer", "", "outline": lines.outer.append(way.nodes)
      default: break
      }
    }
    guard let outer = closed(lines.outer), let inner = closed(lines.inner) else { throw .open }
    guard !outer.isEmpty else { throw .empty }
    func places(_ ring: [Int64]) throws(Fault) -> [Vec2] {
      var points: [Vec2] = []
      for node in ring {
        guard let point = ground.point(ofNode: node) else { throw .missing }
        points.append(point)
      }
      return points
    }
    var polygons: [[[Vec2]]] = []
    for ring in outer { polygons.append([try places(ring)]) }
    let shapes = polygons.map { try? Polygon(exterior: ShapeMaker.simplified($0[0])) }
    for ring in inner {
      let hole = try places(ring)
      let owner = shapes.indices.filter { index in
        guard let shape = shapes[index], let box = Box2(containing: hole) else { return false }
        return shape.bounds.expanded(by: 0.01).contains(box) && shape.contains(box.center)
          || shape.bounds.contains(box) && shape.contains(hole[0])
      }.min { (shapes[$0]?.area ?? 0) < (shapes[$1]?.area ?? 0) }
      if let owner { polygons[owner].append(hole) }
    }
    return polygons
  }
}
