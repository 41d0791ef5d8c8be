import Geometry
import Maps

/// A stretch on one plane while it is put together.
struct StretchBuilder {
  let plane: Int
  private(set) var points: [Vec2]
  /// What each piece is; piece `n` leads from point `n` to the next.
  private(set) var kinds: [WalkArc.Kind] = []
  /// For each piece that is a crossing, the number of the lights' junction; else -1.
  private(set) var signals: [Int32] = []
  /// The openings in which it begins and ends.
  var openingAtStart: Int?, openingAtEnd: Int?

  init(plane: Int, from point: Vec2) {
    self.plane = plane
    points = [point]
  }

  /// Goes straight on to a point.
  mutating func go(to point: Vec2, _ kind: WalkArc.Kind, signal: Int32 = -1) {
    guard point != points[points.count - 1] else { return }
    points.append(point)
    kinds.append(kind)
    signals.append(kind == .crossing ? signal : -1)
  }

  /// Straightens the way where it needs no bend, without leaving the paths.
  mutating func straighten(on ground: WalkPlane, _ costs: RouteCosts) {
    self = replacing { index, last in
      // Across open floor: as far as one sees.
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
      // Along a path: on in the same direction, or across a corner no longer than a few steps.
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

  /// Pieces of a path up to this length, in m, may be cut across.
  private static let cornerCut = 3.0

  /// Rebuilds the way: `next` may name a later point to go to straight from the one given.
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

  /// The time it takes at the pace of each piece, in s.
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

  /// The openings gone through: those at the ends, and those whose lines are crossed between.
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
        // Merely setting out from a door, or ending in it, isn't going through.
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
  /// Whether a way along it may be straightened: not through a door, over a crossing or on stairs.
  var isFollowable: Bool {
    switch self {
    case .free, .open, .path, .trail: true
    default: false
    }
  }
}
