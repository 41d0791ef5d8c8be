import Geometry
import Kernel
import Observations

/// Carrier of a satellite at the previous epoch.
struct GNSSCarrier: Sendable {
  var epoch = -1
  var carrier = 0.0
  /// Satellite position, in m.
  var position = Vec3.zero
}

/// Track of the GNSS filter: state, clock and motion models, and range statistics.
public struct GNSSTrack: Sendable {
  let parameters: GNSSFilter.Parameters
  /// Sigma before the first ranges, as a multiple of that of their solution.
  private static let startFactor = 10.0
  var state = FilterState()
  var frame: LocalFrame?
  /// Time of the last epoch; `receivedAt` is that of the last accepted range.
  var time = SimTime.start
  var receivedAt = SimTime.start
  /// Number of recent epochs in which most ranges were rejected.
  var rejectionCount = 0
  var usedCount = 0
  /// Clock jump at this epoch, in m.
  var clockJump = 0.0
  var motion: GNSSMotion
  var confidence: GNSSConfidence
  var judge: GNSSRangeJudge
  /// Order of the range updates.
  var order: [(index: Int, size: Double)] = []

  init(parameters: GNSSFilter.Parameters) {
    self.parameters = parameters
    motion = GNSSMotion(parameters: parameters.motion)
    confidence = GNSSConfidence(parameters: parameters.accuracy)
    judge = GNSSRangeJudge(parameters: parameters.ranges)
    order.reserveCapacity(80)
  }

  /// Position in ECEF, in m; zero without a frame.
  var ecefPosition: Vec3 { frame.map { $0.ecef(of: state.position) } ?? .zero }

  /// True if the receiver is at rest.
  var isStill: Bool { motion.isStill }

  /// Spectral density of acceleration, in m²/s³.
  var jerkiness: Vec3 { motion.jerkiness(at: state.velocity) }

  /// Predicts to an epoch and updates with its lines.
  ///
  /// - Parameters:
  ///   - lines: Lines of sight, described from near the receiver.
  ///   - isReceived: True if there are lines.
  ///   - rates: Velocity and clock drift from the rates alone.
  ///   - carriers: Carriers of the previous epoch, by slot.
  ///   - number: Epoch number.
  ///   - epoch: The epoch, for the time.
  ///   - elapsed: Time since the previous epoch, in s.
  mutating func process(
    _ lines: inout [GNSSSightline], isReceived: Bool, _ rates: GNSSSolution?,
    _ carriers: [GNSSCarrier], _ number: Int, _ epoch: GNSSEpoch, _ elapsed: Double
  ) {
    predict(elapsed)
    time = epoch.time
    if isReceived, let frame {
      let maxSigma = parameters.rates.maxSigma
      motion.isBlind = !lines.contains { $0.rateSigma < maxSigma }
      motion.judge(rates, &state, frame, elapsed)
      takeRates(lines, drift: rates?.clockRate, frame)
      watchClock(&lines, frame)
      takeCarriers(lines, carriers, number, elapsed, frame)
      takeRanges(&lines, elapsed, frame)
    }
    state.copyPlace()
  }

  /// Starts with a single-point solution.
  mutating func start(
    _ solution: GNSSSolution, _ frame: LocalFrame, _ lines: inout [GNSSSightline]
  ) {
    self = GNSSTrack(parameters: parameters)
    self.frame = frame
    time = solution.time
    receivedAt = solution.time
    usedCount = solution.satelliteCount
    confidence.strain = max(1, solution.residualFactor)
    let settings = parameters.start
    let sigma = max(settings.minVelocitySigma, solution.velocitySigmaMetresPerSecond)
    let unknown = settings.unknownSpeed * settings.unknownSpeed
    state.velocity = solution.velocity.map { frame.enu(ofVector: $0) } ?? .zero
    let isKnown = solution.velocity != nil
    state.widen(FilterState.velocities, by: isKnown ? sigma * sigma : unknown)
    state.drift = solution.clockRate
    state.forget(
      FilterState.drift,
      variance: isKnown ? settings.driftSigma * settings.driftSigma : FilterState.unknown)
    place(solution, frame)
    // The same ranges once more, with the correlation of their errors: the prior is much wider.
    takeRanges(&lines, 0, frame)
    state.copyPlace()
  }

  /// Sets position and clocks from a solution.
  private mutating func place(_ solution: GNSSSolution, _ frame: LocalFrame) {
    let widened = Self.startFactor * Self.startFactor
    let variance = solution.variance * widened
    state.reset(
      at: frame.enu(of: solution.position), variance: variance,
      eastNorth: solution.eastNorth * widened)
    let receivedClocks = (0..<4).filter { !solution.clocks[$0].isNaN }
    let reference = receivedClocks.first.map { solution.clocks[$0] } ?? 0
    state.mean[FilterState.clock] = reference
    let factor = parameters.start.clockFactor
    state.forget(FilterState.clock, variance: factor * factor * variance.max())
    for clock in 1..<4 {
      let index = FilterState.offsets + clock - 1
      let isReceived = !solution.clocks[clock].isNaN
      state.mean[index] = isReceived ? solution.clocks[clock] - reference : 0
      state.forget(index, variance: isReceived ? variance.max() : FilterState.unknown)
    }
  }

  /// Moves the track to a solution of the window search.
  mutating func shift(to answer: GNSSWindow.WindowSolution) {
    let settings = parameters.window
    let level = settings.shiftSigmaMetres * settings.shiftSigmaMetres
    let height = settings.shiftHeightSigmaMetres * settings.shiftHeightSigmaMetres
    let more = Vec3(level, level, height)
    let factor = settings.shiftFactor * settings.shiftFactor
    let clockVariance = settings.shiftClockSigmaMetres * settings.shiftClockSigmaMetres
    state.reset(
      at: answer.position, variance: answer.variance * factor + more,
      eastNorth: factor * answer.eastNorth)
    state.mean[FilterState.clock] = answer.clocks[0]
    state.forget(FilterState.clock, variance: clockVariance)
    for clock in 1..<4 {
      let index = FilterState.offsets + clock - 1
      state.mean[index] = answer.clocks[clock] - answer.clocks[0]
      state.forget(index, variance: clockVariance)
    }
    confidence.strain = 1
    rejectionCount = 0
    state.copyPlace()
  }

  /// Transforms the state into the axes of another anchor.
  mutating func move(from old: LocalFrame, to new: LocalFrame) {
    let position = new.enu(of: old.ecef(of: state.position))
    let copied = new.enu(of: old.ecef(of: state.copiedPosition))
    state.velocity = new.enu(ofVector: old.ecef(ofVector: state.velocity))
    motion.move(from: old, to: new)
    state.position = position
    state.copiedPosition = copied
    frame = new
  }
}
