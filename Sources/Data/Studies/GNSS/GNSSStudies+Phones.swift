import Formats
import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Scoring
import Signals

/// Comparison of two phones of 2016 at rest in the open with synthetic phones, one per seed, under the same
/// satellites, and of a Pixel 6 for C/N0.
enum GNSSPhoneStudy {
  private static let seeds: UInt64 = 16
  private static let folder = ValidationSet.googleGNSS.rawValue + "/"
  private static let logs = [
    ("August 2016", "pseudoranges_log_2016_08_22_14_45_50", "hour2350"),
    ("June 2016", "pseudoranges_log_2016_06_30_21_26_07", "hour1820"),
  ]
  private static let signal = "GNSS"
  private static let situation = "phone at rest, open sky"
  private static let source = ValidationSet.googleGNSS.source
  private static let phones = "two phones at rest in Mountain View (gps-measurement-tools)"

  static func run(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
    var real: [GNSSStudyRun] = []
    var synthetic: [GNSSStudyRun] = []
    for (_, log, messages) in logs {
      let store = try GNSSStudyScene.store(data, [folder + messages + ".16n.gz"])
      let name = folder + log + ".txt.gz"
      let read = try GNSSLoggerRecording.read(data.bytes(name), file: name)
      // The phone's own fixes scatter by metres about its position: their mean is accurate enough.
      let fixes = read.fixes
      guard let latitude = StudyNumbers.mean(fixes.map(\.coordinate.latitudeDegrees)),
        let longitude = StudyNumbers.mean(fixes.map(\.coordinate.longitudeDegrees)),
        let altitude = StudyNumbers.mean(fixes.map(\.altitudeMetres)),
        let last = read.epochs.last
      else { continue }
      let place = try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: altitude)
      real.append(try GNSSStudyRun(read.epochs, store, at: place.ecef))
      let scene = GNSSStudyScene(
        store: store, start: read.start, duration: last.time.seconds, receiver: place.ecef,
        kind: .phone)
      synthetic += try scene.runs(seeds)
    }
    try addStrengths(data, real, synthetic, &comparison)
    try addResiduals(real, synthetic, &comparison)
    try addMemory(real, synthetic, &comparison)
    try addHonesty(real, synthetic, &comparison)
  }

  /// C/N0: its distribution and its increase with elevation.
  private static func addStrengths(
    _ data: ValidationData, _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun],
    _ comparison: inout SignalComparison
  ) throws {
    let name = ValidationSet.pixel6.rawValue + "/pixel6.txt.gz"
    let pixel = try GNSSLoggerRecording.read(data.bytes(name), file: name).epochs
      .flatMap(\.measurements).filter { $0.satellite.constellation == .gps }
    let figures = StudyFigures(signal: signal, situation: situation, source: source)
    let all = { (runs: [GNSSStudyRun]) in runs.flatMap { $0.rows.map(\.strength) } }
    let runs = real.map { $0.rows.map(\.strength) } + [pixel.map(\.carrierToNoiseDecibelHertz)]
    let reported = runs.flatMap(\.self)
    try StudyFigures(
      signal: signal, situation: situation,
      source: source + "; " + ValidationSet.pixel6.source
    ).add(
      // A phone's sensitivity isn't part of the shape.
      "C/N0 of GPS about a phone's median", unit: "dB",
      real: RecordedValues(byRecording: runs.map(about)),
      synthetic: synthetic.flatMap { about($0.rows.map(\.strength)) }, to: &comparison)
    comparison.plots.append(
      .distributions(
        signal: signal, title: "Phone: C/N0 of GPS", xLabel: "C/N0 (dB-Hz)", real: reported,
        synthetic: all(synthetic),
        caption: "Phones of 2016 (gps-measurement-tools) and a Pixel 6 (gnss_lib_py) receive most "
          + "satellites at 22 to 40 dB-Hz, 10 dB below a surveyor's receiver."))

    let wide = [5.0..<20, 20..<45, 45..<90]
    let median = { (rows: [GNSSStudyRow]) in try? SortedSample(rows.map(\.strength)).median }
    let found = real.recorded(by: GNSSStudyBins.elevation, wide, median)
    let made = synthetic.binned(by: GNSSStudyBins.elevation, wide, median)
    for (number, bin) in wide.enumerated() {
      try figures.add(
        "C/N0, one satellite at \(GNSSStudyBins.name(bin, "°"))", unit: "dB-Hz",
        real: found[number], synthetic: made[number], to: &comparison)
    }
    try addRise(real, synthetic, median, &comparison)
    let calm = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.strength)) }
    let levels = [20.0..<28, 28..<34, 34..<42]
    let flicker = (
      real.recorded(by: GNSSStudyBins.strength, levels, calm),
      synthetic.binned(by: GNSSStudyBins.strength, levels, calm)
    )
    for (number, bin) in levels.enumerated() {
      try figures.add(
        "SD of C/N0 over time at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: "dB",
        real: flicker.0[number], synthetic: flicker.1[number], to: &comparison)
    }
  }

  private static func about(_ values: [Double]) -> [Double] {
    guard let middle = try? SortedSample(values).median else { return [] }
    return values.map { $0 - middle }
  }

  private static func addRise(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun],
    _ median: ([GNSSStudyRow]) -> Double?, _ comparison: inout SignalComparison
  ) throws {
    let bins = GNSSStudyBins.tens
    let dots = real.flatMap(\.tracks).compactMap { track -> SIMD2<Double>? in
      guard track.count >= 20, let height = StudyNumbers.mean(track.map(GNSSStudyBins.elevation))
      else { return nil }
      return median(track).map { SIMD2(height, $0) }
    }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Phone: C/N0 against elevation", xLabel: "elevation (°)",
        yLabel: "C/N0 (dB-Hz)",
        series: [SignalPlot.Series("real, each satellite", .real, dots, mark: .points)]
          + (try StudyNumbers.band(
            synthetic.binned(by: GNSSStudyBins.elevation, bins, median),
            at: GNSSStudyBins.middles(bins))),
        caption:
          "Low satellites are 10 dB weaker, and satellites of one elevation differ by more than "
          + "that: the gain of a phone's antenna depends on the direction. Of \(phones)."))
  }

  /// Residuals of pseudorange and Doppler, by C/N0 and by elevation.
  private static func addResiduals(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(signal: signal, situation: situation, source: source)
    let range = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.range)) }
    let rate = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.rate)) }
    let levels: [Range<Double>] = [22..<26, 26..<30, 30..<34, 34..<42]
    for (quantity, unit, value) in [
      ("pseudorange residual, SD", "m", range), ("Doppler residual, SD", "m/s", rate),
    ] {
      let found = real.recorded(by: GNSSStudyBins.strength, levels, value)
      let made = synthetic.binned(by: GNSSStudyBins.strength, levels, value)
      for (number, bin) in levels.enumerated() {
        try figures.add(
          "\(quantity) at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: unit, real: found[number],
          synthetic: made[number], to: &comparison)
      }
      try addCurve(
        "\(quantity.prefix { $0 != "," }) against C/N0", quantity + " (\(unit))",
        by: GNSSStudyBins.strength, GNSSStudyBins.strengths,
        axis: "C/N0 (dB-Hz)", real, synthetic, value,
        "Noise falls tenfold within 20 to 30 dB. Each phone's line is the median of its "
          + "satellites: the two differ by a factor of two. Of \(phones).", &comparison)
    }
    let heights: [Range<Double>] = [5..<20, 20..<45, 45..<90]
    let found = real.recorded(by: GNSSStudyBins.elevation, heights, range)
    let made = synthetic.binned(by: GNSSStudyBins.elevation, heights, range)
    for (number, bin) in heights.enumerated() {
      try figures.add(
        "pseudorange residual, SD at \(GNSSStudyBins.name(bin, "°"))", unit: "m",
        real: found[number], synthetic: made[number], to: &comparison)
    }
    try addCurve(
      "pseudorange residual against elevation", "pseudorange residual, SD (m)",
      by: GNSSStudyBins.elevation, GNSSStudyBins.tens,
      axis: "elevation (°)", real, synthetic, range,
      "Elevation predicts noise less well than C/N0: a satellite at 45° with low antenna gain is as noisy "
        + "as a low one. Of \(phones).", &comparison)
  }

  private static func addCurve(
    _ title: String, _ label: String, by key: (GNSSStudyRow) -> Double, _ bins: [Range<Double>],
    axis: String,
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ value: ([GNSSStudyRow]) -> Double?,
    _ caption: String, _ comparison: inout SignalComparison
  ) throws {
    let places = GNSSStudyBins.middles(bins)
    let lines = try zip(logs, real).map { log, run in
      SignalPlot.Series(
        log.0, .real,
        try StudyNumbers.line([run].binned(by: key, bins, value), at: places, quantile: 0.5))
    }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Phone: \(title)", xLabel: axis, yLabel: label,
        hasLogY: true,
        series: lines
          + (try StudyNumbers.band(synthetic.binned(by: key, bins, value), at: places)),
        caption: caption))
  }

  /// Autocorrelation of C/N0 and errors.
  private static func addMemory(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(signal: signal, situation: situation, source: source)
    let lags = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60]
    for (name, part) in [
      ("C/N0", \GNSSStudyRow.strength), ("pseudorange residual", \GNSSStudyRow.range),
    ] {
      let found = try real.map {
        try [$0].autocorrelations(of: part, step: 1, lags: lags, minimum: 120)
      }
      let made = try synthetic.autocorrelations(of: part, step: 1, lags: lags, minimum: 120)
      for (index, lag) in lags.enumerated() where lag == 1 || lag == 10 {
        try figures.add(
          "autocorrelation of \(name) after \(lag) s", unit: "",
          real: RecordedValues(byRecording: found.map { $0[index] }),
          synthetic: made[index], to: &comparison)
      }
      let places = lags.map(Double.init)
      comparison.plots.append(
        SignalPlot(
          signal: signal, title: "Phone: autocorrelation of \(name)", xLabel: "lag (s)",
          yLabel: "autocorrelation", hasLogX: true,
          series: try zip(logs, found).map { log, columns in
            SignalPlot.Series(
              log.0, .real, try StudyNumbers.line(columns, at: places, quantile: 0.5))
          } + (try StudyNumbers.band(made, at: places)),
          caption: part == \GNSSStudyRow.strength
            ? "C/N0 fluctuates over some ten seconds, as weak echoes shift in phase. "
              + "Medians over satellites of \(phones)."
            : "Pseudorange errors are nearly uncorrelated from second to second: these phones don't smooth "
              + "by the carrier. Medians over satellites of \(phones)."))
    }
  }
}
