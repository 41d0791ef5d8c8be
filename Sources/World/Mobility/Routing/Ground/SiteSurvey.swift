import Geometry
import Maps

/// The walking planes of a venue and the portals between them.
struct SiteSurvey {
  let planes: [WalkPlane]
  let portals: [PortalSite]

  /// Derives the planes and portals of a map.
  ///
  /// The `paths` include derived ones; `clearance` is the distance to keep from walls, in m.
  init(_ map: VenueMap, paths: PathNetwork, clearance: Double) {
    let surveys = map.levels.indices.map { LevelSurvey($0, of: map) }
    let grounds = Grounds(map, levels: surveys)
    let finder = PortalFinder(surveys: surveys, grounds: grounds, clearance: clearance)
    var portals: [PortalSite] = []
    var levels: [WalkPlane] = []
    for survey in surveys {
      var gates: [Segment2] = []
      for (index, opening) in survey.level.openings.enumerated()
      where opening.line.isUsableWall {
        let sites = finder.portals(of: index, on: survey.index)
        portals += sites
        guard opening.kind.isPassable else { continue }
        if !sites.isEmpty || opening.isGate { gates.append(Self.gate(opening.line)) }
      }
      let edges = finder.edgePortals(of: survey.index)
      portals += edges.portals
      gates += edges.portals.map(\.line)
      // The edge of a guessed floor is the end of the known area, not a wall.
      if survey.isFloorGuessed { gates += edges.closed }
      levels.append(
        WalkPlane(
          level: survey.index,
          obstacles: survey.solid + (survey.isFloorGuessed ? [] : edges.closed),
          gates: gates, floor: survey.floor, holes: survey.holes, units: survey.level.units,
          roads: nil, clearance: clearance))
    }
    let (solid, gaps) = Self.cut(grounds, by: portals.filter { $0.other == nil && !$0.isLocked })
    let hasCrossings = paths.edges.contains { $0.kind == .crossing }
    let outdoors = WalkPlane(
      level: nil, obstacles: solid, gates: gaps, floor: [], holes: grounds.footprints, units: [],
      roads: RoadBarrier(map.roads, hasCrossings: hasCrossings), clearance: clearance)
    planes = [outdoors] + levels
    self.portals = portals
  }

  /// The line of a door, slightly extended, so that no line of sight passes beside its posts.
  private static func gate(_ line: Segment2) -> Segment2 {
    let more = (line.vector.normalized ?? .zero) * 0.02
    return Segment2(line.start - more, line.end + more)
  }

  /// Returns the outlines of buildings without their entrances, and the parts taken out.
  private static func cut(
    _ grounds: Grounds, by portals: [PortalSite]
  ) -> (solid: [Segment2], gaps: [Segment2]) {
    let boxes = portals.map {
      $0.line.bounds.union($0.outside).union($0.inside).expanded(by: $0.line.length)
    }
    var solid: [Segment2] = []
    var gaps: [Segment2] = []
    for edge in grounds.solid {
      let box = edge.bounds
      let stretches = portals.indices.compactMap { index -> WallStretch? in
        guard boxes[index].intersects(box) else { return nil }
        let portal = portals[index]
        // From just inside to the position outdoors.
        let way = portal.outside - portal.middle
        let back = (way.normalized ?? .zero) * 0.2
        let base = Segment2(portal.line.start - back, portal.line.end - back)
        return edge.stretch(in: base, movedBy: way + back)
      }
      solid += edge.without(stretches)
      gaps += stretches.map { stretch in
        let way = edge.vector.normalized ?? .zero
        return Segment2(edge.start + way * stretch.from, edge.start + way * stretch.to)
      }
    }
    return (solid, gaps)
  }
}
