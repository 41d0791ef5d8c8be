import Kernel
import Maps

/// Vehicles that only make the roads lively: how many are wanted, and where they come in.
struct BackgroundTraffic: Sendable {
  /// A vehicle that comes in.
  struct Newcomer {
    let spec: VehicleSpec
    let track: Int32
    let s: Double
    let lane: Int32
    let speed: Double
  }

  /// How many of each kind are kept, and how many there are, in the order of the kinds' cases.
  private var wanted = [0, 0, 0]
  private var present = [0, 0, 0]
  /// How many have come so far.
  private var count: UInt64 = 0
  /// The tracks by which vehicles come in from outside, and all that they may be put on.
  private var entries: [Int32] = []
  private var all: [Int32] = []
  private var isSpread = true

  /// Keeps a number of vehicles of a kind.
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

  /// How many of a kind are missing; negative if there are too many.
  func missing(_ kind: VehicleKind) -> Int { wanted[place(of: kind)] - present[place(of: kind)] }

  /// Whether there are as many as are wanted.
  var isComplete: Bool { wanted == present }

  /// How often one tries in a step to bring in those of a kind that are missing.
  ///
  /// A few attempts a step: where there is no room now there may be later.
  func attempts(_ kind: VehicleKind) -> Int {
    let missing = max(missing(kind), 0)
    return isSpread ? missing * 20 : min(missing, 8)
  }

  /// Notes that one has come, or has gone.
  mutating func note(_ kind: VehicleKind, _ change: Int) { present[place(of: kind)] += change }

  private func place(of kind: VehicleKind) -> Int {
    switch kind {
    case .car: 0
    case .bus: 1
    case .bicycle: 2
    }
  }

  /// Ends a step: from then on vehicles come in at the edges.
  mutating func endStep() { isSpread = false }

  /// Draws a vehicle that comes in and where; nil if there is no room for it there.
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
      // In dense traffic one begins slowly.
      speed /= 4
      guard !atEntry, road.hasRoom(spec, on: track, s: s, lane: lane, speed: speed) else {
        return nil
      }
    }
    return Newcomer(spec: spec, track: track, s: s, lane: lane, speed: speed)
  }
}
