import Formats
import Glibc
import Kernel
import Numerics
import Observations
import Scoring
import Signals

/// Comparison of the reference station Esbjerg over two hours with synthetic geodetic receivers there.
enum GNSSStationStudy {
  private static let signal = "GNSS"
  private static let situation = "reference station, open sky"
  private static let name = ValidationSet.esbjerg.rawValue + "/ESBC00DNK_R_20201770000_"
  private static let seeds: UInt64 = 6

  static func run(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
    let store = try GNSSStudyScene.store(data, [name + "01D_MN.rnx.gz"])
    let file = name + "02H_30S_MO.rnx.gz"
    let read = try RinexObservations.read(data.bytes(file), file: file)
    guard let place = read.approximatePosition, let last = read.epochs.last else {
      comparison.gaps.append("\(signal): \(file) has no approximate position or no epochs")
      return
    }
    let real = [try GNSSStudyRun(read.epochs, store, at: place)]
    let scene = GNSSStudyScene(
      store: store, start: read.start, duration: last.time.seconds, receiver: place,
      kind: .geodetic, step: 30, look: 2)
    let synthetic = try scene.runs(seeds)
    try addStrengths(real, synthetic, &comparison)
    try addNoise(real, synthetic, &comparison)
  }

  private static func addStrengths(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: situation, source: ValidationSet.esbjerg.source)
    let bins = GNSSStudyBins.tens
    let median = { (rows: [GNSSStudyRow]) in try? SortedSample(rows.map(\.strength)).median }
    let found = real.recorded(by: GNSSStudyBins.elevation, bins, minimum: 10, median)
    let made = synthetic.binned(by: GNSSStudyBins.elevation, bins, minimum: 10, median)
    for (number, bin) in bins.enumerated() where found[number].values.count > 2 {
      try figures.add(
        "C/N0, one satellite at \(GNSSStudyBins.name(bin, "°"))", unit: "dB-Hz",
        real: found[number], synthetic: made[number], to: &comparison)
    }
    let calm = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.strength)) }
    let high = [20.0..<90]
    try figures.add(
      "SD of C/N0 over 10° of elevation, above 20°", unit: "dB",
      // One station.
      real: RecordedValues(
        byRecording: [
          real.binned(by: GNSSStudyBins.elevation, Array(bins[2...]), minimum: 10, calm)
            .flatMap(\.self)
        ]),
      synthetic: synthetic.binned(by: GNSSStudyBins.elevation, Array(bins[2...]), minimum: 10, calm)
        .flatMap(\.self), to: &comparison)
    try figures.add(
      "C/N0 of all satellites above 20°", unit: "dB-Hz",
      real: real.recorded(by: GNSSStudyBins.elevation, high, minimum: 1, median)[0],
      synthetic: synthetic.binned(by: GNSSStudyBins.elevation, high, minimum: 1, median)
        .flatMap(\.self), to: &comparison)
    let dots = real.flatMap(\.rows).enumerated().filter { $0.offset % 5 == 0 }.map {
      SIMD2(GNSSStudyBins.elevation($0.element), $0.element.strength)
    }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Reference station: C/N0 against elevation", xLabel: "elevation (°)",
        yLabel: "C/N0 (dB-Hz)",
        series: [SignalPlot.Series("real, every fifth", .real, dots, mark: .points)]
          + (try StudyNumbers.band(made, at: GNSSStudyBins.middles(bins))),
        caption:
          "A choke ring receives 35 dB-Hz near the horizon and 51 at the zenith, and satellites "
          + "differ by a decibel: the reference for the loss of a phone's antenna. Two hours at Esbjerg."
      ))
  }

  private static func addNoise(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: signal, situation: situation, source: ValidationSet.esbjerg.source)
    let bins = [34.0..<38, 38..<42, 42..<46, 46..<50, 50..<54]
    let white = { (rows: [GNSSStudyRow]) in
      // Rows of a bin are consecutive except for gaps, which are rare at a reference station.
      StudyNumbers.whiteNoise(rows.map(\.range))
    }
    let found = real.recorded(by: GNSSStudyBins.strength, bins, white)
    let made = synthetic.binned(by: GNSSStudyBins.strength, bins, white)
    for (number, bin) in bins.enumerated() {
      try figures.add(
        "pseudorange noise from epoch to epoch at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: "m",
        real: found[number], synthetic: made[number], to: &comparison)
    }
    let places = GNSSStudyBins.middles(bins)
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Reference station: pseudorange noise against C/N0",
        xLabel: "C/N0 (dB-Hz)",
        yLabel: "noise from epoch to epoch (m)", hasLogY: true,
        series: [
          SignalPlot.Series(
            "real, median", .real,
            try StudyNumbers.line(found.map(\.values), at: places, quantile: 0.5))
        ] + (try StudyNumbers.band(made, at: places)),
        caption: "Second differences over the root of 6, which remove orbits and atmosphere. "
          + "Centimetres at the zenith, decimetres at the horizon. Two hours at Esbjerg."))
    let rate = { (rows: [GNSSStudyRow]) in StudyNumbers.deviation(rows.map(\.rate)) }
    let shifts = (
      real.recorded(by: GNSSStudyBins.strength, bins, rate),
      synthetic.binned(by: GNSSStudyBins.strength, bins, rate)
    )
    for (number, bin) in bins.enumerated() {
      try figures.add(
        "Doppler residual, SD at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: "m/s",
        real: shifts.0[number], synthetic: shifts.1[number], to: &comparison)
    }
  }
}
