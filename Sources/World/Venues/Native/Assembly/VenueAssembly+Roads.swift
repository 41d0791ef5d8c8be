import Documents
import Geometry
import Maps

extension VenueAssembly {
  /// How near road lines meet, in m; those of imported maps where they have the same point.
  private var junctionTolerance: Double { file.isImported ? 0.0005 : 0.5 }

  /// A road as drawn, before it is cut at junctions.
  private struct Drawn {
    let entry: RoadEntry?
    let name: String
    let isOneWay: Bool
    let line: LineMeeting.Line
    let place: SourcePlace
  }

  /// Adds the roads, their junctions, lights and restrictions, car parks and bus lines.
  mutating func addRoads() {
    var drawn: [Drawn] = []
    for entry in file.roads {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        let name = scope.expand(entry.name)
        let what = name.isEmpty ? "a road" : "road '\(name)'"
        let points = assembly.line(entry.line, shift: shift, of: what, at: entry.place)
        guard let points else { return }
        drawn.append(
          Drawn(
            entry: entry, name: name, isOneWay: entry.oneWay,
            line: LineMeeting.Line(points: points, layer: entry.layer), place: entry.place))
      }
    }
    addAisles(to: &drawn)
    var fixed: [(point: Vec2, layer: Int)] = []
    var controls: [(entry: JunctionEntry, shift: Vec2)] = []
    for entry in file.junctions {
      each(entry.repetition, in: outermost) { assembly, shift, _, _ in
        let point = assembly.drawing(entry.at + shift)
        guard assembly.isWithinReach(point, of: "a junction", at: entry.place) else { return }
        fixed.append((point, entry.layer))
        controls.append((entry, shift))
      }
    }
    let met = LineMeeting(
      drawn.map(\.line), fixed: fixed, tolerance: junctionTolerance, isExact: file.isImported)
    if met.isOverfull, let road = file.roads.first {
      findings.error("the roads cross more than 500000 times", at: road.place)
    }
    let numbers = fixed.indices.map { file.isImported ? $0 : met.nearestNode(to: fixed[$0].point) }
    makeRoads(drawn, met, zip(controls.map(\.entry), numbers).map { ($0, $1) })
    addPlans(controls, numbers)
    addRestrictions(met)
    addCarParks()
    addBusLines()
  }

  /// A line in the venue's frame; nil if it is none, which is reported.
  mutating func line(
    _ points: [Vec2], shift: Vec2, of what: String, at place: SourcePlace
  ) -> [Vec2]? {
    var line: [Vec2] = []
    for point in points {
      let point = drawing(point + shift)
      guard isWithinReach(point, of: what, at: place) else { return nil }
      if line.last != point { line.append(point) }
    }
    guard line.count >= 2 else {
      findings.doubt("\(what) has no length", at: place)
      return nil
    }
    return line
  }

  private mutating func addAisles(to drawn: inout [Drawn]) {
    for park in file.carParks {
      each(park.repetition, in: outermost) { assembly, outer, scope, _ in
        for aisle in park.aisles {
          assembly.each(aisle.repetition, in: scope) { assembly, shift, _, _ in
            let points = assembly.line(
              aisle.line, shift: outer + shift, of: "an aisle", at: aisle.place)
            guard let points else { return }
            drawn.append(
              Drawn(
                entry: nil, name: "", isOneWay: aisle.oneWay,
                line: LineMeeting.Line(points: points, layer: 0), place: aisle.place))
          }
        }
      }
    }
  }

  private mutating func makeRoads(
    _ drawn: [Drawn], _ met: LineMeeting, _ controls: [(entry: JunctionEntry, node: Int?)]
  ) {
    var control = [JunctionControl](repeating: .priority, count: met.nodes.count)
    var uses = [Int](repeating: 0, count: met.nodes.count)
    for (entry, node) in controls {
      if let node { control[node] = entry.plan != nil ? .signal : entry.control }
    }
    var made: [Road] = []
    for piece in met.pieces {
      let source = drawn[piece.line]
      let lanes = source.entry?.laneCounts ?? (1, source.isOneWay ? 0 : 1)
      let kind = source.entry?.kind ?? .aisle
      made.append(
        Road(
          name: source.name, kind: kind, from: piece.from, to: piece.to, line: piece.points,
          lanesForward: lanes.0, lanesBackward: lanes.1,
          limitMetresPerSecond: source.entry?.limit ?? kind.usualLimit,
          users: source.entry?.roadUsers, layer: source.line.layer))
      uses[piece.from] += 1
      uses[piece.to] += 1
      roadPlaces.append(source.place)
    }
    for (entry, node) in controls {
      guard let node, uses[node] == 0 else { continue }
      findings.doubt(
        "the junction at \(shown(entry.at)) is on no road; roads meet it within 0.5 m",
        at: entry.place)
    }
    roads = RoadNetwork(
      junctions: zip(met.nodes, control).map { Junction($0, control: $1) }, roads: made)
    armsOfJunctions = [[Int]](repeating: [], count: met.nodes.count)
    for (number, road) in made.enumerated() {
      armsOfJunctions[road.from].append(number)
      if road.to != road.from { armsOfJunctions[road.to].append(number) }
    }
  }

  /// The roads at a junction that a reference means; none if there are none, which is reported.
  private mutating func arms(
    _ reference: RoadReference, shift: Vec2, at junction: Int, place: SourcePlace
  ) -> [Int] {
    let arms = armsOfJunctions[junction]
    let found: [Int]
    switch reference {
    case .name(let name): found = arms.filter { roads.roads[$0].name == name }
    case .point(let point):
      let point = drawing(point + shift)
      let nearest = arms.min { left, right in
        (roads.roads[left].distance(to: point), left)
          < (roads.roads[right].distance(to: point), right)
      }
      found = nearest.map { [$0] } ?? []
    }
    if found.isEmpty {
      let names = Set(arms.map { roads.roads[$0].name }).subtracting([""]).sorted()
      findings.error(
        "no road \(reference) is at the junction at "
          + "\(shown(roads.junctions[junction].point))"
          + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"), at: place)
    }
    return found
  }

  private mutating func addPlans(
    _ controls: [(entry: JunctionEntry, shift: Vec2)], _ numbers: [Int?]
  ) {
    for ((entry, shift), number) in zip(controls, numbers) {
      guard let plan = entry.plan, let number else { continue }
      var phases: [SignalPlan.Phase] = []
      for phase in plan.phases {
        var green: [Int] = []
        for road in phase.roads {
          for arm in arms(road, shift: shift, at: number, place: entry.place)
          where !green.contains(arm) {
            green.append(arm)
          }
        }
        phases.append(SignalPlan.Phase(roads: green, greenSeconds: phase.green))
      }
      plans.append(
        SignalPlan(
          junction: number, phases: phases, amberSeconds: plan.amber,
          clearanceSeconds: plan.clearance, offsetSeconds: plan.offset))
    }
  }

  private mutating func addRestrictions(_ met: LineMeeting) {
    var made: [TurnRestriction] = []
    for entry in file.restrictions {
      each(entry.repetition, in: outermost) { assembly, shift, _, _ in
        let point = assembly.drawing(entry.at + shift)
        guard assembly.isWithinReach(point, of: "a restriction", at: entry.place) else { return }
        guard let via = met.nearestNode(to: point) else {
          assembly.findings.error(
            "no junction is within 0.5 m of \(shown(entry.at + shift))", at: entry.place)
          return
        }
        let from = assembly.arms(entry.from, shift: shift, at: via, place: entry.place)
        let to = assembly.arms(entry.to, shift: shift, at: via, place: entry.place)
        for (start, end) in from.flatMap({ start in to.map { (start, $0) } })
        where start != end || entry.from == entry.to {
          made.append(TurnRestriction(from: start, via: via, to: end, isOnly: entry.only))
        }
      }
    }
    roads = RoadNetwork(junctions: roads.junctions, roads: roads.roads, restrictions: made)
  }
}

extension Road {
  /// How far a point is from the road's middle, in m.
  func distance(to point: Vec2) -> Double {
    zip(line, line.dropFirst()).reduce(.infinity) {
      min($0, Segment2($1.0, $1.1).distance(to: point))
    }
  }
}
