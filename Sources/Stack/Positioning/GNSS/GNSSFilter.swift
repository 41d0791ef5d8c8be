import Geometry
import Kernel
public import Observations

/// Tracks a receiver over time: place, velocity, clock, the systems' clock offsets.
///
/// An extended Kalman filter of ranges, range rates and carriers. What errors last is not averaged
/// away: a range whose errors keep for a time τ brings, once the satellite is known, only dt / 2τ of
/// its information each dt, as a first-order Gauss-Markov process does to whoever averages it.
/// Carriers' changes since the epoch before bind places together within centimetres. Ranges that
/// disagree lose weight, long ones sooner than short ones, for echoes arrive late; and if most
/// disagree for seconds, the filter begins anew where the single epoch is.
public struct GNSSFilter: Sendable {
  /// How it is set.
  public struct Parameters: Hashable, Sendable {
    /// The single-point solver that starts it and checks it.
    public var single = SinglePointSolver.Parameters()
    /// The spectral density of horizontal acceleration at walking pace, in m²/s³ (0.2 to 0.5 for
    /// walkers, 1 to 4 for cars: estimates), and what each m/s of speed adds.
    public var jerkiness = 0.4
    public var jerkinessPerSpeed = 0.12
    /// The same for the vertical, as a share.
    public var verticalShare = 0.15
    /// The spectral density at rest, in m²/s³, and the place's own wandering, in m²/s.
    public var stillJerkiness = 1e-4
    public var stillWandering = 1e-5
    /// One standard deviation of the velocity of a receiver at rest, in m/s.
    public var stillSigmaMetresPerSecond = 0.02
    /// For how long the receiver must be slow before it counts as at rest.
    public var stillSeconds = 4.0
    /// Slower than this, in m/s, may be rest; faster by half again is none.
    public var stillSpeed = 0.3
    /// How long echoes last for a receiver at rest, in s; 60 to 200 estimated.
    public var echoSeconds = 80.0
    /// How far a moving receiver goes until echoes have changed, in m; 5 to 10 estimated.
    public var echoMetres = 10.0
    /// How long orbits' and the atmosphere's errors last, in s; half an hour to two estimated.
    public var slowSeconds = 150.0
    /// By how many m/s the rates must contradict the velocity, beyond chance, to be believed at once.
    public var joltSpeed = 1.0
    /// The clock's noise, in m²/s, and its drift's, in m²/s³: a cheap crystal's, with room.
    public var clockNoise = 1.0
    public var driftNoise = 0.05
    /// The wandering of the systems' clock offsets, in m²/s.
    public var offsetNoise = 1e-4
    /// From how many standard deviations on ranges lose weight: those too long, those too short.
    public var longLimit = 1.5
    public var shortLimit = 2.0
    /// From how many on they are left out: too long, too short.
    public var longRejection = 4.0
    public var shortRejection = 5.0
    /// Over how long a satellite's residuals are averaged, in s, to see whether it is off for good,
    /// and how many times the expected square such a mean may have.
    public var habitSeconds = 60.0
    public var habitLimit = 1.7
    /// One standard deviation of a carrier's change over a second beyond noise, in m.
    public var carrierSigmaMetres = 0.02
    /// Whether carriers' changes are used at all.
    public var usesCarrier = true
    /// How far the place may wander for each unit by which ranges disagree more than they should,
    /// in m for the root of a second; an estimate.
    public var unease = 3.0
    /// For how many epochs in a row most ranges must disagree until the filter begins anew.
    public var patience = 5
    /// For how long places are told without any new satellite, in s.
    public var coastingSeconds = 15.0
    /// Gaps longer than this, in s, start the filter anew.
    public var longestGapSeconds = 120.0
    /// What lasts too long to be seen in a track, one standard deviation along each horizontal axis
    /// in m, twice as much in height: orbits and atmosphere, an estimate after Esbjerg's two hours.
    public var lastingSigmaMetres = 1.0
    /// The share of the satellites' lasting errors, each by itself, that is added to that; about the
    /// square of a usual horizontal dilution times the root of the satellites' number.
    public var lastingShare = 2.5
    /// How old a place by other means may be, in s, and how many in a row must disagree.
    public var aidSeconds = 10.0
    public var aidPatience = 3
    /// The way after which errors of such places are others, in m, and the time, in s; estimates.
    public var aidMetres = 30.0
    public var longestAidSeconds = 90.0
    /// By what the told radius differs from the covariance's.
    public var accuracyFactor = 1.0

    /// Creates the defaults.
    public init() {}
  }

  /// How it is set.
  public let parameters: Parameters
  var single: SinglePointSolver
  var state = FilterState()
  var frame: LocalFrame?
  /// The last epoch that was taken in, and the last that brought a range.
  var time = SimTime.start
  var heardAt = SimTime.start
  /// How often most ranges disagreed of late.
  var doubts = 0
  /// The innovations' squares over what was expected, lately.
  var strain = 1.0
  var usedCount = 0
  /// The sum of the inverse lasting variances of the ranges that were taken lately, in 1/m².
  var lastingInformation = 1.0
  /// For how long the receiver has been slow, in s.
  var slowSeconds = 0.0
  /// Whether the receiver is at rest.
  public internal(set) var isStill = false
  /// Its velocity over the last seconds, in m/s.
  var recentVelocity = Vec3.zero
  /// The clock's rate by the rates alone, in m/s.
  var solvedDrift: Double?
  /// What is told by other means.
  var aids = Aids()
  /// What each satellite's ranges have been like, and its carrier and place at the epoch before.
  var habits = [SatelliteHabit](repeating: SatelliteHabit(), count: GNSSSlot.count)
  var tracks = [CarrierTrack](repeating: CarrierTrack(), count: GNSSSlot.count)
  var epochNumber = 0
  /// The order in which ranges are taken.
  var order: [(index: Int, size: Double)] = []

  /// What a satellite's ranges have been like.
  struct SatelliteHabit: Sendable {
    /// When it was heard last, in s of the run, and in how many epochs.
    var heard = -1e9
    var count = 0.0
    /// By how much its ranges were too long lately, in m.
    var residual = 0.0
  }

  /// A satellite's carrier at the epoch before.
  struct CarrierTrack: Sendable {
    var epoch = -1
    var carrier = 0.0
    /// The satellite, in m.
    var position = Vec3.zero
  }

  /// Creates a filter that knows neither satellite nor place.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    single = SinglePointSolver(parameters: parameters.single)
    order.reserveCapacity(80)
  }

  /// Takes an ephemeris.
  public mutating func receive(_ ephemeris: BroadcastEphemeris) {
    single.receive(ephemeris)
  }

  /// Tells how likely a satellite's line of sight is free, by a map of buildings or otherwise.
  ///
  /// - Parameters:
  ///   - probability: From 0 to 1, which is the default; below 0.02 the satellite isn't used.
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

  private mutating func take(_ epoch: GNSSEpoch) {
    guard frame != nil else {
      begin(epoch)
      return
    }
    let elapsed = (epoch.time - time).seconds
    guard elapsed != 0 else { return }
    // A clock that went back, or a long sleep: what was known is worth no more than a start.
    guard elapsed > 0, elapsed <= parameters.longestGapSeconds else {
      begin(epoch)
      return
    }
    predict(elapsed)
    time = epoch.time
    epochNumber &+= 1
    let place = ecefPosition
    single.prepare(epoch, near: place)
    guard single.front.describe(from: place, epoch), !single.front.lines.isEmpty else {
      state.copyPlace()
      return
    }
    judgeMotion(elapsed, epoch)
    takeRates()
    watchClock()
    takeCarriers(elapsed)
    takeRanges(elapsed)
    guard state.isSound else {
      begin(epoch)
      return
    }
    keepCarriers()
    state.copyPlace()
    if doubts >= parameters.patience { restart(epoch) }
    single.last = ecefPosition
    moveAnchor()
  }

  /// Where the filter is, in m.
  var ecefPosition: Vec3 {
    frame.map { $0.ecef(of: state.position) } ?? single.last
  }

  /// Starts at an epoch's own solution, if it has one.
  mutating func begin(_ epoch: GNSSEpoch) {
    frame = nil
    isStill = false
    slowSeconds = 0
    doubts = 0
    strain = 1
    guard let solution = single.solution(of: epoch) else { return }
    start(solution)
  }

  /// Begins anew if the epoch by itself says clearly that the filter is elsewhere.
  private mutating func restart(_ epoch: GNSSEpoch) {
    guard let solution = single.solvePrepared(epoch, from: ecefPosition),
      solution.residualFactor < 4, solution.satelliteCount >= 5
    else {
      // Nobody knows: then at least nothing is claimed.
      for axis in 0..<3 { state.covariance[axis][axis] += 100 }
      doubts = 0
      return
    }
    start(solution)
  }

  private mutating func start(_ solution: GNSSSolution) {
    guard let place = try? Geodetic(ecef: solution.position) else { return }
    let frame = LocalFrame(origin: place)
    self.frame = frame
    state = FilterState()
    time = solution.time
    heardAt = solution.time
    usedCount = solution.satelliteCount
    doubts = 0
    strain = max(1, solution.residualFactor)
    for axis in 0..<3 { state.covariance[axis][axis] = solution.variance[axis] }
    state.covariance[0][1] = solution.eastNorth
    state.covariance[1][0] = solution.eastNorth
    let sigma = max(0.1, solution.velocitySigmaMetresPerSecond)
    state.velocity = solution.velocity.map { frame.enu(ofVector: $0) } ?? .zero
    for axis in 3..<6 {
      state.covariance[axis][axis] = solution.velocity == nil ? 100 : sigma * sigma
    }
    let heardClocks = (0..<4).filter { !solution.clocks[$0].isNaN }
    let reference = heardClocks.first.map { solution.clocks[$0] } ?? 0
    state.mean[FilterState.clock] = reference
    state.covariance[6][6] = 4 * solution.variance.max()
    state.mean[FilterState.drift] = solution.clockRate
    state.covariance[7][7] = solution.velocity == nil ? 1e6 : 1
    for clock in 1..<4 {
      let index = FilterState.offsets + clock - 1
      let isHeard = !solution.clocks[clock].isNaN
      state.mean[index] = isHeard ? solution.clocks[clock] - reference : 0
      state.covariance[index][index] = isHeard ? solution.variance.max() : 1e6
    }
    for slot in habits.indices { habits[slot] = SatelliteHabit() }
    for line in single.front.lines where line.trust > 0 {
      habits[line.slot].heard = time.seconds
      habits[line.slot].count = 1
    }
    keepCarriers()
    state.copyPlace()
  }

  /// Moves the anchor after kilometres; over so little the axes turn by less than a milliradian.
  private mutating func moveAnchor() {
    guard let old = frame, state.position.squaredLength > 2.5e7,
      let place = try? Geodetic(ecef: ecefPosition)
    else { return }
    let new = LocalFrame(origin: place)
    let copied = old.ecef(of: state.copiedPosition)
    state.velocity = new.enu(ofVector: old.ecef(ofVector: state.velocity))
    recentVelocity = new.enu(ofVector: old.ecef(ofVector: recentVelocity))
    state.position = .zero
    state.copiedPosition = new.enu(of: copied)
    frame = new
  }
}
