public import Kernel
public import Maps
public import Venues

/// Microscopic road traffic of cars, buses and bicycles, in steps of 0.1 s: Intelligent Driver
/// Model and MOBIL lane changes.
///
/// Each driver follows the Intelligent Driver Model (``CarFollowing``) with a limited jerk, and
/// brakes ahead of bends, lower limits, red lights and stops. A vehicle enters a junction only
/// after it has claimed its link across. A claim is granted if no vehicle holds a conflicting link,
/// none with priority is coming, and there is room behind the junction; so conflicting links are
/// never in use at once. The lateral position is continuous across the carriageway; a vehicle
/// follows those ahead that overlap with it laterally.
///
/// Steps are synchronous: each driver reacts to the state at the start of the step, so that the
/// order of vehicles has no effect.
///
/// Random draws are addressed by the vehicles' entities. The value is the state: a copy continues
/// independently.
///
/// Sources: car following after Treiber, Hennecke and Helbing (2000), lane changes after MOBIL
/// (Kesting, Treiber and Helbing, Transp. Res. Rec. 1999, 2007), both from memory; the rest is this
/// module's own.
public struct Traffic: Sendable {
  /// The time step.
  public static let timeStep = SimDuration.milliseconds(100)
  static let dt = 0.1

  /// The vehicles on the streets, with their neighbour lists.
  var road: Roadway
  /// The tasks and routes of the drivers.
  var drivers: Drivers
  var junctions: Junctions
  var parking: Parking
  var manoeuvres = Manoeuvres()
  var buses = Buses()
  var background = BackgroundTraffic()
  let seed: UInt64
  /// The vehicles that steps move, in the order of their activation.
  private var active: [Int32] = []

  /// Prepares a road network: lanes, connections, conflicts, signals.
  ///
  /// Signalled junctions without a plan in `signals` get the default one
  /// (``defaultSignalPlans(for:)``).
  ///
  /// - Throws: ``TrafficError`` for an invalid network or plan.
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

  /// The time of the present state.
  public var now: SimTime { road.now }

  /// The events of the last step.
  public var events: [TrafficEvent] { drivers.events }

  /// The vehicles that reached their destinations in the last step and stand still.
  public var arrivals: [VehicleID] {
    events.compactMap { event in if case .arrived(let id) = event { id } else { nil } }
  }

  /// The number of forced stops, at which braking would not have sufficed.
  ///
  /// It is a quality indicator of the model, and stays at 0 but for rare conflicts around passing
  /// of bicycles.
  public var forcedStops: Int { road.forcedStops }

  /// All signal plans in force, given and default.
  ///
  /// They also control pedestrians: see `SignalPlan.mayWalk(across:at:crossingSeconds:)`.
  public var signalPlans: [SignalPlan] { junctions.clock.plans }

  // MARK: Steps

  /// Advances the traffic by ``timeStep``.
  public mutating func step() {
    drivers.beginStep()
    junctions.advance(to: now)
    runBuses()
    bringInBackground()
    for index in active where road.movers[Int(index)].mode == .driving {
      var view = DriverOutlook(of: Int(index), &road)
      view.plan(&road, drivers.tasks, &junctions)
    }
    junctions.grantRequests(&road)
    for index in active { move(Int(index)) }
    for index in active { road.restoreOrder(Int(index)) }
    for index in active { drivers.decide(Int(index), &road, &parking) }
    retire()
    road.step += 1
  }

  /// Advances a vehicle by one step.
  private mutating func move(_ index: Int) {
    switch road.movers[index].mode {
    case .driving: if drivers.drive(index, &road) { arrive(index) }
    case .manoeuvring: manoeuvre(index)
    case .pullingOut, .turningIn, .leavingStall: waitForRoom(index)
    case .vacant, .standing, .obstacle: break
    }
  }

  /// Waits for room at a stall or at the kerb, and continues as soon as there is some.
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

  /// Advances a manoeuvre, and starts the next task at its end.
  private mutating func manoeuvre(_ index: Int) {
    guard let end = manoeuvres.advance(index, &road) else { return }
    switch end {
    case .stall(let stall):
      road.removeEntries(of: index)
      road.movers[index].stretch = -1
      drivers.tasks[index].rest = parking.stalls.restPlace(stall)
    case .road(let middle):
      let (track, lane) = (road.movers[index].stretch, road.movers[index].lane)
      road.removeEntries(of: index)
      drivers.place(index, on: track, s: middle + road.movers[index].back, lane: lane, e: 0, &road)
      parking.forgetStall(index, &road, &drivers)
    }
    stand(index)
    guard let next = drivers.tasks[index].pending else {
      return drivers.report(.arrived(road.id(index)))
    }
    drivers.tasks[index].pending = nil
    do { try drive(road.id(index), to: next) } catch { drivers.report(.lostRoute(road.id(index))) }
  }

  /// Makes a vehicle stand without a task.
  private mutating func stand(_ index: Int) {
    drivers.tasks[index].aim = .none
    road.movers[index].mode = .standing
    road.movers[index].goal = .infinity
  }

  /// Ends a drive.
  private mutating func arrive(_ index: Int) {
    switch drivers.tasks[index].aim {
    case .stall:
      road.movers[index].mode = .turningIn
      drivers.tasks[index].waitsSince = road.step
      return
    case .search: return parking.goToNextAisle(index, &road, &drivers)
    case .wander:
      drivers.tasks[index].leaves = true
      return
    case .kerb(let offset):
      road.movers[index].isAside = drivers.tasks[index].side.target == offset
    case .lane, .none: break
    }
    stand(index)
    let id = road.id(index)
    drivers.report(buses.openDoors(of: id, at: road.step) ?? .arrived(id))
  }

  /// Deactivates the vehicles that have come to rest or left.
  private mutating func retire() {
    var kept = 0
    for place in active.indices {
      let index = Int(active[place])
      if drivers.tasks[index].leaves {
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

  /// Includes a vehicle in the steps.
  mutating func activate(_ index: Int) {
    guard !road.movers[index].isListed else { return }
    road.movers[index].isListed = true
    active.append(Int32(index))
  }

  /// Excludes a vehicle from the steps.
  mutating func deactivate(_ index: Int) { active.removeAll { $0 == Int32(index) } }

  // MARK: Buses and the background

  /// Inserts buses that are due, and starts those whose dwell time is over.
  private mutating func runBuses() {
    for line in buses.lines {
      // If the stop is occupied, the bus enters as soon as it is free.
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

  /// Inserts missing background vehicles.
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

  /// Advances the clock over a time in which no agent used the roads.
  ///
  /// Vehicles stay where they are, as if time had stood still for them; signals and the bus
  /// timetable go on.
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
