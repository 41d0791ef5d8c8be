import Geometry
import Maps
import Observations
import Truth

extension VenueDrawing {
  /// Draws the outdoors: buildings, roads, footways, and tracks there; nil without any of them.
  func outdoors() -> Drawing? {
    let own = stretches(on: nil)
    var ground: [Vec2] = map.roads.roads.flatMap(\.line)
    for building in map.buildings { ground += building.footprint.flatMap(\.exterior) }
    for node in map.paths.nodes where node.level == nil { ground.append(node.point) }
    for (_, stretch) in own { ground += stretch.points }
    guard let box = Box2(containing: ground) else { return nil }
    var canvas = SVGCanvas(box: box)
    draw(groundOn: &canvas)
    draw(own, &canvas)
    canvas.scaleBar()
    let isKnown = !map.buildings.contains { $0.heightMetres == 0 }
    return Drawing(
      name: "outdoors",
      svg: canvas.document(
        title: "\(map.name): outdoors", note: isKnown ? "darker buildings are taller" : ""))
  }

  /// Draws roads, footways, buildings and stops.
  func draw(groundOn canvas: inout SVGCanvas) {
    draw(roadsOn: &canvas)
    for edge in map.paths.edges {
      let (from, to) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      guard from.level == nil || to.level == nil else { continue }
      canvas.line(
        [from.point, to.point],
        .init(
          stroke: edge.kind.color, width: max(1.2, 1.2 * canvas.unit), opacity: 0.7,
          dash: edge.kind == .crossing ? "2 2" : nil))
    }
    for building in map.buildings {
      let hasLevels = map.levels.contains {
        map.buildings.indices.contains($0.building) && map.buildings[$0.building] == building
      }
      for part in building.footprint {
        canvas.polygon(
          part,
          .init(
            fill: hasLevels ? "#d8c9a8" : building.shade, stroke: "#8d867a",
            width: 0.7 * canvas.unit))
      }
    }
    draw(busStopsOn: &canvas)
  }

  private func draw(roadsOn canvas: inout SVGCanvas) {
    for park in map.roads.carParks {
      canvas.polygon(park.outline, .init(fill: "#e9e7e2", stroke: "#bbb", width: 0.2))
      for stall in park.stalls {
        let ahead = Vec2(1, 0).rotated(by: stall.headingRadians)
        let aside = ahead.perpendicular * 1.25
        canvas.segments(
          [
            Segment2(stall.point - ahead * 2.5 + aside, stall.point + ahead * 2.5 + aside),
            Segment2(stall.point - ahead * 2.5 - aside, stall.point + ahead * 2.5 - aside),
          ], .init(stroke: "#b0aca4", width: 0.12))
      }
    }
    for road in map.roads.roads {
      let lanes = Double(max(1, road.lanesForward + road.lanesBackward))
      canvas.line(
        road.line,
        .init(
          stroke: road.kind == .cycleway ? "#b9d3b0" : "#d3d1cc",
          width: max(lanes * (road.kind == .cycleway ? 1.5 : 3.2), 1.5 * canvas.unit)))
    }
    for junction in map.roads.junctions where junction.control == .signal {
      canvas.dot(junction.point, radius: 3, .init(fill: "#c0392b"), title: "lights")
    }
  }

  private func draw(busStopsOn canvas: inout SVGCanvas) {
    for stop in map.roads.busLines.flatMap(\.stops) {
      canvas.dot(stop.point, radius: 4, .init(fill: "#1f6fb2", stroke: "#fff"), title: stop.name)
    }
  }
}

extension Building {
  /// Taller buildings are darker.
  fileprivate var shade: String {
    let light = 215 - Int(min(110, heightMetres * 0.7))
    let digits = String(light, radix: 16)
    return "#" + digits + digits + digits
  }
}

extension PathKind {
  var color: String {
    switch self {
    case .pathway, .footway: "#b7a98c"
    case .crossing: "#8c8c8c"
    case .trail: "#8fae6b"
    case .steps: "#a0705a"
    }
  }
}

extension UnitKind {
  var color: String {
    switch self {
    case .corridor, .lobby, .hall, .walkway, .platform: "#f6f2e7"
    case .shop, .food, .kitchen: "#fbe3c6"
    case .exhibit, .theatre, .casino: "#e3dcf2"
    case .gate, .lounge, .security: "#d9e8f5"
    case .ward, .laboratory, .office, .room, .home: "#e6efe0"
    case .restroom, .service, .storage: "#e4e4e4"
    case .parking: "#e9e7e2"
    case .garden, .terrace: "#d7ead0"
    case .stairs, .escalator, .lift, .ramp: "#dccfb8"
    case .void: "#9fb3c2"
    case .inaccessible: "#cfcac0"
    case .other: "#efece6"
    }
  }
}

extension OpeningKind {
  var color: String {
    switch self {
    case .passage, .shutter: "#e8dfc8"
    case .door: "#c98b3c"
    case .sliding: "#3c9ac9"
    case .revolving: "#7a5cc9"
    case .turnstile: "#c93c6e"
    case .locked: "#7d1f1f"
    }
  }
}

extension ConnectorKind {
  var color: String {
    switch self {
    case .stairs, .ramp: "#8c6d31"
    case .escalator: "#31748c"
    case .walkway: "#4aa3a3"
    case .lift: "#a0302b"
    }
  }
}
