import Kernel
import Maps
import Truth
import Venues

/// Control of an agent that follows navigation directions.
extension WorldModel {
  /// The end of an unlimited wait: after the end of any run, and well within the range of times.
  static let never = SimTime.start + .hours(24 * 400)

  /// Assigns a new move to an agent that follows directions.
  mutating func steer(_ index: Int, _ move: GuidedMove, _ schedule: inout Schedule<WorldEvent>) {
    guard people.agents[index].isFollowing else { return }
    let isUnderWay = people.cannotTurn(index)
    // A repeated order to take the connector that the agent waits for or rides has no effect.
    if isUnderWay, case .take = move { return }
    let speed = people.agents[index].plan.parameters.walkingSpeed
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
      // The ride is finished first, and then the agent is on the level where it ends.
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
