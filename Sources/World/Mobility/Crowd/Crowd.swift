public import Geometry
public import Kernel

/// Pedestrians on one plane, who walk along routes and keep clear of one another and of walls.
///
/// A step of 0.05 s reads everybody's frozen present and writes what comes next, so the order of
/// the walkers can't matter. Bodies are discs. A walker i at x with velocity w, free speed v0 and
/// radius r wants to go in the unit direction e0 to its waypoint; j stands for its neighbours, u
/// for the unit vectors towards them, g for the gaps between the bodies.
///
/// **Direction.** Every 0.4 s a walker chooses among nine angles to e0, up to 75 degrees to either
/// side, the one at which it gets farthest towards e0 within 1.5 s if all others move on as they
/// do, after the heuristic of Moussaïd, Helbing and Theraulaz (PNAS 108 (2011) 6884). On top come
/// the sideways pushes of the anticipation velocity model (Xu, Chraibi and Seyfried, Transp. Res. C
/// 133 (2021) 103464): each neighbour in front adds, across e0 and away from where it will be in 1
/// s, k (1 + (1 - e0 · e0j) / 2) exp(-max(0, g - 1 s (w - wj) · u) / 0.1 m); and walls push away.
///
/// **Speed.** Collision-free speed model (Tordeux, Chraibi and Seyfried, Traffic and Granular Flow
/// '15 (2016) 225): v = min(v0, s / T), s being the free way ahead. Where somebody stops at the
/// goal, v is kept to what 1.5 m/s² can stop in time.
///
/// **Acceleration.** w follows v with a relaxation time of 0.5 s when speeding up and 0.25 s else,
/// by at most 1.5 m/s² forwards, 2 m/s² braking and 2.5 m/s² sideways.
///
/// **No collision.** Last, w is bent and if need be shortened so that no neighbour is approached
/// faster than half the gap, and no wall faster than the gap, allows to stop with 5 m/s² (buffered
/// Voronoi cells; see `keepClear`). As both of two keep to their half, bodies can't meet, nor cross
/// a wall: what is left are micrometres of rounding. Braking beyond 5 m/s² is possible, and rare,
/// when somebody turns up beside one who is already close. Bodies that are put into one another are
/// parted at up to 0.6 m/s.
///
/// **Jams.** Who is behind keeps a gap of 4 cm to those ahead and steps back for it. Who makes no
/// headway turns a shoulder (the radius shrinks to three quarters) to get past people who come the
/// other way, or when nobody is in front. People about to enter a narrow place make way, with those
/// behind them, for people who come out of it; and where all that doesn't help for eight seconds,
/// one direction makes way for the other in turns.
///
/// **Where this departs from the papers.** The speed model is of first order and takes s as a
/// distance of centres less 2 r, within a strip 2 r wide; here s is the way until the discs touch,
/// and the strip has half that width, since people turn a shoulder. Accelerations, choice,
/// collision avoidance, squeezing and giving way are additions. T = 0.7 s and k = 0.8 were fitted,
/// together with that strip, to Weidmann's fundamental diagram and to flows through bottlenecks; T
/// agrees with the 0.74 s that Jelić et al. (Phys. Rev. E 85 (2012) 036111) found in single file.
/// `benchmarks rimea` shows how well.
///
/// **Random numbers.** Only the pace is random: a Gaussian process with a deviation of 5 % and a
/// correlation time of 20 s, from draws addressed by seed, entity and second.
///
/// A step costs some 0.4 microseconds a walker in a dense jam, next to nothing for those who stand.
/// Entering, and having somebody walk on, has all lists of neighbours made anew: do it for many at
/// once.
public struct Crowd: Sendable {
  /// The length of a step: 0.05 s.
  public static let timeStep = SimDuration(nanoseconds: 50_000_000)
  /// Positions lie within so many metres of the origin on either axis.
  public static let coordinateLimit = 1e7

  /// The moment up to which everybody has been moved.
  public private(set) var time: SimTime
  /// Who reached the goal in the last step, in the order of their slots.
  ///
  /// They come to a stand there until they leave or are given another route.
  public internal(set) var arrivals: [CrowdID] = []
  /// Who should be given another route, as of the last step, in the order of their slots.
  ///
  /// A walker is told of here who hasn't come nearer to the waypoint for 30 s, or from whose place
  /// no waypoint can be seen; then again every so often for as long as that lasts.
  public internal(set) var lost: [CrowdID] = []
  /// How many walkers there are.
  public private(set) var count = 0

  let seed: UInt64
  var walls: CrowdWalls
  var grid = CrowdGrid()

  // In the order of the grid: `present` and `next` have one entry more, which is nobody.
  var bodies: [CrowdBody] = []
  var present = [CrowdPresence.nobody]
  var next = [CrowdPresence.nobody]
  var radii: [Float] = [0]
  var nextRadii: [Float] = [0]

  /// For how long each goes first, or, negative, gives way, in s; made anew every step.
  var rights: [Float] = [0]

  // By slot.
  var places: [Int32] = []
  private var generations: [UInt32] = []
  private var freeSlots: [Int32] = []
  var routes: [CrowdRoute] = []

  var stepCount = 0
  /// The second for which everybody's pace was drawn.
  var paceSecond = Int64.min
  /// Steps since the lists were made; the lists are due when nil.
  var listAge: Int?
  /// Whether somebody has entered since then.
  var hasNewcomers = false

  /// Creates an empty crowd.
  ///
  /// - Parameters:
  ///   - walls: What nobody can pass, in m.
  ///   - seed: The run's seed.
  ///   - time: The moment at which the first step begins.
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

  /// Lets time pass while nobody is here, or while nobody is to move.
  public mutating func wait(until later: SimTime) {
    time = max(time, later)
  }

  /// Puts a walker into the crowd.
  ///
  /// Bodies that overlap are parted within a second or so.
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
    // Nobody stays last.
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

  /// Takes a walker out; does nothing if it has left already.
  public mutating func leave(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    bodies[place].isGone = true
    // Out of everybody's sight until the lists are made again.
    present[place] = .nobody
    next[place] = .nobody
    places[Int(id.slot)] = -1
    generations[Int(id.slot)] &+= 1
    freeSlots.append(id.slot)
    routes[Int(id.slot)] = CrowdRoute()
    count -= 1
  }

  /// Gives a walker another route, without gates, from where it stands.
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

  /// Changes the speed that a walker wants, in m/s.
  public mutating func setFreeSpeed(_ id: CrowdID, metresPerSecond: Double) throws(CrowdError) {
    try CrowdWalker.check("the free speed", metresPerSecond, in: CrowdWalker.freeSpeeds)
    guard let place = place(of: id) else { return }
    bodies[place].freeSpeed = Float(metresPerSecond)
  }

  /// Has a walker stand; the others walk round.
  public mutating func halt(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    hold(place, true)
  }

  /// Has a walker who was told to stand walk on.
  public mutating func resume(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    hold(place, false)
  }

  /// Returns how a walker stands or moves; nil for one who has left.
  public func state(_ id: CrowdID) -> CrowdState? {
    guard let place = place(of: id) else { return nil }
    let (presence, body) = (present[place], bodies[place])
    return CrowdState(
      position: presence.position,
      velocity: Vec2(Double(presence.motion.x), Double(presence.motion.y)),
      radius: Double(radii[place]), waypoint: body.leg, isHalted: body.isHalted,
      hasArrived: body.hasArrived)
  }

  /// Everybody who is here, in the order of their slots.
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

  /// Moves everybody by one step of 0.05 s.
  public mutating func step() {
    refreshPaces()
    if (listAge ?? CrowdParameters.listSteps) >= CrowdParameters.listSteps { makeLists() }
    listAge = (listAge ?? 0) + 1
    moveAll()
    time += Self.timeStep
    stepCount += 1
    followRoutes()
  }
}
