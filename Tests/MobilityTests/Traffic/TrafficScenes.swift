import Geometry
import Glibc
import Kernel
import Maps
import Mobility
import Venues

/// Road networks for the traffic tests.
enum TrafficScene {
  /// A grid of junctions with one road between neighbours.
  static func grid(
    _ size: Int, spacing: Double = 150, control: JunctionControl = .signal, lanes: Int = 1,
    kind: RoadKind = .residential, limit: Double = 13.89
  ) -> RoadNetwork {
    var junctions: [Junction] = []
    var roads: [Road] = []
    for row in 0..<size {
      for column in 0..<size {
        let here = junctions.count
        let point = Vec2(Double(column), Double(row)) * spacing
        junctions.append(Junction(point, control: control))
        for (isInside, other) in [(column > 0, here - 1), (row > 0, here - size)] where isInside {
          roads.append(
            Road(
              kind: kind, from: other, to: here, line: [junctions[other].point, point],
              lanesForward: lanes, lanesBackward: lanes, limitMetresPerSecond: limit))
        }
      }
    }
    return RoadNetwork(junctions: junctions, roads: roads)
  }

  /// One straight road eastwards from the origin.
  static func straight(
    _ length: Double, lanes: Int = 1, back: Int = 0, limit: Double = 13.89,
    kind: RoadKind = .secondary
  ) -> RoadNetwork {
    let ends = [Vec2(0, 0), Vec2(length, 0)]
    return RoadNetwork(
      junctions: ends.map { Junction($0) },
      roads: [
        Road(
          kind: kind, from: 0, to: 1, line: ends, lanesForward: lanes, lanesBackward: back,
          limitMetresPerSecond: limit)
      ])
  }

  /// Roads in a row eastwards, with the given control at the junctions between them.
  static func chain(
    _ points: [Vec2], control: JunctionControl = .priority, lanes: Int = 1
  )
    -> RoadNetwork
  {
    let junctions = points.map { Junction($0, control: control) }
    let roads = points.indices.dropLast().map { index in
      Road(
        kind: .secondary, from: index, to: index + 1, line: [points[index], points[index + 1]],
        lanesForward: lanes, lanesBackward: lanes, limitMetresPerSecond: 13.89)
    }
    return RoadNetwork(junctions: junctions, roads: roads)
  }

  /// A car park: a road in, and aisles with stalls on both sides, joined at both ends.
  static func carPark(aisles: Int, stallsPerSide: Int, angleDegrees: Double = 90) -> RoadNetwork {
    let length = 60 + 2.6 * Double(stallsPerSide)
    var junctions = [Junction(Vec2(-120, 0)), Junction(Vec2(-20, 0))]
    var roads = [road(.service, 0, 1, junctions)]
    var stalls: [CarPark.Stall] = []
    var lower = 1
    var upper = -1
    for aisle in 0..<aisles {
      let x = Double(aisle) * 18
      let bottom = junctions.count
      junctions.append(Junction(Vec2(x, 0)))
      junctions.append(Junction(Vec2(x, length)))
      roads.append(road(.service, lower, bottom, junctions))
      let number = roads.count
      roads.append(road(.aisle, bottom, bottom + 1, junctions))
      if upper >= 0 { roads.append(road(.service, upper, bottom + 1, junctions)) }
      (lower, upper) = (bottom, bottom + 1)
      for stall in 0..<stallsPerSide {
        let y = 30 + 2.6 * (Double(stall) + 0.5)
        let turn = angleDegrees * .pi / 180
        for side in [-1.0, 1.0] {
          let heading = .pi / 2 - side * turn
          stalls.append(
            CarPark.Stall(Vec2(x + side * 6, y), headingRadians: heading, aisle: number))
        }
      }
    }
    let box = Box2(Vec2(-20, -10), Vec2(Double(aisles) * 18, length + 10))
    guard let outline = try? Polygon(box) else { return RoadNetwork() }
    return RoadNetwork(
      junctions: junctions, roads: roads,
      carParks: [CarPark(name: "P", outline: outline, stalls: stalls)])
  }

  static func road(_ kind: RoadKind, _ from: Int, _ to: Int, _ junctions: [Junction]) -> Road {
    Road(
      kind: kind, from: from, to: to, line: [junctions[from].point, junctions[to].point],
      limitMetresPerSecond: kind == .aisle ? 4 : 8)
  }
}

/// A vehicle's outline from above.
struct VehicleOutline {
  let id: VehicleID
  let corners: [Vec2]
  let center: Vec2
  let radius: Double

  /// Creates an outline that is `shrink` metres smaller on all sides.
  init?(_ id: VehicleID, in traffic: Traffic, shrink: Double = 0.05) {
    guard let pose = traffic.pose(id), let spec = traffic.vehicle(id) else { return nil }
    let u = Vec2(angle: pose.headingRadians)
    let front = spec.frontOverhangMetres + spec.wheelbaseMetres / 2 - shrink
    let rear = spec.lengthMetres - front - 2 * shrink
    let side = spec.widthMetres / 2 - shrink
    self.id = id
    corners = [
      pose.position + u * front + u.perpendicular * side,
      pose.position - u * rear + u.perpendicular * side,
      pose.position - u * rear - u.perpendicular * side,
      pose.position + u * front - u.perpendicular * side,
    ]
    center = pose.position
    radius = max(front, rear) + side
  }

  /// True if two outlines overlap, by the separating axis theorem.
  func overlaps(_ other: VehicleOutline) -> Bool {
    guard center.distance(to: other.center) < radius + other.radius else { return false }
    for shape in [corners, other.corners] {
      for index in 0..<2 {
        let axis = shape[index + 1] - shape[index]
        let (a, b) = (corners.map { $0.dot(axis) }, other.corners.map { $0.dot(axis) })
        guard let a0 = a.min(), let a1 = a.max(), let b0 = b.min(), let b1 = b.max() else {
          return false
        }
        if a1 < b0 || b1 < a0 { return false }
      }
    }
    return true
  }

  /// All pairs of overlapping vehicles.
  static func overlaps(in traffic: Traffic) -> [(VehicleID, VehicleID)] {
    let all = traffic.vehicles.compactMap { VehicleOutline($0, in: traffic) }
      .sorted { $0.center.x < $1.center.x }
    var found: [(VehicleID, VehicleID)] = []
    for (index, one) in all.enumerated() {
      for other in all[(index + 1)...] {
        if other.center.x - one.center.x > 20 { break }
        if one.overlaps(other) { found.append((one.id, other.id)) }
      }
    }
    return found
  }
}

/// Tracks the changes of one vehicle's pose from step to step.
struct VehicleMonitor {
  private(set) var last: VehiclePose?
  private(set) var worst: [String: Double] = [:]

  mutating func process(_ pose: VehiclePose?) {
    defer { last = pose }
    guard let pose, let last else { return }
    let dt = Traffic.timeStep.seconds
    let expected = (last.velocity + pose.velocity) / 2 * dt
    note("jump", (pose.position - last.position).distance(to: expected))
    var turn = pose.headingRadians - last.headingRadians
    turn -= (turn / (2 * .pi)).rounded() * 2 * .pi
    note("turn", abs(turn - (pose.turnRate + last.turnRate) / 2 * dt))
    note("yaw", abs(turn))
    if pose.velocity.length > 0.5 { note("curvature", abs(pose.turnRate) / pose.velocity.length) }
    let change = (pose.velocity - last.velocity) / dt
    let across = Vec2(angle: pose.headingRadians).perpendicular
    note("lateral", abs(change.dot(across)))
    note("longitudinal", abs(change.dot(Vec2(angle: pose.headingRadians))))
    note("jerk", abs(pose.acceleration - last.acceleration) / dt)
    if pose.velocity.length > 1 {
      var slip = pose.velocity.angle - pose.headingRadians
      slip -= (slip / .pi).rounded() * .pi
      note("slip", abs(slip))
    }
  }

  private mutating func note(_ name: String, _ value: Double) {
    worst[name] = max(worst[name] ?? 0, value)
  }

  subscript(_ name: String) -> Double { worst[name] ?? 0 }
}
