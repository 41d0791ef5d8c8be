import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Somebody who waits for a bus, or sits in one.
struct BusRider: Sendable {
  let agent: Int
  let line: Int
  let from: Int
  let to: Int
  /// The bus, once aboard.
  var bus: VehicleID?
}

/// Agents who take the bus.
extension WorldModel {
  /// The way to the nearest stop of a line before the one to get off at, and the ride.
  mutating func busRide(_ line: Int, to stop: Int, _ index: Int, _ time: SimTime) -> [Action] {
    let stops = venue.map.roads.busLines[line].stops
    let here = spot(of: index, at: time)
    let start = (0..<stop).min {
      stops[$0].point.distance(to: here.point) < stops[$1].point.distance(to: here.point)
    }
    guard let start else {
      remark(
        index, "can't take '\(venue.map.roads.busLines[line].name)' to its first stop", at: time)
      return []
    }
    let place = network.nearestWalkable(to: Spot(stops[start].point)) ?? Spot(stops[start].point)
    return [
      .reach(
        place, speed: agents[index].plan.traits.walkingSpeed, doing: .walking, stops: true),
      .awaitBus(line: line, from: start, to: stop),
    ]
  }

  /// Waits at a stop.
  mutating func awaitBus(
    _ line: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) -> Bool {
    leaveCrowd(index, at: schedule.now)
    agents[index].doing.set(.standing, at: schedule.now)
    guard traffic != nil else { return false }
    if !hasBuses {
      hasBuses = true
      do throws(TrafficError) {
        try traffic?.startBusLines()
      } catch {
        remark(index, "waits in vain: \(error)", at: schedule.now)
        return false
      }
    }
    vehicleUsers += 1
    busRiders.append(BusRider(agent: index, line: line, from: from, to: to))
    if let bus = traffic?.bus(atStop: from, ofLine: line) {
      serveStop(bus, line: line, stop: from, &schedule)
    }
    keepTicking(&schedule)
    return true
  }

  /// Lets riders off and on while a bus stands at a stop.
  mutating func serveStop(
    _ id: VehicleID, line: Int, stop: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let now = schedule.now
    let leaving = busRiders.filter { $0.bus == id && $0.to == stop }
    busRiders.removeAll { $0.bus == id && $0.to == stop }
    for rider in leaving {
      vehicleUsers -= 1
      agents[rider.agent].actions.append(.alight)
      proceed(rider.agent, &schedule)
    }
    var boarded = 0
    for number in busRiders.indices {
      let rider = busRiders[number]
      guard rider.bus == nil, rider.line == line, rider.from == stop else { continue }
      busRiders[number].bus = id
      var stream = draw(rider.agent, "mobility.seat")
      // Anywhere along the bus, on either side of the aisle.
      let seat = Vec2(stream.uniform(in: -3...3), stream.happens(withProbability: 0.5) ? 0.8 : -0.8)
      setStance(rider.agent, .vehicle(id, seat: seat), at: now)
      agents[rider.agent].carrySince = now + .seconds(2.1)
      agents[rider.agent].doing.set(.bus, at: now)
      agents[rider.agent].vehicle.set(Int(id.slot), at: now)
      boarded += 1
    }
    // A rider takes some 2.5 s at the door.
    try? traffic?.hold(id, seconds: 4 + 2.5 * Double(boarded + leaving.count))
  }
}
