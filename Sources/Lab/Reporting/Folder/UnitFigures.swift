import Documents
import Kernel
public import Scoring

/// The contribution of one scenario under one seed to the figures of the run.
public struct UnitFigures: Hashable, Sendable {
  /// The values of one metric, in SI units, over the unit's devices.
  public struct MetricValues: Hashable, Sendable {
    public let metric: Metric
    /// In the order of the devices.
    public var values: ValueSketch
  }

  /// The values within a filter.
  public struct FilteredValues: Hashable, Sendable {
    public let filter: ScoreFilter
    /// Each metric with values.
    public var samples: [MetricValues]
  }

  /// Each metric with values, in the catalogue's order.
  public internal(set) var samples: [MetricValues] = []
  /// The values within each filter, in the order of the filters.
  public internal(set) var parts: [FilteredValues] = []
  /// Digest of all messages to the unit's apps, in hexadecimal.
  public internal(set) var eventDigest: String

  /// Creates the figures from the scores of a unit's devices.
  public init(_ scores: [DeviceScore], seed: UInt64) {
    var hash = SHA256()
    var pool = ScenarioPool()
    for score in scores {
      for event in score.events {
        hash.update(Array(event.digestLine(score.device, seed: seed).utf8))
      }
      pool.add(score)
    }
    self.init(reported: hash, pool: pool)
  }

  /// Creates the figures from devices processed one by one.
  ///
  /// - Parameters:
  ///   - hash: The hash over the lines of all messages.
  ///   - pool: The values in the order of the devices.
  init(reported hash: SHA256, pool: ScenarioPool) {
    eventDigest = hash.digest().hexadecimal
    samples = MetricCatalogue.all.compactMap { MetricValues($0, pool[$0]) }
    parts = pool.filters.map { filter in
      FilteredValues(
        filter: filter,
        samples: MetricCatalogue.all.compactMap { MetricValues($0, pool[$0, filter]) })
    }
  }

  init(samples: [MetricValues], parts: [FilteredValues], eventDigest: String) {
    self.samples = samples
    self.parts = parts
    self.eventDigest = eventDigest
  }

  /// Adds the values to those of the scenario's other units.
  public func add(to pool: inout ScenarioPool) {
    var score = DeviceScore(device: "")
    score.samples = Self.values(samples)
    score.filtered = parts.map { ($0.filter, Self.values($0.samples)) }
    pool.add(score)
  }

  private static func values(
    _ samples: [MetricValues]
  ) -> [(metric: Metric, values: ValueSketch)] {
    samples.map { ($0.metric, $0.values) }
  }
}

extension UnitFigures.MetricValues {
  /// Creates a sample; nil without values.
  fileprivate init?(_ metric: Metric, _ values: ValueSketch) {
    guard !values.isEmpty else { return nil }
    self.init(metric: metric, values: values)
  }
}
