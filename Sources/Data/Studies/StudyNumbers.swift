import Glibc
import Numerics
import Scoring

/// Statistics for comparisons of several signals.
enum StudyNumbers {
  /// The standard deviation; nil for fewer than two values.
  static func deviation(_ values: some Collection<Double>) -> Double? {
    guard values.count > 1 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (square / Double(values.count - 1)).squareRoot()
  }

  static func mean(_ values: some Collection<Double>) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The white noise of an evenly sampled series: the RMS of its second differences over the root of 6, which
  /// suppresses slow changes.
  static func whiteNoise(_ values: [Double]) -> Double? {
    guard values.count > 4 else { return nil }
    var square = 0.0
    for index in 2..<values.count {
      let bend = values[index] - 2 * values[index - 1] + values[index - 2]
      square += bend * bend
    }
    return (square / (6 * Double(values.count - 2))).squareRoot()
  }

  /// The residuals of a least squares line.
  static func withoutTrend(_ values: [Double]) -> [Double] {
    let middle = Double(values.count - 1) / 2
    guard let mean = mean(values), middle > 0 else { return values.map { _ in 0 } }
    var (product, square) = (0.0, 0.0)
    for (number, value) in values.enumerated() {
      let away = Double(number) - middle
      product += away * (value - mean)
      square += away * away
    }
    return values.enumerated().map {
      $0.element - mean - product / square * (Double($0.offset) - middle)
    }
  }

  /// A quantile of each column with enough values, as points at the columns' positions.
  static func line(
    _ columns: [[Double]], at places: [Double], quantile share: Double, minimum: Int = 1
  ) throws -> [SIMD2<Double>] {
    try zip(places, columns).compactMap { place, values in
      guard values.count >= minimum else { return nil }
      return SIMD2(place, try SortedSample(values).quantile(share))
    }
  }

  /// The 10, 50 and 90 % quantiles of each synthetic column, as three series.
  static func band(
    _ columns: [[Double]], at places: [Double]
  ) throws -> [SignalPlot.Series] {
    try [(0.5, "synthetic, median"), (0.1, "synthetic, 10 %"), (0.9, "synthetic, 90 %")].map {
      SignalPlot.Series($0.1, .synthetic, try line(columns, at: places, quantile: $0.0))
    }
  }

  /// Pairs of positions and values.
  static func points(_ places: [Double], _ values: [Double]) -> [SIMD2<Double>] {
    zip(places, values).map { SIMD2($0, $1) }
  }
}

/// Adds the figures of one situation to a comparison.
struct StudyFigures {
  let signal: String
  let situation: String
  let source: String

  /// Adds a figure whose values are each of a different recording, person or satellite.
  func add(
    _ quantity: String, unit: String, real: [Double], synthetic: [Double],
    wanted: ClosedRange<Double>? = nil, to comparison: inout SignalComparison
  ) throws {
    try add(
      quantity, unit: unit, real: RecordedValues(real), synthetic: synthetic, wanted: wanted,
      to: &comparison)
  }

  /// Adds a figure, or a gap if one side has no values.
  func add(
    _ quantity: String, unit: String, real: RecordedValues, synthetic: [Double],
    wanted: ClosedRange<Double>? = nil, to comparison: inout SignalComparison
  ) throws {
    guard !synthetic.isEmpty, !real.values.isEmpty else {
      let side = real.values.isEmpty ? "real" : "synthetic"
      comparison.gaps.append("\(signal), \(situation), \(quantity): no \(side) values")
      return
    }
    comparison.figures.append(
      try SignalFigure(
        signal: signal, situation: situation, quantity: quantity, unit: unit, real: real,
        synthetic: synthetic, source: source, wanted: wanted))
  }
}
