package import Numerics

/// One figure of a recording beside the same of its twins.
package struct TwinFigure: Sendable {
  /// The signal: `GPS`, `wifi`.
  package let signal: String
  /// What is compared.
  package let quantity: String
  /// The unit; empty for a share or a count.
  package let unit: String
  /// The recording's figure, and how many values made it.
  package let real: Double
  package let realCount: Int
  /// The median over the twins, and the least and the greatest.
  package let twin: Double
  package let twinRange: ClosedRange<Double>
  package let twinCount: Int
  /// How far apart the distributions behind it are; nil where the figure is no quantile of one.
  package let distance: TwoSampleDistance?

  /// By how much the twins' figure differs, as a share of the recording's.
  package var deviation: Double { real == 0 ? .nan : twin / real - 1 }
}

/// Gathers figures of one signal.
struct TwinFigures {
  private(set) var all: [TwinFigure] = []
  let signal: String

  init(signal: String) { self.signal = signal }

  /// Adds a figure, unless one side has no data.
  ///
  /// - Parameters:
  ///   - quantity: What.
  ///   - unit: Its unit.
  ///   - real: The recording's values.
  ///   - twins: Each twin's values.
  ///   - distribution: Whether how values are distributed is compared as well.
  ///   - figure: Makes the figure of values.
  mutating func add(
    _ quantity: String, _ unit: String = "", real: [Double], twins: [[Double]],
    distribution: Bool = false, _ figure: ([Double]) throws -> Double?
  ) throws {
    let each = try twins.compactMap { $0.isEmpty ? nil : try figure($0) }.filter(\.isFinite)
    guard !real.isEmpty, let own = try figure(real), own.isFinite, let low = each.min(),
      let high = each.max()
    else { return }
    let pooled = twins.flatMap(\.self)
    all.append(
      TwinFigure(
        signal: signal, quantity: quantity, unit: unit, real: own, realCount: real.count,
        twin: try quantile(0.5, of: each), twinRange: low...high, twinCount: pooled.count,
        distance: distribution
          ? try TwoSampleDistance(SortedSample(real), SortedSample(pooled)) : nil))
  }
}
