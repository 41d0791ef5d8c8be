import Kernel

/// The streets with their vehicles: positions, motion and neighbour lists.
///
/// All code that moves a vehicle or lists it on a stretch is here. The traffic subsystems receive
/// it `inout`, even for reading, so that it is never copied.
struct Roadway: Sendable {
  let streets: Streets
  /// The vehicle states by slot.
  var movers: [VehicleState] = []
  var slowZones: SlowZones
  /// The index of the present step.
  var step: Int32 = 0
  /// The number of forced stops: a vehicle was held back beyond its own braking.
  private(set) var forcedStops = 0
  private var vacant: [Int32] = []
  /// The entries of the neighbour lists, and the free ones.
  private(set) var nodes: [StretchEntry] = []
  private var freeNodes: [Int32] = []
  /// The entries nearest to the end and to the start of each stretch.
  private(set) var firstNodes: [Int32]
  private(set) var lastNodes: [Int32]

  init(_ streets: Streets) {
    self.streets = streets
    slowZones = SlowZones(trackCount: streets.trackCount)
    firstNodes = Array(repeating: -1, count: streets.stretches.count)
    lastNodes = firstNodes
  }

  /// The time of the present state.
  var now: SimTime { .start + Traffic.timeStep * Int64(step) }

  @inline(__always)
  func wishedSpeed(_ m: VehicleState, on stretch: Int, at s: Double) -> Double {
    var wished = min(streets.stretches[stretch].limit * m.speedFactor, m.topSpeed)
    if let zone = slowZones.zone(on: stretch), s >= zone.from, s - m.length <= zone.to {
      wished *= zone.factor
    }
    return max(wished, 0.3)
  }

  /// Returns the entry of the stretch under the midpoint between a vehicle's axles.
  @inline(__always)
  func middleNode(_ m: VehicleState) -> Int32 {
    var node = m.rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= m.x - m.back {
      node = nodes[Int(node)].onward
    }
    return node
  }

  /// Returns the ratio of path length on the stretch to distance travelled by the vehicle.
  ///
  /// On the inside of a bend its trajectory is shorter than the path, on the outside longer. The
  /// ratio holds for the position `way` metres ahead of the present one.
  @inline(__always)
  func pathShare(_ m: VehicleState, after way: Double) -> Double {
    guard m.rearNode != m.frontNode || streets[m.stretch].isBendy else { return 1 }
    let middle = m.x - m.back + way
    let ahead = inwardShare(m, at: middle + m.wheelbase / 2)
    return 2 / (ahead + inwardShare(m, at: middle - m.wheelbase / 2))
  }

  /// Returns the ratio of a vehicle's own distance to path length at an odometer reading.
  private func inwardShare(_ m: VehicleState, at x: Double) -> Double {
    var node = m.rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= x {
      node = nodes[Int(node)].onward
    }
    let entry = nodes[Int(node)]
    let offset = entry.offset + m.e
    guard abs(offset) > 0.05, streets[entry.stretch].isBendy else { return 1 }
    let curve = streets[entry.stretch].curve
    return 1 - min(streets.curves.curvature(curve, at: x - entry.base) * offset, 0.6)
  }

  /// Integrates with constant acceleration over a step (ballistic update); vehicles never roll
  /// backwards.
  mutating func roll(_ index: Int) {
    let (v, a) = (movers[index].v, movers[index].wantedAcceleration)
    var next = v + a * Traffic.dt
    var way = (v + next) / 2 * Traffic.dt
    if next <= 0 {
      way = a < 0 ? v * v / (-2 * a) : 0
      next = 0
    }
    let barrier = max(0, movers[index].barrier)
    if way > barrier {
      // Only as the last resort: another vehicle's rear, a red light.
      way = barrier
      let held = max(0, min(next, 2 * way / Traffic.dt - v))
      if next - held > 0.25 { forcedStops += 1 }
      next = held
    }
    movers[index].x += way * pathShare(movers[index], after: way / 2)
    movers[index].a = next == 0 && a < 0 ? 0 : a
    movers[index].v = next
    if next > 0.05 {
      movers[index].standsSince = 0
    } else if movers[index].standsSince == 0 {
      movers[index].standsSince = max(step, 1)
    }
  }

  /// Returns the handle of the vehicle in a slot.
  func id(_ index: Int) -> VehicleID {
    VehicleID(slot: Int32(index), generation: movers[index].generation)
  }

  func slot(of id: VehicleID) throws(TrafficError) -> Int {
    let index = Int(id.slot)
    guard movers.indices.contains(index), movers[index].generation == id.generation,
      movers[index].mode != .vacant
    else { throw .noSuchVehicle }
    return index
  }

  /// Allocates a slot for a vehicle without a position.
  mutating func add(_ spec: VehicleSpec) -> Int {
    let index: Int
    if let free = vacant.popLast() {
      index = Int(free)
    } else {
      index = movers.count
      movers.append(VehicleState())
    }
    movers[index] = VehicleState(spec, generation: movers[index].generation)
    return index
  }

  /// Frees a vehicle's slot, and invalidates its handles.
  mutating func vacate(_ index: Int) {
    removeEntries(of: index)
    let generation = movers[index].generation &+ 1
    movers[index] = VehicleState()
    movers[index].generation = generation
    vacant.append(Int32(index))
  }

  // MARK: Lists

  // Linked lists of the vehicles on each stretch, sorted from its end to its start.

  /// Lists a vehicle on a stretch and returns its entry; see ``StretchEntry``.
  mutating func insert(
    _ vehicle: Int, on stretch: Int32, base: Double, tail: Double, offset: Double
  ) -> Int32 {
    let entry = StretchEntry(
      vehicle: Int32(vehicle), stretch: stretch, base: base, tail: tail, offset: offset)
    let node: Int32
    if let free = freeNodes.popLast() {
      node = free
      nodes[Int(free)] = entry
    } else {
      node = Int32(nodes.count)
      nodes.append(entry)
    }
    let front = movers[vehicle].x - base
    var ahead = lastNodes[Int(stretch)]
    while ahead >= 0, self.front(ahead) < front { ahead = nodes[Int(ahead)].ahead }
    link(node, behind: ahead, on: stretch)
    return node
  }

  /// Returns the position of a listed vehicle's front along its stretch, in m.
  @inline(__always)
  func front(_ node: Int32) -> Double {
    movers[Int(nodes[Int(node)].vehicle)].x - nodes[Int(node)].base
  }

  private mutating func link(_ node: Int32, behind ahead: Int32, on stretch: Int32) {
    let behind = ahead >= 0 ? nodes[Int(ahead)].behind : firstNodes[Int(stretch)]
    nodes[Int(node)].ahead = ahead
    nodes[Int(node)].behind = behind
    if ahead >= 0 { nodes[Int(ahead)].behind = node } else { firstNodes[Int(stretch)] = node }
    if behind >= 0 { nodes[Int(behind)].ahead = node } else { lastNodes[Int(stretch)] = node }
  }

  private mutating func unlink(_ node: Int32) {
    let entry = nodes[Int(node)]
    let stretch = Int(entry.stretch)
    if entry.ahead >= 0 {
      nodes[Int(entry.ahead)].behind = entry.behind
    } else {
      firstNodes[stretch] = entry.behind
    }
    if entry.behind >= 0 {
      nodes[Int(entry.behind)].ahead = entry.ahead
    } else {
      lastNodes[stretch] = entry.ahead
    }
  }

  /// Removes an entry from its list.
  mutating func remove(_ node: Int32) {
    unlink(node)
    nodes[Int(node)].vehicle = -1
    freeNodes.append(node)
  }

  /// Moves a vehicle's entries past those that it has overtaken.
  mutating func restoreOrder(_ index: Int) {
    var node = movers[index].rearNode
    while node >= 0 {
      let ahead = nodes[Int(node)].ahead
      if ahead >= 0, front(ahead) < front(node) { reinsert(node) }
      node = nodes[Int(node)].onward
    }
  }

  private mutating func reinsert(_ node: Int32) {
    let own = front(node)
    var ahead = nodes[Int(node)].ahead
    while ahead >= 0, front(ahead) < own { ahead = nodes[Int(ahead)].ahead }
    unlink(node)
    link(node, behind: ahead, on: nodes[Int(node)].stretch)
  }

  /// Removes a vehicle from all lists.
  mutating func removeEntries(of index: Int) {
    releaseClaim(index)
    var node = movers[index].rearNode
    while node >= 0 {
      let onward = nodes[Int(node)].onward
      remove(node)
      node = onward
    }
    movers[index].rearNode = -1
    movers[index].frontNode = -1
  }

  /// Releases a link that was claimed and not yet entered.
  mutating func releaseClaim(_ index: Int) {
    let claim = movers[index].claim
    guard claim >= 0 else { return }
    movers[index].claim = -1
    movers[index].waitsInside = false
    remove(claim)
  }

  /// Moves a vehicle's front to a stretch that lists it.
  mutating func enter(_ index: Int, _ stretch: Int32, _ node: Int32, base: Double) {
    nodes[Int(movers[index].frontNode)].onward = node
    movers[index].frontNode = node
    movers[index].stretch = stretch
    movers[index].base = base
  }

  /// Lists a stationary vehicle on a track.
  mutating func list(_ index: Int, on track: Int32, s: Double, lane: Int32, e: Double) {
    movers[index].stretch = track
    movers[index].lane = lane
    movers[index].base = movers[index].x - s
    movers[index].e = e
    movers[index].low = e - movers[index].halfWidth
    movers[index].high = e + movers[index].halfWidth
    (movers[index].frontLow, movers[index].frontHigh) = (movers[index].low, movers[index].high)
    let node = insert(
      index, on: track, base: movers[index].base, tail: movers[index].length,
      offset: streets[track].offset(ofLane: lane))
    movers[index].frontNode = node
    movers[index].rearNode = node
  }

  /// Removes a vehicle from the stretches that its rear has left.
  mutating func leaveBehind(_ index: Int) {
    var rear = movers[index].rearNode
    while rear != movers[index].frontNode {
      let entry = nodes[Int(rear)]
      let passed = movers[index].x - movers[index].length - entry.base
      guard passed > streets[entry.stretch].length else { break }
      rear = entry.onward
      remove(movers[index].rearNode)
      movers[index].rearNode = rear
    }
  }

  /// Lists a vehicle on another lane of its track, `shift` metres to the left.
  mutating func change(_ index: Int, to lane: Int32, by shift: Double) {
    var node = movers[index].rearNode
    while node >= 0 {
      nodes[Int(node)].offset += shift
      node = nodes[Int(node)].onward
    }
    movers[index].e -= shift
    movers[index].lane = lane
    movers[index].wantedLane = -1
  }

  /// Occupies a part of the road on both sides; returns the entry on the other side, -1 if none.
  mutating func takeUp(_ zone: ClosedRange<Double>, by index: Int) -> Int32 {
    let track = movers[index].stretch
    (movers[index].low, movers[index].high) = (-6, 6)
    var node = movers[index].rearNode
    while node != movers[index].frontNode {
      let onward = nodes[Int(node)].onward
      remove(node)
      node = onward
    }
    movers[index].rearNode = node
    // The entry covers the whole part, from behind the vehicle to the front of it.
    let s = movers[index].x - movers[index].base
    let (rear, front) = (min(zone.lowerBound, s - movers[index].length), max(zone.upperBound, s))
    nodes[Int(node)].base = movers[index].x - front
    nodes[Int(node)].tail = front - rear
    restoreOrder(index)
    let opposite = streets[track].opposite
    guard opposite >= 0 else { return -1 }
    let other = facing(front, rear, on: track, opposite)
    return insert(
      index, on: opposite, base: movers[index].x - other.front, tail: other.front - other.rear,
      offset: 0)
  }
}
