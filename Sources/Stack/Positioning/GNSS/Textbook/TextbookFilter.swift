import Geometry
import Glibc
public import Kernel
public import Observations

/// Extended Kalman filter of GNSS as in textbooks, for comparison.
///
/// Constant velocity, receiver clock and drift, an offset for each further system, noise by C/N0 and
/// elevation, Huber weights, and an innovation gate. It has no carriers, and all errors are
/// white. Sources: Groves, "Principles of GNSS, inertial, and multisensor integrated navigation systems",
/// 2013, chapter 9; noise as in RTKLIB's `varerr` with C/N0.
public struct TextbookFilter: Sendable {
  private var single = SinglePointSolver()
  private var state = FilterState()
  private var frame: LocalFrame?
  private var time = SimTime.start
  private var satelliteCount = 0
  /// Number of consecutive epochs in which most observations were outliers.
  private var rejectionCount = 0

  /// Spectral density of acceleration, in m²/s³, with and without range rates.
  private static let (density, densityWithoutRates) = (1.0, 3.0)
  private static let (huber, gate) = (1.5, 5.0)
  /// Sigmas at the start, in m and m/s.
  private static let (startSigma, startSpeed) = (20.0, 10.0)
  /// Random-walk variance rates of clock, drift and offsets.
  private static let (clockNoise, driftNoise, offsetNoise) = (1.0, 0.05, 1e-4)
  private static let minRateSigma = 0.1
  private static let maxRejections = 10
  /// Gap after which the filter starts again, and maximum age of a prediction, in s.
  private static let (longestGap, coasting) = (120.0, 15.0)

  public init() {}

  public mutating func receive(_ ephemeris: BroadcastEphemeris) { single.receive(ephemeris) }

  public mutating func process(_ epoch: GNSSEpoch) {
    let elapsed = (epoch.time - time).seconds
    guard let frame, elapsed > 0, elapsed <= Self.longestGap else {
      return begin(epoch)
    }
    time = epoch.time
    let hasRates = single.front.lines.contains { $0.rateSigma < .infinity }
    let density = hasRates ? Self.density : Self.densityWithoutRates
    state.advance(by: elapsed, jerkiness: Vec3(repeating: density))
    state.widen(FilterState.clock..<FilterState.clock + 1, by: Self.clockNoise * elapsed)
    state.widen(FilterState.drift..<FilterState.drift + 1, by: Self.driftNoise * elapsed)
    state.widen(FilterState.offsets..<FilterState.copy, by: Self.offsetNoise * elapsed)
    single.prepare(epoch, near: frame.ecef(of: state.position))
    guard single.front.describe(from: frame.ecef(of: state.position), epoch) else { return }
    single.front.lines.removeAll { !Self.isUsed($0.satellite) }
    update(frame)
    if !state.isSound || rejectionCount >= Self.maxRejections { begin(epoch) }
  }

  private mutating func begin(_ epoch: GNSSEpoch) {
    frame = nil
    guard let solution = single.solution(of: epoch),
      let place = try? Geodetic(ecef: solution.position)
    else { return }
    let frame = LocalFrame(origin: place)
    self.frame = frame
    time = epoch.time
    state = FilterState()
    let variance = Self.startSigma * Self.startSigma
    state.reset(at: .zero, variance: Vec3(repeating: variance), eastNorth: 0)
    state.velocity = solution.velocity.map { frame.enu(ofVector: $0) } ?? .zero
    state.widen(FilterState.velocities, by: Self.startSpeed * Self.startSpeed)
    state.mean[FilterState.clock] = solution.clocks[0].isNaN ? 0 : solution.clocks[0]
    state.drift = solution.clockRate
    state.forget(FilterState.drift, variance: Self.startSpeed * Self.startSpeed)
    (satelliteCount, rejectionCount) = (solution.satelliteCount, 0)
  }

  /// Updates with all ranges and range rates.
  private mutating func update(_ frame: LocalFrame) {
    let turn = KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
    satelliteCount = 0
    let before = single.front.lines.count
    defer { rejectionCount = 2 * satelliteCount < before ? rejectionCount + 1 : 0 }
    for index in single.front.lines.indices {
      var line = single.front.lines[index]
      let place = frame.ecef(of: state.position)
      let range = line.look(from: place)
      let direction = -frame.enu(ofVector: line.direction)
      var design = SIMD16<Double>.zero
      for axis in 0..<3 { design[axis] = direction[axis] }
      design[FilterState.clock] = 1
      if line.clock > 0 { design[FilterState.offsets + line.clock - 1] = 1 }
      let expected =
        range + line.delay + state.mean[FilterState.clock] + state.offset(of: line.clock)
      if observe(design, line.range - expected, variance: Self.variance(of: line)) {
        satelliteCount += 1
      }
      guard line.rateSigma < .infinity else { continue }
      let velocity = frame.ecef(ofVector: state.velocity)
      let turning = turn * (line.position.x * velocity.y - line.position.y * velocity.x)
      let rate =
        line.restRate(at: place) + turning + direction.dot(state.velocity) + state.drift
      design = .zero
      for axis in 0..<3 { design[axis + 3] = direction[axis] }
      design[FilterState.drift] = 1
      let sigma = max(line.rateSigma, Self.minRateSigma)
      _ = observe(design, line.rate - rate, variance: sigma * sigma)
    }
  }

  /// Kalman update; returns false for an outlier.
  private mutating func observe(
    _ design: SIMD16<Double>, _ innovation: Double, variance: Double
  ) -> Bool {
    var product = SIMD16<Double>.zero
    for row in 0..<FilterState.copy where design[row] != 0 {
      product += state.covariance[row] * design[row]
    }
    let spread = max((design * product).sum(), 0)
    let size = abs(innovation) / (spread + variance).squareRoot()
    guard size < Self.gate else { return false }
    state.update(
      design, product, variance: spread + variance * max(1, size / Self.huber),
      innovation: innovation, keepsCopy: false)
    return true
  }

  /// Variance of a range, in m², by C/N0 and elevation.
  private static func variance(of line: GNSSSightline) -> Double {
    let sine = max(line.sine, 0.05)
    return 64 * pow(10, -(line.strength - 35) / 10) + 1 / (sine * sine)
  }

  /// True for systems whose ranges suit one clock: not GLONASS, nor geostationary satellites of BeiDou.
  private static func isUsed(_ satellite: SatelliteID) -> Bool {
    switch satellite.constellation {
    case .gps, .qzss, .galileo: true
    case .beidou: (6..<59).contains(satellite.number)
    case .glonass, .sbas: false
    }
  }

  /// Returns the location fix at a time, predicted from the last epoch; nil if that is too old.
  public func fix(at time: SimTime) -> LocationFix? {
    let ahead = (time - self.time).seconds
    guard let frame, ahead >= 0, ahead <= Self.coasting else { return nil }
    var state = state
    state.advance(by: ahead, jerkiness: Vec3(repeating: Self.density))
    return GNSSSolution(
      time: time, position: frame.ecef(of: state.position),
      velocity: frame.ecef(ofVector: state.velocity),
      velocitySigmaMetresPerSecond: state.velocityVariance.squareRoot(), clocks: state.clocks,
      clockRate: state.drift, variance: state.positionVariance, eastNorth: state.eastNorth,
      satelliteCount: satelliteCount, candidateCount: satelliteCount, residualFactor: 1
    ).fix()
  }
}
