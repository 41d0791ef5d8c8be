public import Geometry
public import Kernel

/// Microscopic pedestrian model on one plane: collision-free speed model with anticipation, for
/// discs among walls.
///
/// A step of 0.05 s reads the frozen present state and writes the next one, so that the order of
/// the walkers has no effect. A walker i at x with velocity w, free speed v0 and radius r has the
/// desired direction e0, a unit vector to its waypoint. The index j denotes its neighbours, u the
/// unit vectors towards them, and g the gaps between the bodies.
///
/// **Direction.** Every 0.4 s a walker chooses among nine angles to e0, up to 75 degrees to either
/// side. It takes the one with the most progress towards e0 within 1.5 s if all others keep their
/// velocities, after the heuristic of Moussaïd, Helbing and Theraulaz (PNAS 108 (2011) 6884). The
/// lateral influence of the anticipation velocity model is added (Xu, Chraibi and Seyfried, Transp.
/// Res. C 133 (2021) 103464): each neighbour in front adds, across e0 and away from its position in
/// 1 s, k (1 + (1 - e0 · e0j) / 2) exp(-max(0, g - 1 s (w - wj) · u) / 0.1 m). Walls repel.
///
/// **Speed.** Collision-free speed model (Tordeux, Chraibi and Seyfried, Traffic and Granular Flow
/// '15 (2016) 225): v = min(v0, s / T), with the free distance s ahead. For a walker that stops at
/// its goal, v is limited so that 1.5 m/s² is enough to stop in time.
///
/// **Acceleration.** w follows v with a relaxation time of 0.5 s when speeding up and 0.25 s
/// otherwise, by at most 1.5 m/s² forwards, 2 m/s² braking and 2.5 m/s² sideways.
///
/// **Collision avoidance.** Last, w is deflected and if necessary shortened, so that the walker can
/// stop with 5 m/s² within half the gap to each neighbour and within the gap to each wall (buffered
/// Voronoi cells; see `keepClear`). As both of two walkers keep to their half, bodies cannot
/// collide, nor cross a wall; what remains are micrometres of rounding. Braking beyond 5 m/s² is
/// possible, but rare: a walker may appear beside one that is already close. Bodies that are placed
/// into one another are parted at up to 0.6 m/s.
///
/// **Jams.** The walker behind keeps a gap of 4 cm to those ahead, and steps back to restore it. A
/// walker without progress turns a shoulder (the radius shrinks to three quarters) to pass oncoming
/// people, or when there are none in front. People about to enter a narrow place make way, with
/// those behind them, for people who come out of it. If that does not help for eight seconds, one
/// direction makes way for the other in turns.
///
/// **Differences from the papers.** The speed model is of first order and takes s as a distance of
/// centres less 2 r, within a strip 2 r wide. Here s is the distance until the discs touch, and the
/// strip has half that width, because people turn a shoulder. Accelerations, choice of direction,
/// collision avoidance, squeezing and giving way are additions. T = 0.7 s and k = 0.8 were fitted,
/// together with that strip, to Weidmann's fundamental diagram and to bottleneck flows; T agrees
/// with the 0.74 s that Jelić et al. (Phys. Rev. E 85 (2012) 036111) found in single file.
/// `benchmarks rimea` measures the agreement.
///
/// **Random numbers.** Only the pace is random: a Gauss-Markov process with a standard deviation of
/// 5 % and a correlation time of 20 s, from draws addressed by seed, entity and second.
///
/// **Cost.** A step costs some 0.4 microseconds per walker in a dense jam, and next to nothing for
/// those at rest. Entering and resuming rebuild all neighbour lists, so do them for many walkers at
/// once.
public struct Crowd: Sendable {
  /// The time step, 0.05 s.
  public static let timeStep = SimDuration(nanoseconds: 50_000_000)
  /// The max magnitude of a coordinate, in m.
  public static let coordinateLimit = 1e7

  /// The time of the present state.
  public private(set) var time: SimTime
  /// The walkers that reached their goals in the last step, in the order of their slots.
  ///
  /// They stop there until they leave or are redirected.
  public internal(set) var arrivals: [CrowdID] = []
  /// The walkers in need of another route after the last step, in the order of their slots.
  ///
  /// A walker is reported here if it has not come nearer to its waypoint for 30 s, or if no
  /// waypoint is in sight; and again at intervals while that lasts.
  public internal(set) var lost: [CrowdID] = []
  public private(set) var count = 0

  let seed: UInt64
  var walls: CrowdWalls
  var grid = CrowdGrid()

  // In grid order; `present` and `next` have one more entry, the far-away padding walker.
  var bodies: [CrowdBody] = []
  var present = [CrowdPresence.nobody]
  var next = [CrowdPresence.nobody]
  var radii: [Float] = [0]
  var nextRadii: [Float] = [0]

  /// The remaining time of the right of way or, if negative, of giving way, in s; rebuilt in each
  /// step.
  var rights: [Float] = [0]

  // By slot.
  var places: [Int32] = []
  private var generations: [UInt32] = []
  private var freeSlots: [Int32] = []
  var routes: [CrowdRoute] = []

  var stepCount = 0
  /// The second of the last pace update.
  var paceSecond = Int64.min
  /// Steps since the last rebuild of the lists; nil if a rebuild is due.
  var listAge: Int?
  /// True if a walker has entered since then.
  var hasNewcomers = false

  /// Creates an empty crowd.
  ///
  /// The `walls` are in m; the first step begins at `time`.
  ///
  /// - Throws: ``CrowdError/unusableWall(index:)``.
  public init(walls: [Segment2], seed: UInt64, at time: SimTime = .start) throws(CrowdError) {
    let bad = walls.firstIndex { !Self.isUsable($0.start) || !Self.isUsable($0.end) }
    if let bad { throw .unusableWall(index: bad) }
    self.walls = CrowdWalls(walls)
    self.seed = seed
    self.time = time
  }

  static func isUsable(_ point: Vec2) -> Bool {
    abs(point.x) <= coordinateLimit && abs(point.y) <= coordinateLimit
  }

  /// Advances the time while there are no walkers, or none should move.
  public mutating func wait(until later: SimTime) {
    time = max(time, later)
  }

  /// Adds a walker.
  ///
  /// Overlapping bodies are parted within a second or so.
  @discardableResult
  public mutating func enter(_ walker: CrowdWalker) throws(CrowdError) -> CrowdID {
    try walker.check()
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      routes[Int(slot)] = CrowdRoute(walker)
    } else {
      slot = Int32(places.count)
      places.append(-1)
      generations.append(0)
      routes.append(CrowdRoute(walker))
    }
    places[Int(slot)] = Int32(bodies.count)
    var body = CrowdBody(walker, slot: slot)
    body.pace = Self.pace(of: walker.entity, seed: seed, at: time)
    bodies.append(body)
    let presence = CrowdPresence(position: walker.position, velocity: walker.velocity)
    // The padding walker stays last.
    present.insert(presence, at: present.count - 1)
    next.insert(presence, at: next.count - 1)
    radii.insert(Float(walker.radius), at: radii.count - 1)
    nextRadii.insert(Float(walker.radius), at: nextRadii.count - 1)
    count += 1
    listAge = nil
    hasNewcomers = true
    takeUpRoute(at: bodies.count - 1)
    return CrowdID(slot: slot, generation: generations[Int(slot)])
  }

  /// Removes a walker; has no effect if it has left already.
  public mutating func leave(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    bodies[place].isGone = true
    // Out of reach of the others until the next rebuild of the lists.
    present[place] = .nobody
    next[place] = .nobody
    places[Int(id.slot)] = -1
    generations[Int(id.slot)] &+= 1
    freeSlots.append(id.slot)
    routes[Int(id.slot)] = CrowdRoute()
    count -= 1
  }

  /// Replaces the route of a walker, from its present position.
  public mutating func redirect(
    _ id: CrowdID, route: [Vec2], gates: [Double] = [], stopsAtGoal: Bool = true
  ) throws(CrowdError) {
    let way = CrowdRoute(waypoints: route, gates: gates)
    try way.check()
    guard let place = place(of: id) else { return }
    routes[Int(id.slot)] = way
    bodies[place].hasGates = !gates.isEmpty
    bodies[place].stopsAtGoal = stopsAtGoal
    bodies[place].hasArrived = false
    bodies[place].leg = 0
    takeUpRoute(at: place)
  }

  /// Changes the desired speed of a walker, in m/s.
  public mutating func setFreeSpeed(_ id: CrowdID, metresPerSecond: Double) throws(CrowdError) {
    try CrowdWalker.check("the free speed", metresPerSecond, in: CrowdWalker.freeSpeeds)
    guard let place = place(of: id) else { return }
    bodies[place].freeSpeed = Float(metresPerSecond)
  }

  /// Halts a walker; the others walk round it.
  public mutating func halt(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    hold(place, true)
  }

  /// Ends a halt.
  public mutating func resume(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    hold(place, false)
  }

  /// Returns the state of a walker; nil if it has left.
  public func state(_ id: CrowdID) -> CrowdState? {
    guard let place = place(of: id) else { return nil }
    let (presence, body) = (present[place], bodies[place])
    return CrowdState(
      position: presence.position,
      velocity: Vec2(Double(presence.motion.x), Double(presence.motion.y)),
      radius: Double(radii[place]), waypoint: body.leg, isHalted: body.isHalted,
      hasArrived: body.hasArrived)
  }

  /// All walkers, in the order of their slots.
  public var walkers: [CrowdID] {
    places.indices.filter { places[$0] >= 0 }.map { id(ofSlot: Int32($0)) }
  }

  func place(of id: CrowdID) -> Int? {
    let slot = Int(id.slot)
    guard places.indices.contains(slot), generations[slot] == id.generation, places[slot] >= 0
    else { return nil }
    return Int(places[slot])
  }

  func id(ofSlot slot: Int32) -> CrowdID {
    CrowdID(slot: slot, generation: generations[Int(slot)])
  }

  /// Advances all walkers by one step of 0.05 s.
  public mutating func step() {
    refreshPaces()
    if (listAge ?? PedestrianParameters.listSteps) >= PedestrianParameters.listSteps { makeLists() }
    listAge = (listAge ?? 0) + 1
    moveAll()
    time += Self.timeStep
    stepCount += 1
    followRoutes()
  }
}
