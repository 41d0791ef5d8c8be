import Numerics
import Scoring

/// Gathers figures of one signal.
struct TwinFigures {
  private(set) var all: [TwinFigure] = []
  let signal: String

  init(signal: String) { self.signal = signal }

  /// Adds a figure of what each recording's run has, unless one side has no data.
  ///
  /// - Parameters:
  ///   - quantity: What.
  ///   - unit: Its unit.
  ///   - real: The recording's run.
  ///   - twins: The twins' runs.
  ///   - part: The values of a run.
  ///   - distribution: Whether how values are distributed is compared as well.
  ///   - figure: Makes the figure of values.
  /// - Throws: What can't be computed.
  mutating func add<Run>(
    _ quantity: String, _ unit: String = "", _ real: Run, _ twins: [Run],
    of part: (Run) -> [Double], distribution: Bool = false,
    _ figure: ([Double]) throws -> Double?
  ) throws {
    try add(
      quantity, unit, real: part(real), twins: twins.map(part), distribution: distribution, figure)
  }

  /// Adds a figure, unless one side has no data.
  ///
  /// - Parameters:
  ///   - quantity: What.
  ///   - unit: Its unit.
  ///   - real: The recording's values.
  ///   - twins: Each twin's values.
  ///   - distribution: Whether how values are distributed is compared as well.
  ///   - figure: Makes the figure of values.
  /// - Throws: What can't be computed.
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

/// The root of the mean square; NaN of nothing.
func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
