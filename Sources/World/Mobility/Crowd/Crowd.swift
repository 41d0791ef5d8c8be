public import Geometry
public import Kernel

/// Pedestrians on one plane, who walk along routes and keep clear of one another and of walls.
///
/// To be completed.
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

  /// Creates an empty crowd.
  ///
  /// - Parameters:
  ///   - walls: What nobody can pass, in m.
  ///   - seed: The run's seed.
  ///   - time: The moment at which the first step begins.
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
    body.pace = Self.pace(of: walker.entity, seed: seed)
    bodies.append(body)
    let presence = CrowdPresence(position: walker.position, velocity: walker.velocity)
    // Nobody stays last.
    present.insert(presence, at: present.count - 1)
    next.insert(presence, at: next.count - 1)
    radii.insert(Float(walker.radius), at: radii.count - 1)
    nextRadii.insert(Float(walker.radius), at: nextRadii.count - 1)
    count += 1
    listAge = nil
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
    bodies[place].isHalted = true
    wake(place)
  }

  /// Has a walker who was told to stand walk on.
  public mutating func resume(_ id: CrowdID) {
    guard let place = place(of: id) else { return }
    bodies[place].isHalted = false
    bodies[place].stuck = 0
    wake(place)
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
