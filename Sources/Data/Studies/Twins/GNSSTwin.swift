import Geometry
import Glibc
import Kernel
import Numerics
import Observations
package import Recordings
package import Scoring
import Truth

/// Comparison of GNSS measurements with those of the simulated twins.
package enum GNSSTwin {
  /// Time lags of the autocorrelation, in s.
  private static let lags = [1.0, 5, 10, 30]
  /// Distance lags of the autocorrelation, in m.
  private static let ways = [10.0, 50]

  /// Compares pseudoranges and C/N0; adds nothing without measurements.
  ///
  /// - Parameters:
  ///   - real: The recording.
  ///   - twins: Its twins.
  ///   - comparison: Receives the figures and plots of each constellation.
  /// - Throws: An error of a statistic.
  package static func compare(
    _ real: Recording, with twins: [Recording], into comparison: inout TwinComparison
  ) throws {
    for system in [Constellation.gps, .glonass, .galileo, .beidou] {
      let own = try Run(real, system)
      guard own.rows.count >= 100 else { continue }
      let made = try twins.map { try Run($0, system) }
      comparison.figures += try figures(system.rawValue, own, made)
      comparison.plots += plots(system.rawValue, own, made)
    }
  }

  private static func plots(_ name: String, _ real: Run, _ twins: [Run]) -> [SignalPlot] {
    let parts: [(String, String, KeyPath<GNSSStudyRow, Double>)] = [
      ("range residuals", "m, about each epoch's median", \.range), ("C/N0", "dB-Hz", \.strength),
    ]
    return parts.map { title, label, part in
      SignalPlot.distributions(
        signal: name, title: "\(name): \(title)", xLabel: label,
        real: real.rows.map { $0[keyPath: part] },
        synthetic: twins.flatMap(\.rows).map { $0[keyPath: part] },
        caption: "Over the whole way; the twins together.")
    }
  }

  private static func figures(_ name: String, _ real: Run, _ twins: [Run]) throws -> [TwinFigure] {
    var figures = TwinFigures(signal: name)
    func compare(
      _ quantity: String, _ unit: String, of part: (Run) -> [Double], distribution: Bool = false,
      _ figure: ([Double]) throws -> Double?
    ) throws {
      try figures.add(
        quantity, unit, real, twins, of: part, distribution: distribution, figure)
    }
    let ranges = { (run: Run) in run.rows.map(\.range) }
    let strengths = { (run: Run) in run.rows.map(\.strength) }
    try compare("satellites in an epoch", "", of: \.counts) {
      $0.reduce(0, +) / Double($0.count)
    }
    try compare("strong satellites in an epoch, p10", "", of: \.strongCounts) {
      try quantile(0.1, of: $0)
    }
    try compare("range residual, p5", "m", of: ranges, distribution: true) {
      try quantile(0.05, of: $0)
    }
    for share in [0.25, 0.75, 0.95] {
      try compare("range residual, p\(Int(share * 100))", "m", of: ranges) {
        try quantile(share, of: $0)
      }
    }
    for limit in [15.0, 50] {
      try compare("range residuals over \(Int(limit)) m", "share", of: ranges) { values in
        Double(values.count { abs($0) > limit }) / Double(values.count)
      }
    }
    try compare("range residual, skew", "", of: ranges) { values in
      let (low, high) = (try quantile(0.05, of: values), try quantile(0.95, of: values))
      return (high + low) / (high - low)
    }
    for (low, high) in [(0.0, 30.0), (30, 38), (38, 46), (46, 99)] {
      let band = { (run: Run) in
        run.rows.filter { $0.strength >= low && $0.strength < high }.map(\.range)
      }
      let name =
        low == 0
        ? "below \(Int(high)) dB-Hz"
        : high == 99 ? "\(Int(low)) dB-Hz and more" : "\(Int(low)) to \(Int(high)) dB-Hz"
      try compare("range residuals over 15 m, \(name)", "share", of: band) { values in
        Double(values.count { abs($0) > 15 }) / Double(values.count)
      }
    }
    for lag in lags {
      try compare(
        "range residual, autocorrelation after \(Int(lag)) s", "",
        of: {
          $0.autocorrelations(\.range, lag: lag)
        }
      ) { try quantile(0.5, of: $0) }
    }
    for way in ways {
      try compare(
        "range residual, autocorrelation after \(Int(way)) m", "",
        of: { $0.autocorrelations(over: way) }
      ) { try quantile(0.5, of: $0) }
    }
    try compare("C/N0, p10", "dB-Hz", of: strengths, distribution: true) {
      try quantile(0.1, of: $0)
    }
    for share in [0.5, 0.9] {
      try compare("C/N0, p\(Int(share * 100))", "dB-Hz", of: strengths) {
        try quantile(share, of: $0)
      }
    }
    for lag in lags {
      try compare(
        "C/N0, autocorrelation after \(Int(lag)) s", "",
        of: {
          $0.autocorrelations(\.strength, lag: lag)
        }
      ) { try quantile(0.5, of: $0) }
    }
    if real.hasRates {
      try compare("rate residual, p5", "m/s", of: { $0.rows.map(\.rate) }, distribution: true) {
        try quantile(0.05, of: $0)
      }
      try compare("rate residual, p95", "m/s", of: { $0.rows.map(\.rate) }) {
        try quantile(0.95, of: $0)
      }
    }
    if real.hasCarrier {
      try compare("carrier kept", "share", of: { $0.rows.map { $0.isCarrierKept ? 1 : 0 } }) {
        $0.reduce(0, +) / Double($0.count)
      }
    }
    return figures.all
  }

  /// The rows of one recording.
  private struct Run {
    let rows: [GNSSStudyRow]
    /// Number of satellites of the constellation in each epoch.
    let counts: [Double]
    /// Number of strong satellites in each epoch: a module's signals in line of sight have at least 35 dB-Hz.
    let strongCounts: [Double]
    let hasRates: Bool
    let hasCarrier: Bool
    private let tracks: [[GNSSStudyRow]]
    /// Distance travelled at each row of each track, in m.
    private let ways: [[Double]]

    init(_ recording: Recording, _ system: Constellation) throws {
      var store = BroadcastEphemerides()
      var epochs: [GNSSEpoch] = []
      for delivered in recording.observations {
        switch delivered.item {
        case .ephemeris(let message): store.insert(message)
        case .gnss(let epoch): epochs.append(epoch)
        default: break
        }
      }
      let truth = RecordedTruth(recording.truth)
      func position(_ time: SimTime) -> ECEF? {
        guard let sample = truth?.sample(at: time), sample.known.contains(.position),
          let place = try? Geodetic(
            latitudeDegrees: sample.coordinate.latitudeDegrees,
            longitudeDegrees: sample.coordinate.longitudeDegrees,
            altitudeMetres: sample.known.contains(.altitude) ? sample.altitudeMetres : 0)
        else { return nil }
        return place.ecef
      }
      let step = SimDuration.milliseconds(500)
      let run = try GNSSStudyRun(epochs, store, systems: [system], clock: .median) { time in
        guard let here = position(time) else { return nil }
        let (before, after) = (position(time - step) ?? here, position(time + step) ?? here)
        return GNSSStudyPlace(position: here, velocity: (after - before) / (2 * step.seconds))
      }
      tracks = run.tracks
      let places = TruePlaces(recording)
      ways = run.tracks.map { track in places.ways(at: track.map { SimTime(seconds: $0.time) }) }
      rows = run.rows
      counts = epochs.map { epoch in
        Double(epoch.measurements.count { $0.satellite.constellation == system })
      }
      strongCounts = epochs.map { epoch in
        Double(
          epoch.measurements.count {
            $0.satellite.constellation == system && $0.carrierToNoiseDecibelHertz >= 35
          })
      }
      let signals = epochs.lazy.flatMap(\.measurements)
      hasRates = signals.contains { $0.pseudorangeRateSigmaMetresPerSecond < .infinity }
      hasCarrier = signals.contains { $0.accumulatedDeltaRangeSigmaMetres < .infinity }
    }

    /// The autocorrelation of each satellite at a lag in s, over all pairs of rows with that spacing.
    func autocorrelations(_ part: KeyPath<GNSSStudyRow, Double>, lag: Double) -> [Double] {
      tracks.compactMap { track in
        Self.autocorrelation(track.map { $0[keyPath: part] }, at: track.map(\.time), lag: lag, 0.15)
      }
    }

    /// The autocorrelation of each satellite's residuals at a distance in m.
    func autocorrelations(over way: Double) -> [Double] {
      zip(tracks, ways).compactMap { track, gone in
        Self.autocorrelation(track.map(\.range), at: gone, lag: way, 0.2 * way)
      }
    }

    /// The autocorrelation over all pairs of values with a spacing of lag ± slack.
    private static func autocorrelation(
      _ values: [Double], at places: [Double], lag: Double, _ slack: Double
    ) -> Double? {
      guard values.count > 100 else { return nil }
      let mean = values.reduce(0, +) / Double(values.count)
      let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      var (sum, count, ahead) = (0.0, 0, 0)
      for (index, place) in places.enumerated() {
        while ahead < places.count, places[ahead] < place + lag - slack { ahead += 1 }
        guard ahead < places.count, places[ahead] < place + lag + slack else { continue }
        sum += (values[index] - mean) * (values[ahead] - mean)
        count += 1
      }
      guard count > 50, square > 0 else { return nil }
      return sum / Double(count) / (square / Double(values.count))
    }
  }
}
