import Geometry
import Glibc
import Maps

/// An end of a road at a junction.
private struct Arm {
  let road: Int
  let isStart: Bool
  /// A unit vector away from the junction.
  let direction: Vec2
  /// Half the width of the whole carriageway, in m.
  let halfWidth: Double
}

extension Streets {
  /// Adds the tracks of all roads, shortened at junctions.
  mutating func addTracks() {
    let lines = network.roads.map { road in
      let ends = [network.junctions[road.from].point, network.junctions[road.to].point]
      let line = LaneShape.clean(road.line.count > 1 ? road.line : ends)
      return line.map { mirrored($0) }
    }
    let trims = trims(lines)
    for (number, road) in network.roads.enumerated() {
      let line = lines[number]
      let length = LaneShape.length(of: line)
      // Keeps a part of the road in any case.
      let wanted = trims[number].start + trims[number].end
      let share = wanted > 0.7 * length ? 0.7 * length / max(wanted, 1e-9) : 1
      let (start, end) = (trims[number].start * share, trims[number].end * share)
      let middle = LaneShape.part(of: line, from: start, to: length - end)
      let place = line.first ?? mirrored(network.junctions[road.from].point)
      if road.lanesForward > 0 {
        addTrack(number, middle, at: place, isForward: true, trim: start)
      }
      if road.lanesBackward > 0 {
        addTrack(number, middle.reversed(), at: line.last ?? place, isForward: false, trim: end)
      }
      let (ahead, back) = (forwardTracks[number], backwardTracks[number])
      guard ahead >= 0, back >= 0 else { continue }
      stretches[Int(ahead)].opposite = back
      stretches[Int(back)].opposite = ahead
    }
    trackCount = stretches.count
  }

  private mutating func addTrack(
    _ number: Int, _ middle: [Vec2], at place: Vec2, isForward: Bool, trim: Double
  ) {
    let road = network.roads[number]
    let width = laneWidth(of: road.kind)
    let others = isForward ? road.lanesBackward : road.lanesForward
    // The line is the middle of both directions together; this direction has the right-hand part.
    let line = LaneShape.offset(middle, right: Double(others) / 2 * width)
    let limit = road.limitMetresPerSecond
    let shape = LaneShape(
      rounding: LaneShape.clean(line), radius: min(limit * limit / rules.lateralAcceleration, 400),
      deviation: 2.5)
    let direction = (line.last ?? place) - (line.first ?? place)
    var track = RoadStretch()
    track.curve = curves.append(
      shape, at: line.first ?? place, along: direction.normalized ?? Vec2(1, 0))
    track.limit = limit
    track.laneWidth = width
    track.lanes = Int32(isForward ? road.lanesForward : road.lanesBackward)
    track.road = Int32(number)
    track.isForward = isForward
    track.users = road.users
    track.kind = road.kind
    track.startJunction = Int32(isForward ? road.from : road.to)
    track.endJunction = Int32(isForward ? road.to : road.from)
    track.startTrim = trim
    track.rank = Self.rank(of: road.kind)
    let index = Int32(stretches.count)
    stretches.append(track)
    departing[Int(track.startJunction)].append(index)
    arriving[Int(track.endJunction)].append(index)
    if isForward { forwardTracks[number] = index } else { backwardTracks[number] = index }
  }

  func laneWidth(of kind: RoadKind) -> Double {
    kind == .cycleway ? rules.cyclewayLaneWidthMetres : rules.laneWidthMetres
  }

  /// The right-of-way rank of a road: ramps yield to the major roads that they join, not to minor
  /// ones.
  static func rank(of kind: RoadKind) -> Int32 {
    switch kind {
    case .motorway: 9
    case .trunk: 8
    case .primary: 7
    case .secondary: 6
    case .link: 5
    case .tertiary: 4
    case .residential: 3
    case .service: 2
    case .aisle, .cycleway: 1
    case .track: 0
    }
  }

  /// Returns the lengths that each road loses to the junctions at its start and end, in m.
  private func trims(_ lines: [[Vec2]]) -> [(start: Double, end: Double)] {
    var trims = [(start: Double, end: Double)](
      repeating: (0, 0), count: network.roads.count)
    var arms = [[Arm]](repeating: [], count: network.junctions.count)
    for (number, road) in network.roads.enumerated() {
      let line = lines[number]
      guard line.count > 1 else { continue }
      let half = Double(road.lanesForward + road.lanesBackward) / 2 * laneWidth(of: road.kind)
      let out = (line[1] - line[0]).normalized ?? Vec2(1, 0)
      let back = (line[line.count - 2] - line[line.count - 1]).normalized ?? Vec2(-1, 0)
      arms[road.from].append(Arm(road: number, isStart: true, direction: out, halfWidth: half))
      arms[road.to].append(Arm(road: number, isStart: false, direction: back, halfWidth: half))
    }
    for here in arms {
      for (index, arm) in here.enumerated() {
        let limit = network.roads[arm.road].limitMetresPerSecond
        // At a dead end nothing is trimmed.
        var trim = here.count == 1 ? 0 : 1.0
        // A junction of very many roads considers only the first 32 arms.
        for (other, foe) in here.enumerated().prefix(32) where other != index {
          trim = max(trim, Self.trim(arm, foe, limit: limit, isJoint: here.count == 2))
        }
        if arm.isStart { trims[arm.road].start = trim } else { trims[arm.road].end = trim }
      }
    }
    return trims
  }

  /// Returns the distance from a junction at which a road must end to leave room for another's
  /// turns, in m.
  private static func trim(_ arm: Arm, _ foe: Arm, limit: Double, isJoint: Bool) -> Double {
    let cosine = arm.direction.dot(foe.direction)
    let sine = abs(arm.direction.cross(foe.direction))
    let turn = Double.pi - atan2(sine, cosine)
    if isJoint, turn < 0.7 {
      // One road continues as another: as much as a bend at the limit requires, within bounds.
      let radius = min(limit * limit / 2.2, 400)
      return min(max(1, radius * tan(min(turn, 3) / 2)), max(1, 2.5 / tan(max(turn, 0.01) / 4)), 20)
    }
    // Roads that continue nearly straight, or diverge side by side.
    guard turn > 0.35 else { return 2 }
    let sides = (foe.halfWidth + arm.halfWidth * cosine) / max(sine, 0.25)
    // Kerb radii that let a bus turn: 8 m, at wide roads 10 m.
    let radius = max(arm.halfWidth, foe.halfWidth) > 5 ? 10.0 : 8
    let corner = radius * tan(min(turn, 2.2) / 2)
    return min(max(sides + corner, 2), 28)
  }
}
