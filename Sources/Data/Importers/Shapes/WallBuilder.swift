import Geometry
import Maps
import Venues

/// Infers the walls of a level from units with common boundaries.
///
/// Each stretch of boundary becomes one wall for all units beside it, unless the two sides are open to each
/// other; openings are cut out.
struct WallBuilder {
  /// Max distance of coincident boundaries, in m.
  static let tolerance = 0.03
  /// Max distance of an opening's ends from its wall, in m.
  static let openingReach = 0.35

  /// A stretch of boundary with the units beside it.
  private struct BoundarySegment {
    var line: Segment2
    var units: [Int]
  }

  private(set) var walls: [DraftWall] = []
  /// True for each opening that was cut out of a wall.
  private(set) var isCut: [Bool]

  /// Infers walls.
  ///
  /// - Parameters:
  ///   - units: The units.
  ///   - openings: Lines to cut out of the walls.
  ///   - material: Returns the wall material between units, given by index; nil without a wall. A single
  ///     index means that there is no unit on the other side.
  init(
    units: [Unit], openings: [Segment2], material: (_ beside: [Int]) -> Material?
  ) {
    isCut = [Bool](repeating: false, count: openings.count)
    for stretch in Self.stretches(units.map(\.shape)) {
      guard let material = material(stretch.units) else { continue }
      for piece in cut(stretch.line, openings) {
        walls.append(DraftWall(line: piece, material: material))
      }
    }
    walls = Self.merged(walls)
  }

  /// Splits boundaries at each other's ends, and collects the units beside each stretch.
  private static func stretches(_ shapes: [Polygon]) -> [BoundarySegment] {
    var nodes = PointRegister(tolerance: tolerance)
    var edges: [(line: Segment2, unit: Int)] = []
    for (unit, shape) in shapes.enumerated() {
      for edge in shape.edges { edges.append((edge, unit)) }
    }
    for edge in edges { _ = nodes.number(edge.line.start) }
    guard let index = try? SegmentIndex(edges.map(\.line)) else { return [] }
    var cuts: [[Int]] = edges.map { [nodes.number($0.line.start), nodes.number($0.line.end)] }
    for (number, point) in nodes.points.enumerated() {
      for edge in index.segments(within: tolerance, of: point) { cuts[edge].append(number) }
    }
    var places: [SIMD2<Int>: Int] = [:]
    var stretches: [BoundarySegment] = []
    for (number, edge) in edges.enumerated() {
      let along = cuts[number].map { (edge.line.closestFraction(to: nodes.points[$0]), $0) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
      for (a, b) in zip(along, along.dropFirst()) where a != b {
        let key = SIMD2(min(a, b), max(a, b))
        if let place = places[key] {
          if !stretches[place].units.contains(edge.unit) {
            stretches[place].units.append(edge.unit)
          }
        } else {
          places[key] = stretches.count
          stretches.append(
            BoundarySegment(line: Segment2(nodes.points[a], nodes.points[b]), units: [edge.unit]))
        }
      }
    }
    return stretches
  }

  /// The parts of a line that no opening covers.
  private mutating func cut(_ line: Segment2, _ openings: [Segment2]) -> [Segment2] {
    guard let along = line.vector.normalized else { return [] }
    var gaps: [(from: Double, to: Double)] = []
    for (number, opening) in openings.enumerated() {
      guard opening.bounds.expanded(by: Self.openingReach).intersects(line.bounds) else { continue }
      let (a, b) = (opening.start - line.start, opening.end - line.start)
      guard abs(along.cross(a)) <= Self.openingReach, abs(along.cross(b)) <= Self.openingReach,
        let direction = opening.vector.normalized, abs(direction.dot(along)) > 0.9
      else { continue }
      let (from, to) = (min(a.dot(along), b.dot(along)), max(a.dot(along), b.dot(along)))
      guard to > 0.01, from < line.length - 0.01 else { continue }
      isCut[number] = true
      gaps.append((max(from, 0), min(to, line.length)))
    }
    guard !gaps.isEmpty else { return [line] }
    gaps.sort { $0.from < $1.from }
    var pieces: [Segment2] = []
    var position = 0.0
    for gap in gaps {
      if gap.from > position + 0.01 {
        pieces.append(
          Segment2(line.start + along * position, line.start + along * gap.from))
      }
      position = max(position, gap.to)
    }
    if position < line.length - 0.01 {
      pieces.append(Segment2(line.start + along * position, line.end))
    }
    return pieces
  }

  /// Merges collinear walls that share a joint with no other wall.
  ///
  /// - Parameters:
  ///   - walls: The walls.
  ///   - bend: Max deviation of the joint from the straight line, in m.
  ///   - jambs: Joints to keep.
  /// - Returns: The merged walls.
  static func merged(
    _ walls: [DraftWall], bend: Double = 0.002, keeping jambs: Set<Vec2> = []
  ) -> [DraftWall] {
    var walls = walls.map {
      DraftWall(line: Segment2(rounded($0.line.start), rounded($0.line.end)), material: $0.material)
    }
    var users: [Vec2: [Int]] = [:]
    for (number, wall) in walls.enumerated() {
      users[wall.line.start, default: []].append(number)
      users[wall.line.end, default: []].append(number)
    }
    var isGone = [Bool](repeating: false, count: walls.count)
    for number in walls.indices where !isGone[number] {
      for isStart in [true, false] {
        while true {
          let joint = isStart ? walls[number].line.start : walls[number].line.end
          guard let pair = users[joint], pair.count == 2,
            let other = pair.first(where: { $0 != number }), !isGone[other],
            walls[other].material == walls[number].material, !jambs.contains(joint)
          else { break }
          let far =
            walls[other].line.start == joint ? walls[other].line.end : walls[other].line.start
          let near = isStart ? walls[number].line.end : walls[number].line.start
          let chord = Segment2(near, far)
          guard chord.distance(to: joint) < bend, (joint - near).dot(far - joint) > 0 else { break }
          isGone[other] = true
          users[far] = users[far]?.map { $0 == other ? number : $0 }
          users[joint] = nil
          walls[number].line = isStart ? Segment2(far, near) : Segment2(near, far)
        }
      }
    }
    return walls.indices.filter { !isGone[$0] && walls[$0].line.start != walls[$0].line.end }
      .map { walls[$0] }
  }
}
