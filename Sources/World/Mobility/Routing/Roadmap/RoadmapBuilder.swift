import Geometry
import Maps

/// Builder of a venue's navigation graph (nodes and arcs).
struct RoadmapBuilder {
  let map: VenueMap
  let planes: [WalkPlane]
  let portals: [PortalSite]
  let paths: PathNetwork
  let clearance: Double
  private(set) var nodes: [WalkNode] = []
  private(set) var arcs: [WalkArc] = []
  /// The nodes of each plane.
  private(set) var members: [[Int]]
  /// The locked doors, with the nodes on both sides.
  private(set) var lockedDoors: [LockedDoor] = []

  init(
    map: VenueMap, planes: [WalkPlane], portals: [PortalSite], paths: PathNetwork,
    clearance: Double
  ) {
    self.map = map
    self.planes = planes
    self.portals = portals
    self.paths = paths
    self.clearance = clearance
    members = planes.map { _ in [] }
  }

  /// The plane index of a level, or of the outdoors; nil for a level that does not exist.
  func plane(of level: Int?) -> Int? {
    guard let level else { return 0 }
    return map.levels.indices.contains(level) ? level + 1 : nil
  }

  /// Adds a node and returns its index.
  mutating func add(_ node: WalkNode) -> Int {
    if node.role != .ride { members[node.plane].append(nodes.count) }
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds an arc, and, unless it is one-way, its reverse.
  mutating func link(_ start: Int, _ end: Int, _ arc: WalkArc, isOneWay: Bool = false) {
    var arc = arc
    arc.from = Int32(truncatingIfNeeded: start)
    arc.to = Int32(truncatingIfNeeded: end)
    arcs.append(arc)
    guard !isOneWay else { return }
    (arc.from, arc.to) = (arc.to, arc.from)
    arcs.append(arc)
  }

  /// Adds an arc for a straight path on a plane.
  mutating func linkStraight(
    _ start: Int, _ end: Int, _ kind: WalkArc.Kind, index: Int = -1, width: Float = .infinity,
    seconds: Double = 0, penalty: Double = 0
  ) {
    let (a, b) = (nodes[start].point, nodes[end].point)
    link(
      start, end,
      WalkArc(
        from: 0, to: 0, kind: kind, unit: planes[nodes[start].plane].restriction(from: a, to: b),
        index: Int32(truncatingIfNeeded: index), width: width, length: a.distance(to: b),
        seconds: seconds, penalty: penalty))
  }

  /// Adds the nodes on both sides of a level's doors, including locked ones.
  mutating func addDoors(of level: Int) {
    let plane = level + 1
    let portalOpenings = Set(portals.filter { $0.level == level }.compactMap(\.opening))
    for (index, opening) in map.levels[level].openings.enumerated() {
      guard opening.line.isUsableWall, !portalOpenings.contains(index) else { continue }
      guard opening.isGate || !opening.kind.isPassable else { continue }
      for lane in lanes(of: opening.line) {
        guard let across = lane.vector.normalized?.perpendicular else { continue }
        let left = side(of: lane.midpoint, along: across, on: plane)
        let right = side(of: lane.midpoint, along: -across, on: plane)
        guard let left, let right else { continue }
        if opening.kind.isPassable {
          linkStraight(
            left, right, .door, index: index, width: Float(opening.line.length),
            seconds: opening.kind.passingSeconds)
        } else {
          lockedDoors.append(LockedDoor(level: level, opening: index, sides: (left, right)))
        }
      }
    }
  }

  /// Adds the nodes inside and outside the portals.
  mutating func addPortals() {
    for (index, site) in portals.enumerated() {
      guard let other = plane(of: site.other) else { continue }
      let out = (site.outside - site.inside).normalized ?? .zero
      guard let inside = side(of: site.middle, along: -out, on: site.level + 1) else { continue }
      let outside = add(WalkNode(point: site.outside, plane: other, role: .side))
      if site.isLocked {
        lockedDoors.append(
          LockedDoor(level: site.level, opening: site.opening ?? 0, sides: (inside, outside)))
        continue
      }
      let opening = site.opening.map { map.levels[site.level].openings[$0] }
      let unit = planes[site.level + 1].restriction(from: nodes[inside].point, to: site.middle)
      let length =
        nodes[inside].point.distance(to: site.middle) + site.middle.distance(to: site.outside)
      link(
        inside, outside,
        WalkArc(
          from: 0, to: 0, kind: .portal, unit: unit, index: Int32(truncatingIfNeeded: index),
          width: Float(opening?.line.length ?? site.line.length), length: length,
          seconds: opening?.kind.passingSeconds ?? 0))
    }
  }

  /// Adds a node beside a door, as near as the clearance allows; nil without standing room.
  private mutating func side(of middle: Vec2, along direction: Vec2, on plane: Int) -> Int? {
    let ground = planes[plane]
    let doorstep = middle + direction * 0.02
    for offset in [clearance + 0.05, clearance * 2, clearance * 3] {
      let point = middle + direction * offset
      if ground.hasRoom(at: point), ground.isOpen(doorstep, point) {
        return add(WalkNode(point: point, plane: plane, role: .side))
      }
    }
    let point = middle + direction * clearance / 2
    guard ground.isFloor(point), ground.isOpen(doorstep, point) else { return nil }
    return add(WalkNode(point: point, plane: plane, role: .side, isTight: true))
  }

  /// Adds a node at a point on the floor; one too near to a wall gets a second one with clearance.
  mutating func addStanding(at point: Vec2, on plane: Int) -> Int? {
    let ground = planes[plane]
    guard point.isWithinReach else { return nil }
    if ground.hasRoom(at: point) {
      return add(WalkNode(point: point, plane: plane, role: .side))
    }
    guard
      let place = ground.standing(near: point)
        ?? ground.sampled(around: point, upTo: 1.5, where: { ground.isOpen(point, $0) })
    else { return nil }
    let exact = add(WalkNode(point: point, plane: plane, role: .ride))
    linkStraight(exact, add(WalkNode(point: place, plane: plane, role: .side)), .free)
    return exact
  }
}

/// A door that is always locked.
struct LockedDoor: Sendable {
  let level: Int
  let opening: Int
  /// The nodes on its two sides.
  let sides: (Int, Int)
}

extension Opening {
  /// True if paths lead through the middle only, and the opening blocks the line of sight for
  /// routing.
  ///
  /// Wide gaps aren't gates: people cross them anywhere.
  var isGate: Bool {
    guard kind.isPassable else { return false }
    switch kind {
    case .passage, .shutter, .sliding: return line.length <= 2.4
    default: return true
    }
  }
}

extension OpeningKind {
  /// The mean delay, in s; an estimate: a hinged door delays by 1.5 to 3 s.
  var passingSeconds: Double {
    switch self {
    case .passage, .shutter, .locked: 0
    case .sliding: 0.5
    case .door: 1.5
    case .revolving, .turnstile: 2.5
    }
  }
}
