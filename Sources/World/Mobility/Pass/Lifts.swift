import Geometry
import Kernel
import Maps
import Venues

/// The lifts of a venue with their passengers.
struct Lifts: Sendable {
  /// The result of one step of a lift, with the time of the next step; nil if the lift is idle.
  struct LiftStep {
    var exchange = Exchange.none
    var next: SimTime?
  }

  /// A passenger exchange.
  enum Exchange {
    case none
    case out(LiftCar.Rider)
    /// Boarding, with the offset from the centre of the car.
    case into(LiftCar.Rider, beside: Vec2)
  }

  private var cars: [Int: LiftCar] = [:]
  private let connectors: [Connector]

  /// Creates the lifts of a venue, idle at the stops nearest to the ground.
  init(_ venue: Venue) {
    connectors = venue.map.connectors
    for (number, connector) in connectors.enumerated() where connector.kind == .lift {
      cars[number] = Self.lift(
        connector, machine: venue.materials.lifts[number] ?? LiftMachine(), in: venue.map)
    }
  }

  /// Creates an idle lift at the stop nearest to the ground.
  private static func lift(
    _ connector: Connector, machine: LiftMachine, in map: VenueMap
  ) -> LiftCar {
    let heights = connector.stops.map { map.elevation(of: $0) }
    let first = connector.stops[0]
    // The car is at the lift shaft of the map beside the stop, else at the stop itself.
    var middle = first.point
    if let level = first.level {
      let shafts = map.levels[level].units.filter { $0.kind == .lift }.map(\.shape.centroid)
      let nearest = shafts.min { $0.distance(to: first.point) < $1.distance(to: first.point) }
      if let nearest, nearest.distance(to: first.point) < 4 { middle = nearest }
    }
    var lift = LiftCar(
      machine: machine, middle: middle, heights: heights, levels: connector.stops.map(\.level))
    lift.stop = heights.indices.min { abs(heights[$0]) < abs(heights[$1]) } ?? 0
    return lift
  }

  subscript(connector: Int) -> LiftCar? { cars[connector] }

  /// True if the agent waits for a lift.
  func isAwaited(by agent: Int) -> Bool {
    cars.values.contains { lift in
      lift.waiting.contains { stop in stop.contains { $0.agent == agent } }
    }
  }

  /// Adds an agent to the queue of a lift: in a bank of lifts, the one with the least estimated
  /// waiting time.
  ///
  /// - Returns: The chosen lift, and true if it is idle.
  mutating func call(
    _ connector: Int, from: Int, to: Int, by agent: Int
  ) -> (connector: Int, isIdle: Bool) {
    let (chosen, start, end) = bestLift(besides: connector, from: from, to: to)
    cars[chosen]?.waiting[start].append(LiftCar.Rider(agent: agent, to: end))
    if case .idle? = cars[chosen]?.state { return (chosen, true) }
    return (chosen, false)
  }

  /// The lift of a bank with the least estimated waiting time, and the indices of the stops there.
  private func bestLift(
    besides connector: Int, from: Int, to: Int
  ) -> (connector: Int, from: Int, to: Int) {
    let stops = connectors[connector].stops
    var best = (connector: connector, from: from, to: to)
    var minimum = Double.infinity
    for (number, other) in connectors.enumerated() where other.kind == .lift {
      guard other.stops[0].point.distance(to: stops[0].point) < 15, let lift = cars[number],
        let start = other.stops.firstIndex(where: { $0.level == stops[from].level }),
        let end = other.stops.firstIndex(where: { $0.level == stops[to].level })
      else { continue }
      let waiting = lift.waiting.reduce(0) { $0 + $1.count }
      let way = abs(lift.heights[lift.stop] - lift.heights[start])
      let cost =
        way / lift.machine.speedMetresPerSecond + 10 * Double(lift.riders.count + waiting)
        + (number == connector ? 0 : 0.5)
      if cost < minimum {
        minimum = cost
        best = (number, start, end)
      }
    }
    return best
  }

  /// Advances a lift by one step; nil if there is no such lift.
  mutating func run(_ connector: Int, at now: SimTime) -> LiftStep? {
    cars[connector]?.run(at: now)
  }
}

extension LiftCar {
  /// Advances to the next phase.
  mutating func run(at now: SimTime) -> Lifts.LiftStep {
    switch state {
    case .idle, .closing:
      if isWantedHere {
        state = .opening
        return Lifts.LiftStep(next: now + .seconds(machine.openingSeconds))
      }
      guard let next = nextStop() else {
        state = .idle
        return Lifts.LiftStep()
      }
      let motion = LiftMotion(from: heights[stop], to: heights[next], machine: machine)
      state = .moving(motion, since: now, to: next)
      return Lifts.LiftStep(next: now + .seconds(motion.duration))
    case .moving(_, _, let stop):
      self.stop = stop
      state = .opening
      return Lifts.LiftStep(next: now + .seconds(machine.openingSeconds))
    case .opening:
      state = .open
      openUntil = now + .seconds(machine.dwellSeconds)
      return exchange(at: now)
    case .open: return exchange(at: now)
    }
  }

  /// Moves one passenger a second out or in, and closes the doors when there are no more.
  private mutating func exchange(at now: SimTime) -> Lifts.LiftStep {
    if let number = riders.firstIndex(where: { $0.to == stop }) {
      return Lifts.LiftStep(exchange: .out(riders.remove(at: number)), next: now + .seconds(1))
    }
    if !waiting[stop].isEmpty, riders.count < machine.capacity {
      let rider = waiting[stop].removeFirst()
      riders.append(rider)
      // The last passenger is well inside before the doors close.
      openUntil = max(openUntil, now + .seconds(2))
      return Lifts.LiftStep(
        exchange: .into(rider, beside: Self.standing(riders.count - 1)), next: now + .seconds(1))
    }
    if now < openUntil { return Lifts.LiftStep(next: openUntil) }
    state = .closing
    return Lifts.LiftStep(next: now + .seconds(machine.closingSeconds))
  }
}

/// The entry headway on each lane of the escalators and moving walkways.
struct Belts: Sendable {
  private var free: [Int: [SimTime]] = [:]

  /// Boards a belt, on the walking or the standing lane.
  ///
  /// - Returns: The time of the next free step; the agent has boarded if that is now.
  mutating func step(onto connector: Int, walks: Bool, at now: SimTime) -> SimTime {
    let lane = walks ? 1 : 0
    let begin = max(now, free[connector, default: [now, now]][lane])
    if begin == now {
      // 1.2 s between standing passengers on one lane: about 0.6 m of belt (an estimate).
      free[connector, default: [now, now]][lane] = begin + .seconds(walks ? 0.8 : 1.2)
    }
    return begin
  }
}
