public import Kernel
public import Maps
public import Venues

/// All vehicles of a world on its roads: cars, buses and bicycles, moved on in steps of 0.1 s.
///
/// Along the road each driver follows the Intelligent Driver Model (``CarFollowing``) with a limited
/// jerk, brakes ahead of bends, lower limits, red lights and stops, and keeps to the lights and to
/// whoever goes first. A vehicle enters a junction only once it has claimed its way across, which
/// it can when nobody holds a way that meets its own, nobody with priority comes, and there is room
/// behind the junction; so ways that meet are never used at once. Sideways, vehicles are anywhere
/// across the carriageway, and whoever overlaps sideways is followed.
///
/// Steps are synchronous: every driver sees the state at the step's start, so the order of vehicles
/// doesn't matter. Random draws are addressed by the vehicles' entities. The value is the state: a
/// copy goes on independently.
///
/// Sources: following after Treiber, Hennecke and Helbing (2000), lane changes after MOBIL
/// (Kesting, Treiber and Helbing, Transp. Res. Rec. 1999, 2007), both from memory; the rest is this
/// module's own.
public struct Traffic: Sendable {
  /// The length of a step.
  public static let timeStep = SimDuration.milliseconds(100)
  static let dt = 0.1

  let streets: Streets
  let seed: UInt64
  var clock: SignalClock
  var finder: RouteFinder
  var parking: StallTable

  var movers: [VehicleState] = []
  var errands: [VehicleErrand] = []
  var vacant: [Int32] = []
  /// The vehicles that steps move, in the order they were set in motion.
  var active: [Int32] = []

  var nodes: [StretchEntry] = []
  var freeNodes: [Int32] = []
  /// The entries nearest to the end and to the start of each stretch.
  var firstNodes: [Int32]
  var lastNodes: [Int32]

  /// Who comes next to each link, with priority or without.
  var approaches: [LinkApproach]
  var requests: [ClaimRequest] = []
  /// The slow zone on each track, -1 for none.
  var zoneOfTrack: [Int32]
  var zones: [SlowZone] = []
  var buses: [BusService] = []
  var background = BackgroundTraffic()

  var stepCount: Int32 = 0
  /// How often a vehicle had to be held back by force, as braking would not have sufficed.
  ///
  /// A measure of the model's health: it stays at 0 but for rare muddles of passing bicycles.
  public internal(set) var forcedStops = 0
  /// What happened in the last step.
  public internal(set) var events: [TrafficEvent] = []

  /// Prepares a road network: lanes, connections, conflicts, lights.
  ///
  /// - Parameters:
  ///   - roads: The network.
  ///   - signals: Light plans; junctions with lights and no plan get the usual one
  ///     (``defaultSignalPlans(for:)``).
  ///   - seed: The run's seed.
  ///   - rules: What all drivers have in common.
  /// - Throws: ``TrafficError`` for a network or plan that can't be used.
  public init(
    roads: RoadNetwork, signals: [SignalPlan] = [], seed: UInt64, rules: TrafficRules = .init()
  ) throws(TrafficError) {
    streets = try Streets(roads, rules: rules)
    self.seed = seed
    clock = try SignalClock(signals, streets: streets)
    finder = RouteFinder(streets)
    parking = StallTable(streets)
    firstNodes = Array(repeating: -1, count: streets.stretches.count)
    lastNodes = firstNodes
    approaches = Array(
      repeating: LinkApproach(), count: streets.stretches.count - streets.trackCount)
    zoneOfTrack = Array(repeating: -1, count: streets.trackCount)
    clock.advance(to: now)
  }

  /// The time that the state is of.
  public var now: SimTime { .start + Self.timeStep * Int64(stepCount) }

  /// Whether nothing moves or waits to move: stepping would change nothing but the time.
  public var isAtRest: Bool { active.isEmpty && buses.isEmpty && background.isEmpty }

  /// The vehicles that reached their destination in the last step and stand still.
  public var arrivals: [VehicleID] {
    events.compactMap { event in
      if case .arrived(let id) = event { id } else { nil }
    }
  }

  /// The light plans in force, those given and the usual ones.
  public var signalPlans: [SignalPlan] { clock.plans }

  /// The light plan of a junction; nil if it has no lights.
  ///
  /// Pedestrians ask it when they may cross: see `SignalPlan.mayWalk(across:at:crossingSeconds:)`.
  public func signalPlan(at junction: Int) -> SignalPlan? {
    clock.plans.first { $0.junction == junction }
  }

  /// Moves everything on by ``timeStep``.
  public mutating func step() {
    events.removeAll(keepingCapacity: true)
    clock.advance(to: now)
    runBuses()
    runBackground()
    requests.removeAll(keepingCapacity: true)
    for index in active where movers[Int(index)].mode == .driving { plan(Int(index)) }
    grantRequests()
    for index in active { move(Int(index)) }
    for index in active { restoreOrder(Int(index)) }
    for index in active { decide(Int(index)) }
    retire()
    stepCount += 1
  }

  /// Takes those off the list of the moving that came to rest or left.
  private mutating func retire() {
    var kept = 0
    for place in active.indices {
      let index = Int(active[place])
      if errands[index].leaves {
        vanish(index)
      } else if movers[index].isActive {
        active[kept] = active[place]
        kept += 1
      } else {
        movers[index].isListed = false
      }
    }
    active.removeLast(active.count - kept)
  }

  /// Lets steps move a vehicle.
  mutating func activate(_ index: Int) {
    guard !movers[index].isListed else { return }
    movers[index].isListed = true
    active.append(Int32(index))
  }

  /// Skips to a later time while nothing moves.
  ///
  /// - Parameter time: Where to; rounded down to a whole step. Nothing happens if it is past or
  ///   anything moves.
  public mutating func skip(to time: SimTime) {
    guard isAtRest, time > now else { return }
    let steps = min(time.nanoseconds / Self.timeStep.nanoseconds, Int64(Int32.max / 2))
    stepCount = max(stepCount, Int32(steps))
    clock.advance(to: now)
  }
}

extension VehicleState {
  /// Whether steps have anything to do with it.
  var isActive: Bool {
    switch mode {
    case .driving, .pullingOut, .turningIn, .leavingStall, .manoeuvring: true
    case .vacant, .standing, .obstacle: false
    }
  }
}
