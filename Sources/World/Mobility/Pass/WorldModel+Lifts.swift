import Geometry
import Kernel
import Maps
import Truth
import Venues

/// Lifts and those who use them.
extension WorldModel {
  /// Waits for a lift: of several side by side, the one that is likely to come first.
  mutating func callLift(
    _ connector: Int, from: Int, to: Int, by index: Int, _ schedule: inout Schedule<WorldEvent>
  ) {
    let now = schedule.now
    leaveCrowd(index, at: now)
    let (chosen, start, end) = bestLift(besides: connector, from: from, to: to)
    agents[index].doing.set(.standing, at: now)
    lifts[chosen]?.waiting[start].append(LiftCar.Rider(agent: index, to: end))
    if case .idle? = lifts[chosen]?.state { schedule.schedule(.lift(chosen), at: now) }
  }

  /// The lift of a bank that has the least to do before it comes, and the stops' numbers there.
  private func bestLift(
    besides connector: Int, from: Int, to: Int
  ) -> (connector: Int, from: Int, to: Int) {
    let stops = venue.map.connectors[connector].stops
    var best = (connector: connector, from: from, to: to)
    var least = Double.infinity
    for (number, other) in venue.map.connectors.enumerated() where other.kind == .lift {
      guard other.stops[0].point.distance(to: stops[0].point) < 15, let lift = lifts[number],
        let start = other.stops.firstIndex(where: { $0.level == stops[from].level }),
        let end = other.stops.firstIndex(where: { $0.level == stops[to].level })
      else { continue }
      let waiting = lift.waiting.reduce(0) { $0 + $1.count }
      let way = abs(lift.heights[lift.stop] - lift.heights[start])
      let cost =
        way / lift.machine.speedMetresPerSecond + 10 * Double(lift.riders.count + waiting)
        + (number == connector ? 0 : 0.5)
      if cost < least {
        least = cost
        best = (number, start, end)
      }
    }
    return best
  }

  /// Lets a lift do what is next.
  mutating func runLift(_ connector: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard var lift = lifts[connector] else { return }
    let now = schedule.now
    switch lift.state {
    case .idle, .closing:
      if lift.isWantedHere {
        lift.state = .opening
        schedule.schedule(.lift(connector), at: now + .seconds(lift.machine.openingSeconds))
      } else if let next = lift.nextStop() {
        let motion = LiftMotion(
          from: lift.heights[lift.stop], to: lift.heights[next], machine: lift.machine)
        lift.state = .moving(motion, since: now, to: next)
        schedule.schedule(.lift(connector), at: now + .seconds(motion.duration))
      } else {
        lift.state = .idle
      }
      lifts[connector] = lift
    case .moving(_, _, let stop):
      lift.stop = stop
      lift.state = .opening
      lifts[connector] = lift
      schedule.schedule(.lift(connector), at: now + .seconds(lift.machine.openingSeconds))
    case .opening:
      lift.state = .open
      lift.openUntil = now + .seconds(lift.machine.dwellSeconds)
      lifts[connector] = lift
      exchange(connector, &schedule)
    case .open: exchange(connector, &schedule)
    }
    keepTicking(&schedule)
  }

  /// Lets people out and in, one a second, and closes the doors when nobody is left who could.
  private mutating func exchange(_ connector: Int, _ schedule: inout Schedule<WorldEvent>) {
    guard var lift = lifts[connector] else { return }
    let now = schedule.now
    let stop = lift.stop
    if let number = lift.riders.firstIndex(where: { $0.to == stop }) {
      let rider = lift.riders.remove(at: number)
      lifts[connector] = lift
      leaveLift(connector, rider, &schedule)
      schedule.schedule(.lift(connector), at: now + .seconds(1))
    } else if !lift.waiting[stop].isEmpty, lift.riders.count < lift.machine.capacity {
      let rider = lift.waiting[stop].removeFirst()
      lift.riders.append(rider)
      let place = LiftCar.standing(lift.riders.count - 1)
      lifts[connector] = lift
      setStance(rider.agent, .lift(connector, beside: place), at: now)
      agents[rider.agent].doing.set(.lift, at: now)
      // The last one in is well inside before the doors close.
      lifts[connector]?.openUntil = max(lift.openUntil, now + .seconds(2))
      schedule.schedule(.lift(connector), at: now + .seconds(1))
    } else if now < lift.openUntil {
      schedule.schedule(.lift(connector), at: lift.openUntil)
    } else {
      lifts[connector]?.state = .closing
      schedule.schedule(.lift(connector), at: now + .seconds(lift.machine.closingSeconds))
    }
  }

  /// Steps out of a lift, to the spot in front of it.
  private mutating func leaveLift(
    _ connector: Int, _ rider: LiftCar.Rider, _ schedule: inout Schedule<WorldEvent>
  ) {
    let spot = venue.map.connectors[connector].stops[rider.to]
    let index = rider.agent
    setStance(index, .still, at: schedule.now)
    setLevel(index, spot.level, at: schedule.now)
    // The way out of the car is a change of place like any other.
    let inside = agents[index].place
    agents[index].place = Vec3(spot.point, venue.map.elevation(of: spot))
    agents[index].carry = inside - agents[index].place
    agents[index].carrySince = schedule.now
    agents[index].settling = 5
    agents[index].wait += 1
    sleep(index, until: schedule.now + .seconds(agents[index].carryTime), &schedule)
  }
}
