import Documents
import Kernel
public import Scoring

/// Reduces a run to its figures and a digest of all events delivered to its apps.
public struct RunAccumulator: UnitGathering {
  /// The data of one device.
  public struct Part: Sendable {
    fileprivate var reported = FileBackedArray<UInt8>()
    fileprivate var score: DeviceScore
  }

  private let seed: UInt64
  private var hash = SHA256()
  /// The devices' scores, without rows.
  private(set) var scores: [DeviceScore] = []

  package init(seed: UInt64) {
    self.seed = seed
  }

  public func begin(_ device: String) -> Part { Part(score: DeviceScore(device: device)) }

  public func add(_ piece: DeviceScore, to part: inout Part) {
    for event in piece.events {
      part.reported.append(contentsOf: Array(event.digestLine(piece.device, seed: seed).utf8))
    }
    part.score.samples += piece.samples
    part.score.filtered += piece.filtered
  }

  public mutating func append(_ part: Part) {
    part.reported.forEachChunk { hash.update($0) }
    scores.append(part.score)
  }

  /// The record of the run.
  ///
  /// - Parameter figures: The figures to keep.
  /// - Returns: The seed, the figures that the run has, and the digest.
  func record(_ figures: [GatedFigure]) -> RunRecord {
    var record = RunRecord(seed: seed, reported: hash.digest().bytes)
    for (place, figure) in figures.enumerated() {
      let devices = scores.compactMap { score -> CountedFigure? in
        guard let values = score.samples.first(where: { $0.metric == figure.metric })?.values,
          let value = MetricRow.summary(figure.statistic, of: values)
        else { return nil }
        return CountedFigure(value / figure.metric.unitInSI, of: values.count)
      }
      guard !devices.isEmpty else { continue }
      let count = devices.reduce(0) { $0 + $1.count }
      record.figures.append(
        RunRecord.Figure(
          place: place, value: seedFigure(of: devices, figure.statistic), count: count))
    }
    return record
  }
}

/// Feeds two gatherers with the same devices.
public struct GatheringPair<First: UnitGathering, Second: UnitGathering>: UnitGathering {
  /// The two gatherers.
  public var first: First, second: Second

  public init(_ first: First, _ second: Second) {
    (self.first, self.second) = (first, second)
  }

  public func begin(_ device: String) -> (First.Part, Second.Part) {
    (first.begin(device), second.begin(device))
  }

  public func add(_ piece: DeviceScore, to part: inout (First.Part, Second.Part)) {
    first.add(piece, to: &part.0)
    second.add(piece, to: &part.1)
  }

  public mutating func append(_ part: (First.Part, Second.Part)) {
    first.append(part.0)
    second.append(part.1)
  }
}
