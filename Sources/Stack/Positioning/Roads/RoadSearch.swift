import Geometry

/// Shortest ways over the roads from the end of one, within a limit; its storage is used again.
///
/// Dijkstra's search over ways rather than junctions, so that what is forbidden at a turn, and what
/// a turn costs, depends on where one comes from.
struct RoadSearch: Sendable {
  /// A way that waits to be looked at.
  private struct Entry: MinHeapElement {
    var cost: Double
    var way: Int32

    @inline(__always)
    static func precedes(_ first: Entry, _ second: Entry) -> Bool { first.cost < second.cost }
  }

  /// What a turn costs, as metres of a detour that one would rather make.
  struct TurnCosts: Hashable, Sendable {
    var perRadian = 0.0
    var uTurn = 0.0
  }

  /// What turns cost in the searches to come.
  var costs = TurnCosts()
  /// What each way costs beside its length, by the metre: bends, and the wrong side of two.
  private let toll: [Double]
  /// From the start to the beginning of each way: its length, and its cost with turns, in m.
  private var length: [Double]
  private var cost: [Double]
  /// The way before each.
  private var previous: [Int32]
  /// In which search a way was reached, left behind, and wanted.
  private var reached: [UInt32]
  private var settled: [UInt32]
  private var wanted: [UInt32]
  private var search: UInt32 = 0
  private var wish: UInt32 = 0
  private var wantedCount = 0
  private var heap = MinHeap<Entry>()

  /// Creates a search over a network.
  ///
  /// - Parameters:
  ///   - index: The roads.
  ///   - bendMetres: What a bend costs by rad, as metres of a detour.
  ///   - wrongTwinMetres: The most that a way costs for being on the wrong side of two, each metre
  ///     being one, as metres of a detour.
  init(_ index: RoadIndex, bendMetres: Double, wrongTwinMetres: Double) {
    toll = (0..<index.wayCount).map { way in
      let length = index.stripLength[way >> 1]
      guard length > 0 else { return 0 }
      return index.wayWrongShare[way] * min(1, wrongTwinMetres / length)
        + index.stripBend[way >> 1] * bendMetres / length
    }
    length = Array(repeating: 0, count: index.wayCount)
    cost = length
    previous = Array(repeating: -1, count: index.wayCount)
    reached = Array(repeating: 0, count: index.wayCount)
    settled = reached
    wanted = reached
  }

  /// Starts a new list of the ways that searches look for.
  mutating func wantNothing() {
    if wish == .max {
      for way in wanted.indices { wanted[way] = 0 }
      wish = 0
    }
    wish += 1
    wantedCount = 0
  }

  /// Adds a way to the list.
  mutating func want(_ way: Int32) {
    guard wanted[Int(way)] != wish else { return }
    wanted[Int(way)] = wish
    wantedCount += 1
  }

  /// Searches from the end of a way until all that is wanted is found, or the cost passes a limit.
  ///
  /// - Parameters:
  ///   - way: Where to start.
  ///   - limit: The greatest cost, in m.
  ///   - index: The roads.
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

  /// The length and cost from the last search's start to the beginning of a way; nil if not found.
  func distance(to way: Int32) -> (length: Double, cost: Double)? {
    reached[Int(way)] == search ? (length[Int(way)], cost[Int(way)]) : nil
  }

  /// What a part of a way costs beside its length, as metres of a detour.
  func extraCost(of way: Int32, over metres: Double) -> Double { toll[Int(way)] * max(0, metres) }

  /// The ways between the last search's start and a way, neither included.
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

  /// Looks at what follows on a way; those reached note `origin` as the way before them.
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
      heap.insert(Entry(cost: total, way: turn.way))
    }
  }
}
