import Geometry
import Kernel
import Maps
import Mobility

/// Building the walking network of a mall, a concourse and a town, and routes across them.
let routingBenchmarks: [Benchmark] = [
  building("routing.mall.build", mall),
  routing("routing.mall.route", mall, levels: 8, over: Box2(Vec2(1, 1), Vec2(199, 99))),
  building("routing.concourse.build", concourse),
  routing("routing.concourse.route", concourse, levels: 1, over: Box2(Vec2(1, 1), Vec2(599, 39))),
  building("routing.town.build", town),
  routing("routing.town.route", town, levels: 0, over: Box2(Vec2(-5, -5), Vec2(2200, 640))),
]

private func building(
  _ name: String, _ map: @escaping @Sendable () throws -> VenueMap
) -> Benchmark {
  Benchmark(name, operations: 1) {
    let map = try map()
    return { UInt64(WalkNetwork(map).obstacles(of: nil).count) }
  }
}

/// Routes between random positions; `levels` 0 is outdoors.
private func routing(
  _ name: String, _ map: @escaping @Sendable () throws -> VenueMap, levels: Int, over area: Box2
) -> Benchmark {
  let queries = 500
  return Benchmark(name, operations: queries) {
    let network = WalkNetwork(try map())
    var stream = RandomStream(seed: 7, purpose: "routes")
    let spots = (0..<(2 * queries)).map { _ -> Spot in
      let point = Vec2(
        stream.uniform(in: area.minimum.x...area.maximum.x),
        stream.uniform(in: area.minimum.y...area.maximum.y))
      let level = levels == 0 ? nil : stream.integer(below: levels)
      return network.nearestWalkable(to: Spot(point, level: level)) ?? Spot(point, level: level)
    }
    return {
      var metres = 0.0
      for query in 0..<queries {
        metres += try network.route(from: spots[2 * query], to: spots[2 * query + 1]).lengthMetres
      }
      return metres.bitPattern
    }
  }
}

private func frame() throws -> LocalFrame {
  LocalFrame(
    origin: try Geodetic(latitudeDegrees: 51.5, longitudeDegrees: -0.1, altitudeMetres: 20))
}

private func box(_ x: Double, _ y: Double, _ width: Double, _ depth: Double) throws -> Polygon {
  try Polygon(Box2(Vec2(x, y), Vec2(x + width, y + depth)))
}

/// A wall along the x axis with gaps of a given width at some positions.
private func wall(y: Double, from: Double, to: Double, gaps: [Double], width: Double) -> [Segment2]
{
  var walls: [Segment2] = []
  var x = from
  for gap in gaps {
    walls.append(Segment2(Vec2(x, y), Vec2(gap - width / 2, y)))
    x = gap + width / 2
  }
  return walls + [Segment2(Vec2(x, y), Vec2(to, y))]
}

/// Eight levels of 200 m by 100 m with 40 shops each around an atrium, with pathways.
private let mall: @Sendable () throws -> VenueMap = {
  var levels: [Level] = []
  var nodes: [Spot] = []
  var edges: [PathNetwork.Edge] = []
  for storey in 0..<8 {
    let doors = (0..<20).map { 5 + 10 * Double($0) }
    var walls = wall(y: 30, from: 0, to: 200, gaps: doors, width: 2)
    walls += wall(y: 70, from: 0, to: 200, gaps: doors, width: 2)
    walls += wall(y: 0, from: 0, to: 200, gaps: [], width: 0)
    walls += wall(y: 100, from: 0, to: 200, gaps: [], width: 0)
    walls += [Segment2(Vec2(200, 0), Vec2(200, 100)), Segment2(Vec2(0, 0), Vec2(0, 45))]
    walls.append(Segment2(Vec2(0, 55), Vec2(0, 100)))
    for x in stride(from: 10.0, to: 200, by: 10) {
      walls.append(Segment2(Vec2(x, 0), Vec2(x, 30)))
      walls.append(Segment2(Vec2(x, 70), Vec2(x, 100)))
    }
    var openings: [Opening] = []
    for x in doors {
      for y in [30.0, 70] {
        openings.append(
          Opening(kind: .shutter, line: Segment2(Vec2(x - 1, y), Vec2(x + 1, y))))
      }
    }
    openings.append(
      Opening(
        kind: .sliding, line: Segment2(Vec2(0, 45), Vec2(0, 55)), isEntrance: storey == 0))
    var fixtures: [Polygon] = []
    for x in stride(from: 12.0, to: 195, by: 12) { fixtures.append(try box(x, 36, 3, 2)) }
    for x in doors {
      fixtures.append(try box(x - 2, 10, 1, 8))
      fixtures.append(try box(x + 1, 82, 1, 8))
    }
    let void = Unit(name: "void \(storey)", kind: .void, shape: try box(60, 45, 80, 10))
    levels.append(
      Level(
        ordinal: storey, shortName: "\(storey)", elevationMetres: 4.5 * Double(storey),
        heightMetres: 4.5, outline: [try box(0, 0, 200, 100)],
        units: storey == 0 ? [] : [void], walls: walls, openings: openings, fixtures: fixtures))
    for y in [33.0, 60] {
      for x in stride(from: 5.0, to: 200, by: 10) {
        nodes.append(Spot(Vec2(x, y), level: storey))
        if x > 5 {
          edges.append(
            PathNetwork.Edge(from: nodes.count - 2, to: nodes.count - 1, kind: .pathway))
        }
      }
    }
    edges.append(
      PathNetwork.Edge(from: nodes.count - 40, to: nodes.count - 20, kind: .pathway))
    edges.append(PathNetwork.Edge(from: nodes.count - 21, to: nodes.count - 1, kind: .pathway))
  }
  var connectors: [Connector] = []
  for storey in 0..<7 {
    for (name, x, isUp) in [("up", 50.0, true), ("down", 54.0, false)] {
      let stops = [
        Spot(Vec2(x, 44), level: isUp ? storey : storey + 1),
        Spot(Vec2(x, 55), level: isUp ? storey + 1 : storey),
      ]
      connectors.append(
        Connector(name: "\(name) \(storey)", kind: .escalator, stops: stops, isOneWay: true))
    }
  }
  for (number, x) in [20.0, 150, 153].enumerated() {
    connectors.append(
      Connector(
        name: "lift \(number)", kind: .lift,
        stops: (0..<8).map { Spot(Vec2(x, 58), level: $0) }))
  }
  connectors.append(
    Connector(
      name: "stairs", kind: .stairs, stops: (0..<8).map { Spot(Vec2(190, 50), level: $0) }))
  return VenueMap(
    name: "mall", frame: try frame(),
    buildings: [
      Building(name: "mall", footprint: [try box(0, 0, 200, 100)], heightMetres: 36)
    ], levels: levels, connectors: connectors,
    paths: PathNetwork(nodes: nodes, edges: edges))
}

/// One level of 600 m by 40 m with 30 gates, 200 rows of seats and four moving walkways.
private let concourse: @Sendable () throws -> VenueMap = {
  let doors = (0..<30).map { 10 + 20 * Double($0) }
  var walls = wall(y: 10, from: 0, to: 600, gaps: doors, width: 6)
  walls += wall(y: 0, from: 0, to: 600, gaps: [], width: 0)
  walls += wall(y: 40, from: 0, to: 600, gaps: [], width: 0)
  walls += [0.0, 600].map { Segment2(Vec2($0, 0), Vec2($0, 40)) }
  for x in stride(from: 20.0, to: 600, by: 20) {
    walls.append(Segment2(Vec2(x, 0), Vec2(x, 10)))
  }
  let openings = doors.map {
    Opening(kind: .passage, line: Segment2(Vec2($0 - 3, 10), Vec2($0 + 3, 10)))
  }
  var fixtures: [Polygon] = []
  for number in 0..<100 {
    let x = 4 + 5.9 * Double(number)
    fixtures.append(try box(x, 14, 4, 1))
    fixtures.append(try box(x, 33, 4, 1))
  }
  let level = Level(
    ordinal: 0, shortName: "D", elevationMetres: 5, outline: [try box(0, 0, 600, 40)],
    walls: walls, openings: openings, fixtures: fixtures)
  var connectors: [Connector] = []
  for number in 0..<4 {
    let (from, to) = (20 + 140 * Double(number), 150 + 140 * Double(number))
    for (y, a, b) in [(24.0, from, to), (27, to, from)] {
      connectors.append(
        Connector(
          name: "walkway \(number) \(y)", kind: .walkway,
          stops: [Spot(Vec2(a, y), level: 0), Spot(Vec2(b, y), level: 0)], isOneWay: true))
    }
  }
  return VenueMap(
    name: "concourse", frame: try frame(),
    buildings: [
      Building(name: "concourse", footprint: [try box(0, 0, 600, 40)], heightMetres: 12)
    ], levels: [level], connectors: connectors)
}

/// 60 blocks of 25 buildings between streets with lights, and no footways.
private let town: @Sendable () throws -> VenueMap = {
  var buildings: [Building] = []
  var junctions: [Junction] = []
  var roads: [Road] = []
  let (columns, rows) = (10, 6)
  let pitch = Vec2(220, 106)
  for row in 0...rows {
    for column in 0...columns {
      let point = Vec2(Double(column) * pitch.x - 10, Double(row) * pitch.y - 10)
      junctions.append(Junction(point, control: .signal))
      let here = junctions.count - 1
      for (neighbour, exists) in [(here - 1, column > 0), (here - columns - 1, row > 0)]
      where exists {
        roads.append(
          Road(
            kind: .residential, from: neighbour, to: here,
            line: [junctions[neighbour].point, point], limitMetresPerSecond: 13.4))
      }
    }
  }
  for row in 0..<rows {
    for column in 0..<columns {
      let corner = Vec2(Double(column) * pitch.x, Double(row) * pitch.y)
      for number in 0..<25 {
        let x = corner.x + 8 * Double(number)
        // Two rows of buildings with yards and passages between them.
        let depth = 20 + Double((number * 7 + row * 3 + column) % 12)
        let y = number.isMultiple(of: 2) ? corner.y : corner.y + 86 - depth
        buildings.append(
          Building(name: "", footprint: [try box(x, y, 12, depth)], heightMetres: 15))
      }
    }
  }
  return VenueMap(
    name: "town", frame: try frame(), buildings: buildings, levels: [],
    roads: RoadNetwork(junctions: junctions, roads: roads))
}
