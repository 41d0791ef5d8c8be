import Documents
import Geometry
import Maps

extension LevelPlan {
  /// The tolerated overlap of rooms with one another or beyond the floor, in m.
  private static let slack = 0.02
  /// The max number of checked pairs of neighbouring rooms.
  private static let maxPairs = 2_000_000

  /// Reports rooms that overlap, and rooms that extend beyond the floor.
  func checkRooms(at place: SourcePosition, _ findings: inout VenueDiagnostics) {
    let boxes = rooms.map(\.unit.shape.bounds)
    let tree = BoxTree(boxes)
    var pairs = 0
    for (index, room) in rooms.enumerated() {
      let near = tree.boxes(meeting: boxes[index])
      pairs += near.count
      guard pairs <= Self.maxPairs, !findings.isHopeless else { break }
      for other in near where other < index {
        checkOverlap(room, rooms[other], &findings)
      }
    }
    guard !outline.isEmpty else { return }
    let corners = outline.flatMap { $0.rings.joined() }
    let cornerTree = BoxTree(corners.map { Box2($0, $0) })
    for room in rooms {
      let shape = room.unit.shape
      let stray = shape.edges.lazy.flatMap { [$0.start, $0.midpoint] }.first { point in
        !outline.contains { $0.contains(point) || $0.boundaryDistance(to: point) <= 0.05 }
      }
      // A notch of the outline may reach into a room without touching its corners.
      let notch = cornerTree.boxes(meeting: shape.bounds).first {
        shape.signedDistance(to: corners[$0]) < -0.05 && outline.count == 1
      }
      guard let point = stray ?? notch.map({ corners[$0] }) else { continue }
      findings.warn(
        "room '\(room.unit.name)' reaches outside the level's outline at \(shown(point))",
        at: room.place)
    }
  }

  private func checkOverlap(_ room: Room, _ other: Room, _ findings: inout VenueDiagnostics) {
    let (shape, second) = (room.unit.shape, other.unit.shape)
    let low = pointwiseMax(shape.bounds.minimum, second.bounds.minimum)
    let high = pointwiseMin(shape.bounds.maximum, second.bounds.maximum)
    let depth = min(high.x - low.x, high.y - low.y)
    guard depth > Self.slack else { return }
    let area: Double
    if shape.isBox, second.isBox {
      area = (high.x - low.x) * (high.y - low.y)
    } else {
      let common = shape.intersection(with: second)
      area = common.reduce(0) { $0 + $1.area }
      // Slivers along a shared border do not count, at any length.
      let longest = common.map { max($0.bounds.size.x, $0.bounds.size.y) }.max() ?? 0
      guard area > Self.slack * longest else { return }
    }
    guard area > 0.05 else { return }
    findings.warn(
      "room '\(room.unit.name)' overlaps room '\(other.unit.name)' by \(shown(area)) m2, near "
        + shown(Box2(low, high).center), at: room.place)
  }
}

extension Polygon {
  /// True if it is an axis-aligned rectangle.
  var isBox: Bool {
    rings.count == 1 && exterior.count == 4
      && exterior.allSatisfy {
        ($0.x == bounds.minimum.x || $0.x == bounds.maximum.x)
          && ($0.y == bounds.minimum.y || $0.y == bounds.maximum.y)
      }
  }
}

func pointwiseMax(_ a: Vec2, _ b: Vec2) -> Vec2 { Vec2(max(a.x, b.x), max(a.y, b.y)) }
func pointwiseMin(_ a: Vec2, _ b: Vec2) -> Vec2 { Vec2(min(a.x, b.x), min(a.y, b.y)) }
