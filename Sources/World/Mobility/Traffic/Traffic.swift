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

  /// Who is where on the streets, and who is near whom.
  var road: Roadway
  /// What the drivers are about.
  var drivers: Drivers
  var junctions: Junctions
  var parking: Parking
  var manoeuvres = Manoeuvres()
  var buses = Buses()
  var background = BackgroundTraffic()
  let seed: UInt64
  /// The vehicles that steps move, in the order they were set in motion.
  private var active: [Int32] = []

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
    let streets = try Streets(roads, rules: rules)
    self.seed = seed
    road = Roadway(streets)
    drivers = Drivers(streets, seed: seed)
    junctions = try Junctions(signals, streets: streets)
    parking = Parking(streets, seed: seed)
  }

  /// The time that the state is of.
  public var now: SimTime { road.now }

  /// What happened in the last step.
  public var events: [TrafficEvent] { drivers.events }

  /// The vehicles that reached their destination in the last step and stand still.
  public var arrivals: [VehicleID] {
    events.compactMap { event in if case .arrived(let id) = event { id } else { nil } }
  }

  /// How often a vehicle had to be held back by force, as braking would not have sufficed.
  ///
  /// A measure of the model's health: it stays at 0 but for rare muddles of passing bicycles.
  public var forcedStops: Int { road.forcedStops }

  /// The light plans in force, those given and the usual ones.
  ///
  /// Pedestrians ask them when they may cross: see `SignalPlan.mayWalk(across:at:crossingSeconds:)`.
  public var signalPlans: [SignalPlan] { junctions.clock.plans }

  // MARK: Steps

  /// Moves everything on by ``timeStep``.
  public mutating func step() {
    drivers.beginStep()
    junctions.advance(to: now)
    runBuses()
    bringInBackground()
    for index in active where road.movers[Int(index)].mode == .driving {
      var view = DriverOutlook(of: Int(index), &road)
      view.plan(&road, drivers.errands, &junctions)
    }
    junctions.grantRequests(&road)
    for index in active { move(Int(index)) }
    for index in active { road.restoreOrder(Int(index)) }
    for index in active { drivers.decide(Int(index), &road, &parking) }
    retire()
    road.step += 1
  }

  /// Moves a vehicle on by a step.
  private mutating func move(_ index: Int) {
    switch road.movers[index].mode {
    case .driving: if drivers.drive(index, &road) { arrive(index) }
    case .manoeuvring: manoeuvre(index)
    case .pullingOut, .turningIn, .leavingStall: waitForRoom(index)
    case .vacant, .standing, .obstacle: break
    }
  }

  /// Waits for room beside a stall or the road, and goes on when there is some.
  private mutating func waitForRoom(_ index: Int) {
    road.movers[index].v = 0
    road.movers[index].a = 0
    switch road.movers[index].mode {
    case .pullingOut: drivers.pullOut(index, &road)
    case .turningIn: parking.turnIn(index, &road, &drivers, &manoeuvres)
    case .leavingStall: parking.leaveStall(index, &road, &drivers, &manoeuvres)
    default: break
    }
  }

  /// Goes on with a manoeuvre, and takes up what comes after it.
  private mutating func manoeuvre(_ index: Int) {
    guard let end = manoeuvres.advance(index, &road) else { return }
    switch end {
    case .stall(let stall):
      road.removeEntries(of: index)
      road.movers[index].stretch = -1
      drivers.errands[index].rest = parking.stalls.restPlace(stall)
    case .road(let middle):
      let (track, lane) = (road.movers[index].stretch, road.movers[index].lane)
      road.removeEntries(of: index)
      drivers.place(index, on: track, s: middle + road.movers[index].back, lane: lane, e: 0, &road)
      parking.forgetStall(index, &road, &drivers)
    }
    stand(index)
    guard let next = drivers.errands[index].pending else {
      return drivers.report(.arrived(road.id(index)))
    }
    drivers.errands[index].pending = nil
    do { try drive(road.id(index), to: next) } catch { drivers.report(.lostItsWay(road.id(index))) }
  }

  /// Lets a vehicle stand with nothing to do.
  private mutating func stand(_ index: Int) {
    drivers.errands[index].aim = .none
    road.movers[index].mode = .standing
    road.movers[index].goal = .infinity
  }

  /// Ends a drive.
  private mutating func arrive(_ index: Int) {
    switch drivers.errands[index].aim {
    case .stall:
      road.movers[index].mode = .turningIn
      drivers.errands[index].waitsSince = road.step
      return
    case .search: return parking.goToNextAisle(index, &road, &drivers)
    case .wander:
      drivers.errands[index].leaves = true
      return
    case .kerb(let offset):
      road.movers[index].isAside = drivers.errands[index].side.target == offset
    case .lane, .none: break
    }
    stand(index)
    let id = road.id(index)
    drivers.report(buses.openDoors(of: id, at: road.step) ?? .arrived(id))
  }

  /// Takes those off the list of the moving that came to rest or left.
  private mutating func retire() {
    var kept = 0
    for place in active.indices {
      let index = Int(active[place])
      if drivers.errands[index].leaves {
        vanish(index)
      } else if road.movers[index].isActive {
        active[kept] = active[place]
        kept += 1
      } else {
        road.movers[index].isListed = false
      }
    }
    active.removeLast(active.count - kept)
  }

  /// Lets steps move a vehicle.
  mutating func activate(_ index: Int) {
    guard !road.movers[index].isListed else { return }
    road.movers[index].isListed = true
    active.append(Int32(index))
  }

  /// Lets steps no longer move a vehicle.
  mutating func deactivate(_ index: Int) { active.removeAll { $0 == Int32(index) } }

  // MARK: Buses and the background

  /// Sends out buses that are due, and on those that have waited long enough.
  private mutating func runBuses() {
    for line in buses.lines {
      // If the stop is taken, the bus comes as soon as it is free.
      if let due = buses.due(on: line, at: road.step, seed: seed),
        let id = try? enter(due.spec, at: .kerb(due.stop.point))
      {
        buses.add(id, to: line)
        open(id)
      }
      buses.forgetGone(from: line, &road)
      for departure in buses.departures(on: line, at: road.step) {
        drivers.report(departure.event)
        if let stop = departure.next, (try? drive(departure.bus, to: .kerb(stop.point))) != nil {
          continue
        }
        drivers.report(.left(departure.bus))
        vanish(Int(departure.bus.slot))
      }
    }
  }

  private mutating func open(_ id: VehicleID) {
    if let event = buses.openDoors(of: id, at: road.step) { drivers.report(event) }
  }

  /// Brings in vehicles of the background that are missing.
  private mutating func bringInBackground() {
    guard !background.isComplete else { return }
    for kind in VehicleKind.allCases {
      for _ in 0..<background.attempts(kind) where background.missing(kind) > 0 {
        guard let newcomer = background.newcomer(kind, seed: seed, &road) else { continue }
        let index = put(
          newcomer.spec, on: newcomer.track, s: newcomer.s, lane: newcomer.lane,
          speed: newcomer.speed)
        drivers.beginWandering(index, &road)
        background.note(kind, 1)
      }
    }
    background.endStep()
  }

  /// Lets the clock catch up with a world in which nobody looked at the roads for a while.
  ///
  /// Vehicles stay where they are, as if time had stood still for them; lights and the timetable of
  /// the buses go on.
  mutating func catchUp(to time: SimTime) {
    guard time > now else { return }
    let steps = Int32(clamping: time.nanoseconds / Self.timeStep.nanoseconds)
    let delta = steps - road.step
    guard delta > 0 else { return }
    drivers.postpone(by: delta)
    buses.catchUp(to: steps, by: delta)
    road.step = steps
    junctions.advance(to: now)
  }
}
