import Numerics
import Scoring
import Signals
import Truth

/// Comparisons of accelerometer and gyroscope of people on foot and at rest.
let motionStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "people on foot and at rest",
    sets: [.motionsense, .oxford, .wisdm, .indoorCompetition, .ipin2023]
  ) { data, comparison in
    let found = try MotionRecordings.all(in: data)
    for (situation, recordings) in found.sorted(by: { $0.key.name < $1.key.name }) {
      if situation.doing.isOnFoot {
        try compareGaits(situation, recordings, &comparison)
      } else {
        try compareRest(situation, recordings, &comparison)
      }
    }
  },
  motionBoutStudy,
]

/// A gait statistic with its name and unit.
private struct GaitFigure: Sendable {
  let name: String
  let unit: String
  let value: @Sendable (GaitStatistics) -> Double?

  static let all: [GaitFigure] =
    [GaitFigure(name: "step rate", unit: "Hz") { $0.stepRate }]
    + (0..<8).map { k in
      GaitFigure(name: "vertical harmonic \(k + 1)", unit: "m/s²") { $0.vertical[k] }
    } + [
      GaitFigure(name: "horizontal RMS", unit: "m/s²") { $0.horizontalRMS },
      GaitFigure(name: "magnitude RMS", unit: "m/s²") { $0.magnitudeRMS },
      GaitFigure(name: "share above 10 Hz", unit: "") { $0.shareAbove10Hz },
      GaitFigure(name: "turning RMS", unit: "rad/s") { $0.turningRMS },
    ]
}

private func compareGaits(
  _ situation: MotionSituation, _ recordings: MotionRecordings,
  _ comparison: inout SignalComparison
) throws {
  let people = recordings.byPerson.map { windows in
    windows.compactMap { window in window.gait(situation.strides).map { (window, $0) } }
  }
  let real = people.flatMap(\.self)
  guard real.count >= 3 else { return }
  let rate = try SortedSample(real.map(\.1.stepRate)).median
  // The median step rate of two dozen people differs from the requested one, so the request is corrected
  // once.
  let first = gaits(situation, people.count, stepRate: rate).map(\.1.stepRate)
  let made = gaits(
    situation, people.count, stepRate: rate * rate / (try SortedSample(first).median))
  let source = recordings.sources.joined(separator: ", ")
  for figure in GaitFigure.all {
    let values = RecordedValues(
      byRecording: people.map { $0.compactMap { figure.value($0.1) } })
    let synthetic = made.compactMap { figure.value($0.1) }
    guard !values.values.isEmpty, !synthetic.isEmpty else { continue }
    comparison.figures.append(
      try SignalFigure(
        signal: "motion", situation: situation.name, quantity: figure.name, unit: figure.unit,
        real: values, synthetic: synthetic, source: source))
  }
  comparison.plots += [
    try spectra(situation, real.map(\.0), made.map(\.0), source),
    traces(situation, real.map(\.0), made.map(\.0), source),
    harmonics(situation, real.map(\.1), made.map(\.1), source),
  ]
}

/// The windows of synthetic people with a steady gait.
private func gaits(
  _ situation: MotionSituation, _ people: Int, stepRate: Double
) -> [(MotionWindow, GaitStatistics)] {
  MotionPeople.windows(situation, of: people, stepRate: stepRate).compactMap { window in
    window.gait(situation.strides).map { (window, $0) }
  }
}

private func compareRest(
  _ situation: MotionSituation, _ recordings: MotionRecordings,
  _ comparison: inout SignalComparison
) throws {
  let made = MotionPeople.windows(situation, of: recordings.byPerson.count, stepRate: nil)
  let source = recordings.sources.joined(separator: ", ")
  let people = recordings.byPerson.map { $0.filter(\.isKept) }
  let real = people.flatMap(\.self)
  guard !real.isEmpty else { return }
  comparison.figures.append(
    try SignalFigure(
      signal: "motion", situation: situation.name, quantity: "RMS an axis in 5 s", unit: "m/s²",
      real: RecordedValues(byRecording: people.map { $0.map(\.axisRMS) }),
      synthetic: made.map(\.axisRMS), source: source))
  let turns = RecordedValues(byRecording: people.map { $0.compactMap(\.axisTurning) })
  if !turns.values.isEmpty {
    comparison.figures.append(
      try SignalFigure(
        signal: "motion", situation: situation.name, quantity: "turning RMS an axis in 5 s",
        unit: "rad/s", real: turns, synthetic: made.compactMap(\.axisTurning), source: source))
  }
  comparison.plots.append(
    .distributions(
      signal: "motion", title: "\(situation.name): how still a body is",
      xLabel: "RMS an axis in 5 s, m/s²", real: real.map(\.axisRMS),
      synthetic: made.map(\.axisRMS), caption: source))
}

/// The mean power spectra of the magnitude.
private func spectra(
  _ situation: MotionSituation, _ real: [MotionWindow], _ made: [MotionWindow], _ source: String
) throws -> SignalPlot {
  func mean(_ windows: [MotionWindow]) throws -> [SIMD2<Double>] {
    var sums: [Double] = []
    var frequencies: [Double] = []
    let full = windows.filter { $0.hertz == 50 }
    for window in full {
      let spectrum = try PowerSpectrum(of: window.magnitudes, rate: 50)
      frequencies = spectrum.frequencies
      if sums.isEmpty { sums = Array(repeating: 0, count: frequencies.count) }
      for (bin, density) in spectrum.densities.enumerated() { sums[bin] += density }
    }
    return zip(frequencies, sums).dropFirst().map { SIMD2($0, $1 / Double(full.count)) }
  }
  return SignalPlot(
    signal: "motion", title: "\(situation.name): spectrum of the magnitude",
    xLabel: "frequency, Hz", yLabel: "power density, (m/s²)²/Hz", hasLogY: true,
    series: [
      SignalPlot.Series("real", .real, try mean(real)),
      SignalPlot.Series("synthetic", .synthetic, try mean(made)),
    ], caption: "Mean of 5 s windows: \(source), and \(MotionPeople.count) synthetic people.")
}

/// Four seconds of one window each, of median strength.
private func traces(
  _ situation: MotionSituation, _ real: [MotionWindow], _ made: [MotionWindow], _ source: String
) -> SignalPlot {
  func trace(_ windows: [MotionWindow], shift: Double) -> [SIMD2<Double>] {
    let sorted = windows.filter { $0.hertz == 50 }
      .map { (window: $0, size: $0.magnitudes.reduce(0) { $0 + $1 * $1 }) }
      .sorted { $0.size < $1.size }
    guard !sorted.isEmpty else { return [] }
    return sorted[sorted.count / 2].window.magnitudes.prefix(200).enumerated().map {
      SIMD2(Double($0) / 50, $1 + shift)
    }
  }
  let reach = (real + made).flatMap(\.magnitudes).map(abs).sorted()
  let shift = reach.isEmpty ? 0 : 2.2 * reach[reach.count * 99 / 100]
  return SignalPlot(
    signal: "motion", title: "\(situation.name): four seconds", xLabel: "s",
    yLabel: "magnitude about its mean, m/s²",
    series: [
      SignalPlot.Series("real, moved up", .real, trace(real, shift: shift)),
      SignalPlot.Series("synthetic", .synthetic, trace(made, shift: 0)),
    ], caption: "The window of median strength of \(source), and of synthetic people.")
}

/// The harmonics of the stride, with the 10 and 90 % quantiles.
private func harmonics(
  _ situation: MotionSituation, _ real: [GaitStatistics], _ made: [GaitStatistics],
  _ source: String
) -> SignalPlot {
  func line(_ gaits: [GaitStatistics], _ share: Double) -> [SIMD2<Double>] {
    (0..<8).compactMap { k in
      (try? quantile(share, of: gaits.map { $0.vertical[k] })).map { SIMD2(Double(k + 1), $0) }
    }
  }
  return SignalPlot(
    signal: "motion", title: "\(situation.name): harmonics along gravity",
    xLabel: "harmonic of the stride", yLabel: "amplitude, m/s²", hasLogY: true,
    series: [
      SignalPlot.Series("real, 10 %", .real, line(real, 0.1)),
      SignalPlot.Series("real, 90 %", .real, line(real, 0.9)),
      SignalPlot.Series("synthetic, median", .synthetic, line(made, 0.5)),
    ], caption: "Odd ones are the stride's, even ones the steps'. \(source).")
}
