import Documents
import Kernel
public import Scoring

/// What one scenario under one seed adds to the figures of the whole run.
public struct UnitFigures: Hashable, Sendable {
  /// The values of one metric, in SI units, over the unit's devices.
  public struct Sample: Hashable, Sendable {
    /// The metric's name.
    public let metric: String
    /// The values, in the order of the devices.
    public var values: [Double]
  }

  /// The values of each metric, in the order of first use.
  public internal(set) var samples: [Sample] = []
  /// A digest of everything that the unit's apps were told, in hexadecimal.
  public internal(set) var eventDigest: String

  /// Sums up what a unit's devices came to.
  public init(_ scores: [DeviceScore], seed: UInt64) {
    var hash = SHA256()
    for score in scores {
      for event in score.events {
        let line = "\(seed) \(score.device) \(event.time) \(event.kind) \(event.detail)\n"
        hash.update(Array(line.utf8))
      }
      for (metric, values) in score.samples {
        if let index = samples.firstIndex(where: { $0.metric == metric.name }) {
          samples[index].values += values
        } else {
          samples.append(Sample(metric: metric.name, values: values))
        }
      }
    }
    eventDigest = hash.digest().hexadecimal
  }

  /// Takes figures that were worked out before.
  init(samples: [Sample], eventDigest: String) {
    self.samples = samples
    self.eventDigest = eventDigest
  }

  /// Adds the values to those of the scenario's other units.
  public func add(to pool: inout ScenarioPool) {
    var score = DeviceScore(device: "")
    score.samples = samples.compactMap { sample in
      guard let metric = MetricCatalogue.all.first(where: { $0.name == sample.metric }) else {
        return nil
      }
      return (metric, sample.values)
    }
    pool.add(score)
  }
}
