import Geometry
import Maps

/// The walls of a storey without duplicates, and with gaps for the doors.
struct WallPieces {
  /// The max distance of two walls that count as one, in m.
  private static let tolerance = 0.02
  /// The min length of a piece, in m; shorter ones are dropped.
  private static let shortest = 0.005
  /// The max number of checked pairs of neighbouring walls, or walls and doors.
  private static let maxPairs = 10_000_000

  private(set) var lines: [Segment2] = []
  private(set) var materials: [Material] = []
  private var tree: BoxTree
  /// True if walls and doors are too dense, so that some were left unchanged.
  private(set) var isOverfull = false

  /// Keeps the part of each wall that no earlier one covers; explicit walls are kept whole.
  init(_ walls: [LevelPlan.Wall]) {
    let boxes = walls.map { $0.line.bounds.expanded(by: Self.tolerance) }
    let all = BoxTree(boxes)
    var pairs = 0
    for (index, wall) in walls.enumerated() {
      var covered: [ClosedRange<Double>] = []
      if !wall.isOwn, pairs <= Self.maxPairs {
        let near = all.boxes(meeting: boxes[index])
        pairs += near.count
        for other in near where other < index {
          if let stretch = wall.line.stretch(along: walls[other].line, within: Self.tolerance) {
            covered.append(stretch)
          }
        }
      }
      for piece in wall.line.without(covered, shortest: Self.shortest) {
        lines.append(piece)
        materials.append(wall.material)
      }
    }
    isOverfull = pairs > Self.maxPairs
    tree = BoxTree(lines.map(\.bounds))
  }

  /// The line of a door on its wall; nil with a report if there is no wall.
  func line(of door: LevelPlan.Door, _ findings: inout VenueDiagnostics) -> Segment2? {
    let reach = LevelPlan.doorTolerance
    var line = door.line
    if line == nil {
      var nearest: (distance: Double, wall: Int)?
      let box = Box2(door.middle, door.middle).expanded(by: reach)
      for wall in tree.boxes(meeting: box) {
        let distance = lines[wall].distance(to: door.middle)
        if distance <= reach, distance < nearest?.distance ?? .infinity {
          nearest = (distance, wall)
        }
      }
      if let nearest, let along = lines[nearest.wall].vector.normalized {
        let middle = lines[nearest.wall].closestPoint(to: door.middle)
        line = Segment2(middle - along * (door.width / 2), middle + along * (door.width / 2))
      }
    }
    guard let line else {
      findings.warn(
        "\(door.owner) has a door at \(shown(door.middle)), where no wall is within 5 cm; move the "
          + "door, or draw the wall", at: door.place)
      return nil
    }
    let walled = wallLength(along: line)
    if walled < line.length - 2 * reach, !hasJambs(line) {
      findings.warn(
        walled < reach
          ? "\(door.owner) has a door at \(shown(line.midpoint)), where no wall is within 5 cm; move "
            + "the door, or draw the wall"
          : "\(door.owner) has a door of \(shown(line.length)) m at \(shown(line.midpoint)), but only "
            + "\(shown(walled)) m of wall there; make it narrower, or move it", at: door.place)
      return nil
    }
    return line
  }

  /// The length of a line that has walls along it, in m.
  private func wallLength(along line: Segment2) -> Double {
    var covered: [ClosedRange<Double>] = []
    for wall in tree.boxes(meeting: line.bounds.expanded(by: LevelPlan.doorTolerance)) {
      if let stretch = line.stretch(along: lines[wall], within: LevelPlan.doorTolerance) {
        covered.append(stretch)
      }
    }
    return line.length - line.without(covered, shortest: 0).reduce(0) { $0 + $1.length }
  }

  /// True if both ends of a line are at walls, so that it fills a gap.
  private func hasJambs(_ line: Segment2) -> Bool {
    [line.start, line.end].allSatisfy { end in
      tree.boxes(meeting: Box2(end, end).expanded(by: LevelPlan.doorTolerance))
        .contains { lines[$0].distance(to: end) <= LevelPlan.doorTolerance }
    }
  }

  /// Cuts the doors out of the walls.
  mutating func cut(_ doors: [Segment2]) {
    var gaps = [[ClosedRange<Double>]](repeating: [], count: lines.count)
    var pairs = 0
    for door in doors {
      let near = tree.boxes(meeting: door.bounds.expanded(by: LevelPlan.doorTolerance))
      pairs += near.count
      guard pairs <= Self.maxPairs else {
        isOverfull = true
        break
      }
      for wall in near {
        if let gap = lines[wall].stretch(along: door, within: LevelPlan.doorTolerance),
          gap.upperBound - gap.lowerBound > Self.shortest
        {
          gaps[wall].append(gap)
        }
      }
    }
    var cutLines: [Segment2] = []
    var cutMaterials: [Material] = []
    for (index, line) in lines.enumerated() {
      for piece in line.without(gaps[index], shortest: Self.shortest) {
        cutLines.append(piece)
        cutMaterials.append(materials[index])
      }
    }
    (lines, materials) = (cutLines, cutMaterials)
    tree = BoxTree(lines.map(\.bounds))
  }
}

extension Segment2 {
  /// The part of this segment along which another one runs, in m from its start.
  ///
  /// Nil if they are not parallel, are farther apart than `tolerance`, or share only a point.
  func stretch(along other: Segment2, within tolerance: Double) -> ClosedRange<Double>? {
    guard let along = vector.normalized, other.length > 0 else { return nil }
    let (a, b) = (other.start - start, other.end - start)
    let (offA, offB) = (along.cross(a), along.cross(b))
    let (alongA, alongB) = (along.dot(a), along.dot(b))
    // Segments at more than 3 degrees cross; they do not run along one another.
    guard abs(offA - offB) <= 0.05 * abs(alongA - alongB) else { return nil }
    let low = max(0, min(alongA, alongB))
    let high = min(length, max(alongA, alongB))
    guard high - low > 1e-6 else { return nil }
    let slope = (offB - offA) / (alongB - alongA)
    let offLow = offA + (low - alongA) * slope
    let offHigh = offA + (high - alongA) * slope
    guard abs(offLow) <= tolerance, abs(offHigh) <= tolerance else { return nil }
    return low...high
  }

  /// The rest of this segment without some parts, in m from its start; all of it if there are none.
  func without(_ stretches: [ClosedRange<Double>], shortest: Double) -> [Segment2] {
    guard !stretches.isEmpty else { return [self] }
    let length = length
    var rest: [Segment2] = []
    var position = 0.0
    func keep(to end: Double) {
      guard end - position > shortest else { return }
      // The ends keep their exact coordinates.
      rest.append(
        Segment2(
          position == 0 ? start : point(at: position / length),
          end == length ? self.end : point(at: end / length)))
    }
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      keep(to: stretch.lowerBound)
      position = max(position, stretch.upperBound)
    }
    keep(to: length)
    return rest
  }
}
