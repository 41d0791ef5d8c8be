import Formats
import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Scoring
import Signals

/// Comparison of a u-blox module at a street corner in Hong Kong (16 minutes) with synthetic modules.
///
/// The district's buildings aren't in the data, but the satellites received in line of sight show that the
/// sky was clear above about 40°. The synthetic streets have random directions, and rows of houses that
/// leave as much sky, with towers behind. Satellites are compared as a whole, not one by one.
enum GNSSStreetStudy {
  private static let signal = "GNSS"
  private static let folder = ValidationSet.hongKong.rawValue + "/"
  private static let seeds: UInt64 = 20

  static func run(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
    let names = ["c", "d"].flatMap { hour in
      ["n", "g", "b", "l"].map { folder + "hksc155\(hour).20\($0).gz" }
    }
    let store = try GNSSStudyScene.store(data, names)
    let file = folder + "2020_06_03_TST_03.obs.gz"
    let read = try RinexObservations.read(data.bytes(file), file: file)
    guard let last = read.epochs.last else { return }
    // The published point; the height that fits the satellites above is 3.7 m more.
    let place = try Geodetic(
      latitudeDegrees: 22.299915404, longitudeDegrees: 114.177707462, altitudeMetres: 8.6
    ).ecef
    let real = [
      try GNSSStudyRun(read.epochs, store, at: place, systems: [.gps, .galileo, .beidou])
    ]
    let scene = GNSSStudyScene(
      store: store, start: read.start, duration: last.time.seconds, receiver: place, kind: .module,
      houses: { try street(seed: $0) })
    let synthetic = try scene.runs(seeds)
    try addHigh(real, synthetic, &comparison)
    try addLow(real, synthetic, &comparison)
    try addMemory(real, synthetic, &comparison)
    try addCarriers(real, synthetic, &comparison)
  }

  /// Houses of 8 to 25 m, 12 to 25 m away on either side, with some towers behind (estimates).
  private static func street(seed: UInt64) throws -> [Prism] {
    var draw = RandomStream(seed: seed, purpose: "validation.street")
    let angle = draw.uniform(in: 0...(2 * .pi))
    var prisms: [Prism] = []
    for side in [-1.0, 1] {
      let away = draw.uniform(in: 12...25)
      var south = -300.0
      while south < 300 {
        let length = draw.uniform(in: 15...35)
        var rows = [(away, away + 20, draw.uniform(in: 8...25))]
        if draw.happens(withProbability: 0.3) {
          rows.append((away + 35, away + 60, draw.uniform(in: 30...90)))
        }
        for (near, far, top) in rows {
          let corners = [
            Vec2(side * near, south), Vec2(side * far, south), Vec2(side * far, south + length),
            Vec2(side * near, south + length),
          ]
          prisms.append(
            try Prism(
              footprint: Polygon(exterior: corners.map { $0.rotated(by: angle) }), base: 0,
              top: top))
        }
        // An occasional alley.
        south += length + (draw.happens(withProbability: 0.3) ? 6 : 0)
      }
    }
    return prisms
  }

  /// Satellites at high elevation: the receiver's own noise.
  private static func addHigh(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: "module in a street, above 60°",
      source: ValidationSet.hongKong.source)
    let high = [60.0..<90]
    func compare(
      _ quantity: String, _ unit: String, _ value: ([GNSSStudyRow]) -> Double?
    ) throws {
      try figures.add(
        quantity, unit: unit,
        real: real.recorded(by: GNSSStudyBins.elevation, high, minimum: 100, value)[0],
        synthetic: synthetic.binned(by: GNSSStudyBins.elevation, high, minimum: 100, value)[0],
        to: &comparison)
    }
    try compare("C/N0, one satellite", "dB-Hz") { try? SortedSample($0.map(\.strength)).median }
    try compare("SD of C/N0 over time", "dB") { StudyNumbers.deviation($0.map(\.strength)) }
    try compare("pseudorange residual, SD", "m") { StudyNumbers.deviation($0.map(\.range)) }
    try compare("pseudorange noise from second to second", "m") {
      StudyNumbers.whiteNoise($0.map(\.range))
    }
    try compare("Doppler residual, SD", "m/s") { StudyNumbers.deviation($0.map(\.rate)) }
  }

  /// Satellites at low elevation: blocked by houses, received by reflections (NLOS).
  private static func addLow(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: "module in a street, below 40°",
      source: ValidationSet.hongKong.source)
    let low = [5.0..<40]
    let mean = { (rows: [GNSSStudyRow]) in StudyNumbers.mean(rows.map(\.range)) }
    let found = real.binned(by: GNSSStudyBins.elevation, low, minimum: 60, mean)[0]
    let made = synthetic.binned(by: GNSSStudyBins.elevation, low, minimum: 60, mean)[0]
    try figures.add(
      "excess path, mean of one satellite", unit: "m",
      real: RecordedValues(byRecording: [found]), synthetic: made, to: &comparison)
    try figures.add(
      "excess path, mean of one satellite received by echoes (over 5 m)", unit: "m",
      real: RecordedValues(byRecording: [found.filter { $0 > 5 }]),
      synthetic: made.filter { $0 > 5 }, to: &comparison)
    let strength = { (rows: [GNSSStudyRow]) in try? SortedSample(rows.map(\.strength)).median }
    try figures.add(
      "C/N0, one satellite", unit: "dB-Hz",
      real: real.recorded(by: GNSSStudyBins.elevation, low, minimum: 60, strength)[0],
      synthetic: synthetic.binned(by: GNSSStudyBins.elevation, low, minimum: 60, strength)[0],
      to: &comparison)
    let spread = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.strength)) }
    try figures.add(
      "SD of C/N0 over time", unit: "dB",
      real: real.recorded(by: GNSSStudyBins.elevation, low, minimum: 60, spread)[0],
      synthetic: synthetic.binned(by: GNSSStudyBins.elevation, low, minimum: 60, spread)[0],
      to: &comparison)
    comparison.plots.append(
      .distributions(
        signal: signal, title: "Street: excess path of satellites below 40°",
        xLabel: "pseudorange residual, mean of one satellite (m)", real: found, synthetic: made,
        caption:
          "Behind houses a satellite is received by its echo from others: ranges are tens of metres too "
          + "long. Hong Kong (GraphGNSSLib, GPS, Galileo, BeiDou) and \(seeds) random streets "
          + "(GPS), because the real houses aren't in the data."))
    let dots = { (runs: [GNSSStudyRun], every: Int) in
      runs.flatMap(\.rows).enumerated().filter { $0.offset % every == 0 }.map {
        SIMD2($0.element.strength, abs($0.element.range))
      }
    }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Street: error against C/N0", xLabel: "C/N0 (dB-Hz)",
        yLabel: "size of the pseudorange residual (m)", hasLogY: true,
        series: [
          SignalPlot.Series("synthetic", .synthetic, dots(synthetic, 211), mark: .points),
          SignalPlot.Series("real", .real, dots(real, 37), mark: .points),
        ],
        caption:
          "Strong signals are correct within a metre; below 36 dB-Hz some are correct and some "
          + "50 m off, which C/N0 alone doesn't show. Hong Kong (GraphGNSSLib)."))
  }

  /// The share of unbroken carrier phases, by C/N0.
  private static func addCarriers(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: "module in a street, all satellites",
      source: ValidationSet.hongKong.source)
    let kept = { (rows: [GNSSStudyRow]) in rows.shareOfCarriersKept }
    let levels = [24.0..<28, 28..<31, 31..<34, 34..<40]
    let found = real.recorded(by: GNSSStudyBins.strength, levels, kept)
    let made = synthetic.binned(by: GNSSStudyBins.strength, levels, kept)
    for (number, bin) in levels.enumerated() {
      try figures.add(
        "seconds with an unbroken carrier at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: "share",
        real: found[number], synthetic: made[number], to: &comparison)
    }
  }

  private static func addMemory(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: "module in a street, all satellites",
      source: ValidationSet.hongKong.source)
    let lags = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120]
    for (name, part) in [
      ("C/N0", \GNSSStudyRow.strength), ("pseudorange residual", \GNSSStudyRow.range),
    ] {
      let found = try real.autocorrelations(of: part, step: 1, lags: lags, minimum: 300)
      let made = try synthetic.autocorrelations(of: part, step: 1, lags: lags, minimum: 300)
      for (index, lag) in lags.enumerated() where [1, 10, 60].contains(lag) {
        try figures.add(
          "autocorrelation of \(name) after \(lag) s", unit: "",
          real: RecordedValues(byRecording: [found[index]]),
          synthetic: made[index], to: &comparison)
      }
      let places = lags.map(Double.init)
      comparison.plots.append(
        SignalPlot(
          signal: signal, title: "Street: autocorrelation of \(name)", xLabel: "lag (s)",
          yLabel: "autocorrelation", hasLogX: true,
          series: [
            SignalPlot.Series(
              "real, median", .real, try StudyNumbers.line(found, at: places, quantile: 0.5)),
            SignalPlot.Series(
              "real, 10 %", .real, try StudyNumbers.line(found, at: places, quantile: 0.1)),
            SignalPlot.Series(
              "real, 90 %", .real, try StudyNumbers.line(found, at: places, quantile: 0.9)),
          ] + (try StudyNumbers.band(made, at: places)),
          caption: "Where nothing moves but the satellites, echoes change within a minute, and the "
            + "carrier smooths the rest. Over satellites; Hong Kong (GraphGNSSLib)."))
    }
  }
}
