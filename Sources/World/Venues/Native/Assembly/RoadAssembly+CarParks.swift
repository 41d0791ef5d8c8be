import Documents
import Geometry
import Maps

extension RoadAssembly {
  /// Adds the car parks; their aisles are roads already.
  mutating func addCarParks(_ context: inout AssemblyContext) {
    guard !context.file.carParks.isEmpty else { return }
    let finder = RoadFinder(roads.roads)
    var parks: [CarPark] = []
    var names = FirstUses()
    for entry in context.file.carParks {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        let name = scope.expand(entry.name)
        if let first = names.again(name, at: entry.place) {
          context.findings.error("two car parks are called '\(name)'\(first)", at: entry.place)
        }
        guard let park = carPark(entry, name, shift: shift, scope, finder, &context) else { return }
        parks.append(park)
      }
    }
    roads = RoadNetwork(
      junctions: roads.junctions, roads: roads.roads, restrictions: roads.restrictions,
      carParks: parks)
  }

  private func carPark(
    _ entry: CarParkEntry, _ name: String, shift outer: Vec2, _ scope: NameScope,
    _ finder: RoadFinder, _ context: inout AssemblyContext
  ) -> CarPark? {
    let what = "car park '\(name)'"
    let drawn = entry.shape.polygons(shiftedBy: outer, of: what, at: entry.place, &context.findings)
    guard let outline = drawn?.first.flatMap({ context.drawing($0) }) else { return nil }
    var stalls: [CarPark.Stall] = []
    for row in entry.stalls {
      context.each(row.repetition, in: scope) { context, shift, _, _ in
        guard row.count == 1 || row.to != nil else {
          context.findings.error(
            "\(what) has a row of \(row.count) stalls without 'to'", at: row.place)
          return
        }
        for number in 0..<row.count {
          let share = row.count > 1 ? Double(number) / Double(row.count - 1) : 0
          let drawn = row.from + ((row.to ?? row.from) - row.from) * share + outer + shift
          let point = context.drawing(drawn)
          guard context.isWithinReach(point, of: "a stall", at: row.place) else { return }
          if !outline.contains(point), outline.boundaryDistance(to: point) > 0.05 {
            context.findings.warn(
              "\(what) has a stall at \(shown(drawn)), outside its outline", at: row.place)
          }
          let aisle: Int?
          if let near = row.aisle {
            aisle = finder.nearest(to: context.drawing(near + outer + shift), within: 50)
          } else {
            aisle = finder.nearest(to: point, within: 15)
          }
          guard let aisle else {
            context.findings.error(
              "\(what) has a stall at \(shown(drawn)) with no road within 15 m; draw an aisle",
              at: row.place)
            return
          }
          stalls.append(
            CarPark.Stall(
              point, headingRadians: direction(ofBearing: row.heading) + context.drawing.angle,
              aisle: aisle))
        }
      }
    }
    return CarPark(name: name, outline: outline, stalls: stalls)
  }

  mutating func addBusLines(_ context: inout AssemblyContext) {
    guard !context.file.busLines.isEmpty else { return }
    let finder = RoadFinder(roads.roads)
    var names = FirstUses()
    var lines: [BusLine] = []
    for entry in context.file.busLines {
      if let first = names.again(entry.name, at: entry.place) {
        context.findings.error("two bus lines are called '\(entry.name)'\(first)", at: entry.place)
      }
      var stops: [BusLine.Stop] = []
      for stop in entry.stops {
        let point = context.drawing(stop.at)
        let what = "bus stop '\(stop.name)'"
        guard context.isWithinReach(point, of: what, at: stop.place) else { continue }
        let road = finder.nearest(to: point, within: 25) { $0.users.contains(.buses) }
        if road == nil {
          context.findings.warn("\(what) has no road for buses within 25 m", at: stop.place)
        }
        stops.append(BusLine.Stop(name: stop.name, point: point))
      }
      lines.append(BusLine(name: entry.name, stops: stops, headwaySeconds: entry.headway))
    }
    roads = RoadNetwork(
      junctions: roads.junctions, roads: roads.roads, restrictions: roads.restrictions,
      carParks: roads.carParks, busLines: lines)
  }
}

/// Nearest-road search.
struct RoadFinder {
  private let roads: [Road]
  private let segments: [Segment2]
  private let owners: [Int]
  private let tree: BoxTree

  init(_ roads: [Road]) {
    self.roads = roads
    var segments: [Segment2] = []
    var owners: [Int] = []
    for (number, road) in roads.enumerated() {
      for (from, to) in zip(road.line, road.line.dropFirst()) {
        segments.append(Segment2(from, to))
        owners.append(number)
      }
    }
    self.segments = segments
    self.owners = owners
    tree = BoxTree(segments.map(\.bounds))
  }

  /// The index of the nearest road that satisfies `isFit`; of equally near ones, the lowest.
  func nearest(
    to point: Vec2, within reach: Double, where isFit: (Road) -> Bool = { _ in true }
  ) -> Int? {
    var best: (distance: Double, road: Int)?
    tree.forEach(meeting: Box2(point, point).expanded(by: reach)) { index in
      let distance = segments[index].distance(to: point)
      guard distance <= reach, isFit(roads[owners[index]]) else { return }
      if (distance, owners[index]) < (best ?? (.infinity, 0)) { best = (distance, owners[index]) }
    }
    return best?.road
  }

  /// Calls `body` with each road segment near a box.
  func forEach(meeting box: Box2, _ body: (Int, Segment2) -> Void) {
    for index in tree.boxes(meeting: box) { body(owners[index], segments[index]) }
  }
}
