import Kernel
import Maps

/// Vehicles that only make the roads lively.
struct BackgroundTraffic: Sendable {
  /// How many of each kind are kept, in the order of ``VehicleKind``'s cases.
  var wanted = [0, 0, 0]
  var present = [0, 0, 0]
  /// How many have come so far.
  var count: UInt64 = 0
  /// The tracks by which vehicles come in from outside, and all that they may be put on.
  var entries: [Int32] = []
  var all: [Int32] = []
  var isSpread = true

  var isEmpty: Bool { wanted == [0, 0, 0] && present == [0, 0, 0] }
}

/// Background traffic: vehicles that drive about at random, turn by turn.
extension Traffic {
  /// Keeps a number of vehicles driving about at random.
  ///
  /// They are spread over the roads at first. At dead ends and where roads leave the map they
  /// leave, and others come in there instead, or anywhere if the map has no such ends. Their draws
  /// are addressed by their numbers, so they don't shift anybody's.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - kind: What they drive. A call for one kind leaves the others as they are.
  public mutating func keepBackground(_ count: Int, of kind: VehicleKind = .car) {
    guard let place = VehicleKind.allCases.firstIndex(of: kind) else { return }
    background.wanted[place] = min(max(count, 0), 1_000_000)
    background.isSpread = true
    if background.all.isEmpty { findEntries() }
  }

  private mutating func findEntries() {
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.kind != .aisle, stretch.kind != .track, stretch.length > 12 else { continue }
      background.all.append(Int32(track))
      let feeders = streets.arriving[Int(stretch.startJunction)]
      if feeders.allSatisfy({ $0 == stretch.opposite }) { background.entries.append(Int32(track)) }
    }
  }

  /// Brings in vehicles that are missing.
  mutating func runBackground() {
    guard background.wanted != background.present else { return }
    for (place, kind) in VehicleKind.allCases.enumerated() {
      let missing = background.wanted[place] - background.present[place]
      guard missing > 0 else { continue }
      // A few attempts a step: where there is no room now there may be later.
      let attempts = background.isSpread ? missing * 20 : min(missing, 8)
      for _ in 0..<attempts where background.present[place] < background.wanted[place] {
        tryToBringIn(kind, place)
      }
    }
    background.isSpread = false
  }

  private mutating func tryToBringIn(_ kind: VehicleKind, _ place: Int) {
    background.count += 1
    let entity = stableHash("traffic.background") &+ background.count
    var draw = RandomStream(seed: seed, entity: entity, purpose: "traffic.background")
    let atEntry = !background.isSpread && !background.entries.isEmpty
    let tracks = atEntry ? background.entries : background.all
    guard !tracks.isEmpty else { return }
    let track = tracks[draw.integer(below: tracks.count)]
    let stretch = streets.stretches[Int(track)]
    // Long roads get more vehicles than short ones.
    let share = draw.uniform()
    guard stretch.users.contains(kind.user), atEntry || share < stretch.length / 100 else { return }
    let spec = VehicleSpec(kind, entity: entity, seed: seed)
    let lanes = kind == .bicycle ? 1 : Int(stretch.lanes)
    let lane = Int32(draw.integer(below: lanes))
    let along = draw.uniform()
    let s = atEntry ? spec.lengthMetres + 0.5 : spec.lengthMetres + along * (stretch.length - 12)
    let wished = min(stretch.limit * spec.driver.speedFactor, spec.driver.topSpeed)
    // Slow enough to stop at the road's end.
    let stopping = (3 * max(stretch.length - s - 2, 0)).squareRoot()
    var speed = min((atEntry ? 0.8 : 0.6) * wished, stopping)
    guard s < stretch.length - 1, speed > 0.1 else { return }
    if !hasRoom(spec, on: track, s: s, lane: lane, speed: speed) {
      // In dense traffic one begins slowly.
      speed /= 4
      guard !atEntry, hasRoom(spec, on: track, s: s, lane: lane, speed: speed) else { return }
    }
    let index = put(spec, on: track, s: s, lane: lane, speed: speed)
    errands[index].isBackground = true
    errands[index].aim = .wander
    background.present[place] += 1
    extendWander(index)
    findNext(index)
  }

  /// Chooses the next turns of one who drives about.
  mutating func extendWander(_ index: Int) {
    let leg = Int(movers[index].leg)
    if leg > 6 {
      errands[index].route.removeFirst(leg)
      movers[index].leg = 0
    }
    while errands[index].route.count - Int(movers[index].leg) < 4 {
      guard let last = errands[index].route.last, let next = nextTurn(index, last) else { break }
      errands[index].route.append(next)
    }
    guard let last = errands[index].route.last else { return }
    errands[index].lanes = leadingLanes(errands[index].route, last: nil)
    // At the end of the map it drives on and out.
    errands[index].goalOnTrack = streets.stretches[Int(last)].length + 1e4
  }

  private mutating func nextTurn(_ index: Int, _ track: Int32) -> Int32? {
    let here = streets.stretches[Int(track)]
    var draw = RandomStream(
      seed: seed, entity: movers[index].entity, purpose: "traffic.wander",
      index: errands[index].draws)
    errands[index].draws += 1
    func weight(_ link: Int32) -> Double {
      let way = streets.stretches[Int(link)]
      let next = streets.stretches[Int(way.toTrack)]
      guard way.users.contains(movers[index].kind.user), way.toTrack != here.opposite else {
        return 0
      }
      let straight = abs(way.turn) < 0.5 ? 2.0 : 1
      if next.kind == .aisle || next.kind == .track { return straight * 0.001 }
      // Roads of the same rank or a greater one are likelier than side roads.
      return Streets.rank(of: next.kind) < Streets.rank(of: here.kind) ? straight * 0.4 : straight
    }
    let total = here.links.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    var rest = draw.uniform() * total
    for link in here.links {
      rest -= weight(link)
      if rest < 0, weight(link) > 0 { return streets.stretches[Int(link)].toTrack }
    }
    return nil
  }
}
