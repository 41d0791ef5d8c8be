import Geometry
import Glibc
import Maps

/// An exit of a junction.
private struct Exit {
  let track: Int32
  /// The turn angle, in rad, positive to the left.
  let angle: Double
}

/// A connection between two lanes.
private struct LanePair: Hashable {
  let from, to: Int32
  let track: Int32
  let users: RoadUsers
}

extension Streets {
  /// Adds the links across all junctions.
  mutating func addLinks() {
    let turns = TurnTable(network)
    for track in 0..<trackCount {
      let first = Int32(stretches.count)
      let junction = Int(stretches[track].endJunction)
      for pair in lanePairs(from: track, turns: turns) {
        let link = Int32(stretches.count)
        stretches.append(makeLink(pair, from: Int32(track)))
        linksOfJunction[junction].append(link)
      }
      stretches[track].links = first..<Int32(stretches.count)
    }
  }

  private func lanePairs(from track: Int, turns: TurnTable) -> [LanePair] {
    let here = stretches[track]
    var exits: [Exit] = []
    var stranded = here.users
    for next in departing[Int(here.endJunction)] {
      let other = stretches[Int(next)]
      guard next != here.opposite, !here.users.isDisjoint(with: other.users),
        turns.allows(here.road, Int(here.endJunction), other.road)
      else { continue }
      exits.append(Exit(track: next, angle: turn(from: track, to: Int(next))))
      stranded.subtract(other.users)
    }
    exits.sort { ($0.angle, $0.track) < ($1.angle, $1.track) }
    var pairs = assign(exits, from: track)
    // Vehicles without an exit make a U-turn, if the road has an opposite direction.
    if here.opposite >= 0, !stranded.isEmpty {
      let back = stretches[Int(here.opposite)]
      pairs.append(
        LanePair(
          from: here.lanes - 1, to: back.lanes - 1, track: here.opposite, users: stranded))
    }
    return pairs
  }

  /// Lane assignment: connects the lanes to the exits, given from right to left.
  private func assign(_ exits: [Exit], from track: Int) -> [LanePair] {
    let here = stretches[track]
    var pairs: [LanePair] = []
    func add(_ from: Int32, _ to: Int32, _ exit: Exit) {
      let users = here.users.intersection(stretches[Int(exit.track)].users)
      pairs.append(LanePair(from: from, to: to, track: exit.track, users: users))
    }
    let main = mainExit(exits, from: track)
    for (index, exit) in exits.enumerated() {
      let room = stretches[Int(exit.track)].lanes
      if index == main {
        let base = laneBase(of: track, into: Int(exit.track))
        var lanes = 0..<here.lanes
        // With three lanes or more the leftmost is for turning left.
        if here.lanes > 2, index + 1 < exits.count, exits[index + 1].angle > 0.6 {
          lanes = 0..<(here.lanes - 1)
        }
        // If lanes end, it is the right one if that one can turn off, else the left.
        let surplus = max(0, Int32(lanes.count) - room)
        let first = index > 0 ? surplus : 0
        for lane in lanes.prefix(Int(room)).indices {
          add(lane + first, min(lane + base, room - 1), exit)
        }
        // The new lanes of a widening road are reached from the outermost lane.
        if base == 0, Int32(lanes.count) < room, !hasFeeders(Int(exit.track)) {
          for lane in Int32(lanes.count)..<room { add(Int32(lanes.count) - 1, lane, exit) }
        }
      } else if let main, index > main {
        add(here.lanes - 1, room - 1, exit)
      } else if main != nil {
        add(0, 0, exit)
      } else {
        assignWithoutMain(index, of: exits.count, exit, room, here.lanes, add)
      }
    }
    return pairs
  }

  /// Lane assignment at a T-junction: the right half turns right, the left half left.
  private func assignWithoutMain(
    _ index: Int, of count: Int, _ exit: Exit, _ room: Int32, _ lanes: Int32,
    _ add: (Int32, Int32, Exit) -> Void
  ) {
    let isRight = exit.angle < 0
    let half = count == 1 ? lanes : max(1, lanes / 2)
    for lane in 0..<min(half, room) {
      if isRight { add(lane, lane, exit) } else { add(lanes - 1 - lane, room - 1 - lane, exit) }
    }
  }

  /// Returns the straight-on exit: that of the highest rank, then the straightest.
  private func mainExit(_ exits: [Exit], from track: Int) -> Int? {
    if exits.count == 1 { return 0 }
    var best: Int?
    for (index, exit) in exits.enumerated() where abs(exit.angle) < 0.6 {
      guard let known = best else {
        best = index
        continue
      }
      let (new, old) = (stretches[Int(exit.track)], stretches[Int(exits[known].track)])
      if (new.rank, -abs(exit.angle)) > (old.rank, -abs(exits[known].angle)) { best = index }
    }
    return best
  }

  /// Returns the tracks that lead nearly straight into a track, from the rightmost to the leftmost.
  private func feeders(of track: Int) -> [Int] {
    let all = arriving[Int(stretches[track].startJunction)].map { Int($0) }
    let straight = all.filter {
      $0 != Int(stretches[track].opposite) && abs(turn(from: $0, to: track)) < 0.6
    }
    return straight.sorted { (turn(from: $0, to: track), $0) < (turn(from: $1, to: track), $1) }
  }

  private func hasFeeders(_ track: Int) -> Bool { feeders(of: track).count > 1 }

  /// Returns the first lane of a road on a road that gathers several.
  ///
  /// If a ramp joins and the road continues with an extra lane, the ramp gets the right-hand lane.
  private func laneBase(of track: Int, into next: Int) -> Int32 {
    let feeders = feeders(of: next)
    let sum = feeders.reduce(0) { $0 + stretches[$1].lanes }
    guard feeders.count > 1, sum <= stretches[next].lanes else { return 0 }
    // A road that joins from the right turns right at its end, and so is first in the list.
    var base: Int32 = 0
    for feeder in feeders {
      if feeder == track { return base }
      base += stretches[feeder].lanes
    }
    return 0
  }

  private mutating func makeLink(_ pair: LanePair, from track: Int32) -> RoadStretch {
    let (here, next) = (stretches[Int(track)], stretches[Int(pair.track)])
    let start = curves.place(here.curve, at: here.length, offset: here.offset(ofLane: pair.from))
    let end = curves.place(next.curve, at: 0, offset: next.offset(ofLane: pair.to))
    let (u, w) = (start.tangent.normalized ?? Vec2(1, 0), end.tangent.normalized ?? Vec2(1, 0))
    let shape =
      pair.track == here.opposite
      ? Self.turningLoop(from: start.point, u, to: end.point, isSmall: here.kind == .cycleway)
      : LaneShape(from: start.point, u, to: end.point, w)
    var link = RoadStretch()
    link.curve = curves.append(shape, at: start.point, along: u)
    link.limit = min(here.limit, next.limit)
    link.laneWidth = min(here.laneWidth, next.laneWidth)
    link.users = pair.users
    link.kind = here.kind
    (link.startJunction, link.endJunction) = (here.endJunction, here.endJunction)
    link.rank = here.rank
    (link.fromTrack, link.toTrack) = (track, pair.track)
    (link.fromLane, link.toLane) = (pair.from, pair.to)
    link.turn = pair.track == here.opposite ? .pi : atan2(u.cross(w), u.dot(w))
    return link
  }

  /// The U-turn path at the end of a road: out to the right, a loop to the left, and back.
  private static func turningLoop(
    from start: Vec2, _ ahead: Vec2, to end: Vec2, isSmall: Bool
  ) -> LaneShape {
    let radius = isSmall ? 1.6 : 4.2
    let (left, middle) = (ahead.perpendicular, (start + end) / 2)
    let line = [
      start, start + ahead * 1.5, middle + ahead * (1.5 + radius) - left * radius,
      middle + ahead * (1.5 + 3 * radius) - left * radius,
      middle + ahead * (1.5 + 3 * radius) + left * radius,
      middle + ahead * (1.5 + radius) + left * radius, end + ahead * 1.5, end,
    ]
    return LaneShape(rounding: line, radius: radius, deviation: 3)
  }
}

/// The turn restrictions.
private struct TurnTable {
  /// Restrictions by the road before the turn.
  private let rules: [[TurnRestriction]]

  init(_ network: RoadNetwork) {
    var rules = [[TurnRestriction]](repeating: [], count: network.roads.count)
    for rule in network.restrictions { rules[rule.from].append(rule) }
    self.rules = rules
  }

  func allows(_ from: Int32, _ via: Int, _ to: Int32) -> Bool {
    var (hasOnly, isNamed) = (false, false)
    for rule in rules[Int(from)] where rule.via == via {
      if rule.isOnly {
        hasOnly = true
        if rule.to == Int(to) { isNamed = true }
      } else if rule.to == Int(to) {
        return false
      }
    }
    return !hasOnly || isNamed
  }
}
