import Kernel
import Maps

/// The bus lines in service: arrival times of the next buses, and the buses under way.
struct Buses: Sendable {
  private struct LineService: Sendable {
    let line: BusLine
    /// The step in which the next bus enters, and the number of buses so far.
    var next: Int32
    var count: UInt64 = 0
    let headway: Int32
    var fleet: [Bus] = []
  }

  private struct Bus: Sendable {
    let id: VehicleID
    /// The present or next stop, and the end of its dwell time there; -1 if the doors are closed.
    var stop = 0
    var dwellEnd: Int32 = -1
  }

  private var services: [LineService] = []

  var isEmpty: Bool { services.isEmpty }
  /// The indices of the lines.
  var lines: Range<Int> { services.indices }

  /// Starts a line, with the first bus at once.
  mutating func start(_ line: BusLine, at step: Int32) {
    let headway = min(max(line.headwaySeconds / Traffic.dt, 1), 1e9)
    services.append(LineService(line: line, next: step, headway: Int32(headway)))
  }

  /// The bus that is due on a line, and its first stop; nil if none is due.
  func due(on line: Int, at step: Int32, seed: UInt64) -> (spec: VehicleSpec, stop: BusLine.Stop)? {
    let service = services[line]
    guard service.next <= step else { return nil }
    let entity = stableHash("traffic.bus." + service.line.name) &+ service.count
    return (VehicleSpec(.bus, entity: entity, seed: seed), service.line.stops[0])
  }

  /// Adds a bus that has entered, and schedules the next one.
  mutating func add(_ id: VehicleID, to line: Int) {
    services[line].fleet.append(Bus(id: id))
    services[line].count += 1
    let (next, headway) = (services[line].next, services[line].headway)
    services[line].next = next > .max - headway ? .max - 1 : next + headway
  }

  /// Removes the buses of a line that have left the road.
  mutating func forgetGone(from line: Int, _ road: inout Roadway) {
    services[line].fleet.removeAll { (try? road.slot(of: $0.id)) == nil }
  }

  /// Opens a bus's doors at the stop that it has reached; nil for other vehicles.
  mutating func openDoors(of id: VehicleID, at step: Int32) -> TrafficEvent? {
    guard let (line, number) = find(id) else { return nil }
    services[line].fleet[number].dwellEnd = step + Int32(Traffic.minDwellSeconds / Traffic.dt)
    return .busArrived(id, line: line, stop: services[line].fleet[number].stop)
  }

  /// The departure of a bus from a stop.
  struct Departure {
    let bus: VehicleID
    let event: TrafficEvent
    /// Nil at the end of the line.
    let next: BusLine.Stop?
  }

  /// Closes the doors of the buses of a line whose dwell time is over.
  mutating func departures(on line: Int, at step: Int32) -> [Departure] {
    var departures: [Departure] = []
    let stops = services[line].line.stops
    for number in services[line].fleet.indices {
      let bus = services[line].fleet[number]
      guard bus.dwellEnd >= 0, bus.dwellEnd <= step else { continue }
      services[line].fleet[number].dwellEnd = -1
      services[line].fleet[number].stop += 1
      departures.append(
        Departure(
          bus: bus.id, event: .busDeparted(bus.id, line: line, stop: bus.stop),
          next: bus.stop + 1 < stops.count ? stops[bus.stop + 1] : nil))
    }
    return departures
  }

  /// The bus that stands at a stop with open doors; nil if there is none.
  func bus(atStop stop: Int, ofLine line: Int) -> VehicleID? {
    guard services.indices.contains(line) else { return nil }
    return services[line].fleet.first { $0.stop == stop && $0.dwellEnd >= 0 }?.id
  }

  /// Keeps a bus's doors open at least until a step; returns false if they are closed.
  mutating func hold(_ id: VehicleID, until step: Int32) -> Bool {
    guard let (line, number) = find(id), services[line].fleet[number].dwellEnd >= 0 else {
      return false
    }
    services[line].fleet[number].dwellEnd = max(services[line].fleet[number].dwellEnd, step)
    return true
  }

  /// Resumes the timetable at a later step, as if buses had stood still for a number of steps.
  mutating func catchUp(to step: Int32, by delta: Int32) {
    for line in services.indices {
      for number in services[line].fleet.indices where services[line].fleet[number].dwellEnd >= 0 {
        services[line].fleet[number].dwellEnd += delta
      }
      guard services[line].next < step else { continue }
      let (late, headway) = (step - services[line].next, services[line].headway)
      services[line].next += (late / headway + 1) * headway
    }
  }

  private func find(_ id: VehicleID) -> (line: Int, number: Int)? {
    for line in services.indices {
      if let number = services[line].fleet.firstIndex(where: { $0.id == id }) {
        return (line, number)
      }
    }
    return nil
  }
}
