import Documents
import Kernel
public import Scoring

/// What one scenario under one seed adds to the figures of the whole run.
public struct UnitFigures: Hashable, Sendable {
  /// The values of one metric, in SI units, over the unit's devices.
  public struct Sample: Hashable, Sendable {
    /// The metric.
    public let metric: Metric
    /// The values, in the order of the devices.
    public var values: ValueSketch
  }

  /// The values of what a filter lets through.
  public struct Part: Hashable, Sendable {
    /// The filter.
    public let filter: ScoreFilter
    /// The values of each metric that has any.
    public var samples: [Sample]
  }

  /// The values of each metric that has any, in the catalogue's order.
  public internal(set) var samples: [Sample] = []
  /// The same of what each filter lets through, in the order of the filters.
  public internal(set) var parts: [Part] = []
  /// A digest of everything that the unit's apps were told, in hexadecimal.
  public internal(set) var eventDigest: String

  /// Sums up what a unit's devices came to.
  public init(_ scores: [DeviceScore], seed: UInt64) {
    var hash = SHA256()
    var pool = ScenarioPool()
    for score in scores {
      for event in score.events {
        hash.update(Array(event.digestLine(score.device, seed: seed).utf8))
      }
      pool.add(score)
    }
    self.init(told: hash, pool: pool)
  }

  /// Sums up devices that were summed up one after the other.
  ///
  /// - Parameters:
  ///   - hash: What hashed the lines of all that was told.
  ///   - pool: The values in the order of the devices, as the scenario's pool will be in that of the units.
  init(told hash: SHA256, pool: ScenarioPool) {
    eventDigest = hash.digest().hexadecimal
    samples = MetricCatalogue.all.compactMap { Sample($0, pool[$0]) }
    parts = pool.filters.map { filter in
      Part(
        filter: filter,
        samples: MetricCatalogue.all.compactMap { Sample($0, pool[$0, filter]) })
    }
  }

  /// Takes figures that were worked out before.
  init(samples: [Sample], parts: [Part], eventDigest: String) {
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
    _ samples: [Sample]
  ) -> [(metric: Metric, values: ValueSketch)] {
    samples.map { ($0.metric, $0.values) }
  }
}

extension UnitFigures.Sample {
  /// The values of a metric; nil without any.
  fileprivate init?(_ metric: Metric, _ values: ValueSketch) {
    guard !values.isEmpty else { return nil }
    self.init(metric: metric, values: values)
  }
}
