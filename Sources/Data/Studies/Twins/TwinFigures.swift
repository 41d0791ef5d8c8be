import Numerics
import Scoring

/// Collects the figures of one signal.
struct TwinFigures {
  private(set) var all: [TwinFigure] = []
  let signal: String

  init(signal: String) { self.signal = signal }

  /// Adds a figure computed from runs, unless one side has no data.
  ///
  /// - Parameters:
  ///   - quantity: Name of the quantity.
  ///   - unit: Unit of the quantity.
  ///   - real: The recording's run.
  ///   - twins: The twins' runs.
  ///   - part: Returns the values of a run.
  ///   - distribution: True to compare the distributions as well.
  ///   - figure: Computes the figure from values.
  /// - Throws: An error of a statistic.
  mutating func add<Run>(
    _ quantity: String, _ unit: String = "", _ real: Run, _ twins: [Run],
    of part: (Run) -> [Double], distribution: Bool = false,
    _ figure: ([Double]) throws -> Double?
  ) throws {
    try add(
      quantity, unit, real: part(real), twins: twins.map(part), distribution: distribution, figure)
  }

  /// Adds a figure computed from values, unless one side has no data.
  ///
  /// - Parameters:
  ///   - quantity: Name of the quantity.
  ///   - unit: Unit of the quantity.
  ///   - real: The recording's values.
  ///   - twins: Each twin's values.
  ///   - distribution: True to compare the distributions as well.
  ///   - figure: Computes the figure from values.
  /// - Throws: An error of a statistic.
  mutating func add(
    _ quantity: String, _ unit: String = "", real: [Double], twins: [[Double]],
    distribution: Bool = false, _ figure: ([Double]) throws -> Double?
  ) throws {
    let each = try twins.compactMap { $0.isEmpty ? nil : try figure($0) }.filter(\.isFinite)
    guard !real.isEmpty, let own = try figure(real), own.isFinite, let low = each.min(),
      let high = each.max()
    else { return }
    let pooled = twins.flatMap(\.self)
    let distance =
      distribution ? try TwoSampleDistance(SortedSample(real), SortedSample(pooled)) : nil
    all.append(
      TwinFigure(
        signal: signal, quantity: quantity, unit: unit, real: own, realCount: real.count,
        twin: try quantile(0.5, of: each), twinRange: low...high, twinCount: pooled.count,
        kolmogorovSmirnov: distance?.kolmogorovSmirnov, wasserstein: distance?.wasserstein))
  }
}

/// The root mean square; NaN without values.
func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
