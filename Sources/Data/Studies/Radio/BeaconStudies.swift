import Formats
import Kernel
import Observations
import Scoring
import Signals

/// Comparisons of beacons.
let beaconStudies: [ValidationStudy] = [
  ValidationStudy(name: "Beacons along a string", sets: [.herald], run: compareStrings),
  ValidationStudy(name: "Beacons at four distances", sets: []) { _, comparison in
    try compareAnchors(&comparison)
  },
  ValidationStudy(name: "Beacons in an office", sets: [.openHPS], run: compareOffice),
  ValidationStudy(
    name: "Beacons on walks", sets: [.indoorCompetition, .ipin2023], run: compareBeaconWalks),
]

/// Compares recordings of two phones on a string with simulated ones.
private func compareStrings(_ data: ValidationData, _ comparison: inout SignalComparison) throws {
  var (single, mixed) = ([BeaconStudiesString](), [BeaconStudiesString]())
  let files = data.files(under: ValidationSet.herald.rawValue, suffix: ".csv.gz")
  for file in files {
    let recording = try HeraldRecording.read(try data.bytes(file), file: file)
    guard let string = BeaconStudiesString(recording) else { continue }
    // Android phones of these tests receive one channel at a time: their readings hardly scatter.
    if string.spreadInStep < 1.5 { single.append(string) } else { mixed.append(string) }
  }
  let fine = (10...340).map { Double($0) / 100 }
  let coarse = (1...30).map { Double($0) / 10 }
  let onOne = try (1...30 as ClosedRange<UInt64>).compactMap {
    try BeaconStudiesString(distances: fine, seconds: 4, profile: .lowLatency, seed: $0)
  }
  // The recordings with mixed channels have fine and coarse steps.
  let onAll = try (1...30 as ClosedRange<UInt64>).compactMap {
    try BeaconStudiesString(
      distances: $0 % 2 == 0 ? Array(fine.prefix(141)) : coarse, seconds: 12,
      profile: .foreground, seed: $0)
  }
  try reportStrings("one channel, 0.1 to 3.5 m", single, onOne, isSingle: true, &comparison)
  try reportStrings("all channels mixed, 0.1 to 3 m", mixed, onAll, isSingle: false, &comparison)
  reportCurves("one channel", single, onOne, &comparison)
  reportCurves("all channels mixed", mixed, onAll.filter(\.isFine), &comparison)
}

private func reportStrings(
  _ situation: String, _ real: [BeaconStudiesString], _ made: [BeaconStudiesString],
  isSingle: Bool, _ comparison: inout SignalComparison
) throws {
  func report(
    _ quantity: String, _ unit: String, margin: Double?,
    _ value: (BeaconStudiesString) -> [Double]
  ) throws {
    let (found, synthetic) = (RecordedValues(byRecording: real.map(value)), made.flatMap(value))
    guard !found.values.isEmpty, !synthetic.isEmpty else { return }
    comparison.figures.append(
      try SignalFigure(
        signal: "beacon", situation: situation, quantity: quantity, unit: unit, real: found,
        synthetic: synthetic, source: ValidationSet.herald.rawValue,
        wanted: margin.flatMap { RadioStudyMath.around(found.values, margin: $0) }))
  }
  // A few recordings are too few for quantiles: uses their range with a margin.
  try report("wobble of steps' means about the line, RMS", "dB", margin: 1) { [$0.wobble] }
  try report("spread in a step", "dB", margin: 0.3) { [$0.spreadInStep] }
  // Phones that read the RSSI of a connection hop over 37 channels, beacons over three: they are comparable
  // only in the size of the fluctuation.
  guard isSingle else { return }
  try report("wobble within 70 cm, SD", "dB", margin: nil) { $0.isFine ? $0.pieces : [] }
  try report("skew of the wobble", "", margin: 0.4) { [$0.skew] }
  for lag in [1, 2, 4, 8] {
    try report("correlation of the wobble over \(lag) cm", "", margin: 0.15) {
      $0.correlation(centimetres: lag).map { [$0] } ?? []
    }
  }
}

private func reportCurves(
  _ situation: String, _ real: [BeaconStudiesString], _ made: [BeaconStudiesString],
  _ comparison: inout SignalComparison
) {
  let recorded = real.filter(\.isFine)
  comparison.plots.append(
    SignalPlot(
      signal: "beacon", title: "Along a string, \(situation)", xLabel: "distance, m",
      yLabel: "mean RSSI less the line's at 1 m, dB",
      series: recorded.enumerated().map { .init("real \($0 + 1)", .real, $1.curve) }
        + made.prefix(3).enumerated().map { .init("synthetic \($0 + 1)", .synthetic, $1.curve) },
      caption: "Two phones in line of sight, moved apart in steps of 1 cm, herald-ble-rssi; and "
        + "three simulated pairs. Multipath moves the strength more than the distance does: "
        + "narrow deep fades at no fixed place."))
  func correlations(_ strings: [BeaconStudiesString]) -> [SIMD2<Double>] {
    (0...30).compactMap { lag in
      let values = strings.compactMap { $0.correlation(centimetres: lag) }
      guard !values.isEmpty else { return nil }
      return SIMD2(Double(lag), RadioStudyMath.moments(values).mean)
    }
  }
  comparison.plots.append(
    SignalPlot(
      signal: "beacon", title: "Correlation of the wobble, \(situation)", xLabel: "lag, cm",
      yLabel: "correlation",
      series: recorded.enumerated().map { .init("real \($0 + 1)", .real, correlations([$1])) }
        + [
          .init("synthetic, mean of all", .synthetic, correlations(made)),
          .init("synthetic 1", .synthetic, correlations(Array(made.prefix(1)))),
        ],
      caption: "Similarity of two positions, herald-ble-rssi. On one channel fades are some "
        + "centimetres wide, a fraction of the wavelength of 12.5 cm."))
}
