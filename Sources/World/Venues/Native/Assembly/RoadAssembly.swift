import Documents
import Geometry
import Maps

/// Assembly of the roads, junctions, signals, restrictions, car parks and bus lines.
struct RoadAssembly {
  var roads = RoadNetwork()
  private(set) var plans: [SignalPlan] = []
  /// The place of each road in the file, and the roads at each junction.
  private(set) var places: [SourcePosition] = []
  private var armsOfJunctions: [[Int]] = []

  /// A road as drawn, before it is split at junctions.
  private struct Drawn {
    let entry: RoadEntry?
    let name: String
    let isOneWay: Bool
    let line: LineMeeting.InputLine
    let place: SourcePosition
  }

  mutating func add(_ context: inout AssemblyContext) {
    var drawn: [Drawn] = []
    for entry in context.file.roads {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        let name = scope.expand(entry.name)
        let what = name.isEmpty ? "a road" : "road '\(name)'"
        let points = context.line(entry.line, shift: shift, of: what, at: entry.place)
        guard let points else { return }
        drawn.append(
          Drawn(
            entry: entry, name: name, isOneWay: entry.oneWay,
            line: LineMeeting.InputLine(points: points, layer: entry.layer), place: entry.place))
      }
    }
    Self.addAisles(to: &drawn, &context)
    var fixed: [(point: Vec2, layer: Int)] = []
    var controls: [(entry: JunctionEntry, shift: Vec2)] = []
    for entry in context.file.junctions {
      context.each(entry.repetition, in: context.outermost) { context, shift, _, _ in
        let point = context.drawing(entry.at + shift)
        guard context.isWithinReach(point, of: "a junction", at: entry.place) else { return }
        fixed.append((point, entry.layer))
        controls.append((entry, shift))
      }
    }
    // Roads of imported maps meet at identical points only.
    let tolerance = context.file.isImported ? 0.0005 : 0.5
    let met = LineMeeting(
      drawn.map(\.line), fixed: fixed, tolerance: tolerance, isExact: context.file.isImported)
    if met.isOverfull, let road = context.file.roads.first {
      context.findings.error("the roads cross more than 500000 times", at: road.place)
    }
    let numbers = fixed.indices.map {
      context.file.isImported ? $0 : met.nearestNode(to: fixed[$0].point)
    }
    makeRoads(drawn, met, zip(controls.map(\.entry), numbers).map { ($0, $1) }, &context)
    addPlans(controls, numbers, &context)
    addRestrictions(met, &context)
    addCarParks(&context)
    addBusLines(&context)
  }

  private static func addAisles(
    to drawn: inout [Drawn], _ context: inout AssemblyContext
  ) {
    for park in context.file.carParks {
      context.each(park.repetition, in: context.outermost) { context, outer, scope, _ in
        for aisle in park.aisles {
          context.each(aisle.repetition, in: scope) { context, shift, _, _ in
            let points = context.line(
              aisle.line, shift: outer + shift, of: "an aisle", at: aisle.place)
            guard let points else { return }
            drawn.append(
              Drawn(
                entry: nil, name: "", isOneWay: aisle.oneWay,
                line: LineMeeting.InputLine(points: points, layer: 0), place: aisle.place))
          }
        }
      }
    }
  }

  private mutating func makeRoads(
    _ drawn: [Drawn], _ met: LineMeeting, _ controls: [(entry: JunctionEntry, node: Int?)],
    _ context: inout AssemblyContext
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
      places.append(source.place)
    }
    for (entry, node) in controls {
      guard let node, uses[node] == 0 else { continue }
      context.findings.warn(
        "the junction at \(shown(entry.at)) is on no road; move it to within 0.5 m of one",
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

  /// The roads at a junction that a reference means; empty after an error, which is reported.
  private func arms(
    _ reference: RoadReference, shift: Vec2, at junction: Int, place: SourcePosition,
    _ context: inout AssemblyContext
  ) -> [Int] {
    let arms = armsOfJunctions[junction]
    let found: [Int]
    switch reference {
    case .name(let name): found = arms.filter { roads.roads[$0].name == name }
    case .point(let point):
      let point = context.drawing(point + shift)
      let nearest = arms.min { left, right in
        (roads.roads[left].distance(to: point), left)
          < (roads.roads[right].distance(to: point), right)
      }
      found = nearest.map { [$0] } ?? []
    }
    if found.isEmpty {
      let names = Set(arms.map { roads.roads[$0].name }).subtracting([""]).sorted()
      context.findings.error(
        "road \(reference) is not at the junction at "
          + "\(shown(roads.junctions[junction].point))"
          + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"), at: place)
    }
    return found
  }

  private mutating func addPlans(
    _ controls: [(entry: JunctionEntry, shift: Vec2)], _ numbers: [Int?],
    _ context: inout AssemblyContext
  ) {
    for ((entry, shift), number) in zip(controls, numbers) {
      guard let plan = entry.plan, let number else { continue }
      var phases: [SignalPlan.SignalPhase] = []
      for phase in plan.phases {
        var green: [Int] = []
        for road in phase.roads {
          for arm in arms(road, shift: shift, at: number, place: entry.place, &context)
          where !green.contains(arm) {
            green.append(arm)
          }
        }
        phases.append(SignalPlan.SignalPhase(roads: green, greenSeconds: phase.green))
      }
      plans.append(
        SignalPlan(
          junction: number, phases: phases, amberSeconds: plan.amber,
          clearanceSeconds: plan.clearance, offsetSeconds: plan.offset))
    }
  }

  private mutating func addRestrictions(_ met: LineMeeting, _ context: inout AssemblyContext) {
    var made: [TurnRestriction] = []
    for entry in context.file.restrictions {
      context.each(entry.repetition, in: context.outermost) { context, shift, _, _ in
        let point = context.drawing(entry.at + shift)
        guard context.isWithinReach(point, of: "a restriction", at: entry.place) else { return }
        guard let via = met.nearestNode(to: point) else {
          context.findings.error(
            "no junction is within 0.5 m of \(shown(entry.at + shift))", at: entry.place)
          return
        }
        let from = arms(entry.from, shift: shift, at: via, place: entry.place, &context)
        let to = arms(entry.to, shift: shift, at: via, place: entry.place, &context)
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
  /// The distance of a point from the road's centre line, in m.
  func distance(to point: Vec2) -> Double {
    zip(line, line.dropFirst()).reduce(.infinity) {
      min($0, Segment2($1.0, $1.1).distance(to: point))
    }
  }
}
