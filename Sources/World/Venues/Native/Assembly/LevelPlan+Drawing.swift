import Documents
import Geometry
import Maps

extension LevelPlan {
  /// Adds a room with its walls and doors; reports an invalid shape.
  mutating func add(
    _ entry: RoomEntry, named name: String, shift: Vec2, scope: NameScope, drawsWalls: Bool,
    _ findings: inout VenueDiagnostics
  ) {
    guard
      let shape = entry.shape.polygons(
        shiftedBy: shift, of: "room '\(name)'", at: entry.place, &findings)?.first
    else { return }
    rooms.append(
      Room(
        unit: Unit(name: name, kind: entry.kind, shape: shape, isPublic: entry.isPublic),
        place: entry.place))
    if drawsWalls || entry.walls != nil {
      for edge in shape.edges {
        let side = Side(facing: -edge.vector.perpendicular)
        guard let material = entry.material(side) else { continue }
        walls.append(Wall(line: edge, material: material, isOwn: false))
      }
    }
    for door in entry.doors {
      add(door, shape: shape, shift: shift, owner: "room '\(name)'", scope, &findings)
    }
  }

  /// Adds a door of a room, or of the storey without a shape.
  mutating func add(
    _ entry: DoorEntry, shape: Polygon?, shift: Vec2, owner: String, _ scope: NameScope,
    _ findings: inout VenueDiagnostics
  ) {
    var steps: [Vec2] = [.zero]
    if let repetition = entry.repetition {
      guard repetition.count * repetition.rows <= 10_000 else {
        findings.error("a door repeats more than 10000 times", at: repetition.place)
        return
      }
      steps = []
      repetition.forEach { step, _ in steps.append(step) }
    }
    for step in steps {
      do {
        let (middle, line) = try entry.geometry(on: shape, shift: shift, step: step)
        doors.append(
          Door(
            middle: middle, line: line, width: line?.length ?? entry.usualWidth, kind: entry.kind,
            entrance: entry.entrance, place: entry.place, owner: owner))
      } catch {
        findings.error("\(owner) has a door that \(error.message)", at: entry.place)
      }
    }
  }

  /// Adds the walls along the outline.
  mutating func addOuterWalls(_ material: Material) {
    walls.append(
      contentsOf: outlineEdges.map { Wall(line: $0, material: material, isOwn: false) })
  }

  mutating func add(_ entry: WallEntry, shift: Vec2, _ findings: inout VenueDiagnostics) {
    let points: [Vec2]
    switch (entry.from, entry.to, entry.line) {
    case (let from?, let to?, nil): points = [from, to]
    case (nil, nil, let line?): points = line
    default:
      findings.error("a wall needs 'from' and 'to', or a 'line'", at: entry.place)
      return
    }
    for (from, to) in zip(points, points.dropFirst()) {
      guard from != to else {
        findings.error(
          "a wall needs two different ends, but both are at \(shown(from))", at: entry.place)
        continue
      }
      let line = Segment2(from + shift, to + shift)
      guard isInReach(line.start), isInReach(line.end) else {
        findings.error("a wall must lie within 100 km of the venue's origin", at: entry.place)
        return
      }
      walls.append(Wall(line: line, material: entry.material, isOwn: true))
    }
  }
}

extension DoorEntry {
  /// The centre, and the line if it is known, of one of the doors.
  fileprivate func geometry(
    on shape: Polygon?, shift: Vec2, step: Vec2
  ) throws(DocumentFormError) -> (Vec2, Segment2?) {
    if let line {
      guard at == nil, side == nil, width == nil else {
        throw DocumentFormError("has a 'line', which excludes 'at', 'side' and 'width'")
      }
      let segment = Segment2(line[0] + shift + step, line[1] + shift + step)
      guard segment.length > 0 else { throw DocumentFormError("has both jambs at the same point") }
      return (segment.midpoint, segment)
    }
    if case .point(let point)? = at {
      guard side == nil else {
        throw DocumentFormError("has both a point 'at' and a 'side'; give only one of them")
      }
      return (point + shift + step, nil)
    }
    guard let side else { throw DocumentFormError("needs a 'side', a point 'at', or a 'line'") }
    guard let shape else {
      throw DocumentFormError("has a 'side', which only rooms have; give it a point 'at'")
    }
    guard let edge = shape.edge(on: side) else {
      throw DocumentFormError("is on the \(side) side, which the room lacks")
    }
    let length = edge.length
    var position = length / 2
    if case .along(let distance)? = at { position = distance }
    if let along = edge.vector.normalized { position += step.dot(along) }
    let half = usualWidth / 2
    guard position - half > -0.01, position + half < length + 0.01 else {
      throw DocumentFormError(
        "is \(shown(usualWidth)) m wide, \(shown(position)) m along the \(side) side, which is "
          + "\(shown(length)) m long: it does not fit")
    }
    let line = Segment2(
      edge.point(at: max(0, position - half) / length),
      edge.point(at: min(length, position + half) / length))
    return (line.midpoint, line)
  }
}

extension Polygon {
  /// The longest edge that faces a side, from its left or lower end; of edges of similar length, as
  /// in a circle, the one that faces it most directly.
  fileprivate func edge(on side: Side) -> Segment2? {
    var best: Segment2?
    let ring = exterior
    for (index, start) in ring.enumerated() {
      let edge = Segment2(start, ring[(index + 1) % ring.count])
      guard Side(facing: -edge.vector.perpendicular) == side else { continue }
      guard let known = best else {
        best = edge
        continue
      }
      let isAlike = abs(edge.length - known.length) <= 0.001 * known.length
      if isAlike ? edge.facing(side) > known.facing(side) + 1e-9 : edge.length > known.length {
        best = edge
      }
    }
    guard let best else { return nil }
    let isForward =
      side == .north || side == .south ? best.start.x < best.end.x : best.start.y < best.end.y
    return isForward ? best : best.reversed
  }
}

extension Segment2 {
  /// The cosine between the outward normal of an edge, with the inside on its left, and a side: 1
  /// if it faces the side directly.
  fileprivate func facing(_ side: Side) -> Double {
    (vector.normalized.map { -$0.perpendicular } ?? .zero).dot(side.outward)
  }
}

extension ShapeEntry {
  /// The polygons, in the drawing's coordinates; nil after an error, which is reported.
  func polygons(
    shiftedBy shift: Vec2, of what: @autoclosure () -> String, at place: SourcePosition,
    _ findings: inout VenueDiagnostics
  ) -> [Polygon]? {
    let rings: [[[Vec2]]]
    do {
      rings = try self.rings()
    } catch {
      findings.error("\(what()) \(error.message)", at: place)
      return nil
    }
    var polygons: [Polygon] = []
    for part in rings {
      do {
        let shifted = shift == .zero ? part : part.map { $0.map { $0 + shift } }
        guard shifted[0].allSatisfy({ isInReach($0) }) else {
          findings.error("\(what()) must lie within 100 km of the venue's origin", at: place)
          return nil
        }
        polygons.append(
          try Polygon(exterior: shifted[0], holes: Array(shifted.dropFirst())))
      } catch {
        findings.warn("\(what()) has an invalid shape: \(error)", at: place)
      }
    }
    return polygons.count == rings.count || findings.isLenient ? polygons : nil
  }
}
