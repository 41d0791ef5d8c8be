import Geometry
public import Kernel
public import Observations

/// What the satellite epochs of a recording allow at best, epoch by epoch.
///
/// From where the satellites stood by their broadcasts, and how good the receiver said its ranges
/// are: what one epoch's code ranges tell by themselves. A filter that has more (earlier epochs,
/// the carrier, a map) may do better, so an efficiency above one isn't a mistake.
public struct SatelliteBounds: Sendable {
  private var times: [SimTime] = []
  private var bounds: [Double] = []
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
      // A receiver's clock may be set back.
      guard epoch.measurements.count >= 4,
        epoch.time < latestEpoch || epoch.time - latestEpoch >= Self.period
      else { return }
      guard let bound = Self.bound(of: epoch, ephemerides, truth(epoch.time)) else { return }
      latestEpoch = epoch.time
      times.append(delivered.time)
      bounds.append(bound)
    default: break
    }
  }

  /// The bound of the latest epoch that reached the stack by a moment, in m; nil without a fresh one.
  public func bound(at time: SimTime) -> Double? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time - times[low - 1] <= Self.validity else { return nil }
    return bounds[low - 1]
  }

  private static func bound(
    of epoch: GNSSEpoch, _ ephemerides: BroadcastEphemerides, _ truth: TruthSample
  ) -> Double? {
    guard truth.known.contains(.position),
      let place = try? Geodetic(
        latitudeDegrees: truth.coordinate.latitudeDegrees,
        longitudeDegrees: truth.coordinate.longitudeDegrees,
        altitudeMetres: truth.known.contains(.altitude) ? truth.altitudeMetres : 0)
    else { return nil }
    let frame = LocalFrame(origin: place)
    let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    // Several signals of a satellite share most of their errors: the best one counts.
    var best: [(satellite: SatelliteID, sigma: Double)] = []
    for signal in epoch.measurements where signal.state.contains(.codeLock) {
      let sigma = signal.pseudorangeSigmaMetres
      guard sigma > 0, sigma.isFinite, signal.pseudorangeMetres > 0 else { continue }
      if let index = best.firstIndex(where: { $0.satellite == signal.satellite }) {
        best[index].sigma = min(best[index].sigma, sigma)
      } else {
        best.append((signal.satellite, sigma))
      }
    }
    var clocks: [Constellation] = []
    var ranges: [(direction: Vec3, sigmaMetres: Double, clock: Int)] = []
    for (satellite, sigma) in best {
      guard
        let path = ephemerides.ephemeris(for: satellite, at: time)?.signalPath(
          to: frame.originECEF, receivedAtSecondsOfWeek: time.secondsOfWeek)
      else { continue }
      let direction = frame.enu(ofVector: path.direction)
      guard direction.z > 0 else { continue }
      if !clocks.contains(satellite.constellation) { clocks.append(satellite.constellation) }
      ranges.append((direction, sigma, clocks.firstIndex(of: satellite.constellation) ?? 0))
    }
    let finest = ranges.map(\.sigmaMetres).min() ?? 0
    return CramerRaoBound.horizontal(ranges: ranges).flatMap {
      $0 <= Self.mostDilution * finest ? $0 : nil
    }
  }
}
