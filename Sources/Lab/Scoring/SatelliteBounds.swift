import Geometry
public import Kernel
public import Observations
public import Truth

/// What the satellite epochs of a recording allow at best, epoch by epoch.
///
/// From where the satellites stood by their broadcasts, and how good the receiver said its ranges
/// are: what one epoch's code ranges tell by themselves. A filter that has more (earlier epochs,
/// the carrier, a map) may do better, so an efficiency above one isn't a mistake.
public struct SatelliteBounds: Sendable {
  private var bounds = BoundLog()
  private var posterior = PosteriorBound()
  private var epochs = 0.0
  private var ephemerides = BroadcastEphemerides()
  /// When the latest epoch that was looked at was measured.
  private var latestEpoch = SimTime.distantPast

  /// How much worse than a range a place may be known; beyond it the geometry determines none.
  ///
  /// RTKLIB's default limit of the dilution of precision (rejgdop), from memory.
  private static let mostDilution = 30.0

  /// How long an epoch's bound holds: as long as a location counts as current.
  private static let validity = SimDuration.seconds(5)

  /// How often it is worked out: a bound costs as much as a solution, and the sky turns slowly.
  ///
  /// The same moments in a live run and in its replay, and no more than a bound is valid.
  private static let period = SimDuration.seconds(5)

  /// How long messages are kept, in s: none is valid for longer than hours, and epochs come in the
  /// order of time but for a clock's corrections.
  private static let memorySeconds = 86_400.0

  /// The hour that a moment is in; when it changes, old messages go.
  private static func hour(of time: SimTime) -> Double { (time.seconds / 3600).rounded(.down) }

  /// Starts with nothing.
  public init() {}

  /// Works out the bounds of many observations.
  ///
  /// - Parameters:
  ///   - observations: What the device sensed, in order.
  ///   - truth: The truth at any moment.
  public init(
    _ observations: [Delivered<Observation>], truth: (SimTime) -> TruthSample
  ) {
    for delivered in observations { add(delivered, truth: truth) }
  }

  /// Takes in what reached the stack; call in the order of time.
  ///
  /// - Parameters:
  ///   - delivered: Anything that it sensed; what isn't of satellites is left aside.
  ///   - truth: The truth at any moment.
  public mutating func add(
    _ delivered: Delivered<Observation>, truth: (SimTime) -> TruthSample
  ) {
    switch delivered.item {
    case .ephemeris(let message): ephemerides.insert(message)
    case .gnss(let epoch):
      epochs += 1
      // A receiver's clock may be set back.
      guard epoch.measurements.count >= 4,
        epoch.time < latestEpoch || epoch.time - latestEpoch >= Self.period
      else { return }
      let known = truth(epoch.time)
      let signals = Self.signals(of: epoch, ephemerides, known)
      guard let bound = Self.bound(of: signals) else { return }
      // The sky turns slowly: one epoch stands for those since the last.
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

  /// The bound of the latest epoch that reached the stack by a moment, in m; nil without a fresh one.
  public func bound(at time: SimTime) -> Double? { latest(at: time)?.bound }

  /// The bound, in m, of who knows all epochs up to the latest that reached the stack by a moment.
  public func posteriorBound(at time: SimTime) -> Double? { latest(at: time)?.posterior }

  private func latest(at time: SimTime) -> BoundLog.Row? {
    bounds.latest(at: time, within: Self.validity)
  }

  private static func bound(of signals: [PosteriorBound.Signal]) -> Double? {
    let finest = signals.map(\.sigma).min() ?? 0
    let ranges = signals.map { (direction: $0.direction, sigmaMetres: $0.sigma, clock: $0.clock) }
    return CramerRaoBound.horizontal(ranges: ranges).flatMap {
      $0 <= Self.mostDilution * finest ? $0 : nil
    }
  }

  /// What lasts in a range of a satellite by itself, in m²: 0.8 m each of orbit and clock, twice that of
  /// GLONASS's; estimates.
  private static func lasting(_ satellite: SatelliteID) -> Double {
    1.28 * (satellite.constellation == .glonass ? 4 : 1)
  }

  /// What lasts in all ranges together, in m.
  ///
  /// Half of what the broadcast ionosphere says (RTKLIB's error factor), and 0.15 m of troposphere at
  /// the zenith. Most of it is in the clock.
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
    // Several signals of a satellite share most of their errors: the best one counts.
    var best: [(satellite: SatelliteID, sigma: Double, rate: Double)] = []
    for signal in epoch.measurements where signal.state.contains(.codeLock) {
      let sigma = signal.pseudorangeSigmaMetres
      guard sigma > 0, sigma.isFinite, signal.pseudorangeMetres > 0 else { continue }
      let told = signal.pseudorangeRateSigmaMetresPerSecond
      let rate = told > 0 ? told : .infinity
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
      // More systems than the recursion has clocks for are none the better known.
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
