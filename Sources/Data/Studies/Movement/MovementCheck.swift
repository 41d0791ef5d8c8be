import Kernel
import Numerics

/// A check of crowd movement: a scene that is run with many seeds, and the quantities measured in it.
///
/// Scenes with a RiMEA number follow the RiMEA guideline for evacuation analyses (version 3, 2016; from
/// memory).
public struct MovementCheck: Sendable {
  /// A quantity measured in every run.
  public struct MeasuredQuantity: Sendable {
    /// Name with unit: "flow, 1/(m s)".
    public var name: String
    /// Expected range.
    public var wanted: ClosedRange<Double>
    /// Statistic over the runs.
    public var statistic = RunStatistic.mean
  }

  /// The statistic over the runs of a check.
  public enum RunStatistic: String, Sendable {
    /// Mean, with a 95 % confidence interval by Student's t.
    case mean
    /// Maximum, for upper limits.
    case greatest
    /// Minimum, for lower limits.
    case minimum = "least"
  }

  /// Stable name: "rimea-01 corridor".
  public var name: String
  /// In the order of `measure`'s values.
  public var quantities: [MeasuredQuantity]
  /// Number of seeds of a full check.
  public var runs = 20
  /// Runs the scene and returns a value for each quantity; NaN for a missing value.
  public var measure: @Sendable (_ seed: UInt64) throws -> [Double]
}

/// The result of a check for one of its quantities.
public struct MovementFigure: Sendable {
  public var check: String
  /// The quantity with its expected range.
  public var quantity: MovementCheck.MeasuredQuantity
  /// Mean, minimum or maximum of the runs.
  public var measured: Double
  /// The 95 % confidence interval of the mean; for an extreme, from the smallest to the largest run.
  public var interval: ClosedRange<Double>
  /// Number of runs with a value.
  public var count: Int

  /// True if the measured value is in the expected range.
  public var isKept: Bool { quantity.wanted.contains(measured) }
}

extension MovementCheck {
  /// Runs the check with the seeds from 1 on.
  ///
  /// - Parameters:
  ///   - runs: Number of seeds; the check's own number by default.
  ///   - jobs: Number of threads; the figures don't depend on it.
  /// - Returns: A figure for each quantity.
  /// - Throws: Errors of a scene.
  public func figures(runs: Int? = nil, jobs: Int = 1) throws -> [MovementFigure] {
    let measure = self.measure
    let seeds = (1...UInt64(max(2, runs ?? self.runs))).map(\.self)
    let samples = try parallelMap(seeds, jobs: jobs) { try measure($0) }
    return try quantities.indices.map { index in
      try figure(quantities[index], samples.map { $0[index] }.filter(\.isFinite))
    }
  }

  private func figure(_ quantity: MeasuredQuantity, _ values: [Double]) throws -> MovementFigure {
    let statistics = try RunningStatistics(values)
    let minimum = values.min() ?? .nan
    let greatest = values.max() ?? .nan
    var interval = values.isEmpty ? 0...0 : minimum...greatest
    let measured: Double
    switch quantity.statistic {
    case .greatest: measured = greatest
    case .minimum: measured = minimum
    case .mean:
      measured = statistics.mean ?? .nan
      if values.count > 1, let deviation = statistics.standardDeviation {
        let t = try StudentTDistribution(degreesOfFreedom: Double(values.count - 1))
        let half = try t.quantile(0.975) * deviation / Double(values.count).squareRoot()
        interval = (measured - half)...(measured + half)
      }
    }
    return MovementFigure(
      check: name, quantity: quantity, measured: measured, interval: interval,
      count: values.count)
  }
}

/// All checks, in the order they are printed.
public let movementChecks: [MovementCheck] =
  corridorChecks + fundamentalDiagramChecks + [cornerCheck] + counterflowChecks + roomChecks
  + bottleneckChecks
