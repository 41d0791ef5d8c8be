import Geometry
public import Kernel
public import Maps
public import Observations

/// Tracks a receiver over time: place, velocity, clock, the systems' clock offsets.
///
/// An extended Kalman filter of ranges, range rates and carriers. What errors last is not averaged
/// away: a range whose errors keep for a time τ brings, once the satellite is known, only dt / 2τ of
/// its information each dt, as a first-order Gauss-Markov process does to whoever averages it.
/// Carriers' changes since the epoch before bind places together within centimetres. Ranges that
/// disagree lose weight, long ones sooner than short ones, for echoes arrive late. Where many
/// disagree, what was heard at many places of the way is asked together (``GNSSWindow``): between
/// houses the first place is often a wrong one.
public struct GNSSFilter: Sendable {
  /// How it is set.
  public let parameters: Parameters
  var single: SinglePointSolver
  /// What is believed.
  var main: GNSSTrack
  /// The ranges of the last places.
  var window: GNSSWindow
  /// What the epochs by themselves say.
  var rival: GNSSRival
  /// Each satellite's carrier and place at the epoch before.
  var carriers = [GNSSCarrier](repeating: GNSSCarrier(), count: GNSSSlot.count)
  var epochNumber = 0
  /// What is told by other means.
  var aiding: GNSSAiding

  /// Whether the receiver is at rest.
  public var isStill: Bool { main.isStill }

  /// What houses hide, if there is a map of them.
  var city: CityAid?

  /// Creates a filter that knows neither satellite nor place.
  ///
  /// - Parameters:
  ///   - parameters: How it is set.
  ///   - city: A map of houses that helps it, if there is one.
  public init(parameters: Parameters = Parameters(), city: CityAid? = nil) {
    self.parameters = parameters
    self.city = city
    single = SinglePointSolver(parameters: parameters.single)
    window = GNSSWindow(parameters: parameters.window)
    main = GNSSTrack(parameters: parameters)
    rival = GNSSRival(parameters: parameters.rival)
    aiding = GNSSAiding(parameters: parameters.aid)
  }

  /// Creates a filter that may be helped by a map's houses.
  ///
  /// - Parameters:
  ///   - parameters: How it is set, and whether houses help.
  ///   - map: The map.
  public init(parameters: Parameters, map: VenueMap) {
    let isHelped = parameters.usesCity
    self.init(
      parameters: parameters, city: isHelped ? CityAid(map, parameters: parameters.city) : nil)
  }

  /// Takes an ephemeris.
  public mutating func receive(_ ephemeris: BroadcastEphemeris) {
    single.receive(ephemeris)
  }

  /// Tells how likely a satellite's line of sight is free, by a map of buildings or otherwise.
  ///
  /// - Parameters:
  ///   - probability: From 0 to 1, which is the default; unlikely satellites aren't used.
  ///   - satellite: Which.
  public mutating func setSightProbability(_ probability: Double, of satellite: SatelliteID) {
    single.setSightProbability(probability, of: satellite)
  }

  /// Forgets what was told of lines of sight.
  public mutating func clearSightProbabilities() {
    single.clearSightProbabilities()
  }

  /// Takes in an epoch.
  ///
  /// - Parameter epoch: What was measured.
  /// - Returns: Where the receiver is now; nil if that can't be said.
  public mutating func receive(_ epoch: GNSSEpoch) -> LocationFix? {
    take(epoch)
    return fix(at: epoch.time)
  }

  /// Takes in an epoch, without saying where the receiver is now.
  public mutating func take(_ epoch: GNSSEpoch) {
    guard main.frame != nil else {
      begin(epoch)
      return
    }
    let elapsed = (epoch.time - main.time).seconds
    guard elapsed != 0 else { return }
    // A clock that went back, or a long sleep: what was known is worth no more than a start.
    guard elapsed > 0, elapsed <= parameters.start.longestGapSeconds else {
      begin(epoch)
      return
    }
    let before = main.ecefPosition
    epochNumber &+= 1
    single.prepare(epoch, near: before)
    let isHeard = single.front.describe(from: before, epoch) && !single.front.lines.isEmpty
    let motion = isHeard ? motion(at: before, epoch, elapsed) : nil
    main.take(&single.front.lines, isHeard: isHeard, motion, carriers, epochNumber, epoch, elapsed)
    guard main.state.isSound else {
      begin(epoch)
      return
    }
    guard isHeard else { return }
    askCity(elapsed)
    keepCarriers()
    if main.doubts >= parameters.start.patience { restart(epoch) }
    let isContradicted = aiding.isContradicted
    if window.consult(&main, single.front.lines, isContradicted: isContradicted, elapsed) {
      city?.reset()
      rival.begin()
    } else {
      askRival(epoch, elapsed)
    }
    single.last = main.ecefPosition
    moveAnchor()
  }

  /// Takes in a place that was found by other means.
  ///
  /// - Parameter fix: Where the receiver was at its time.
  public mutating func aid(_ fix: LocationFix) {
    aiding.take(fix, &main, &window)
  }

  /// Asks the map of houses where the receiver is and which satellites it sees.
  private mutating func askCity(_ elapsed: Double) {
    guard city != nil else { return }
    let level = single.front.habits.level
    let model = parameters.single.errors
    city?.help(&main, &single.front.lines, lack: { model.lack(of: $0, level: level) }, elapsed)
    // What is hidden now is hidden in a second, too.
    for line in single.front.lines { single.front.sights[line.slot] = line.sight }
  }

  /// Goes where the epochs by themselves say that the receiver is, if they surely do.
  ///
  /// The lines are weighted anew for that, so that nobody else asks them afterwards.
  private mutating func askRival(_ epoch: GNSSEpoch, _ elapsed: Double) {
    guard parameters.rival.isUsed, main.frame != nil,
      let solution = single.solvePrepared(epoch, from: main.ecefPosition),
      let verdict = rival.consult(main, solution, elapsed)
    else { return }
    var answer = GNSSWindow.Answer(
      position: main.state.position + verdict.off, clocks: main.state.clocks,
      variance: verdict.variance, eastNorth: 0, cost: 0)
    for clock in 0..<4 where !solution.clocks[clock].isNaN {
      answer.clocks[clock] = solution.clocks[clock]
    }
    main.shift(to: answer)
    rival.begin()
    window.clear()
    city?.reset()
  }

  /// Velocity and clock rate by this epoch's rates alone.
  private mutating func motion(
    at place: Vec3, _ epoch: GNSSEpoch, _ elapsed: Double
  ) -> GNSSSolution? {
    var solution = GNSSSolution(
      time: epoch.time, position: place, clocks: .zero, variance: .zero, satelliteCount: 0,
      candidateCount: 0, residualFactor: 1)
    let settings = parameters.consensus
    let agrees = single.addVelocity(to: &solution) < settings.agreement
    let state = main.state
    let driftLimit = settings.mostDriftSigma * settings.mostDriftSigma
    if !agrees, state.driftVariance < driftLimit, let frame = main.frame {
      let consensus = GNSSRateConsensus(single.front.lines, at: place, frame, settings)
      guard
        let found = consensus.solve(
          before: state.velocity,
          variance: state.velocityVariance + main.jerkiness.x * elapsed, drift: state.drift)
      else { return nil }
      for index in single.front.lines.indices.prefix(64) {
        single.front.lines[index].isOutvoted = found.outvoted >> UInt64(index) & 1 != 0
      }
      solution.velocity = frame.ecef(ofVector: found.velocity)
      solution.clockRate = found.drift
      solution.velocitySigmaMetresPerSecond = found.variance.squareRoot()
    }
    let isVague = solution.velocitySigmaMetresPerSecond >= parameters.motion.mostSigma
    return solution.velocity == nil || isVague ? nil : solution
  }

  /// Starts at an epoch's own solution, if it has one.
  private mutating func begin(_ epoch: GNSSEpoch) {
    main = GNSSTrack(parameters: parameters)
    city?.reset()
    guard let solution = single.solution(of: epoch) else { return }
    start(solution)
  }

  /// Begins anew if the epoch by itself says clearly that the filter is elsewhere.
  private mutating func restart(_ epoch: GNSSEpoch) {
    guard let solution = single.solvePrepared(epoch, from: main.ecefPosition),
      solution.residualFactor < parameters.start.restartFactor,
      solution.satelliteCount >= parameters.start.restartSatellites
    else {
      // Nobody knows: then at least nothing is claimed.
      let more = parameters.start.lostSigmaMetres * parameters.start.lostSigmaMetres
      main.state.widen(FilterState.places, by: more)
      main.doubts = 0
      return
    }
    start(solution)
  }

  private mutating func start(_ solution: GNSSSolution) {
    guard let place = try? Geodetic(ecef: solution.position) else { return }
    window.begin()
    rival.begin()
    main.start(solution, LocalFrame(origin: place), single.front.lines)
    keepCarriers()
  }

  /// Keeps the carriers for the next epoch.
  private mutating func keepCarriers() {
    for line in single.front.lines {
      carriers[line.slot] = GNSSCarrier(
        epoch: line.hasCarrier ? epochNumber : -1, carrier: line.carrierOfPlace,
        position: line.position)
    }
  }

  /// Moves the anchor after kilometres; over so little the axes turn by less than a milliradian.
  private mutating func moveAnchor() {
    let reach = parameters.start.anchorReachMetres
    guard let old = main.frame, main.state.position.squaredLength > reach * reach,
      let place = try? Geodetic(ecef: main.ecefPosition)
    else { return }
    let new = LocalFrame(origin: place)
    main.move(from: old, to: new)
    window.clear()
  }

  /// Where the receiver is at a time, for an app.
  ///
  /// - Parameter time: When; not before the last epoch.
  /// - Returns: The place; nil if it isn't known, or known too badly.
  public func fix(at time: SimTime) -> LocationFix? {
    solution(at: time)?.fix(
      leastSpeed: parameters.single.courseSpeed, sigmas: parameters.single.courseSigmas)
  }

  /// Where the receiver is at a time; nil if it isn't known, or known too badly.
  ///
  /// - Parameter time: When; not before the last epoch.
  /// - Returns: The place with its uncertainty, which grows from epoch to epoch without satellites.
  public func solution(at time: SimTime) -> GNSSSolution? {
    main.solution(at: time)
  }
}
