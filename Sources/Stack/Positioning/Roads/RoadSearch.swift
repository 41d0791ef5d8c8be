import Geometry

/// Dijkstra search from the end of a way, within a cost limit; storage is reused.
///
/// The nodes are ways rather than junctions, so that turn restrictions and turn costs depend on the
/// incoming way.
struct RoadSearch: Sendable {
  /// Entry of the priority queue.
  private struct QueueEntry: MinHeapElement {
    var cost: Double
    var way: Int32

    @inline(__always)
    static func precedes(_ first: QueueEntry, _ second: QueueEntry) -> Bool {
      first.cost < second.cost
    }
  }

  /// Turn costs, as detours in m.
  struct TurnCosts: Hashable, Sendable {
    var perRadian = 0.0
    var uTurn = 0.0
  }

  /// Turn costs of the next searches.
  var costs = TurnCosts()
  /// Extra cost of each way per m: bends, and the wrong one of two carriageways.
  private let toll: [Double]
  /// Length and cost with turns from the search's start to the start of each way, in m.
  private var length: [Double]
  private var cost: [Double]
  /// Predecessor of each way.
  private var previous: [Int32]
  /// Number of the search in which a way was reached, finished and a target.
  private var reached: [UInt32]
  private var settled: [UInt32]
  private var wanted: [UInt32]
  private var search: UInt32 = 0
  private var wish: UInt32 = 0
  private var wantedCount = 0
  private var heap = MinHeap<QueueEntry>()

  /// Creates a search over a network.
  ///
  /// - Parameters:
  ///   - index: The road network.
  ///   - bendMetres: Cost of a bend per rad, as a detour in m.
  ///   - wrongTwinMetres: Maximum cost of a way on the wrong carriageway, one per m, as a detour in
  ///     m.
  init(_ index: RoadIndex, bendMetres: Double, wrongTwinMetres: Double) {
    toll = (0..<index.directionCount).map { way in
      let length = index.stripLength[way >> 1]
      guard length > 0 else { return 0 }
      return index.wayWrongShare[way] * min(1, wrongTwinMetres / length)
        + index.stripBend[way >> 1] * bendMetres / length
    }
    length = Array(repeating: 0, count: index.directionCount)
    cost = length
    previous = Array(repeating: -1, count: index.directionCount)
    reached = Array(repeating: 0, count: index.directionCount)
    settled = reached
    wanted = reached
  }

  /// Clears the targets.
  mutating func wantNothing() {
    if wish == .max {
      for way in wanted.indices { wanted[way] = 0 }
      wish = 0
    }
    wish += 1
    wantedCount = 0
  }

  /// Adds a target.
  mutating func want(_ way: Int32) {
    guard wanted[Int(way)] != wish else { return }
    wanted[Int(way)] = wish
    wantedCount += 1
  }

  /// Searches from the end of a way until all targets are found or the cost limit is passed.
  ///
  /// - Parameters:
  ///   - way: Start of the search.
  ///   - limit: Maximum cost, in m.
  ///   - index: The road network.
  mutating func run(fromEndOf way: Int32, limit: Double, _ index: borrowing RoadIndex) {
    if search == .max {
      for way in reached.indices { (reached[way], settled[way]) = (0, 0) }
      search = 0
    }
    search += 1
    heap.removeAll()
    var missing = wantedCount
    expand(way, as: -1, length: 0, cost: 0, limit, index)
    while missing > 0, let entry = heap.removeFirst() {
      let current = Int(entry.way)
      guard settled[current] != search else { continue }
      settled[current] = search
      if wanted[current] == wish { missing -= 1 }
      let passed = index.stripLength[current >> 1]
      expand(
        entry.way, as: entry.way, length: length[current] + passed,
        cost: entry.cost + passed * (1 + toll[current]), limit, index)
    }
  }

  /// Returns length and cost from the search's start to the start of a way; nil if not reached.
  func distance(to way: Int32) -> (length: Double, cost: Double)? {
    reached[Int(way)] == search ? (length[Int(way)], cost[Int(way)]) : nil
  }

  /// Returns the extra cost of a section of a way, as a detour in m.
  func extraCost(of way: Int32, over metres: Double) -> Double { toll[Int(way)] * max(0, metres) }

  /// Returns the ways between the search's start and a way, exclusive.
  func path(to way: Int32) -> [Int32] {
    var path: [Int32] = []
    guard reached[Int(way)] == search else { return path }
    var current = previous[Int(way)]
    while current >= 0, path.count < previous.count {
      path.append(current)
      current = previous[Int(current)]
    }
    return path.reversed()
  }

  /// Relaxes the successors of a way, with `origin` as their predecessor.
  private mutating func expand(
    _ way: Int32, as origin: Int32, length passed: Double, cost paid: Double, _ limit: Double,
    _ index: borrowing RoadIndex
  ) {
    for number in index.nextFirst[Int(way)]..<index.nextFirst[Int(way) + 1] {
      let turn = index.next[Int(number)]
      let total = paid + (turn.isUTurn ? costs.uTurn : Double(turn.angle) * costs.perRadian)
      guard total <= limit else { continue }
      let other = Int(turn.way)
      if reached[other] == search, cost[other] <= total { continue }
      reached[other] = search
      (length[other], cost[other], previous[other]) = (passed, total, origin)
      heap.insert(QueueEntry(cost: total, way: turn.way))
    }
  }
}
