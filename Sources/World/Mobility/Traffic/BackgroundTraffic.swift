import Kernel
import Maps

/// Background traffic: the numbers of vehicles to maintain, and their entry positions.
struct BackgroundTraffic: Sendable {
  /// A vehicle to insert.
  struct Newcomer {
    let spec: VehicleSpec
    let track: Int32
    let s: Double
    let lane: Int32
    let speed: Double
  }

  /// The target and present numbers of each kind, in the order of the kinds' cases.
  private var wanted = [0, 0, 0]
  private var present = [0, 0, 0]
  /// The number of insertion attempts so far, which addresses the draws.
  private var count: UInt64 = 0
  /// The tracks by which vehicles enter from outside, and all tracks on which they may be placed.
  private var entries: [Int32] = []
  private var all: [Int32] = []
  private var isSpread = true

  /// Sets the number of vehicles of a kind to maintain.
  mutating func keep(_ count: Int, of kind: VehicleKind, on streets: Streets) {
    wanted[place(of: kind)] = min(max(count, 0), 1_000_000)
    isSpread = true
    if all.isEmpty { findEntries(streets) }
  }

  private mutating func findEntries(_ streets: Streets) {
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.kind != .aisle, stretch.kind != .track, stretch.length > 12 else { continue }
      all.append(Int32(track))
      let feeders = streets.arriving[Int(stretch.startJunction)]
      if feeders.allSatisfy({ $0 == stretch.opposite }) { entries.append(Int32(track)) }
    }
  }

  /// The number of a kind still missing; negative if there are too many.
  func missing(_ kind: VehicleKind) -> Int { wanted[place(of: kind)] - present[place(of: kind)] }

  /// True if all target numbers are reached.
  var isComplete: Bool { wanted == present }

  /// The number of insertion attempts for missing vehicles of a kind in this step.
  ///
  /// There are a few attempts per step: a position without room now may have room later.
  func attempts(_ kind: VehicleKind) -> Int {
    let missing = max(missing(kind), 0)
    return isSpread ? missing * 20 : min(missing, 8)
  }

  /// Counts an arrival or a departure.
  mutating func note(_ kind: VehicleKind, _ change: Int) { present[place(of: kind)] += change }

  private func place(of kind: VehicleKind) -> Int {
    switch kind {
    case .car: 0
    case .bus: 1
    case .bicycle: 2
    }
  }

  /// Ends a step; from then on vehicles enter at the edges.
  mutating func endStep() { isSpread = false }

  /// Draws a vehicle and its entry position; nil if there is no room there.
  mutating func newcomer(_ kind: VehicleKind, seed: UInt64, _ road: inout Roadway) -> Newcomer? {
    count += 1
    let entity = stableHash("traffic.background") &+ count
    var draw = RandomStream(seed: seed, entity: entity, purpose: "traffic.background")
    let atEntry = !isSpread && !entries.isEmpty
    let tracks = atEntry ? entries : all
    guard !tracks.isEmpty else { return nil }
    let track = tracks[draw.integer(below: tracks.count)]
    let stretch = road.streets[track]
    // Long roads get more vehicles than short ones.
    let share = draw.uniform()
    guard stretch.users.contains(kind.user), atEntry || share < stretch.length / 100 else {
      return nil
    }
    let spec = VehicleSpec(kind, entity: entity, seed: seed)
    let lanes = kind == .bicycle ? 1 : Int(stretch.lanes)
    let lane = Int32(draw.integer(below: lanes))
    let along = draw.uniform()
    let s = atEntry ? spec.lengthMetres + 0.5 : spec.lengthMetres + along * (stretch.length - 12)
    let wished = min(stretch.limit * spec.driver.speedFactor, spec.driver.topSpeed)
    // Slow enough to stop at the road's end.
    let stopping = (3 * max(stretch.length - s - 2, 0)).squareRoot()
    var speed = min((atEntry ? 0.8 : 0.6) * wished, stopping)
    guard s < stretch.length - 1, speed > 0.1 else { return nil }
    if !road.hasRoom(spec, on: track, s: s, lane: lane, speed: speed) {
      // In dense traffic a vehicle starts slowly.
      speed /= 4
      guard !atEntry, road.hasRoom(spec, on: track, s: s, lane: lane, speed: speed) else {
        return nil
      }
    }
    return Newcomer(spec: spec, track: track, s: s, lane: lane, speed: speed)
  }
}
