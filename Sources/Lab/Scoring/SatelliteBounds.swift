import Geometry
public import Kernel
public import Observations
public import Truth

/// Cramer-Rao bounds of the satellite epochs of a recording, epoch by epoch.
///
/// From the satellites' broadcast positions and the receiver's reported range variances: the bound
/// of one epoch's code ranges. A filter with more data (earlier epochs, the carrier, a map) may do
/// better, so an efficiency above one isn't a mistake.
public struct SatelliteBounds: Sendable {
  private var bounds = BoundLog()
  private var posterior = PosteriorBound()
  private var epochs = 0.0
  private var ephemerides = BroadcastEphemerides()
  /// The time of the latest epoch used.
  private var latestEpoch = SimTime.distantPast

  /// Maximum dilution of precision; beyond it the geometry determines no position.
  ///
  /// RTKLIB's default limit (rejgdop), from memory.
  private static let maxDilution = 30.0

  /// The validity of an epoch's bound: that of a current location.
  private static let validity = SimDuration.seconds(5)

  /// The interval between bounds: a bound costs as much as a solution, and the sky turns slowly.
  ///
  /// The same moments in a live run and in its replay, and at most the validity of a bound.
  private static let period = SimDuration.seconds(5)

  /// The time that broadcast messages are kept, in s: they are valid for hours at most, and epochs
  /// come in the order of time except for clock corrections.
  private static let memorySeconds = 86_400.0

  /// Returns the hour of a moment; old messages are removed when it changes.
  private static func hour(of time: SimTime) -> Double { (time.seconds / 3600).rounded(.down) }

  public init() {}

  /// Computes the bounds of many observations.
  ///
  /// - Parameters:
  ///   - observations: The observations, in order.
  ///   - truth: The truth at any moment.
  public init(
    _ observations: [Delivered<Observation>], truth: (SimTime) -> TruthSample
  ) {
    for delivered in observations { add(delivered, truth: truth) }
  }

  /// Processes an observation; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Any observation; only those of satellites count.
  ///   - truth: The truth at any moment.
  public mutating func add(
    _ delivered: Delivered<Observation>, truth: (SimTime) -> TruthSample
  ) {
    switch delivered.item {
    case .ephemeris(let message): ephemerides.insert(message)
    case .gnss(let epoch):
      epochs += 1
      // The receiver's clock may be set back.
      guard epoch.measurements.count >= 4,
        epoch.time < latestEpoch || epoch.time - latestEpoch >= Self.period
      else { return }
      let known = truth(epoch.time)
      let signals = Self.signals(of: epoch, ephemerides, known)
      guard let bound = Self.bound(of: signals) else { return }
      // The sky turns slowly: one epoch represents those since the last bound.
      let elapsed = bounds.lastTime == nil ? 0 : (epoch.time - latestEpoch).seconds
      let speed = Vec2(
        known.eastVelocityMetresPerSecond, known.northVelocityMetresPerSecond
      ).length
      let posterior = posterior.take(signals, epochs: epochs, elapsed: elapsed, speed: speed)
      epochs = 0
      if Self.hour(of: epoch.time) != Self.hour(of: latestEpoch) {
        let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
        ephemerides.forget(before: time + -Self.memorySeconds)
      }
      latestEpoch = epoch.time
      bounds.append(BoundLog.Row(time: delivered.time, bound: bound, posterior: posterior))
    default: break
    }
  }

  /// Returns the bound of the latest epoch at the stack by a moment, in m; nil without a fresh one.
  public func bound(at time: SimTime) -> Double? { latest(at: time)?.bound }

  /// Returns the posterior bound, which uses all epochs up to the latest at the stack by a moment,
  /// in m.
  public func posteriorBound(at time: SimTime) -> Double? { latest(at: time)?.posterior }

  private func latest(at time: SimTime) -> BoundLog.Row? {
    bounds.latest(at: time, within: Self.validity)
  }

  private static func bound(of signals: [PosteriorBound.Signal]) -> Double? {
    let finest = signals.map(\.sigma).min() ?? 0
    let ranges = signals.map { (direction: $0.direction, sigmaMetres: $0.sigma, clock: $0.clock) }
    return CramerRaoBound.horizontal(ranges: ranges).flatMap {
      $0 <= Self.maxDilution * finest ? $0 : nil
    }
  }

  /// Returns the variance of a satellite's constant range errors, in m²: 0.8 m each of orbit and
  /// clock, twice as much for GLONASS; estimates.
  private static func lasting(_ satellite: SatelliteID) -> Double {
    1.28 * (satellite.constellation == .glonass ? 4 : 1)
  }

  /// Returns the sigmas of the constant errors shared by all ranges, in m.
  ///
  /// Half of the broadcast ionosphere delay (RTKLIB's error factor), and 0.15 m of troposphere at
  /// the zenith. The clock absorbs most of it.
  private static func common(sine: Double, ionosphere: Double) -> SIMD2<Double> {
    SIMD2(0.5 * ionosphere, 0.15 / max(sine, 0.1))
  }

  private static func signals(
    of epoch: GNSSEpoch, _ ephemerides: BroadcastEphemerides, _ truth: TruthSample
  ) -> [PosteriorBound.Signal] {
    guard truth.known.contains(.position),
      let place = try? Geodetic(
        latitudeDegrees: truth.coordinate.latitudeDegrees,
        longitudeDegrees: truth.coordinate.longitudeDegrees,
        altitudeMetres: truth.known.contains(.altitude) ? truth.altitudeMetres : 0)
    else { return [] }
    let frame = LocalFrame(origin: place)
    let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    // Several signals of a satellite share most of their errors: only the best one counts.
    var best: [(satellite: SatelliteID, sigma: Double, rate: Double)] = []
    for signal in epoch.measurements where signal.state.contains(.codeLock) {
      let sigma = signal.pseudorangeSigmaMetres
      guard sigma > 0, sigma.isFinite, signal.pseudorangeMetres > 0 else { continue }
      let reported = signal.pseudorangeRateSigmaMetresPerSecond
      let rate = reported > 0 ? reported : .infinity
      if let index = best.firstIndex(where: { $0.satellite == signal.satellite }) {
        best[index].sigma = min(best[index].sigma, sigma)
        best[index].rate = min(best[index].rate, rate)
      } else {
        best.append((signal.satellite, sigma, rate))
      }
    }
    var clocks: [Constellation] = []
    var signals: [PosteriorBound.Signal] = []
    for (satellite, sigma, rate) in best {
      guard
        let path = ephemerides.ephemeris(for: satellite, at: time)?.signalPath(
          to: frame.originECEF, receivedAtSecondsOfWeek: time.secondsOfWeek)
      else { continue }
      let direction = frame.enu(ofVector: path.direction)
      guard direction.z > 0 else { continue }
      if !clocks.contains(satellite.constellation) { clocks.append(satellite.constellation) }
      let clock = clocks.firstIndex(of: satellite.constellation) ?? 0
      // Further systems, beyond the clocks of the recursion, are left out.
      guard clock < 4 else { continue }
      let seen = LocalFrame.azimuthElevation(ofENU: direction)
      let ionosphere =
        ephemerides.ionosphere?.delayMetres(
          at: place, azimuth: seen.azimuth, elevation: seen.elevation,
          secondsOfWeek: time.secondsOfWeek) ?? 5
      signals.append(
        PosteriorBound.Signal(
          direction: direction, sigma: sigma, rateSigma: rate,
          lasting: lasting(satellite),
          common: common(sine: direction.z, ionosphere: ionosphere), clock: clock))
    }
    return signals
  }
}
