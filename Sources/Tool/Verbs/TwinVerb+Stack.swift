import Harness
import Kernel
import Numerics
import Recordings
import Scoring
import Twins

/// What the reference stack makes of a recording, beside what it makes of the twins.
enum StackTwin {
  /// The figures that are laid side by side, as far as the truth allows them.
  private static let figures: [(name: String, statistic: Statistic)] = [
    ("horizontal_error", .mean), ("horizontal_error", .p50), ("horizontal_error", .p95),
    ("within_accuracy", .share), ("floor.accuracy", .share), ("availability", .share),
    ("activity.accuracy", .share), ("steps.abs_error", .mean), ("distance.error", .mean),
  ]

  /// Replays a recording and its twins, and adds what comes of both.
  ///
  /// - Parameters:
  ///   - read: The recording.
  ///   - source: Where it is from.
  ///   - twins: Its twins.
  ///   - jobs: How many are replayed at once.
  ///   - comparison: Gets the figures.
  /// - Throws: What stops a replay.
  static func compare(
    _ read: ReadRecording, of source: RecordingSource, with twins: [Recording], jobs: Int,
    into comparison: inout TwinComparison
  ) throws {
    let all = [read.recording] + twins
    let sources = all.enumerated().map { number, recording in
      source.replaced(
        name: "\(source.name) \(number)", digest: "twin \(number)", by: recording, map: read.map)
    }
    var rows = [[MetricRow]](repeating: [], count: all.count)
    var number = 0
    try ReplayBatch(sources, stage: ReplayStage(), jobs: jobs).run { _, outcome in
      if case .replayed(let result, _, _) = outcome, result.thinness == nil {
        var pool = ScenarioPool()
        pool.add(result.score)
        rows[number] = pool.rows
      }
      number += 1
    }
    for (name, statistic) in figures {
      let found = rows.map { own in
        own.first { $0.metric.name == name && $0.statistic == statistic }
      }
      let made = found.dropFirst().compactMap { $0 }
      guard let real = found[0], let low = made.map(\.value).min(),
        let high = made.map(\.value).max()
      else { continue }
      comparison.figures.append(
        TwinFigure(
          signal: "stack", quantity: "\(name).\(statistic.rawValue)", unit: real.metric.unit,
          real: real.value, realCount: real.count, twin: try quantile(0.5, of: made.map(\.value)),
          twinRange: low...high, twinCount: made.reduce(0) { $0 + $1.count },
          kolmogorovSmirnov: nil, wasserstein: nil))
    }
  }
}
