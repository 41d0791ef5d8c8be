public import Harness
public import Kernel
public import Scoring

/// What a variant came to.
public struct VariantFigures: Sendable {
  /// The variant's position in the plan.
  public let number: Int
  /// The figures of each run and device, in order, then those of all of them together.
  public fileprivate(set) var parts: [Part] = []

  /// The figures of a device under a seed, or of all.
  public struct Part: Sendable {
    /// The seed; `all` for all of them.
    public let seed: String
    /// The device's name; `all` for all of them.
    public let device: String
    /// The figures.
    public let rows: [MetricRow]
  }

  /// The figures over all seeds and devices.
  public var pooled: [MetricRow] { parts.last?.rows ?? [] }
}

extension SweepPlan {
  /// Runs the variants and hands over what each came to, in order.
  ///
  /// - Parameters:
  ///   - plan: How, made by ``plan(jobs:)``.
  ///   - first: How many variants, from the first on, were run before.
  ///   - cancellation: Stops the work.
  ///   - progress: Told how many runs are done.
  ///   - consume: Takes a variant's figures.
  /// - Throws: What `consume` throws, ``Cancelled``, or why a stack failed.
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
          VariantFigures.Part(seed: "\(result.seed)", device: device.device, rows: alone.rows))
      }
      done += 1
      progress(done)
      guard done.isMultiple(of: seedCount) else { return }
      figures.parts.append(VariantFigures.Part(seed: "all", device: "all", rows: pool.rows))
      try consume(figures)
      figures = VariantFigures(number: done / seedCount)
      pool = ScenarioPool()
    }
  }
}
