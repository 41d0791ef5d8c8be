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

/// Twins whose transmitters surveyors heard as well, and the surveys by which phones find themselves there.
struct SurveyedSet {
  /// The twins of each recording, by its path, in the order of the seeds.
  private(set) var twins: [String: [Recording]] = [:]
  /// What surveyors made of the place, by the recording's path: first the real ones, then each twin's.
  private(set) var surveys: [String: [RadioMap]] = [:]

  /// Makes the twins of recordings and of their surveyors; nil where no surveyors are named.
  ///
  /// - Parameters:
  ///   - sources: The recordings.
  ///   - settings: How twins are made.
  ///   - seeds: Under which.
  ///   - invocation: Names the surveyors.
  /// - Throws: What is missing, and what would help.
  init?(
    of sources: [RecordingSource], _ settings: [Setting], _ seeds: ClosedRange<UInt64>,
    _ invocation: Invocation
  ) throws {
    guard let path = invocation.value(.surveyed) else { return nil }
    guard !invocation.has(.venue), !invocation.has(.cutFrom), !invocation.has(.cutUntil) else {
      throw UsageError("--surveyed goes with neither --venue nor --from and --until")
    }
    let surveyors = try foundRecordings(at: [path]).sources
    let places = try SurveyedTwins(
      sources, surveyors: surveyors, settings: TwinSettings(settings), jobs: jobCount(invocation))
    for remark in places.remarks { complain("note: \(remark)") }
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
  ///   - surveys: What is known of the real place and of each twin's; nil where nothing is.
  ///   - jobs: How many are replayed at once.
  ///   - comparison: Gets the figures.
  /// - Throws: What stops a replay.
  static func compare(
    _ read: ReadRecording, of source: RecordingSource, with twins: [Recording],
    knowing surveys: [RadioMap]?, jobs: Int, into comparison: inout TwinComparison
  ) throws {
    let all = [Twin.twinned(read.recording)] + twins
    let sources = all.enumerated().map { number, recording in
      source.replaced(
        name: "\(source.name) \(number)", digest: "twin \(number)", by: recording, map: read.map)
    }
    // One batch has one survey; without any, all go together.
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
      // Where nobody tells of a place, nothing is compared.
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
