import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Scoring

/// One measurement of a satellite by a receiver at a known position, with its residuals.
struct GNSSStudyRow {
  var satellite: SatelliteID
  /// In s since the recording's start.
  var time: Double
  var elevation: Double
  var strength: Double
  /// Residuals of the pseudorange, in m, and of its rate, in m/s.
  var range: Double
  var rate: Double
  /// Pseudorange sigma reported by the receiver, in m.
  var reported = 0.0
  /// True for a valid accumulated delta range without a cycle slip.
  var isCarrierKept = false
}

/// The true position and velocity of a receiver.
struct GNSSStudyPlace: Hashable {
  /// Antenna position, ECEF, in m.
  var position: ECEF
  /// ECEF, in m/s.
  var velocity: Vec3
}

/// All measurements of one receiver, real or synthetic, by satellite.
struct GNSSStudyRun {
  /// Rows of each satellite, in order of time.
  let tracks: [[GNSSStudyRow]]

  /// The estimator of the receiver clock in an epoch, for each constellation.
  enum ClockEstimator {
    /// Mean weighted by sin² of elevation and 10^(C/N0 / 20), so that the best satellites dominate.
    case best
    /// Median, which cannot hide errors of weak signals.
    case median
  }

  /// Computes the residuals of a stationary receiver; see ``init(_:_:systems:clock:place:)``.
  init(
    _ epochs: some Sequence<GNSSEpoch>, _ store: BroadcastEphemerides, at receiver: ECEF,
    systems: [Constellation] = [.gps]
  ) throws {
    let still = GNSSStudyPlace(position: receiver, velocity: .zero)
    try self.init(epochs, store, systems: systems) { _ in still }
  }

  /// Computes residuals after removal of broadcast orbits and clocks, the Klobuchar ionosphere, the
  /// Saastamoinen troposphere and, in each epoch, a receiver clock for each constellation.
  ///
  /// - Parameters:
  ///   - epochs: The measurements.
  ///   - store: The broadcast messages.
  ///   - systems: The constellations to use.
  ///   - clock: Estimator of the receiver clock.
  ///   - place: Returns the true position; epochs with nil are skipped.
  /// - Throws: The fault of a position.
  init(
    _ epochs: some Sequence<GNSSEpoch>, _ store: BroadcastEphemerides,
    systems: [Constellation] = [.gps], clock: ClockEstimator = .best,
    place: (SimTime) -> GNSSStudyPlace?
  ) throws {
    var found: [SatelliteID: [GNSSStudyRow]] = [:]
    var sight: GNSSResidualModel?
    for epoch in epochs {
      guard let here = place(epoch.time) else { continue }
      if sight?.here != here { sight = try GNSSResidualModel(store, here) }
      for system in systems {
        let signals = epoch.measurements.filter { $0.satellite.constellation == system }
        var rows = signals.compactMap { sight?.row($0, epoch) }
        guard rows.count > 3 else { continue }
        let (range, rate) = try Self.clock(rows, clock)
        for index in rows.indices {
          rows[index].range -= range
          rows[index].rate -= rate
          found[rows[index].satellite, default: []].append(rows[index])
        }
      }
    }
    tracks = found.keys.sorted().compactMap { found[$0] }
  }

  private static func clock(
    _ rows: [GNSSStudyRow], _ clock: ClockEstimator
  ) throws -> (range: Double, rate: Double) {
    guard clock == .best else {
      return (
        try quantile(0.5, of: rows.map(\.range)), try quantile(0.5, of: rows.map(\.rate))
      )
    }
    var (range, rate, sum) = (0.0, 0.0, 0.0)
    for row in rows {
      let height = sin(row.elevation)
      let weight = height * height * pow(10, row.strength / 20)
      range += weight * row.range
      rate += weight * row.rate
      sum += weight
    }
    return (range / sum, rate / sum)
  }

  var rows: [GNSSStudyRow] { tracks.flatMap(\.self) }

  /// Evaluates the longest stretch of each satellite without gaps of more than 1.5 `step`.
  ///
  /// - Parameters:
  ///   - step: Interval of the rows, in s.
  ///   - minimum: Min number of rows of a stretch.
  ///   - value: Evaluates a stretch.
  /// - Returns: One value per satellite.
  func stretches(
    step: Double, minimum: Int, _ value: ([GNSSStudyRow]) throws -> Double?
  ) rethrows -> [Double] {
    try tracks.compactMap { track in
      var best = 0..<0
      var first = 0
      for index in track.indices {
        if index > 0, track[index].time - track[index - 1].time > 1.5 * step { first = index }
        if index + 1 - first > best.count { best = first..<index + 1 }
      }
      return best.count >= minimum ? try value(Array(track[best])) : nil
    }
  }
}

/// The receiver position and models for computing residuals.
private struct GNSSResidualModel {
  let store: BroadcastEphemerides
  let here: GNSSStudyPlace
  let place: Geodetic
  let frame: LocalFrame
  let ionosphere: KlobucharParameters
  private var receiver: ECEF { here.position }

  init(_ store: BroadcastEphemerides, _ here: GNSSStudyPlace) throws {
    self.store = store
    self.here = here
    place = try Geodetic(ecef: here.position)
    frame = LocalFrame(origin: place)
    ionosphere = store.ionosphere ?? .nominal
  }

  /// The residuals of a signal without the receiver clock; nil below 5° and without a message.
  func row(_ signal: GNSSMeasurement, _ epoch: GNSSEpoch) -> GNSSStudyRow? {
    let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    let light = KeplerEphemeris.speedOfLight
    // Only a complete pseudorange gives a distance; it gives the time of transmission by the satellite's
    // clock, for any offset of the receiver's clock.
    guard (1.5e7...6e7).contains(signal.pseudorangeMetres),
      let message = store.ephemeris(for: signal.satellite, at: time)
    else { return nil }
    let shown = time.secondsOfWeek - signal.pseudorangeMetres / light
    guard let clock = message.satelliteState(atSecondsOfWeek: shown)?.clockSeconds,
      let state = message.satelliteState(atSecondsOfWeek: shown - clock),
      let path = message.signalPath(
        to: receiver,
        receivedAtSecondsOfWeek: shown - clock + state.positionMetres.distance(to: receiver) / light
      )
    else { return nil }
    let (azimuth, elevation) = frame.azimuthElevation(of: path.satellite.positionMetres)
    guard elevation > 5 * .pi / 180 else { return nil }
    let delay =
      ionosphere.delayMetres(
        at: place, azimuth: azimuth, elevation: elevation, secondsOfWeek: time.secondsOfWeek,
        frequency: signal.carrierFrequencyHertz)
      + Troposphere.delayMetres(at: place, elevation: elevation)
    return GNSSStudyRow(
      satellite: signal.satellite, time: epoch.time.seconds, elevation: elevation,
      strength: signal.carrierToNoiseDecibelHertz,
      range: signal.pseudorangeMetres - path.rangeMetres + light * path.satellite.clockSeconds
        - delay,
      rate: signal.pseudorangeRateMetresPerSecond - path.rangeRate(receiverVelocity: here.velocity)
        + light * path.satellite.clockDriftSecondsPerSecond,
      reported: signal.pseudorangeSigmaMetres,
      isCarrierKept: signal.accumulatedDeltaRangeState.contains(.valid)
        && !signal.accumulatedDeltaRangeState.contains(.cycleSlip))
  }
}

extension [GNSSStudyRun] {
  /// Evaluates the rows of each satellite in each bin.
  ///
  /// - Parameters:
  ///   - key: The binned quantity.
  ///   - bins: The bins.
  ///   - minimum: Min number of rows of a satellite in a bin.
  ///   - value: Evaluates a satellite's rows in one bin.
  /// - Returns: The values of each bin.
  func binned(
    by key: (GNSSStudyRow) -> Double, _ bins: [Range<Double>], minimum: Int = 20,
    _ value: ([GNSSStudyRow]) -> Double?
  ) -> [[Double]] {
    bins.map { bin in
      flatMap { run in
        run.tracks.compactMap { track in
          let rows = track.filter { bin.contains(key($0)) }
          return rows.count >= minimum ? value(rows) : nil
        }
      }
    }
  }

  /// The values of ``binned(by:_:minimum:_:)``, grouped by run.
  func recorded(
    by key: (GNSSStudyRow) -> Double, _ bins: [Range<Double>], minimum: Int = 20,
    _ value: ([GNSSStudyRow]) -> Double?
  ) -> [RecordedValues] {
    let runs = map { [$0].binned(by: key, bins, minimum: minimum, value) }
    return bins.indices.map { bin in RecordedValues(byRecording: runs.map { $0[bin] }) }
  }

  /// The autocorrelations of each satellite of each run, for each lag.
  func autocorrelations(
    of part: KeyPath<GNSSStudyRow, Double>, step: Double, lags: [Int], minimum: Int
  ) throws -> [[Double]] {
    let longest = lags.max() ?? 0
    var columns = lags.map { _ in [Double]() }
    for run in self {
      _ = try run.stretches(step: step, minimum: Swift.max(minimum, longest + 2)) { rows in
        let values = try autocorrelation(of: rows.map { $0[keyPath: part] }, lags: lags)
        for (index, value) in values.enumerated() { columns[index].append(value) }
        return nil
      }
    }
    return columns
  }
}

/// Keys and bins of the GNSS studies.
enum GNSSStudyBins {
  static func elevation(_ row: GNSSStudyRow) -> Double { row.elevation * 180 / .pi }
  static func strength(_ row: GNSSStudyRow) -> Double { row.strength }

  static let tens = bins(from: 0, each: 10)
  static let strengths = bins(from: 18, each: 4)

  /// Nine adjacent bins.
  private static func bins(from start: Double, each width: Double) -> [Range<Double>] {
    (0..<9).map { (number: Int) -> Range<Double> in
      let low = start + width * Double(number)
      return low..<low + width
    }
  }

  static func middles(_ bins: [Range<Double>]) -> [Double] {
    bins.map { ($0.lowerBound + $0.upperBound) / 2 }
  }

  static func name(_ bin: Range<Double>, _ unit: String) -> String {
    "\(Int(bin.lowerBound)) to \(Int(bin.upperBound))\(unit == "°" ? "" : " ")\(unit)"
  }
}

extension [GNSSStudyRow] {
  /// The share of rows with an unbroken carrier phase.
  var shareOfCarriersKept: Double? {
    isEmpty ? nil : Double(count { $0.isCarrierKept }) / Double(count)
  }
}
