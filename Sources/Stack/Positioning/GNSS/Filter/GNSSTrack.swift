import Geometry
import Kernel
import Observations

/// A satellite's carrier at the epoch before.
struct GNSSCarrier: Sendable {
  var epoch = -1
  var carrier = 0.0
  /// The satellite, in m.
  var position = Vec3.zero
}

/// One supposition of where a receiver is and how it moves, with what it has made of the satellites.
struct GNSSTrack: Sendable {
  let parameters: GNSSFilter.Parameters
  var state = FilterState()
  var frame: LocalFrame?
  /// The last epoch that was taken in, and the last that brought a range.
  var time = SimTime.start
  var heardAt = SimTime.start
  /// How often most ranges disagreed of late.
  var doubts = 0
  /// The innovations' squares over what was expected, lately.
  var strain = 1.0
  /// The same over a minute.
  var lastingStrain = 1.0
  var usedCount = 0
  /// The share of ranges that were refused and of rates that were outvoted over a minute.
  var refusedShare = 0.0
  var outvotedShare = 0.0
  /// By how much the clock has jumped at this epoch, in m.
  var clockJump = 0.0
  /// The sum of the inverse lasting variances of the ranges that were taken lately, in 1/m².
  var lastingInformation = 1.0
  /// For how long the receiver has been slow, in s.
  var slowSeconds = 0.0
  /// Whether the receiver is at rest.
  var isStill = false
  /// Its velocity over the last seconds, in m/s.
  var recentVelocity = Vec3.zero
  /// What each satellite's ranges have been like.
  var habits = [SatelliteHabit](repeating: SatelliteHabit(), count: GNSSSlot.count)
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

  init(parameters: GNSSFilter.Parameters) {
    self.parameters = parameters
    order.reserveCapacity(80)
  }

  /// Where it is, in m; zero without a frame.
  var ecefPosition: Vec3 { frame.map { $0.ecef(of: state.position) } ?? .zero }

  /// Takes in an epoch's lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, described from near.
  ///   - isHeard: Whether there are any.
  ///   - motion: Velocity and clock rate by the rates alone.
  ///   - carriers: The carriers of the epoch before.
  ///   - number: The epoch's number.
  ///   - epoch: When.
  ///   - elapsed: Since the epoch before, in s.
  mutating func take(
    _ lines: inout [GNSSSightline], isHeard: Bool, _ motion: GNSSSolution?,
    _ carriers: [GNSSCarrier], _ number: Int, _ epoch: GNSSEpoch, _ elapsed: Double
  ) {
    predict(elapsed)
    time = epoch.time
    if isHeard {
      judgeMotion(motion, elapsed)
      takeRates(lines, drift: motion?.clockRate)
      watchClock(&lines)
      takeCarriers(lines, carriers, number, elapsed)
      takeRanges(&lines, elapsed)
    }
    state.copyPlace()
  }

  /// Begins at an epoch's own solution.
  mutating func start(_ solution: GNSSSolution, _ frame: LocalFrame, _ lines: [GNSSSightline]) {
    self = GNSSTrack(parameters: parameters)
    self.frame = frame
    time = solution.time
    heardAt = solution.time
    usedCount = solution.satelliteCount
    strain = max(1, solution.residualFactor)
    let settings = parameters.start
    let sigma = max(settings.leastVelocitySigma, solution.velocitySigmaMetresPerSecond)
    let unknown = settings.unknownSpeed * settings.unknownSpeed
    state.velocity = solution.velocity.map { frame.enu(ofVector: $0) } ?? .zero
    for axis in 3..<6 {
      state.covariance[axis][axis] = solution.velocity == nil ? unknown : sigma * sigma
    }
    state.mean[FilterState.drift] = solution.clockRate
    state.covariance[7][7] =
      solution.velocity == nil ? 1e6 : settings.driftSigma * settings.driftSigma
    place(solution)
    for line in lines where line.trust > 0 {
      habits[line.slot].heard = time.seconds
      habits[line.slot].count = 1
    }
    state.copyPlace()
  }

  /// Takes place and clocks from a solution.
  private mutating func place(_ solution: GNSSSolution) {
    guard let frame else { return }
    for index in [0, 1, 2, 6, 8, 9, 10] { state.forget(index, variance: 1e6) }
    state.position = frame.enu(of: solution.position)
    for axis in 0..<3 { state.covariance[axis][axis] = solution.variance[axis] }
    state.covariance[0][1] = solution.eastNorth
    state.covariance[1][0] = solution.eastNorth
    let heardClocks = (0..<4).filter { !solution.clocks[$0].isNaN }
    let reference = heardClocks.first.map { solution.clocks[$0] } ?? 0
    state.mean[FilterState.clock] = reference
    let factor = parameters.start.clockFactor
    state.covariance[6][6] = factor * factor * solution.variance.max()
    for clock in 1..<4 {
      let index = FilterState.offsets + clock - 1
      let isHeard = !solution.clocks[clock].isNaN
      state.mean[index] = isHeard ? solution.clocks[clock] - reference : 0
      state.covariance[index][index] = isHeard ? solution.variance.max() : 1e6
    }
  }

  /// Goes where the window says.
  mutating func shift(to answer: GNSSWindow.Answer) {
    for index in [0, 1, 2, 6, 8, 9, 10] { state.forget(index, variance: 1e6) }
    state.position = answer.position
    let settings = parameters.window
    let level = settings.shiftSigmaMetres * settings.shiftSigmaMetres
    let height = settings.shiftHeightSigmaMetres * settings.shiftHeightSigmaMetres
    let more = Vec3(level, level, height)
    let factor = settings.shiftFactor * settings.shiftFactor
    let clockVariance = settings.shiftClockSigmaMetres * settings.shiftClockSigmaMetres
    for axis in 0..<3 { state.covariance[axis][axis] = factor * answer.variance[axis] + more[axis] }
    state.covariance[0][1] = factor * answer.eastNorth
    state.covariance[1][0] = factor * answer.eastNorth
    state.mean[FilterState.clock] = answer.clocks[0]
    state.covariance[6][6] = clockVariance
    for clock in 1..<4 {
      let index = FilterState.offsets + clock - 1
      state.mean[index] = answer.clocks[clock] - answer.clocks[0]
      state.covariance[index][index] = clockVariance
    }
    for slot in habits.indices { habits[slot] = SatelliteHabit() }
    strain = 1
    doubts = 0
    state.copyPlace()
  }

  /// Turns all that is held into the axes of another anchor.
  mutating func move(from old: LocalFrame, to new: LocalFrame) {
    let position = new.enu(of: old.ecef(of: state.position))
    let copied = new.enu(of: old.ecef(of: state.copiedPosition))
    state.velocity = new.enu(ofVector: old.ecef(ofVector: state.velocity))
    recentVelocity = new.enu(ofVector: old.ecef(ofVector: recentVelocity))
    state.position = position
    state.copiedPosition = copied
    frame = new
  }
}
