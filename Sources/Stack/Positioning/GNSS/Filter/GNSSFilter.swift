import Geometry
public import Kernel
public import Maps
public import Observations

/// GNSS extended Kalman filter of position, velocity, receiver clock and inter-system clock
/// offsets.
///
/// Updates with ranges, range rates and carrier differences. Lasting range errors are considered
/// (``ConsideredErrors``), so that they aren't averaged out. Carrier differences between epochs tie
/// positions within centimetres. Outlying ranges lose weight, too long ones sooner than too short
/// ones, because multipath arrives late. If many ranges disagree, those of the recent path are solved
/// together (``GNSSWindow``): between buildings the first position is often wrong.
public struct GNSSFilter: Sendable {
  public let parameters: Parameters
  var single: SinglePointSolver
  /// Current track.
  var main: GNSSTrack
  /// Ranges of the recent positions.
  var window: GNSSWindow
  /// Alternative hypothesis from single-epoch solutions.
  var alternative: GNSSAlternative
  /// Carrier and satellite position of the previous epoch, by slot.
  var carriers = [GNSSCarrier](repeating: GNSSCarrier(), count: GNSSSlot.count)
  var epochNumber = 0
  /// Aiding by external positions.
  var aiding: GNSSAiding

  /// True if the receiver is at rest.
  public var isStill: Bool { main.isStill }

  /// Shadow matching aid; nil without a building map.
  var city: CityAid?

  /// Creates a filter without ephemerides or position.
  public init(parameters: Parameters = Parameters(), city: CityAid? = nil) {
    self.parameters = parameters
    self.city = city
    single = SinglePointSolver(parameters: parameters.single)
    window = GNSSWindow(parameters: parameters.window)
    main = GNSSTrack(parameters: parameters)
    alternative = GNSSAlternative(parameters: parameters.alternative)
    aiding = GNSSAiding(parameters: parameters.aid)
  }

  /// Creates a filter with shadow matching if the parameters enable it.
  ///
  /// - Parameters:
  ///   - parameters: Parameters of the filter; `usesCity` enables shadow matching.
  ///   - map: Map with buildings.
  public init(parameters: Parameters, map: VenueMap) {
    let isHelped = parameters.usesCity
    self.init(
      parameters: parameters, city: isHelped ? CityAid(map, parameters: parameters.city) : nil)
  }

  /// Stores an ephemeris.
  public mutating func receive(_ ephemeris: BroadcastEphemeris) {
    single.receive(ephemeris)
  }

  /// Sets the line-of-sight probability of a satellite, for example from a building map.
  ///
  /// - Parameters:
  ///   - probability: From 0 to 1, the default; satellites of low probability are rejected.
  ///   - satellite: The satellite.
  public mutating func setSightProbability(_ probability: Double, of satellite: SatelliteID) {
    single.setSightProbability(probability, of: satellite)
  }

  /// Resets all sight probabilities to 1.
  public mutating func clearSightProbabilities() {
    single.clearSightProbabilities()
  }

  /// Processes an epoch and returns the location fix.
  ///
  /// - Returns: The location fix; nil without a valid position.
  public mutating func receive(_ epoch: GNSSEpoch) -> LocationFix? {
    process(epoch)
    return fix(at: epoch.time)
  }

  /// Processes an epoch without computing a fix.
  public mutating func process(_ epoch: GNSSEpoch) {
    guard main.frame != nil else {
      begin(epoch)
      return
    }
    let elapsed = (epoch.time - main.time).seconds
    guard elapsed != 0 else { return }
    // After a backward clock step or a long gap the filter restarts.
    guard elapsed > 0, elapsed <= parameters.start.longestGapSeconds else {
      begin(epoch)
      return
    }
    let before = main.ecefPosition
    epochNumber &+= 1
    single.prepare(epoch, near: before)
    let isReceived = single.front.describe(from: before, epoch) && !single.front.lines.isEmpty
    if isReceived { main.confidence.lack = single.front.meanLack }
    let motion = isReceived ? motion(at: before, epoch, elapsed) : nil
    main.process(
      &single.front.lines, isReceived: isReceived, motion, carriers, epochNumber, epoch, elapsed)
    guard main.state.isSound else {
      begin(epoch)
      return
    }
    guard isReceived else { return }
    askCity(elapsed)
    keepCarriers()
    if main.rejectionCount >= parameters.start.maxRejections { restart(epoch) }
    let isContradicted = aiding.isContradicted
    if window.consult(&main, single.front.lines, isContradicted: isContradicted, elapsed) {
      city?.reset()
      alternative.begin()
    } else {
      askAlternative(epoch, elapsed)
    }
    single.last = main.ecefPosition
    moveAnchor()
  }

  /// Updates the filter with an external position.
  public mutating func aid(_ fix: LocationFix) {
    aiding.process(fix, &main, &window)
  }

  /// Updates the filter and the sight probabilities by shadow matching.
  private mutating func askCity(_ elapsed: Double) {
    guard city != nil else { return }
    let level = single.front.biases.level
    let model = parameters.single.errors
    city?.help(&main, &single.front.lines, lack: { model.lack(of: $0, level: level) }, elapsed)
    // Sight probabilities change little within a second, so the next epoch starts with them.
    for line in single.front.lines { single.front.sights[line.slot] = line.sight }
  }

  /// Moves the filter to the single-epoch solutions if they clearly contradict it.
  ///
  /// Changes the robust weights of the lines, so it must be the last user of an epoch's lines.
  private mutating func askAlternative(_ epoch: GNSSEpoch, _ elapsed: Double) {
    guard parameters.alternative.isUsed, main.frame != nil,
      let solution = single.solvePrepared(epoch, from: main.ecefPosition),
      let verdict = alternative.consult(main, solution, elapsed)
    else { return }
    var answer = GNSSWindow.WindowSolution(
      position: main.state.position + verdict.off, clocks: main.state.clocks,
      variance: verdict.variance, eastNorth: 0, cost: 0)
    for clock in 0..<4 where !solution.clocks[clock].isNaN {
      answer.clocks[clock] = solution.clocks[clock]
    }
    main.shift(to: answer)
    alternative.begin()
    window.clear()
    city?.reset()
  }

  /// Returns velocity and clock drift from this epoch's rates alone; nil if too uncertain.
  private mutating func motion(
    at place: Vec3, _ epoch: GNSSEpoch, _ elapsed: Double
  ) -> GNSSSolution? {
    var solution = GNSSSolution(
      time: epoch.time, position: place, clocks: .zero, variance: .zero, satelliteCount: 0,
      candidateCount: 0, residualFactor: 1)
    let settings = parameters.consensus
    let agrees = single.addVelocity(to: &solution) < settings.agreement
    let state = main.state
    let driftLimit = settings.maxDriftSigma * settings.maxDriftSigma
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
    let isVague = solution.velocitySigmaMetresPerSecond >= parameters.motion.maxSigma
    return solution.velocity == nil || isVague ? nil : solution
  }

  /// The evidence for the accuracy radius of the last epoch; nil without a position.
  public var evidence: GNSSConfidence.Evidence? {
    guard main.frame != nil else { return nil }
    let variance = main.state.positionVariance
    return main.confidence.evidence(spread: (variance.x + variance.y).squareRoot())
  }

  /// Starts with the epoch's single-point solution, if it has one.
  private mutating func begin(_ epoch: GNSSEpoch) {
    main = GNSSTrack(parameters: parameters)
    city?.reset()
    guard let solution = single.solution(of: epoch) else { return }
    start(solution)
  }

  /// Restarts if the single-point solution is good; otherwise adds uncertainty.
  private mutating func restart(_ epoch: GNSSEpoch) {
    guard let solution = single.solvePrepared(epoch, from: main.ecefPosition),
      solution.residualFactor < parameters.start.restartFactor,
      solution.satelliteCount >= parameters.start.restartSatellites
    else {
      // Without a good solution, the position is reported as less accurate.
      let more = parameters.start.lostSigmaMetres * parameters.start.lostSigmaMetres
      main.state.widen(FilterState.places, by: more)
      main.rejectionCount = 0
      return
    }
    start(solution)
  }

  private mutating func start(_ solution: GNSSSolution) {
    guard let place = try? Geodetic(ecef: solution.position) else { return }
    window.begin()
    alternative.begin()
    main.start(solution, LocalFrame(origin: place), &single.front.lines)
    main.confidence.lack = single.front.meanLack
    keepCarriers()
  }

  /// Stores the carriers for the next epoch.
  private mutating func keepCarriers() {
    for line in single.front.lines {
      carriers[line.slot] = GNSSCarrier(
        epoch: line.hasCarrier ? epochNumber : -1, carrier: line.carrierOfPlace,
        position: line.position)
    }
  }

  /// Moves the anchor after kilometres; over that distance the axes turn by less than a
  /// milliradian.
  private mutating func moveAnchor() {
    let reach = parameters.start.anchorReachMetres
    guard let old = main.frame, main.state.position.squaredLength > reach * reach,
      let place = try? Geodetic(ecef: main.ecefPosition)
    else { return }
    let new = LocalFrame(origin: place)
    main.move(from: old, to: new)
    window.clear()
  }

  /// Returns the location fix at a time, predicted from the last epoch.
  ///
  /// - Parameter time: Time of the fix; not before the last epoch.
  /// - Returns: The fix; nil if the position is unknown or too inaccurate.
  public func fix(at time: SimTime) -> LocationFix? {
    solution(at: time)?.fix(
      minSpeed: parameters.single.courseSpeed, sigmas: parameters.single.courseSigmas)
  }

  /// Returns the solution at a time, predicted from the last epoch.
  ///
  /// - Parameter time: Time of the solution; not before the last epoch.
  /// - Returns: The solution, whose uncertainty grows without satellites; nil if too inaccurate.
  public func solution(at time: SimTime) -> GNSSSolution? {
    main.solution(at: time)
  }
}
