import Geometry
public import Kernel
import Maps
import Observations
public import Truth
public import Venues

extension Trajectory {
  /// Returns all changes of state of the agent and its phone, in the order of time.
  ///
  /// Changes of unit and region are located on the path to a millisecond, by bisection.
  public func changes(in venue: Venue, until end: SimTime) -> [TrueChange] {
    var changes: [TrueChange] = []
    func add<Value>(_ kind: TrueChange.Kind, _ track: Track<Value>, _ name: (Value) -> String) {
      for (before, after) in zip(track.changes, track.changes.dropFirst())
      where after.time < end && name(before.value) != name(after.value) {
        changes.append(
          TrueChange(
            time: after.time, kind: kind, from: name(before.value), to: name(after.value)))
      }
    }
    for (before, after) in zip(activityChanges, activityChanges.dropFirst())
    where after.time < end {
      changes.append(
        TrueChange(
          time: after.time, kind: .activity, from: before.activity.rawValue,
          to: after.activity.rawValue))
    }
    add(.doing, doing) { $0.rawValue }
    add(.floor, level) { TrueChange.name(ofFloor: $0.map { venue.levels[$0].ordinal }) }
    add(.placement, placement) { $0.rawValue }
    add(.link, link) { $0.rawValue }
    add(.vehicle, vehicle) { $0.map(String.init) ?? "" }
    changes += crossings(in: venue, until: end)
    return changes.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// The time step of the search for crossings: some 0.3 m at a walk.
  private static let look = SimDuration.seconds(0.25)

  private func crossings(in venue: Venue, until end: SimTime) -> [TrueChange] {
    var changes: [TrueChange] = []
    let first = Surroundings(of: spot(at: .start), in: venue)
    var before = first
    // Between movements only the level can change, and it does so during a movement.
    for (begin, finish) in path.movements where begin < end {
      var time = begin
      while time < min(finish, end) {
        let next = min(time + Self.look, min(finish, end))
        let after = Surroundings(of: spot(at: next), in: venue)
        if after != before {
          let moment = crossing(from: time, before, to: next, in: venue)
          changes += before.changes(to: after, at: moment, in: venue)
        }
        before = after
        time = next
      }
    }
    return changes
  }

  private func spot(at time: SimTime) -> Spot {
    Spot(path.state(at: time).position.xy, level: level[time])
  }

  /// The time, to a millisecond, at which the surroundings change.
  private func crossing(
    from: SimTime, _ before: Surroundings, to: SimTime, in venue: Venue
  ) -> SimTime {
    var (low, high) = (from, to)
    while high - low > .milliseconds(1) {
      let middle = low + SimDuration(nanoseconds: (high - low).nanoseconds / 2)
      if Surroundings(of: spot(at: middle), in: venue) == before {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}

/// The unit and the regions at a spot.
private struct Surroundings: Equatable {
  let level: Int?
  let unit: Int?
  let regions: [Bool]

  init(of spot: Spot, in venue: Venue) {
    level = spot.level
    unit = spot.level.flatMap { venue.levels[$0].unit(at: spot.point) }
    regions = venue.regions.map { $0.contains(spot) }
  }

  private func room(in venue: Venue) -> String {
    guard let level, let unit else { return "" }
    return venue.levels[level].units[unit].name
  }

  func changes(to other: Surroundings, at time: SimTime, in venue: Venue) -> [TrueChange] {
    var changes: [TrueChange] = []
    let (here, there) = (room(in: venue), other.room(in: venue))
    if here != there { changes.append(TrueChange(time: time, kind: .unit, from: here, to: there)) }
    for (number, region) in venue.regions.enumerated()
    where regions[number] != other.regions[number] {
      let (inside, outside) = ("in \(region.name)", "out \(region.name)")
      changes.append(
        TrueChange(
          time: time, kind: .region, from: regions[number] ? inside : outside,
          to: other.regions[number] ? inside : outside))
    }
    return changes
  }
}
