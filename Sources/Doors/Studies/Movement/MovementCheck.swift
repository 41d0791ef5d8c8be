import Kernel
import Numerics

/// One check of how a crowd moves: a scene that is run with many seeds, and what is measured of it.
///
/// The scenes follow the RiMEA guideline for evacuation analyses (version 3, 2016; from memory)
/// where they bear its numbers.
public struct MovementCheck: Sendable {
  /// Something that is measured in every run.
  public struct Quantity: Sendable {
    /// What, with its unit: "flow, 1/(m s)".
    public var name: String
    /// The least and the greatest value wanted.
    public var wanted: ClosedRange<Double>
    /// What is made of the runs.
    public var statistic = Statistic.mean
  }

  /// How the runs' values become one.
  public enum Statistic: String, Sendable {
    /// Their mean, with a 95 % interval by Student's t.
    case mean
    /// The greatest, for what must never happen.
    case greatest
    /// The least, for what must always happen.
    case least
  }

  /// A stable name: "rimea-01 corridor".
  public var name: String
  /// What is measured, in the order of `measure`'s values.
  public var quantities: [Quantity]
  /// How many seeds make a full check.
  public var runs = 20
  /// Runs the scene and returns a value for each quantity; not a number where there is none.
  public var measure: @Sendable (_ seed: UInt64) throws -> [Double]
}

/// What came out of a check for one of its quantities.
public struct MovementFigure: Sendable {
  /// The check's name.
  public var check: String
  /// The quantity, with what was wanted of it.
  public var quantity: MovementCheck.Quantity
  /// The mean or the extreme of the runs.
  public var measured: Double
  /// The 95 % interval of the mean; for an extreme, from the least to the greatest run.
  public var interval: ClosedRange<Double>
  /// How many runs had a value.
  public var count: Int

  /// Whether the measured value lies where it was wanted.
  public var isKept: Bool { quantity.wanted.contains(measured) }
}

extension MovementCheck {
  /// Runs the check with the seeds from 1 on.
  ///
  /// - Parameters:
  ///   - runs: How many seeds; by default the check's own number.
  ///   - jobs: How many threads work; the figures don't depend on it.
  /// - Returns: A figure for each quantity.
  /// - Throws: What a scene throws.
  public func figures(runs: Int? = nil, jobs: Int = 1) throws -> [MovementFigure] {
    let measure = self.measure
    let seeds = (1...UInt64(max(2, runs ?? self.runs))).map(\.self)
    let samples = try parallelMap(seeds, jobs: jobs) { try measure($0) }
    return try quantities.indices.map { index in
      try figure(quantities[index], samples.map { $0[index] }.filter(\.isFinite))
    }
  }

  private func figure(_ quantity: Quantity, _ values: [Double]) throws -> MovementFigure {
    let statistics = try RunningStatistics(values)
    let least = values.min() ?? .nan
    let greatest = values.max() ?? .nan
    var interval = values.isEmpty ? 0...0 : least...greatest
    let measured: Double
    switch quantity.statistic {
    case .greatest: measured = greatest
    case .least: measured = least
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
