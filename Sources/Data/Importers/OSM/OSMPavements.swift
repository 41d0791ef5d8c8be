import Geometry
import Maps

/// Generates pavements for roads without separately mapped ones, with corners and crossings at junctions.
struct OSMPavements {
  /// Default lane width, in m; city lanes have 3.0 to 3.7.
  static let laneMetres = 3.25
  /// Distance from the outer lane to the middle of the pavement, in m: the kerb and half the pavement.
  static let besideMetres = 2.0
  /// Max distance of a mapped path from the outer lane to count as the road's pavement, in m.
  static let mappedReach = 12.0

  /// A road as seen from one of its junctions.
  private struct JunctionArm {
    let road: Int
    let isStart: Bool
    let direction: Vec2
    let halfWidth: Double
    /// Sides as seen when leaving the junction.
    var hasLeft: Bool
    var hasRight: Bool
    /// Corners of the junction to the left and the right.
    var left: Int?
    var right: Int?
  }

  private let roads: OSMRoadBuilder
  private var paths: OSMPathBuilder
  private var sides: [OSMPathRules.Sides?] = []
  /// Distance of each road's centre line from its pavements, in m.
  private var halfWidths: [Double] = []
  private var corners: [Int: [JunctionArm]] = [:]

  /// Space of a pavement beside a building, in m.
  static let besideBuilding = 0.8

  init(_ paths: OSMPathBuilder, _ buildings: [Building]) {
    self.paths = paths
    roads = paths.roads
    // Buildings with a base above head height leave room below.
    let fronts = buildings.filter { $0.baseMetres < 2.5 }.flatMap(\.footprint).flatMap(\.edges)
    let index = try? SegmentIndex(fronts)
    halfWidths = roads.roads.map { Self.halfWidth($0, index) }
  }

  /// Returns the paths with the added pavements.
  static func added(
    to paths: OSMPathBuilder, beside buildings: [Building], _ report: inout ImportReport
  ) -> OSMPathBuilder {
    var pavements = OSMPavements(paths, buildings)
    pavements.chooseSides(&report)
    pavements.buildCorners()
    pavements.layAlong(&report)
    return pavements.paths
  }

  /// Distance between the centre lines of road and pavement: by lanes, less between close buildings.
  private static func halfWidth(_ road: Road, _ fronts: SegmentIndex?) -> Double {
    let usual =
      Double(road.lanesForward + road.lanesBackward) * laneMetres / 2 + besideMetres
    guard let fronts, road.layer == 0 else { return usual }
    var minimum = usual
    for (a, b) in zip(road.line, road.line.dropFirst()) {
      guard let along = (b - a).normalized else { continue }
      let count = min(200, Int(a.distance(to: b) / 8) + 1)
      for number in 0..<count {
        let point = Segment2(a, b).point(at: (Double(number) + 0.5) / Double(count))
        for side in [1.0, -1.0] {
          let reach = along.perpendicular * (side * (usual + besideBuilding))
          if let hit = fronts.firstHit(from: point, to: point + reach) {
            minimum = min(minimum, hit.distance - besideBuilding)
          }
        }
      }
    }
    // Keeps at least one lane free for roads under buildings and inaccurate maps.
    return max(minimum, min(usual, 2.2))
  }

  private func halfWidth(_ road: Int) -> Double { halfWidths[road] }

  // MARK: Roads with pavements

  private mutating func chooseSides(_ report: inout ImportReport) {
    let mapped = paths.edges.map { Segment2(paths.nodes[$0.from], paths.nodes[$0.to]) }
    let mappedIndex = try? SegmentIndex(mapped)
    var carriageways: [Segment2] = []
    var owners: [Int] = []
    for (number, road) in roads.roads.enumerated() {
      for (a, b) in zip(road.line, road.line.dropFirst()) {
        carriageways.append(Segment2(a, b))
        owners.append(number)
      }
    }
    let roadIndex = try? SegmentIndex(carriageways)
    for (number, piece) in roads.pieces.enumerated() {
      let source = roads.sources[piece.source]
      var chosen =
        source.road.isReversed
        ? OSMPathRules.pavements(source.way.tags).map {
          OSMPathRules.Sides(left: $0.right, right: $0.left)
        } : OSMPathRules.pavements(source.way.tags)
      switch OSMPathRules.along(source.road, source.way.tags) {
      case .none: chosen = nil
      case .shared(let kind):
        if chosen.map({ !$0.left && !$0.right }) ?? true {
          walkOn(piece, kind)
          report.infer("paths along small roads", "people walk on the road itself")
          chosen = nil
        }
      case .pavements:
        if chosen == nil, let mappedIndex, isMapped(number, mappedIndex) {
          chosen = OSMPathRules.Sides(left: false, right: false)
        } else if chosen == nil {
          let isDual = roadIndex.map { self.isDual(number, $0, owners) } ?? false
          chosen = OSMPathRules.Sides(left: !isDual, right: true)
          report.infer("pavements", "at the sides of streets without any on the map")
        } else if let sides = chosen, sides.left || sides.right {
          report.take("roads with pavements")
        }
      }
      sides.append(chosen)
    }
  }

  private mutating func walkOn(_ piece: OSMRoadBuilder.BuiltRoad, _ kind: PathKind) {
    let numbers = piece.nodes.compactMap { paths.number(of: $0) }
    for (a, b) in zip(numbers, numbers.dropFirst()) { paths.addEdge(a, b, kind) }
  }

  /// The middle of a road's longest segment, and its direction.
  private func middle(_ road: Road) -> (point: Vec2, along: Vec2)? {
    let longest = zip(road.line, road.line.dropFirst()).map { Segment2($0, $1) }
      .max { $0.length < $1.length }
    guard let longest, let along = longest.vector.normalized else { return nil }
    return (longest.midpoint, along)
  }

  /// True if a mapped path runs along a road.
  private func isMapped(_ number: Int, _ index: SegmentIndex) -> Bool {
    guard let (point, along) = middle(roads.roads[number]) else { return true }
    let reach = halfWidth(number) + Self.mappedReach
    return index.segments(within: reach, of: point).contains { number in
      let vector = index.segments[number].vector
      return vector.normalized.map { abs($0.dot(along)) > 0.87 } ?? false
    }
  }

  /// True if the opposite carriageway of a one-way road runs at its left.
  private func isDual(_ number: Int, _ index: SegmentIndex, _ owners: [Int]) -> Bool {
    let road = roads.roads[number]
    guard road.lanesBackward == 0, let (point, along) = middle(road) else { return false }
    var hits: [SegmentIndex.Hit] = []
    index.allHits(from: point, to: point + along.perpendicular * 25, into: &hits)
    return hits.contains { hit in
      let other = roads.roads[owners[hit.segment]]
      guard owners[hit.segment] != number, other.lanesBackward == 0, other.kind != .cycleway,
        let direction = index.segments[hit.segment].vector.normalized
      else { return false }
      return direction.dot(along) < -0.9
    }
  }

  // MARK: Corners

  private mutating func buildCorners() {
    var arms: [Int: [JunctionArm]] = [:]
    for (number, road) in roads.roads.enumerated()
    where number < sides.count && road.users.contains(.cars) {
      let chosen = sides[number] ?? OSMPathRules.Sides(left: false, right: false)
      for isStart in [true, false] {
        let line = isStart ? road.line : road.line.reversed()
        guard let direction = Self.direction(line) else { continue }
        arms[isStart ? road.from : road.to, default: []].append(
          JunctionArm(
            road: number, isStart: isStart, direction: direction, halfWidth: halfWidth(number),
            hasLeft: isStart ? chosen.left : chosen.right,
            hasRight: isStart ? chosen.right : chosen.left))
      }
    }
    for junction in arms.keys.sorted() {
      guard let list = arms[junction] else { continue }
      let sorted = list.sorted {
        ($0.direction.angle, $0.road) < ($1.direction.angle, $1.road)
      }
      corners[junction] = cornered(sorted, at: junction)
    }
  }

  /// The direction of a line at its start, measured over some metres.
  private static func direction(_ line: [Vec2]) -> Vec2? {
    guard let start = line.first else { return nil }
    let ahead = line.dropFirst().first { $0.distance(to: start) > 8 } ?? line.last
    return ahead.flatMap { ($0 - start).normalized }
  }

  /// Creates the corners of a junction's arms, and connects the corners across them.
  private mutating func cornered(_ arms: [JunctionArm], at junction: Int) -> [JunctionArm] {
    var arms = arms
    let middle = roads.junctions[junction].point
    let isSignal = roads.junctions[junction].control == .signal
    let count = arms.count
    for index in 0..<count where count > 1 {
      let next = (index + 1) % count
      guard arms[index].hasLeft || arms[next].hasRight else { continue }
      let corner = paths.addNode(middle + Self.corner(arms[index], arms[next]))
      // An arm without a pavement still has its corner, for crossing it.
      arms[index].left = corner
      arms[next].right = corner
    }
    if count == 1 {
      // A dead end: both sides end beside it.
      let left = arms[0].direction.perpendicular * arms[0].halfWidth
      if arms[0].hasLeft { arms[0].left = paths.addNode(middle + left) }
      if arms[0].hasRight { arms[0].right = paths.addNode(middle - left) }
    }
    for arm in arms {
      guard let left = arm.left, let right = arm.right, count != 2 else { continue }
      paths.addEdge(
        right, left, count == 1 ? .footway : .crossing,
        signal: count > 2 && isSignal ? junction : nil)
    }
    return arms
  }

  /// The intersection of the left side of an arm with the right side of the next one.
  private static func corner(_ arm: JunctionArm, _ next: JunctionArm) -> Vec2 {
    let left = arm.direction.perpendicular * arm.halfWidth
    let right = next.direction.perpendicular * -next.halfWidth
    let turn = arm.direction.cross(next.direction)
    let widest = max(arm.halfWidth, next.halfWidth)
    guard abs(turn) > 0.2 else { return (left + right) / 2 }
    // Solves left + s arm = right + t next.
    let s = (right - left).cross(next.direction) / turn
    let meeting = left + arm.direction * s
    return meeting.length <= 4 * widest ? meeting : (left + right) / 2
  }

  // MARK: Along the roads

  private mutating func layAlong(_ report: inout ImportReport) {
    for number in sides.indices {
      guard let chosen = sides[number], chosen.left || chosen.right else { continue }
      let road = roads.roads[number]
      guard let start = corners[road.from]?.first(where: { $0.road == number && $0.isStart }),
        let end = corners[road.to]?.first(where: { $0.road == number && !$0.isStart })
      else { continue }
      var stations: [Int: [Int]] = [:]
      if chosen.left { lay(number, start.left, end.right, side: 1, &stations) }
      if chosen.right { lay(number, start.right, end.left, side: -1, &stations) }
      cross(number, stations, &report)
    }
    // Connects mapped paths that end on a junction to its corners.
    for (node, junction) in roads.junctionOfNode.sorted(by: { $0.key < $1.key }) {
      guard let path = paths.numberOfNode[node], let arms = corners[junction] else { continue }
      let isSignal = roads.junctions[junction].control == .signal
      var done: Set<Int> = []
      for corner in arms.flatMap({ [$0.left, $0.right] }).compactMap({ $0 })
      where done.insert(corner).inserted {
        paths.addEdge(path, corner, .crossing, signal: isSignal ? junction : nil)
      }
    }
  }

  /// Adds one side of a road's pavement from corner to corner, and records the pavement node beside each road
  /// node.
  private mutating func lay(
    _ number: Int, _ from: Int?, _ to: Int?, side: Double, _ stations: inout [Int: [Int]]
  ) {
    guard let from, let to else { return }
    let road = roads.roads[number]
    let line = road.line
    let offset = halfWidth(number) * side
    let nodes = roads.pieces[number].nodes.filter { roads.ground.points[$0] != nil }
    func position(_ point: Vec2) -> Double {
      var best = (distance: Double.infinity, position: 0.0)
      var passed = 0.0
      for (a, b) in zip(line, line.dropFirst()) {
        let step = Segment2(a, b)
        let distance = step.distance(to: point)
        if distance < best.distance {
          best = (distance, passed + step.closestFraction(to: point) * step.length)
        }
        passed += step.length
      }
      return best.position
    }
    let (low, high) = (position(paths.nodes[from]) + 1, position(paths.nodes[to]) - 1)
    // Positions of the line's vertices.
    var (positions, passed) = ([0.0], 0.0)
    for (a, b) in zip(line, line.dropFirst()) {
      passed += a.distance(to: b)
      positions.append(passed)
    }
    let indices = Dictionary(zip(line, line.indices), uniquingKeysWith: { first, _ in first })
    var last = from
    for node in nodes.dropFirst().dropLast() {
      guard let point = roads.ground.points[node], let index = indices[point], index > 0,
        index < line.count - 1, positions[index] > low, positions[index] < high
      else { continue }
      let beside = paths.addNode(Self.beside(line[index - 1], point, line[index + 1], offset))
      paths.addEdge(last, beside, .footway)
      stations[node, default: []].append(beside)
      last = beside
    }
    paths.addEdge(last, to, .footway)
  }

  /// The point beside a bend at a signed distance to the left, along the bisector.
  private static func beside(_ before: Vec2, _ point: Vec2, _ after: Vec2, _ offset: Double) -> Vec2
  {
    guard let a = (point - before).normalized, let b = (after - point).normalized,
      let normal = (a.perpendicular + b.perpendicular).normalized
    else { return point }
    // Longer on the outside of a bend, but bounded in a hairpin.
    let stretch = 1 / max(normal.dot(a.perpendicular), 0.5)
    return point + normal * (offset * stretch)
  }

  /// Connects both sides at crossings between junctions, and mapped paths to the sides.
  private mutating func cross(
    _ number: Int, _ stations: [Int: [Int]], _ report: inout ImportReport
  ) {
    for node in stations.keys.sorted() {
      guard let beside = stations[node] else { continue }
      let tags = roads.ground.tags(ofNode: node)
      let isSignal = tags.map(OSMJunctionControls.isSignal) ?? false
      let signal =
        isSignal ? roads.ground.points[node].flatMap { paths.signal(near: $0) } : nil
      if let path = paths.numberOfNode[node] {
        for other in beside { paths.addEdge(path, other, .crossing, signal: signal) }
      } else if tags?.has("highway", "crossing") == true, beside.count == 2 {
        paths.addEdge(beside[0], beside[1], .crossing, signal: signal)
        report.take("crossing nodes")
      }
    }
  }
}
