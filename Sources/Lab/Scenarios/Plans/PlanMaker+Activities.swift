import Documents
import Geometry
import Kernel
import Maps
import Mobility
import Truth
import Venues

extension PlanMaker {
  /// Maximum distance from a named place at arrival, in m, as people don't stand on one and the
  /// same spot.
  private static let slack = 2.0

  /// Converts entries to activities.
  mutating func activities(
    _ entries: [ActivityEntry], isGroup: Bool, _ clock: inout PlanClock, _ chance: inout Chance
  ) -> [AgentActivity] {
    var activities: [AgentActivity] = []
    for entry in entries {
      switch entry {
      case .again(let again):
        var round = clock
        for number in 0..<again.times {
          if let every = again.every {
            round.start = (clock.start ?? .start) + every * Int64(number)
            if number > 0, let begin = round.start {
              activities.append(.stay(.standing, until: .at(begin)))
            }
          }
          activities += self.activities(again.steps, isGroup: isGroup, &round, &chance)
        }
      case .waitUntil(let time):
        let begin = clock.start ?? .start
        activities.append(
          .stay(.standing, until: .at(begin + .seconds(max(0, chance.draw(time))))))
      default: activities += self.activities(of: entry, isGroup: isGroup, &chance)
      }
    }
    return activities
  }

  private mutating func activities(
    of entry: ActivityEntry, isGroup: Bool, _ chance: inout Chance
  ) -> [AgentActivity] {
    switch entry {
    case .stay(let doing, let length):
      return [.stay(doing, until: .after(.seconds(max(0, chance.draw(length)))))]
    case .go(let go, let running):
      return goal(go, isGroup: isGroup).map { [.go($0, running: running, speed: go.speed)] } ?? []
    case .visit(let visit):
      guard let spot = spot(of: visit.to) else { return [] }
      let goal = Goal(spot, slack: slack(of: visit.to, isGroup: isGroup))
      return [
        .go(goal, running: false, speed: nil),
        .stay(visit.doing, until: .after(.seconds(max(0, chance.draw(visit.length))))),
      ]
    case .follow(let entry):
      return spot(of: entry.to).map { [.follow(app: entry.app, to: $0)] } ?? []
    case .cycle(let go):
      guard let spot = spot(of: go.to) else { return [] }
      return (0..<go.laps).flatMap { _ in go.via.map { .cycle(to: $0) } }
        + [.cycle(to: spot.point)]
    case .drive(let drive): return self.drive(drive)
    case .passenger(let name):
      if let number = agent(name) { return [.ride(withAgent: number)] }
      return []
    case .bus(let bus): return self.bus(bus)
    case .train(let train): return train.ride.map { [.train($0)] } ?? []
    case .take(let take): return self.take(take)
    case .doughnuts(let circles):
      return [
        .doughnuts(count: circles.count, radius: circles.radius, speed: circles.speed)
      ]
    case .put(let placement): return [.place(placement)]
    case .link(let link): return [.link(link)]
    case .again, .waitUntil: return []
    }
  }

  private func slack(of target: TargetEntry, isGroup: Bool) -> Double {
    if case .place = target.aim { return Self.slack }
    return isGroup ? Self.slack : 0
  }

  private mutating func goal(_ go: GoEntry, isGroup: Bool) -> Goal? {
    guard let spot = spot(of: go.to) else { return nil }
    let via = go.via.map { Spot($0, level: spot.level) }
    return Goal(
      spot, via: (0..<go.laps).flatMap { _ in via }, slack: slack(of: go.to, isGroup: isGroup))
  }

  private mutating func drive(_ entry: DriveEntry) -> [AgentActivity] {
    let passengers = entry.with.compactMap { agent($0) }
    if case .place(let name) = entry.to.aim, let park = carPark(name) {
      return [.drive(Drive(to: .carPark(park), via: entry.via, passengers: passengers))]
    }
    guard let spot = spot(of: entry.to) else { return [] }
    return [.drive(Drive(to: .kerb(spot.point), via: entry.via, passengers: passengers))]
  }

  /// Returns the number of the agent with a name; reports an error and returns nil if there is
  /// none.
  private mutating func agent(_ name: Located<String>) -> Int? {
    if let number = firstAgents[name.value] { return number }
    let names = scenario.agents.map(\.name.value)
    wrong.append(
      Diagnostic(
        place: name.place, message: "the scenario has no agent '\(name.value)'",
        suggestion: nearestName(to: name.value, among: names),
        fix: certainName(for: name.value, among: names).map {
          TextFix(place: name.place, old: name.value, new: $0)
        }))
    return nil
  }

  private mutating func bus(_ entry: BusEntry) -> [AgentActivity] {
    let lines = venue.map.roads.busLines
    guard let line = lines.firstIndex(where: { $0.name == entry.line.value }) else {
      wrong.append(
        unknown("bus line", entry.line.value, at: entry.line.place, among: lines.map(\.name)))
      return []
    }
    let stops = lines[line].stops.map(\.name)
    guard let stop = stops.firstIndex(of: entry.to.value) else {
      wrong.append(unknown("stop", entry.to.value, at: entry.to.place, among: stops))
      return []
    }
    return [.bus(line: line, toStop: stop)]
  }

  private mutating func take(_ entry: TakeEntry) -> [AgentActivity] {
    let connectors = venue.map.connectors
    guard let number = connectors.firstIndex(where: { $0.name == entry.connector.value }) else {
      wrong.append(
        unknown(
          "lift, escalator or stairs", entry.connector.value, at: entry.connector.place,
          among: connectors.map(\.name)))
      return []
    }
    let stops = connectors[number].stops
    guard let ordinal = entry.level else {
      return [.take(connector: number, toStop: stops.count - 1)]
    }
    guard
      let stop = stops.firstIndex(where: { spot in
        spot.level.map { venue.levels[$0].ordinal == ordinal } ?? false
      })
    else {
      wrong.append(
        Diagnostic(
          place: entry.connector.place,
          message: "'\(entry.connector.value)' doesn't stop on level \(ordinal)"))
      return []
    }
    return [.take(connector: number, toStop: stop)]
  }
}
