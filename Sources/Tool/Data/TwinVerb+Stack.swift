import Documents
import Formats
import Harness
import Kernel
import Maps
import Numerics
import Recordings
import Scoring
import Surveys
import Twins

/// Twins with survey transmitters, and the surveys used to position them.
struct SurveyedSet {
  /// The twins of each recording, by its path, in the order of the seeds.
  private(set) var twins: [String: [Recording]] = [:]
  /// The surveys by the recording's path: first the real one, then those of the twins.
  private(set) var surveys: [String: [RadioMap]] = [:]

  /// Makes the twins of recordings and of survey recordings; nil if no survey recordings are given.
  ///
  /// - Parameters:
  ///   - sources: The recordings.
  ///   - settings: Settings of the twins.
  ///   - seeds: The seeds of the twins.
  ///   - invocation: Holds the path of the survey recordings.
  /// - Throws: If something is missing, with a remedy.
  init?(
    of sources: [RecordingSource], _ settings: [Setting], _ seeds: SeedList,
    _ invocation: Invocation
  ) throws {
    guard let path = invocation.value(.surveyed) else { return nil }
    guard !invocation.has(.venue), !invocation.has(.cutFrom), !invocation.has(.cutUntil) else {
      throw UsageError("--surveyed goes with neither --venue nor --from and --until")
    }
    let surveyors = try foundRecordings(at: [path]).sources
    let places = try SurveyedTwins(
      sources, surveyors: surveyors, settings: TwinSettings(settings), jobs: jobCount(invocation))
    for warning in places.warnings { complain("note: \(warning)") }
    let survey = try SurveyResult.build(surveyors, name: path).map
    for source in sources { surveys[source.path] = [survey] }
    for seed in seeds {
      let made = try places.under(seed: seed)
      for twin in made.recordings {
        twins[twin.path, default: []].append(try twin.read().recording)
        surveys[twin.path, default: []].append(made.survey)
      }
    }
  }
}

/// Comparison of the reference stack's results on a recording and on its twins.
enum StackTwin {
  /// The compared figures, as far as the truth supports them.
  private static let figures: [(name: String, statistic: Statistic)] = [
    ("horizontal_error", .mean), ("horizontal_error", .p50), ("horizontal_error", .p95),
    ("within_accuracy", .share), ("floor.accuracy", .share), ("availability", .share),
    ("activity.accuracy", .share), ("steps.abs_error", .mean), ("distance.error", .mean),
  ]

  /// Replays a recording and its twins, and adds the figures of both.
  ///
  /// - Parameters:
  ///   - read: The recording.
  ///   - source: Its source.
  ///   - twins: Its twins.
  ///   - surveys: Surveys for the recording and for each twin; nil if there are none.
  ///   - jobs: Number of concurrent replays.
  ///   - comparison: Receives the figures.
  /// - Throws: The error of a failed replay.
  static func compare(
    _ read: ReadRecording, of source: RecordingSource, with twins: [Recording],
    knowing surveys: [RadioMap]?, jobs: Int, into comparison: inout TwinComparison
  ) throws {
    let all = [Twin.twinned(read.recording)] + twins
    let sources = all.enumerated().map { number, recording in
      source.replaced(
        name: "\(source.name) \(number)", digest: "twin \(number)", by: recording, map: read.map)
    }
    // A batch has a single survey; without surveys, one batch holds all.
    let batches = surveys == nil ? [Array(all.indices)] : all.indices.map { [$0] }
    var rows = [[MetricRow]](repeating: [], count: all.count)
    for batch in batches {
      var stage = try ReplayStage(hasSurvey: surveys != nil)
      stage.radioMap = surveys?.dropFirst(batch[0]).first
      var left = batch[...]
      try ReplayBatch(batch.map { sources[$0] }, stage: stage, jobs: jobs).run { _, outcome in
        let number = left.removeFirst()
        guard case .replayed(let result, _, _) = outcome, result.thinness == nil else { return }
        var pool = ScenarioPool()
        pool.add(result.score)
        rows[number] = pool.rows
      }
    }
    for (name, statistic) in figures {
      let found = rows.map { own in
        own.first { $0.metric.name == name && $0.statistic == statistic }
      }
      let made = found.dropFirst().compactMap { $0 }
      guard let real = found[0], let low = made.map(\.value).min(),
        let high = made.map(\.value).max()
      else { continue }
      // Nothing to compare if no stack reports a position.
      if name == "availability", real.value == 0, high == 0 { continue }
      comparison.figures.append(
        TwinFigure(
          signal: "stack", quantity: "\(name).\(statistic.rawValue)", unit: real.metric.unit,
          real: real.value, realCount: real.count, twin: try quantile(0.5, of: made.map(\.value)),
          twinRange: low...high, twinCount: made.reduce(0) { $0 + $1.count },
          kolmogorovSmirnov: nil, wasserstein: nil))
    }
  }
}
