public import Geometry
public import Maps

/// The walking network of a venue: routes on foot between any two spots, by A* on a visibility
/// graph.
///
/// It is built once for a venue and shared by all agents. On each level, and outdoors, a roadmap
/// joins the middles of doors, the stops of connectors, the mapped paths and the convex corners at
/// which taut paths bend, wherever a straight walk between two of them is clear. Connectors and
/// entrances join the roadmaps into one graph.
///
/// If a map has roads but hardly any footways, pavements are derived along the streets; see
/// ``derivedSidewalks``. An inconsistent map never stops the construction: unusable parts are
/// dropped, such as connector stops on levels that do not exist.
public struct WalkNetwork: Sendable {
  /// The clearance of routes to walls, except at doors, in m.
  ///
  /// Accurate to a tenth, to allow for drawing and rounding errors.
  public let clearanceMetres: Double
  /// The pavements derived along the streets; nil if the map has its own.
  public let derivedSidewalks: PathNetwork?

  let map: VenueMap
  let planes: [WalkPlane]
  let portals: [PortalSite]
  let graph: WalkGraph
  /// The nodes of each plane, without those on connectors.
  let grids: [NodeGrid]
  let hasPaths: [Bool]
  let lockedDoors: [LockedDoor]

  /// Builds the network of a map, which may be inconsistent; the clearance is limited to 0.1 to 0.5
  /// m.
  public init(_ map: VenueMap, clearanceMetres: Double = 0.3) {
    let clearance =
      clearanceMetres.isFinite ? max(0.1, min(0.5, clearanceMetres)) : 0.3
    self.clearanceMetres = clearance
    self.map = map
    derivedSidewalks = DerivedSidewalks.network(for: map)
    let paths = Self.joined(map.paths, derivedSidewalks)
    let site = SiteSurvey(map, paths: paths, clearance: clearance)
    planes = site.planes
    portals = site.portals

    var builder = RoadmapBuilder(
      map: map, planes: planes, portals: portals, paths: paths, clearance: clearance)
    for level in map.levels.indices { builder.addDoors(of: level) }
    builder.addPortals()
    builder.addConnectors()
    builder.addPaths()
    for plane in planes.indices { builder.addCorners(of: plane) }
    for plane in planes.indices { builder.addSight(on: plane) }
    let elevations = planes.map { $0.level.map { map.levels[$0].elevationMetres } ?? 0 }
    graph = WalkGraph(
      nodes: builder.nodes, arcs: builder.arcs,
      elevations: elevations.map { $0.isFinite ? $0 : 0 })
    grids = builder.members.map { NodeGrid($0, of: builder.nodes) }
    hasPaths = planes.indices.map(builder.hasPaths)
    lockedDoors = builder.lockedDoors
  }

  /// Returns the obstacles on a level or, if nil, outdoors: walls, locked doors, fixtures,
  /// railings, and outdoors the outlines of buildings without their entrances.
  ///
  /// The result is empty for a level that does not exist.
  public func obstacles(of level: Int?) -> [Segment2] {
    plane(of: level).map { planes[$0].obstacles } ?? []
  }

  /// Returns the nearest spot with clearance from walls, or nil if there is none within some 30 m
  /// and no path on the level at all.
  public func nearestWalkable(to spot: Spot) -> Spot? {
    guard let plane = plane(of: spot.level), spot.point.isWithinReach else { return nil }
    let ground = planes[plane]
    if ground.hasRoom(at: spot.point) { return spot }
    if let place = ground.standing(near: spot.point) { return Spot(place, level: spot.level) }
    for radius in [2.0, 8, 30] {
      if let place = ground.sampled(around: spot.point, upTo: radius) {
        return Spot(place, level: spot.level)
      }
    }
    let nearest = grids[plane].members.min {
      let (a, b) = (graph.nodes[Int($0)].point, graph.nodes[Int($1)].point)
      return (a.distance(to: spot.point), $0) < (b.distance(to: spot.point), $1)
    }
    return nearest.map { Spot(graph.nodes[Int($0)].point, level: spot.level) }
  }

  /// The plane index of a level, or of the outdoors; nil for a level that does not exist.
  func plane(of level: Int?) -> Int? {
    guard let level else { return 0 }
    return map.levels.indices.contains(level) ? level + 1 : nil
  }

  private static func joined(_ paths: PathNetwork, _ more: PathNetwork?) -> PathNetwork {
    guard let more else { return paths }
    let first = paths.nodes.count
    return PathNetwork(
      nodes: paths.nodes + more.nodes,
      edges: paths.edges
        + more.edges.map {
          PathNetwork.Edge(
            from: $0.from + first, to: $0.to + first, kind: $0.kind, signal: $0.signal)
        })
  }
}
