import Geometry
import Maps

/// Joins roads that merely continue one another to strips.
struct RoadStrips {
  /// A road as a part of a strip.
  struct StripRoad {
    let road: Int
    let isReversed: Bool
  }

  /// Consecutive roads between two junctions with a choice.
  struct Strip {
    var pieces: [StripRoad]
    var start, end: Int
    let isOpenAhead, isOpenBack: Bool
  }

  private(set) var strips: [Strip] = []
  private(set) var unusableCount = 0
  private let network: RoadNetwork
  private let users: RoadUsers
  /// Roads that end at each junction, and with which end.
  private var ends: [[(road: Int, isStart: Bool)]]
  private var isUsed: [Bool]

  init(_ network: RoadNetwork, users: RoadUsers) {
    self.network = network
    self.users = users
    ends = Array(repeating: [], count: network.junctions.count)
    isUsed = Array(repeating: false, count: network.roads.count)
    for (number, road) in network.roads.enumerated() {
      guard Self.isUsable(road, in: network) else {
        unusableCount += 1
        isUsed[number] = true
        continue
      }
      guard !road.users.isDisjoint(with: users), road.lanesForward > 0 || road.lanesBackward > 0
      else {
        isUsed[number] = true
        continue
      }
      ends[road.from].append((number, true))
      ends[road.to].append((number, false))
    }
  }

  /// Returns a road's line; between its junctions if it has none of its own.
  static func line(of road: Road, in network: RoadNetwork) -> [Vec2] {
    road.line.count > 1
      ? road.line : [network.junctions[road.from].point, network.junctions[road.to].point]
  }

  private static func isUsable(_ road: Road, in network: RoadNetwork) -> Bool {
    guard network.junctions.indices.contains(road.from),
      network.junctions.indices.contains(road.to), road.limitMetresPerSecond > 0
    else { return false }
    // Rejects positions beyond the size of the Earth.
    return line(of: road, in: network).allSatisfy { abs($0.x) < 4e7 && abs($0.y) < 4e7 }
  }

  /// Builds the strips: first those that begin at a choice, then rings.
  mutating func join() {
    var isFixed = [Bool](repeating: false, count: network.junctions.count)
    for rule in network.restrictions where isFixed.indices.contains(rule.via) {
      isFixed[rule.via] = true
    }
    for junction in ends.indices where !isFixed[junction] {
      isFixed[junction] = !continues(at: junction)
    }
    for junction in ends.indices where isFixed[junction] {
      for end in ends[junction] where !isUsed[end.road] {
        follow(end.road, fromStart: end.isStart, isFixed)
      }
    }
    for road in isUsed.indices where !isUsed[road] { follow(road, fromStart: true, isFixed) }
  }

  /// True if exactly two roads meet that are open in the same directions.
  private func continues(at junction: Int) -> Bool {
    guard ends[junction].count == 2 else { return false }
    let (first, second) = (ends[junction][0], ends[junction][1])
    guard first.road != second.road else { return false }
    return opens(first.road, away: first.isStart) == opens(second.road, away: !second.isStart)
      && opens(first.road, away: !first.isStart) == opens(second.road, away: second.isStart)
  }

  /// True if a road is open along its line, or against it.
  private func opens(_ road: Int, away: Bool) -> Bool {
    away ? network.roads[road].lanesForward > 0 : network.roads[road].lanesBackward > 0
  }

  private mutating func follow(_ first: Int, fromStart: Bool, _ isFixed: [Bool]) {
    let road = network.roads[first]
    var strip = Strip(
      pieces: [], start: fromStart ? road.from : road.to, end: 0,
      isOpenAhead: opens(first, away: fromStart), isOpenBack: opens(first, away: !fromStart))
    var (current, isAlong) = (first, fromStart)
    while !isUsed[current] {
      isUsed[current] = true
      strip.pieces.append(StripRoad(road: current, isReversed: !isAlong))
      strip.end = isAlong ? network.roads[current].to : network.roads[current].from
      guard !isFixed[strip.end], let on = ends[strip.end].first(where: { $0.road != current })
      else { break }
      (current, isAlong) = (on.road, on.isStart)
    }
    strips.append(strip)
  }
}
