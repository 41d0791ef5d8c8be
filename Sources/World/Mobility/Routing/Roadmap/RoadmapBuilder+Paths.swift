import Geometry
import Maps

extension RoadmapBuilder {
  /// The max distance between joints of a path, in m.
  private static let jointSpacing = 10.0
  /// The max number of joints on a path without a bend.
  private static let maxJoints = 300.0
  /// The max distance, in m, at which a door or stop gets its own joint on a path.
  private static let footReach = 15.0
  /// The mean wait at signals, and for a gap in the traffic, in s: a cycle of 60 to 120 s with a
  /// third of green for pedestrians, and the behaviour without signals.
  static let signalWaitSeconds = 25.0, gapWaitSeconds = 3.0

  /// Adds the mapped paths: nodes where they meet, joints along them, arcs between.
  ///
  /// Pieces of paths through walls, or too near to them, are dropped.
  mutating func addPaths() {
    let nodeNumbers = paths.nodes.map { spot -> Int? in
      guard let plane = plane(of: spot.level), spot.point.isWithinReach else { return nil }
      return addPathNode(at: spot.point, on: plane)
    }
    let grids = members.map { NodeGrid($0.filter { nodes[$0].role == .side }, of: nodes) }
    for edge in paths.edges {
      guard nodeNumbers.indices.contains(edge.from), nodeNumbers.indices.contains(edge.to),
        let start = nodeNumbers[edge.from], let end = nodeNumbers[edge.to], start != end,
        nodes[start].plane == nodes[end].plane
      else { continue }
      addPath(edge, from: start, to: end, besides: grids[nodes[start].plane])
    }
  }

  private mutating func addPathNode(at point: Vec2, on plane: Int) -> Int? {
    let ground = planes[plane]
    let place = ground.hasRoom(at: point) ? point : ground.standing(near: point)
    return place.map { add(WalkNode(point: $0, plane: plane, role: .path)) }
  }

  private mutating func addPath(
    _ edge: PathNetwork.Edge, from start: Int, to end: Int, besides sides: NodeGrid
  ) {
    let plane = nodes[start].plane
    let line = Segment2(nodes[start].point, nodes[end].point)
    var last = start
    // A road is crossed in one go.
    let places = edge.kind == .crossing ? [] : joints(on: line, besides: sides)
    for place in places {
      let joint = add(WalkNode(point: line.point(at: place), plane: plane, role: .joint))
      linkPath(last, joint, edge)
      last = joint
    }
    linkPath(last, end, edge)
  }

  /// The fractions of a path's length at which people can step on and off.
  private func joints(on line: Segment2, besides sides: NodeGrid) -> [Double] {
    let length = line.length
    let count = Int(min(Self.maxJoints, length / Self.jointSpacing).rounded(.up))
    guard count > 0 else { return [] }
    var places = (1..<max(count, 1)).map { Double($0) / Double(count) }
    sides.forEachNode(within: length / 2 + Self.footReach, of: line.midpoint) { node, _ in
      let point = nodes[node].point
      let place = line.closestFraction(to: point)
      if line.point(at: place).distance(to: point) <= Self.footReach { places.append(place) }
    }
    places.sort()
    var kept: [Double] = []
    // At least half a metre from other joints and the ends.
    for place in places where place * length > 0.5 && (1 - place) * length > 0.5 {
      if let last = kept.last, (place - last) * length < 0.5 { continue }
      kept.append(place)
    }
    return kept
  }

  private mutating func linkPath(_ start: Int, _ end: Int, _ edge: PathNetwork.Edge) {
    let plane = planes[nodes[start].plane]
    let line = Segment2(nodes[start].point, nodes[end].point)
    let doors = gates(crossedBy: line, on: plane)
    guard isPassable(line, through: doors, on: plane) else { return }
    let kind: WalkArc.Kind
    switch edge.kind {
    case .pathway, .footway: kind = .path
    case .crossing: kind = .crossing
    case .trail: kind = .trail
    case .steps: kind = .steps
    }
    var seconds = doors.reduce(0) { $0 + $1.opening.kind.passingSeconds }
    if kind == .crossing {
      seconds += edge.signal == nil ? Self.gapWaitSeconds : Self.signalWaitSeconds
    }
    let width = doors.reduce(Float.infinity) { min($0, Float($1.opening.line.length)) }
    linkStraight(
      start, end, kind, index: kind == .crossing ? edge.signal ?? -1 : -1, width: width,
      seconds: seconds)
  }

  /// The doors on a line, from its start.
  private func gates(
    crossedBy line: Segment2, on plane: WalkPlane
  ) -> [(place: Double, opening: Opening)] {
    guard let level = plane.level, !plane.isClear(line.start, line.end) else { return [] }
    var found: [(place: Double, opening: Opening)] = []
    for opening in map.levels[level].openings where opening.isGate {
      guard case .point(let point) = line.intersection(with: opening.line) else { continue }
      found.append((point.distance(to: line.start), opening))
    }
    return found.sorted { $0.place < $1.place }
  }

  /// True if a line is clear; near the doors on it, the clearance does not count.
  private func isPassable(
    _ line: Segment2, through doors: [(place: Double, opening: Opening)], on plane: WalkPlane
  ) -> Bool {
    guard !doors.isEmpty else { return plane.isClear(line.start, line.end) }
    guard plane.isOpen(line.start, line.end) else { return false }
    let length = line.length
    var position = 0.0
    for place in doors.map(\.place) + [length + doorstep] {
      let end = min(length, place - doorstep)
      if end > position,
        !plane.isClear(line.point(at: position / length), line.point(at: end / length))
      {
        return false
      }
      position = place + doorstep
    }
    return true
  }

  /// The distance from a door, in m, within which the clearance does not count.
  private var doorstep: Double { clearance + 0.1 }
}
