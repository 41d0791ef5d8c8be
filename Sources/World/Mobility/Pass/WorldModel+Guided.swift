import Kernel
import Maps
import Truth
import Venues

/// An agent that does what it is told while it follows directions.
extension WorldModel {
  /// When nobody waits any longer: after any run's end, and well within what times can be.
  static let never = SimTime.start + .hours(24 * 400)

  /// Lets an agent that follows directions do something else.
  mutating func steer(_ index: Int, _ move: GuidedMove, _ schedule: inout Schedule<WorldEvent>) {
    guard people.agents[index].isFollowing else { return }
    let isUnderWay = people.cannotTurn(index)
    // Who is told again to take what they are waiting for or in doesn't.
    if isUnderWay, case .take = move { return }
    let speed = people.agents[index].plan.traits.walkingSpeed
    var next: [Action] = [.stay(.standing, until: .at(Self.never))]
    switch move {
    case .go(let spot): next.append(.reach(spot, speed: speed, doing: .walking, stops: true))
    case .take(let connector, let from, let to):
      let stops = venue.map.connectors[connector].stops
      guard stops.indices.contains(from), stops.indices.contains(to), from != to else { return }
      next += [
        .enter(level: stops[to].level), .take(connector: connector, from: from, to: to),
        .reach(stops[from], speed: speed, doing: .walking, stops: false),
      ]
    case .stand: break
    case .leaveOff:
      people.agents[index].isFollowing = false
      next = []
    }
    if isUnderWay {
      // The ride is finished first, and then one is on the level where it ends.
      let arrival = people.agents[index].actions.reversed().prefix { action in
        if case .enter = action { true } else { false }
      }
      people.agents[index].actions = next + arrival.reversed()
      return
    }
    people.agents[index].actions = next
    proceed(index, &schedule)
  }
}
