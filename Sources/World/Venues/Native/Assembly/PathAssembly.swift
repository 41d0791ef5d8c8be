import Documents
import Geometry
import Maps

/// A straight piece of a path as drawn.
struct PathPiece {
  let line: Segment2
  /// The levels of its ends; nil outdoors.
  let levels: (from: Int?, to: Int?)
  let kind: PathKind
  let signal: Int?
  let place: SourcePosition
}

/// Assembly of the paths.
struct PathAssembly {
  private let floors: FloorAssembly
  private let roads: RoadNetwork
  private(set) var pieces: [PathPiece] = []

  init(_ floors: FloorAssembly, _ roads: RoadNetwork) {
    self.floors = floors
    self.roads = roads
  }

  /// Collects the pieces of the paths; roads and levels must exist.
  mutating func add(_ context: inout AssemblyContext) {
    let signalled = roads.junctions.indices.filter { roads.junctions[$0].control == .signal }
    let lights = BoxTree(
      signalled.map { Box2(roads.junctions[$0].point, roads.junctions[$0].point) })
    for entry in context.file.paths {
      context.each(entry.repetition, in: context.outermost) { context, shift, _, _ in
        pieces += self.pieces(of: entry, shift: shift, lights, signalled, &context)
      }
    }
  }

  /// Joins the pieces at their intersections.
  func network(_ context: inout AssemblyContext) -> PathNetwork {
    var meeting = PathMeeting(pieces)
    let isImported = context.file.isImported
    let network = meeting.network(within: isImported ? 0.0005 : 0.01, isExact: isImported)
    if meeting.isOverfull, let path = context.file.paths.first {
      context.findings.error("the paths cross more than 500000 times", at: path.place)
    }
    return network
  }

  /// The straight pieces of a path.
  private func pieces(
    of entry: PathEntry, shift: Vec2, _ lights: BoxTree, _ signalled: [Int],
    _ context: inout AssemblyContext
  ) -> [PathPiece] {
    let isIndoors = entry.level != nil || !entry.levels.isEmpty
    let kind = entry.kind ?? (isIndoors ? .pathway : .footway)
    let what = "a \(kind.rawValue)"
    guard let levels = levels(of: entry, what, &context),
      let points = context.line(entry.line, shift: shift, of: what, at: entry.place)
    else { return [] }
    if entry.outside != nil, !isIndoors {
      context.findings.error(
        "\(what) with 'outside' needs the 'level' it leads to", at: entry.place)
      return []
    }
    var signal: Int?
    if let point = entry.signal {
      let point = context.drawing(point + shift)
      signal = lights.boxes(meeting: Box2(point, point).expanded(by: 1)).map { signalled[$0] }
        .min { left, right in
          roads.junctions[left].point.distance(to: point)
            < roads.junctions[right].point.distance(to: point)
        }
      guard signal != nil else {
        context.findings.error(
          "\(what) waits for lights at \(shown(point)), where no junction is signalled; list it "
            + "under 'junctions' with 'control: signal'", at: entry.place)
        return []
      }
    }
    return levels.flatMap { level in
      points.indices.dropLast().map { index in
        let isFirst = index == 0 && entry.outside == .first
        let isLast = index == points.count - 2 && entry.outside == .last
        return PathPiece(
          line: Segment2(points[index], points[index + 1]),
          levels: (isFirst ? nil : level, isLast ? nil : level), kind: kind, signal: signal,
          place: entry.place)
      }
    }
  }

  /// The levels of a path, with nil for outdoors; nil after an error.
  private func levels(
    of entry: PathEntry, _ what: String, _ context: inout AssemblyContext
  ) -> [Int?]? {
    guard !entry.levels.isEmpty else {
      let level = floors.optionalLevel(
        entry.level, building: entry.building, of: what, at: entry.place, &context)
      if case .some(let level) = level { return [level] }
      return nil
    }
    guard entry.level == nil else {
      context.findings.error("\(what) has 'level' and 'levels'; keep one of them", at: entry.place)
      return nil
    }
    return floors.resolve(
      entry.levels, building: entry.building, within: nil, of: what, at: entry.place, &context)
  }
}
