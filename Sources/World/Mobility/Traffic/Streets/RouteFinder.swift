import Geometry
import Maps

/// Finds the fastest ways along tracks, turn by turn.
///
/// Dijkstra's search with the straight line at the greatest limit as its guide (A*). The searched
/// nodes are tracks, so that restrictions on turns need nothing special. Its memory is used again.
struct RouteFinder: Sendable {
  /// A wanted end: a track and how far along it.
  struct Goal {
    let track: Int32
    let s: Double
  }

  /// A track to go on from.
  private struct Entry: MinHeapElement {
    var bound: Double
    var cost: Double
    var track: Int32

    @inline(__always)
    static func precedes(_ first: Entry, _ second: Entry) -> Bool {
      (first.bound, first.track) < (second.bound, second.track)
    }
  }

  private var costs: [Double]
  private var previous: [Int32]
  private var stamps: [Int32]
  private var stamp: Int32 = 0
  private var heap = MinHeap<Entry>()
  private let greatestLimit: Double
  /// The places of the tracks' starts.
  private let starts: [Vec2]

  init(_ streets: Streets) {
    let count = streets.trackCount
    costs = Array(repeating: 0, count: count)
    previous = Array(repeating: -1, count: count)
    stamps = Array(repeating: 0, count: count)
    greatestLimit = streets.stretches.reduce(1) { max($0, $1.limit) }
    starts = streets.stretches[..<count].map { streets.curves.place($0.curve, at: 0).point }
  }

  /// Returns the seconds from the start to the nearest goal, and the tracks gone along, first and
  /// last included; nil if no goal can be reached.
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
    // With several goals the guide must not overshoot any: it stays at zero.
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
        Entry(
          bound: total + guide * starts[next].distance(to: target), cost: total,
          track: way.toTrack))
    }
  }

  /// The usual wait at a junction, in s: rough figures, only to choose between ways.
  private static func delay(_ link: Stretch, _ streets: Streets) -> Double {
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
    // A way that comes back to its first track names it twice.
    while previous[Int(track)] >= 0, tracks.count <= previous.count + 1 {
      track = previous[Int(track)]
      tracks.append(track)
    }
    tracks.append(start)
    return tracks.reversed()
  }
}
