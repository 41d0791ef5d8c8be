import Geometry
import Glibc
import Maps

/// Lays out stalls in parking areas: along the mapped aisles, or along an added aisle through the middle of
/// an area without one.
struct OSMCarParks {
  /// Width and length of a stall, in m: 2.5 by 5 is the usual minimum (from memory: German EAR 05).
  static let stallWidth = 2.5
  static let stallLength = 5.0
  /// Half width of an aisle, in m: 6 m wide for perpendicular stalls.
  static let halfAisle = 3.0
  /// Min area for an added aisle, in m².
  static let minArea = 350.0
  /// Max stalls of one area.
  static let maxStalls = 2_000
  /// Max distance between an added aisle and the junction it is joined to, in m.
  static let joinReach = 120.0

  private let ground: OSMGround
  private var roads: OSMRoadBuilder
  private var names = NameRegister()
  private(set) var carParks: [CarPark] = []

  init(_ roads: OSMRoadBuilder) {
    self.roads = roads
    ground = roads.ground
  }

  /// Returns the car parks, with the roads and their added aisles.
  static func added(
    to roads: OSMRoadBuilder, _ report: inout ImportReport
  ) -> (roads: OSMRoadBuilder, carParks: [CarPark]) {
    var maker = OSMCarParks(roads)
    maker.build(&report)
    return (maker.roads, maker.carParks)
  }

  private mutating func build(_ report: inout ImportReport) {
    var areas: [(id: String, tags: OSMTags, shape: Polygon)] = []
    for way in ground.data.ways where way.tags.has("amenity", "parking") && way.isClosed {
      guard let line = ground.line(of: way),
        let shape = (try? ShapeMaker.polygons([line]))?.polygons.first
      else {
        report.leave("car parks", "outline incomplete or invalid", "way \(way.id)")
        continue
      }
      areas.append(("way \(way.id)", way.tags, shape))
    }
    for relation in ground.data.relations where relation.tags.has("amenity", "parking") {
      guard let rings = try? OSMRings.polygons(of: relation, ground), let first = rings.first,
        let shape = (try? ShapeMaker.polygons(first))?.polygons.first
      else {
        report.leave("car parks", "outline incomplete or invalid", "relation \(relation.id)")
        continue
      }
      areas.append(("relation \(relation.id)", relation.tags, shape))
    }
    for area in areas { add(area.id, area.tags, area.shape, &report) }
  }

  private mutating func add(
    _ id: String, _ tags: OSMTags, _ shape: Polygon, _ report: inout ImportReport
  ) {
    if tags.has("parking", "underground", "multi-storey", "street_side", "lane", "rooftop") {
      return report.leave("car parks", "parking=\(tags["parking"] ?? "") has no open ground", id)
    }
    if tags.has("access", "private", "no") {
      return report.leave("car parks", "closed to the public", id)
    }
    var aisles = roads.roads.indices.filter { number in
      let road = roads.roads[number]
      guard road.users.contains(.cars), road.kind == .aisle || road.kind == .service else {
        return false
      }
      return road.line.dropFirst().dropLast().contains { shape.contains($0) }
        || zip(road.line, road.line.dropFirst()).contains {
          shape.contains(Segment2($0, $1).midpoint)
        }
    }
    if aisles.isEmpty {
      guard let aisle = addAisle(shape, &report) else {
        return report.leave("car parks", "too small or too far from any road for an aisle", id)
      }
      aisles = [aisle]
    }
    let capacity = tags["capacity"].flatMap { Int($0) }.map { max(1, $0) } ?? Self.maxStalls
    let stalls = layOut(shape, aisles, maximum: min(capacity, Self.maxStalls))
    guard !stalls.isEmpty else {
      return report.leave("car parks", "no room for stalls along its aisles", id)
    }
    report.take("car parks")
    report.infer("stalls", "of 2.5 m by 5 m, at right angles to the aisles", stalls.count)
    carParks.append(
      CarPark(name: names.name(tags["name"] ?? "", or: "Car park"), outline: shape, stalls: stalls))
  }

  /// Adds an aisle along an area's longest edge, and joins it to the nearest junction.
  private mutating func addAisle(_ shape: Polygon, _ report: inout ImportReport) -> Int? {
    let (length, width, along) = shape.alignedSize
    guard shape.area >= Self.minArea, width >= 2 * Self.halfAisle else { return nil }
    let centre = shape.innerPoint
    let reach = along * (length + 1)
    guard
      let line = shape.clip(Segment2(centre - reach, centre + reach))
        .max(by: { $0.length < $1.length }), line.length > 4 * Self.stallWidth
    else { return nil }
    let carRoads = roads.roads.filter { $0.users.contains(.cars) && $0.layer == 0 }
    let candidates = Set(carRoads.flatMap { [$0.from, $0.to] }).sorted()
    var best: (distance: Double, junction: Int, isStart: Bool)?
    for junction in candidates {
      for isStart in [true, false] {
        let end = isStart ? line.start : line.end
        let distance = roads.junctions[junction].point.distance(to: end)
        if distance < (best?.distance ?? Self.joinReach) { best = (distance, junction, isStart) }
      }
    }
    guard let best, best.distance > 1 else { return nil }
    let (near, far) = best.isStart ? (line.start, line.end) : (line.end, line.start)
    let gate = roads.addJunction(rounded(near))
    let end = roads.addJunction(rounded(far))
    _ = roads.addInferred(
      Road(
        kind: .service, from: best.junction, to: gate,
        line: [roads.junctions[best.junction].point, rounded(near)],
        limitMetresPerSecond: 10 / 3.6))
    report.infer("aisles of car parks", "through the middle, joined with the nearest junction")
    return roads.addInferred(
      Road(
        kind: .aisle, from: gate, to: end, line: [rounded(near), rounded(far)],
        limitMetresPerSecond: 10 / 3.6))
  }

  private func layOut(_ shape: Polygon, _ aisles: [Int], maximum: Int) -> [CarPark.Stall] {
    var stalls: [CarPark.Stall] = []
    let near = roads.roads.filter { road in
      guard let box = Box2(containing: road.line) else { return false }
      return road.users.contains(.cars) && box.intersects(shape.bounds.expanded(by: 5))
    }
    let lanes = near.flatMap { zip($0.line, $0.line.dropFirst()).map { Segment2($0, $1) } }
    for aisle in aisles {
      let line = roads.roads[aisle].line
      for (start, end) in zip(line, line.dropFirst()) {
        let segment = Segment2(start, end)
        guard let along = segment.vector.normalized else { continue }
        let count = Int(segment.length / Self.stallWidth)
        for number in 0..<min(count, Self.maxStalls) {
          let base = start + along * (Self.stallWidth * (Double(number) + 0.5))
          for side in [1.0, -1.0] {
            let outward = along.perpendicular * side
            let point = base + outward * (Self.halfAisle + Self.stallLength / 2)
            guard fits(point, along, outward, shape, lanes, stalls) else { continue }
            stalls.append(
              CarPark.Stall(rounded(point), headingRadians: outward.angle, aisle: aisle))
            if stalls.count >= maximum { return stalls }
          }
        }
      }
    }
    return stalls
  }

  private func fits(
    _ point: Vec2, _ along: Vec2, _ outward: Vec2, _ shape: Polygon, _ lanes: [Segment2],
    _ stalls: [CarPark.Stall]
  ) -> Bool {
    let half = along * (Self.stallWidth / 2 - 0.1)
    let deep = outward * (Self.stallLength / 2 - 0.2)
    let corners = [
      point + half + deep, point - half + deep, point + half - deep, point - half - deep,
    ]
    guard corners.allSatisfy({ shape.contains($0) }) else { return false }
    guard !lanes.contains(where: { $0.distance(to: point) < Self.halfAisle + 1.5 }) else {
      return false
    }
    return !stalls.contains { other in
      let apart = other.point - point
      return abs(apart.dot(along)) < Self.stallWidth - 0.05
        && abs(apart.dot(outward)) < Self.stallLength - 0.05
    }
  }
}
