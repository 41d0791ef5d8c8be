import Kernel
import Maps

/// A bus line under way.
struct BusService: Sendable {
  let line: Int
  /// The step in which the next bus comes, and how many have come.
  var next: Int32
  var count: UInt64 = 0
  let headway: Int32
  var fleet: [Int32] = []
}

/// Bus lines: buses appear at their first stop, serve all stops and leave at the last.
extension Traffic {
  /// How long the doors stay open at least, in s.
  public static let leastDwellSeconds = 10.0

  /// Begins to run the network's bus lines, the first bus of each at once.
  ///
  /// - Throws: ``TrafficError/unusableBusLine(_:reason:)`` if a line has fewer than two stops or a
  ///   stop can't be reached by bus from the one before.
  public mutating func startBusLines() throws(TrafficError) {
    guard buses.isEmpty else { return }
    for (number, line) in streets.network.busLines.enumerated() {
      guard line.stops.count > 1 else {
        throw .unusableBusLine(number, reason: "it has fewer than two stops")
      }
      for (from, to) in zip(line.stops, line.stops.dropFirst()) {
        let seconds = try? travelSeconds(.bus, from: .kerb(from.point), to: .kerb(to.point))
        guard let seconds, seconds.isFinite else {
          throw .unusableBusLine(number, reason: "no way leads from '\(from.name)' to '\(to.name)'")
        }
      }
      let headway = min(max(line.headwaySeconds / Self.dt, 1), 1e9)
      buses.append(BusService(line: number, next: stepCount, headway: Int32(headway)))
    }
  }

  /// Runs no more buses; those under way go on to their last stop.
  public mutating func stopBusLines() {
    for number in buses.indices { buses[number].next = .max }
  }

  /// The bus that stands at a stop with open doors; nil if there is none.
  public func bus(atStop stop: Int, ofLine line: Int) -> VehicleID? {
    for service in buses where service.line == line {
      for bus in service.fleet {
        let errand = errands[Int(bus)]
        if errand.busStop == stop, errand.dwellEnd >= 0 { return id(Int(bus)) }
      }
    }
    return nil
  }

  /// Lets a bus wait longer at its stop, while riders get on and off.
  ///
  /// From memory: a rider takes 1.5 to 3 s at a door (Transit Capacity and Quality of Service
  /// Manual).
  ///
  /// - Parameters:
  ///   - id: The bus.
  ///   - seconds: How long from now its doors must stay open at least.
  /// - Throws: ``TrafficError/notStanding`` if its doors aren't open.
  public mutating func hold(_ id: VehicleID, seconds: Double) throws(TrafficError) {
    let index = try slot(of: id)
    guard errands[index].dwellEnd >= 0 else { throw .notStanding }
    let steps = Int32(min(max(seconds / Self.dt, 0), 1e6))
    errands[index].dwellEnd = max(errands[index].dwellEnd, stepCount + steps)
  }

  /// Opens a bus's doors at the stop that it has reached.
  mutating func openDoors(_ index: Int) {
    errands[index].dwellEnd = stepCount + Int32(Self.leastDwellSeconds / Self.dt)
    events.append(
      .busArrived(id(index), line: errands[index].busLine, stop: errands[index].busStop))
  }

  /// Sends out buses that are due, and on those that have waited long enough.
  mutating func runBuses() {
    for number in buses.indices {
      if buses[number].next <= stepCount { sendOut(number) }
      var kept = 0
      for place in buses[number].fleet.indices {
        let bus = buses[number].fleet[place]
        guard movers[Int(bus)].mode != .vacant, errands[Int(bus)].busLine == buses[number].line
        else { continue }
        buses[number].fleet[kept] = bus
        kept += 1
        if errands[Int(bus)].dwellEnd >= 0, errands[Int(bus)].dwellEnd <= stepCount {
          closeDoors(Int(bus))
        }
      }
      buses[number].fleet.removeLast(buses[number].fleet.count - kept)
    }
    buses.removeAll { $0.next == .max && $0.fleet.isEmpty }
  }

  private mutating func sendOut(_ number: Int) {
    let line = streets.network.busLines[buses[number].line]
    let entity = stableHash("traffic.bus." + line.name) &+ buses[number].count
    let spec = VehicleSpec(.bus, entity: entity, seed: seed)
    // If the stop is taken, the bus comes as soon as it is free.
    guard let id = try? enter(spec, at: .kerb(line.stops[0].point)) else { return }
    let index = Int(id.slot)
    errands[index].busLine = buses[number].line
    buses[number].fleet.append(id.slot)
    buses[number].count += 1
    buses[number].next =
      buses[number].next > .max - buses[number].headway
      ? .max - 1 : buses[number].next + buses[number].headway
    openDoors(index)
  }

  private mutating func closeDoors(_ index: Int) {
    let line = errands[index].busLine
    errands[index].dwellEnd = -1
    events.append(.busDeparted(id(index), line: line, stop: errands[index].busStop))
    let stops = streets.network.busLines[line].stops
    errands[index].busStop += 1
    let stop = errands[index].busStop
    if stop < stops.count, (try? drive(id(index), to: .kerb(stops[stop].point))) != nil { return }
    events.append(.left(id(index)))
    vanish(index)
  }
}
