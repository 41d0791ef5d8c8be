import Documents
import Kernel
public import Scoring

/// What a campaign keeps of one run: its figures, and a digest of all that its apps were told.
public struct RunTally: UnitGathering {
  /// What there is of one device.
  public struct Part: Sendable {
    fileprivate var told = Spool<UInt8>()
    fileprivate var score: DeviceScore
  }

  private let seed: UInt64
  private var hash = SHA256()
  /// The devices' values, without rows.
  private(set) var scores: [DeviceScore] = []

  /// Begins with nothing.
  package init(seed: UInt64) {
    self.seed = seed
  }

  public func begin(_ device: String) -> Part { Part(score: DeviceScore(device: device)) }

  public func add(_ piece: DeviceScore, to part: inout Part) {
    for event in piece.events {
      part.told.append(contentsOf: Array(event.digestLine(piece.device, seed: seed).utf8))
    }
    part.score.samples += piece.samples
    part.score.filtered += piece.filtered
  }

  public mutating func append(_ part: Part) {
    part.told.forEachChunk { hash.update($0) }
    scores.append(part.score)
  }

  /// What is kept of the run.
  ///
  /// - Parameter figures: The figures that are wanted.
  /// - Returns: Its seed, those figures that it has, and the digest.
  func record(_ figures: [GatedFigure]) -> RunRecord {
    var record = RunRecord(seed: seed, told: hash.digest().bytes)
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

/// Gathers the same devices in two ways.
public struct GatheringPair<First: UnitGathering, Second: UnitGathering>: UnitGathering {
  /// What is gathered one way and the other.
  public var first: First, second: Second

  /// Gathers in two ways.
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
