import Geometry
import Maps

/// Route search on the road network: A* over tracks by travel time.
///
/// The heuristic is the straight-line distance at the max speed limit. The search nodes are tracks,
/// so that turn restrictions need no special case. The working memory is reused.
struct RouteFinder: Sendable {
  /// A destination: a track and the arc length on it.
  struct Goal {
    let track: Int32
    let s: Double
  }

  /// An entry of the open list.
  private struct OpenEntry: MinHeapElement {
    var bound: Double
    var cost: Double
    var track: Int32

    @inline(__always)
    static func precedes(_ first: OpenEntry, _ second: OpenEntry) -> Bool {
      (first.bound, first.track) < (second.bound, second.track)
    }
  }

  private var costs: [Double]
  private var previous: [Int32]
  private var stamps: [Int32]
  private var stamp: Int32 = 0
  private var heap = MinHeap<OpenEntry>()
  private let greatestLimit: Double
  /// The start positions of the tracks.
  private let starts: [Vec2]

  init(_ streets: Streets) {
    let count = streets.trackCount
    costs = Array(repeating: 0, count: count)
    previous = Array(repeating: -1, count: count)
    stamps = Array(repeating: 0, count: count)
    greatestLimit = streets.stretches.reduce(1) { max($0, $1.limit) }
    starts = streets.stretches[..<count].map { streets.curves.place($0.curve, at: 0).point }
  }

  /// Returns the travel time in s from the start to the nearest goal, and the tracks of the route,
  /// including the first and the last; nil if no goal is reachable.
  mutating func route(
    from start: Int32, at s: Double, to goals: [Goal], user: RoadUsers, streets: Streets
  ) -> (seconds: Double, tracks: [Int32])? {
    let here = streets[start]
    for goal in goals where goal.track == start && goal.s >= s {
      return ((goal.s - s) / here.limit, [start])
    }
    stamp &+= 1
    heap.removeAll()
    let target =
      goals.reduce(Vec2.zero) { $0 + starts[Int($1.track)] } / Double(max(goals.count, 1))
    // With several goals the heuristic must not overestimate for any of them: it is zero
    // (Dijkstra).
    let guide = goals.count == 1 ? 1 / greatestLimit : 0
    expand(start, cost: (here.length - s) / here.limit, from: -1, user, streets, target, guide)
    while let entry = heap.removeFirst() {
      let track = Int(entry.track)
      guard entry.cost == costs[track] else { continue }
      if let goal = goals.first(where: { $0.track == entry.track }) {
        return (entry.cost + goal.s / streets.stretches[track].limit, trace(entry.track, start))
      }
      let stretch = streets.stretches[track]
      expand(
        entry.track, cost: entry.cost + stretch.length / stretch.limit, from: entry.track, user,
        streets, target, guide)
    }
    return nil
  }

  private mutating func expand(
    _ track: Int32, cost: Double, from: Int32, _ user: RoadUsers, _ streets: Streets,
    _ target: Vec2, _ guide: Double
  ) {
    for link in streets[track].links {
      let way = streets[link]
      guard way.users.contains(user) else { continue }
      let next = Int(way.toTrack)
      let total = cost + way.length / way.limit + Self.delay(way, streets)
      if stamps[next] == stamp, costs[next] <= total { continue }
      stamps[next] = stamp
      costs[next] = total
      previous[next] = from
      heap.insert(
        OpenEntry(
          bound: total + guide * starts[next].distance(to: target), cost: total,
          track: way.toTrack))
    }
  }

  /// The mean delay at a junction, in s: rough values, only for the choice of route.
  private static func delay(_ link: RoadStretch, _ streets: Streets) -> Double {
    let turning = link.turn > 2.5 ? 20 : link.turn > 0.5 ? 4 : link.turn < -0.5 ? 2.0 : 0
    guard !link.conflicts.isEmpty else { return turning }
    switch streets.network.junctions[Int(link.endJunction)].control {
    case .signal: return turning + 10
    case .stop: return turning + 6
    case .priority: return turning + 1
    }
  }

  private func trace(_ goal: Int32, _ start: Int32) -> [Int32] {
    var tracks = [goal]
    var track = goal
    // A route that returns to its first track lists it twice.
    while previous[Int(track)] >= 0, tracks.count <= previous.count + 1 {
      track = previous[Int(track)]
      tracks.append(track)
    }
    tracks.append(start)
    return tracks.reversed()
  }
}
