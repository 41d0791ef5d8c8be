public import Harness
public import Kernel
public import Scoring

/// The results of a variant.
public struct VariantFigures: Sendable {
  /// Position of the variant in the plan.
  public let number: Int
  /// The figures of each run and device, in order, then those of all together.
  public fileprivate(set) var parts: [DeviceFigures] = []

  /// The figures of a device under a seed, or of all.
  public struct DeviceFigures: Sendable {
    /// The seed, or `all`.
    public let seed: String
    /// The device's name, or `all`.
    public let device: String
    public let rows: [MetricRow]
  }

  /// The figures over all seeds and devices.
  public var pooled: [MetricRow] { parts.last?.rows ?? [] }
}

extension SweepPlan {
  /// Runs the variants and outputs the results of each, in order.
  ///
  /// - Parameters:
  ///   - plan: The run plan, made by ``plan(jobs:)``.
  ///   - first: Number of leading variants that were run before.
  ///   - cancellation: Stops the work.
  ///   - progress: Receives the number of finished runs.
  ///   - consume: Receives a variant's figures.
  /// - Throws: Errors of `consume`, ``Cancelled``, or ``StackFailure``.
  public func run(
    _ plan: RunPlan, from first: Int = 0, cancellation: CancellationToken? = nil,
    progress: (Int) -> Void = { _ in }, consume: (VariantFigures) throws -> Void
  ) throws {
    let seedCount = seeds?.count ?? 1
    var done = first * seedCount
    var figures = VariantFigures(number: first)
    var pool = ScenarioPool()
    try plan.run(from: done, cancellation: cancellation) { result in
      for device in result.devices {
        pool.add(device)
        var alone = ScenarioPool()
        alone.add(device)
        figures.parts.append(
          VariantFigures.DeviceFigures(
            seed: "\(result.seed)", device: device.device, rows: alone.rows))
      }
      done += 1
      progress(done)
      guard done.isMultiple(of: seedCount) else { return }
      figures.parts.append(
        VariantFigures.DeviceFigures(seed: "all", device: "all", rows: pool.rows))
      try consume(figures)
      figures = VariantFigures(number: done / seedCount)
      pool = ScenarioPool()
    }
  }
}
