import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Scoring

/// What a receiver at a known place measured of a satellite, and what is left of it.
struct GNSSStudyRow {
  var satellite: SatelliteID
  /// When, in s since the recording's start.
  var time: Double
  /// In rad.
  var elevation: Double
  /// C/N0, in dB-Hz.
  var strength: Double
  /// What is left of the pseudorange, in m, and of its rate, in m/s.
  var range: Double
  var rate: Double
  /// What the receiver says the pseudorange's deviation is, in m.
  var told = 0.0
  /// Whether the carrier's count goes on unbroken.
  var isCarrierKept = false
}

/// Where a receiver truly was and how it moved.
struct GNSSStudyPlace: Hashable {
  /// The antenna, in ECEF, in m.
  var position: ECEF
  /// In the same axes, in m/s.
  var velocity: Vec3
}

/// All that one receiver measured, real or synthetic, by satellite.
struct GNSSStudyRun {
  /// Each satellite's rows in order of time.
  let tracks: [[GNSSStudyRow]]

  /// What is taken for the receiver's clock in an epoch, for each system.
  enum Clock {
    /// A mean weighted by sin² of elevation and 10^(C/N0 / 20), so that the best satellites decide.
    case best
    /// The median, of which nobody can say that it hides what is wrong with the weak.
    case median
  }

  /// Takes off what is known of a receiver that stands still; see ``init(_:_:systems:clock:place:)``.
  init(
    _ epochs: some Sequence<GNSSEpoch>, _ store: BroadcastEphemerides, at receiver: ECEF,
    systems: [Constellation] = [.gps]
  ) throws {
    let still = GNSSStudyPlace(position: receiver, velocity: .zero)
    try self.init(epochs, store, systems: systems) { _ in still }
  }

  /// Takes off what is known: orbits and clocks as broadcast, Klobuchar's ionosphere, Saastamoinen's
  /// troposphere, and in each epoch a clock for each system.
  ///
  /// - Parameters:
  ///   - epochs: What was measured.
  ///   - store: What the satellites broadcast.
  ///   - systems: The systems wanted.
  ///   - clock: What is taken for the receiver's clock.
  ///   - place: Where it was; nil where nobody knows, and such epochs are left out.
  /// - Throws: What is wrong with the place.
  init(
    _ epochs: some Sequence<GNSSEpoch>, _ store: BroadcastEphemerides,
    systems: [Constellation] = [.gps], clock: Clock = .best,
    place: (SimTime) -> GNSSStudyPlace?
  ) throws {
    var found: [SatelliteID: [GNSSStudyRow]] = [:]
    var sight: GNSSStudySight?
    for epoch in epochs {
      guard let here = place(epoch.time) else { continue }
      if sight?.here != here { sight = try GNSSStudySight(store, here) }
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
    _ rows: [GNSSStudyRow], _ clock: Clock
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

  /// The rows of all satellites.
  var rows: [GNSSStudyRow] { tracks.flatMap(\.self) }

  /// One value for each satellite from its longest stretch without gaps of more than `step`.
  ///
  /// - Parameters:
  ///   - step: From row to row, in s.
  ///   - least: How many rows a stretch needs.
  ///   - value: What to make of a stretch.
  /// - Returns: The values.
  func stretches(
    step: Double, least: Int, _ value: ([GNSSStudyRow]) throws -> Double?
  ) rethrows -> [Double] {
    try tracks.compactMap { track in
      var best = 0..<0
      var first = 0
      for index in track.indices {
        if index > 0, track[index].time - track[index - 1].time > 1.5 * step { first = index }
        if index + 1 - first > best.count { best = first..<index + 1 }
      }
      return best.count >= least ? try value(Array(track[best])) : nil
    }
  }
}

/// From where and with what knowledge satellites are looked at.
private struct GNSSStudySight {
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

  /// What is left of a signal but for the receiver's clock; nil below 5° and without a message.
  func row(_ signal: GNSSMeasurement, _ epoch: GNSSEpoch) -> GNSSStudyRow? {
    let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    let light = KeplerEphemeris.speedOfLight
    // Only a whole pseudorange tells a distance; the pseudorange tells the time of transmission by
    // the satellite's clock, whatever the receiver's shows.
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
      told: signal.pseudorangeSigmaMetres,
      isCarrierKept: signal.accumulatedDeltaRangeState.contains(.valid)
        && !signal.accumulatedDeltaRangeState.contains(.cycleSlip))
  }
}

extension [GNSSStudyRun] {
  /// For each bin, one value for each satellite of each run that has enough rows in it.
  ///
  /// - Parameters:
  ///   - key: What is binned.
  ///   - bins: The bins.
  ///   - least: How many rows of a satellite are enough.
  ///   - value: What to make of a satellite's rows in one bin.
  /// - Returns: The values of each bin.
  func binned(
    by key: (GNSSStudyRow) -> Double, _ bins: [Range<Double>], least: Int = 20,
    _ value: ([GNSSStudyRow]) -> Double?
  ) -> [[Double]] {
    bins.map { bin in
      flatMap { run in
        run.tracks.compactMap { track in
          let rows = track.filter { bin.contains(key($0)) }
          return rows.count >= least ? value(rows) : nil
        }
      }
    }
  }

  /// The same by the run that each value is from.
  func recorded(
    by key: (GNSSStudyRow) -> Double, _ bins: [Range<Double>], least: Int = 20,
    _ value: ([GNSSStudyRow]) -> Double?
  ) -> [RecordedValues] {
    let runs = map { [$0].binned(by: key, bins, least: least, value) }
    return bins.indices.map { bin in RecordedValues(byRecording: runs.map { $0[bin] }) }
  }

  /// For each lag, the autocorrelation of each satellite of each run.
  func autocorrelations(
    of part: KeyPath<GNSSStudyRow, Double>, step: Double, lags: [Int], least: Int
  ) throws -> [[Double]] {
    let longest = lags.max() ?? 0
    var columns = lags.map { _ in [Double]() }
    for run in self {
      _ = try run.stretches(step: step, least: Swift.max(least, longest + 2)) { rows in
        let values = try autocorrelation(of: rows.map { $0[keyPath: part] }, lags: lags)
        for (index, value) in values.enumerated() { columns[index].append(value) }
        return nil
      }
    }
    return columns
  }
}

/// What the studies of satellite signals sort by, and by what bins.
enum GNSSStudyBins {
  /// Elevation, in degrees.
  static func elevation(_ row: GNSSStudyRow) -> Double { row.elevation * 180 / .pi }
  /// C/N0, in dB-Hz.
  static func strength(_ row: GNSSStudyRow) -> Double { row.strength }

  static let tens = bins(from: 0, each: 10)
  static let strengths = bins(from: 18, each: 4)

  /// Nine bins, one beside the other.
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
  /// The share of rows with a carrier that goes on.
  var shareOfCarriersKept: Double? {
    isEmpty ? nil : Double(count { $0.isCarrierKept }) / Double(count)
  }
}
