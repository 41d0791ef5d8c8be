import Geometry
import Maps

/// Builder of a walking stretch on one plane.
struct StretchBuilder {
  let plane: Int
  private(set) var points: [Vec2]
  /// The kind of each piece; piece `n` leads from point `n` to the next.
  private(set) var kinds: [WalkArc.Kind] = []
  /// The index of the signalled junction of each piece that is a crossing; else -1.
  private(set) var signals: [Int32] = []
  /// The openings in which the stretch begins and ends.
  var openingAtStart: Int?, openingAtEnd: Int?

  init(plane: Int, from point: Vec2) {
    self.plane = plane
    points = [point]
  }

  /// Appends a straight piece to a point.
  mutating func go(to point: Vec2, _ kind: WalkArc.Kind, signal: Int32 = -1) {
    guard point != points[points.count - 1] else { return }
    points.append(point)
    kinds.append(kind)
    signals.append(kind == .crossing ? signal : -1)
  }

  /// Path smoothing: removes needless bends without leaving the mapped paths.
  mutating func straighten(on ground: WalkPlane, _ costs: RouteCosts) {
    self = replacing { index, last in
      // Across open floor: skips to the farthest point in sight.
      guard Self.isOpen(kinds[index]) else { return nil }
      var end = index + 1
      while end < kinds.count, Self.isOpen(kinds[end]) { end += 1 }
      for target in stride(from: min(end, last), to: index + 1, by: -1)
      where Self.isClear(points[index], points[target], ground, costs) {
        return (target, kinds[index])
      }
      return nil
    }
    self = replacing { index, last in
      // Along a path: joins collinear pieces, or cuts a corner no longer than a few steps.
      guard index + 2 <= last, kinds[index].isFollowable, kinds[index + 1].isFollowable else {
        return nil
      }
      let (before, after) = (
        points[index + 1] - points[index], points[index + 2] - points[index + 1]
      )
      let isStraight =
        kinds[index] == kinds[index + 1] && before.dot(after) > 0
        && abs(before.cross(after)) < 1e-9 * before.length * after.length
      if isStraight { return (index + 2, kinds[index]) }
      guard before.length <= Self.cornerCut, after.length <= Self.cornerCut,
        Self.isClear(points[index], points[index + 2], ground, costs)
      else { return nil }
      let isMapped = kinds[index].isMapped && kinds[index + 1].isMapped
      return (index + 2, isMapped ? kinds[index] : .open)
    }
  }

  /// The max length, in m, of path pieces whose corner may be cut.
  private static let cornerCut = 3.0

  /// Rebuilds the stretch; `next` may return a later point to go to directly.
  private func replacing(
    _ next: (_ index: Int, _ last: Int) -> (Int, WalkArc.Kind)?
  ) -> StretchBuilder {
    guard points.count > 2 else { return self }
    var rebuilt = StretchBuilder(plane: plane, from: points[0])
    rebuilt.openingAtStart = openingAtStart
    rebuilt.openingAtEnd = openingAtEnd
    var index = 0
    while index < kinds.count {
      if let (target, kind) = next(index, points.count - 1) {
        rebuilt.go(to: points[target], kind)
        index = target
      } else {
        rebuilt.go(to: points[index + 1], kinds[index], signal: signals[index])
        index += 1
      }
    }
    return rebuilt
  }

  private static func isOpen(_ kind: WalkArc.Kind) -> Bool { kind == .open || kind == .free }

  private static func isClear(
    _ start: Vec2, _ end: Vec2, _ ground: WalkPlane, _ costs: RouteCosts
  ) -> Bool {
    ground.isClear(start, end) && costs.isAllowed(ground.restriction(from: start, to: end))
      && !(ground.roads?.isCrossed(from: start, to: end) ?? false)
  }

  /// The walking time at the speed of each piece, in s.
  func seconds(_ costs: RouteCosts) -> Double {
    kinds.indices.reduce(0) {
      $0 + costs.seconds(kinds[$1], metres: points[$1].distance(to: points[$1 + 1]))
    }
  }

  /// Returns the finished stretch.
  func stretch(of map: VenueMap, level: Int?) -> WalkStretch {
    let crossings = kinds.indices.filter { kinds[$0] == .crossing }.map {
      CrossingPassage(
        startIndex: $0, endIndex: $0 + 1, signal: signals[$0] < 0 ? nil : Int(signals[$0]))
    }
    return WalkStretch(
      level: level, points: points, doors: level.map { doors(map.levels[$0].openings) } ?? [],
      crossings: crossings)
  }

  /// The openings passed: those at the ends, and those whose lines are crossed between.
  private func doors(_ openings: [Opening]) -> [DoorPassage] {
    var found: [DoorPassage] = []
    func add(_ opening: Int, _ pointIndex: Int, _ distance: Double) {
      let passed = found.last { $0.opening == opening }
      if let passed, abs(passed.distanceMetres - distance) < 0.01 { return }
      found.append(
        DoorPassage(
          opening: opening, kind: openings[opening].kind,
          isEntrance: openings[opening].isEntrance, pointIndex: pointIndex,
          distanceMetres: distance))
    }
    if let openingAtStart { add(openingAtStart, 0, 0) }
    var travelled = 0.0
    for index in kinds.indices {
      let piece = Segment2(points[index], points[index + 1])
      for (place, opening) in Self.crossed(openings, by: piece) {
        // A stretch that only starts or ends in a door does not pass it.
        let isEnd =
          (index == 0 && place == 0) || (index + 1 == kinds.count && place == piece.length)
        if !isEnd { add(opening, index, travelled + place) }
      }
      travelled += piece.length
    }
    if let openingAtEnd { add(openingAtEnd, max(0, kinds.count - 1), travelled) }
    return found
  }

  private static func crossed(
    _ openings: [Opening], by piece: Segment2
  ) -> [(place: Double, opening: Int)] {
    let box = piece.bounds
    var found: [(place: Double, opening: Int)] = []
    for (index, opening) in openings.enumerated() where opening.kind.isPassable {
      guard opening.line.bounds.intersects(box),
        case .point(let point) = piece.intersection(with: opening.line)
      else { continue }
      let place = point == piece.end ? piece.length : point.distance(to: piece.start)
      found.append((place, index))
    }
    return found.sorted { $0 < $1 }
  }
}

extension WalkArc.Kind {
  /// True if a path along it may be straightened: not doors, crossings or stairs.
  var isFollowable: Bool {
    switch self {
    case .free, .open, .path, .trail: true
    default: false
    }
  }
}
