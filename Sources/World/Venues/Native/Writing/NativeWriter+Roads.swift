import Documents
import Geometry
import Maps

extension NativeWriter {
  /// Writes the connectors, kind by kind and in their order.
  mutating func writeConnectors() {
    for (key, kind) in [
      ("stairs", ConnectorKind.stairs), ("ramps", .ramp), ("escalators", .escalator),
      ("walkways", .walkway), ("lifts", .lift),
    ] {
      let numbers = venue.map.connectors.indices.filter { venue.map.connectors[$0].kind == kind }
      guard !numbers.isEmpty else { continue }
      text.line("\(key):")
      for number in numbers {
        let connector = venue.map.connectors[number]
        text.line("- name: \(Flow.quoted(connector.name))", indent: 2)
        text.line("width: \(Flow.metres(connector.widthMetres)) m", indent: 4)
        if kind == .lift {
          writeMachine(venue.materials.lifts[number])
        } else {
          text.line("one_way: \(connector.isOneWay)", indent: 4)
          if let speed = venue.materials.beltSpeeds[number] {
            text.line("speed: \(Flow.decimal(speed, digits: 6)) m/s", indent: 4)
          }
        }
        text.list(
          "stops", indent: 4,
          connector.stops.map { stop in
            var flow = Flow()
            flow.add("at", stop.point)
            add(stop.level, to: &flow)
            return flow
          })
      }
    }
  }

  private mutating func writeMachine(_ machine: LiftMachine?) {
    guard let machine else { return }
    func decimal(_ value: Double) -> String { Flow.decimal(value, digits: 6) }
    text.line("speed: \(decimal(machine.speedMetresPerSecond)) m/s", indent: 4)
    text.line(
      "acceleration: \(decimal(machine.accelerationMetresPerSecondSquared)) m/s2", indent: 4)
    text.line("jerk: \(decimal(machine.jerkMetresPerSecondCubed))", indent: 4)
    text.line("opening: \(decimal(machine.openingSeconds)) s", indent: 4)
    text.line("dwell: \(decimal(machine.dwellSeconds)) s", indent: 4)
    text.line("closing: \(decimal(machine.closingSeconds)) s", indent: 4)
    text.line("capacity: \(machine.capacity)", indent: 4)
  }

  /// Writes junctions, roads, restrictions, car parks and bus lines.
  mutating func writeRoads() {
    let network = venue.map.roads
    let roads = network.roads
    let plans = Dictionary(venue.signals.map { ($0.junction, $0) }) { first, _ in first }
    text.list(
      "junctions",
      network.junctions.enumerated().map { number, junction in
        var flow = Flow()
        flow.add("at", junction.point)
        if junction.control != .priority { flow.add("control", junction.control.rawValue) }
        if let plan = plans[number] { flow.add("plan", text(of: plan, roads)) }
        return flow
      })
    text.list("roads", roads.map(flow))
    text.list(
      "restrictions",
      network.restrictions.map { restriction in
        var flow = Flow()
        flow.add("at", network.junctions[restriction.via].point)
        flow.add("from", roads[restriction.from].longestMiddle)
        flow.add("to", roads[restriction.to].longestMiddle)
        if restriction.isOnly { flow.add("only", "true") }
        return flow
      })
    writeCarParks(network)
    if !network.busLines.isEmpty { text.line("bus_lines:") }
    for line in network.busLines {
      text.line("- name: \(Flow.quoted(line.name))", indent: 2)
      text.line("headway: \(Flow.decimal(line.headwaySeconds, digits: 3)) s", indent: 4)
      text.list(
        "stops", indent: 4,
        line.stops.map { stop in
          var flow = Flow()
          flow.add("name", quoted: stop.name)
          flow.add("at", stop.point)
          return flow
        })
    }
  }

  private func flow(_ road: Road) -> Flow {
    var flow = Flow()
    if !road.name.isEmpty { flow.add("name", quoted: road.name) }
    flow.add("kind", road.kind.rawValue)
    flow.add("line", points: road.line)
    if road.lanesForward != 1 || road.lanesBackward != 1 {
      flow.add("lanes", "{forward: \(road.lanesForward), backward: \(road.lanesBackward)}")
    }
    flow.add("limit", "\(Flow.decimal(road.limitMetresPerSecond, digits: 6)) m/s")
    if road.users != road.kind.usualUsers {
      let users = RoadUser.allCases.filter { road.users.contains($0.users) }.map(\.rawValue)
      flow.add("users", "[" + users.joined(separator: ", ") + "]")
    }
    if road.layer != 0 { flow.add("layer", "\(road.layer)") }
    return flow
  }

  private func text(of plan: SignalPlan, _ roads: [Road]) -> String {
    func seconds(_ value: Double) -> String { "\(Flow.decimal(value, digits: 3)) s" }
    let phases = plan.phases.map { phase in
      let points = phase.roads.map { Flow.point(roads[$0].longestMiddle) }
      return "{roads: [\(points.joined(separator: ", "))], green: \(seconds(phase.greenSeconds))}"
    }
    return "{phases: [\(phases.joined(separator: ", "))], amber: \(seconds(plan.amberSeconds)), "
      + "clearance: \(seconds(plan.clearanceSeconds)), offset: \(seconds(plan.offsetSeconds))}"
  }

  private mutating func writeCarParks(_ network: RoadNetwork) {
    if !network.carParks.isEmpty { text.line("car_parks:") }
    for park in network.carParks {
      text.line("- name: \(Flow.quoted(park.name))", indent: 2)
      var shape = Flow()
      shape.add(park.outline)
      for pair in shape.pairs { text.line(pair, indent: 4) }
      text.list(
        "stalls", indent: 4,
        park.stalls.map { stall in
          var flow = Flow()
          flow.add("from", stall.point)
          flow.add("heading", Self.bearing(stall.headingRadians))
          if network.roads.indices.contains(stall.aisle) {
            flow.add("aisle", network.roads[stall.aisle].longestMiddle)
          }
          return flow
        })
    }
  }

  /// The bearing of a direction, to a microdegree.
  static func bearing(_ radians: Double) -> String {
    let degrees = (90 - radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
    return Flow.decimal(degrees, digits: 6) + " deg"
  }

  /// Writes the paths, with consecutive edges joined to lines.
  mutating func writePaths() throws(DocumentError) {
    let network = venue.map.paths
    var flows: [Flow] = []
    var position = 0
    while position < network.edges.count {
      let first = network.edges[position]
      let (from, to) = (network.nodes[first.from], network.nodes[first.to])
      var points = [from.point, to.point]
      var last = first
      position += 1
      if from.level == to.level {
        while position < network.edges.count, points.count < 1000 {
          let next = network.edges[position]
          guard next.from == last.to, next.kind == first.kind, next.signal == first.signal,
            network.nodes[next.to].level == from.level
          else { break }
          points.append(network.nodes[next.to].point)
          last = next
          position += 1
        }
      } else if from.level != nil, to.level != nil {
        throw DocumentError(
          "the path \(position - 1) joins two levels, which only connectors may do")
      }
      var flow = Flow()
      flow.add("kind", first.kind.rawValue)
      flow.add("line", points: points)
      add(from.level ?? to.level, to: &flow)
      if from.level != to.level { flow.add("outside", from.level == nil ? "first" : "last") }
      if let signal = first.signal {
        flow.add("signal", venue.map.roads.junctions[signal].point)
      }
      flows.append(flow)
    }
    text.list("paths", flows)
  }
}

extension Road {
  /// The middle of the longest straight piece.
  fileprivate var longestMiddle: Vec2 {
    var best = Segment2(line[0], line[line.count - 1])
    var length = -1.0
    for (from, to) in zip(line, line.dropFirst()) where from.distance(to: to) > length + 1e-9 {
      best = Segment2(from, to)
      length = best.length
    }
    return best.midpoint
  }
}
