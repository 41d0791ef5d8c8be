import Documents
import Formats
import Harness
import Kernel
import Recordings
import Reporting
import Scenarios
import Scoring

/// Replays recordings and compares them with their baseline, recording by recording.
struct RecordingGate {
  /// Name of the baseline, derived from the path of the recordings.
  let name: String
  let sources: [RecordingSource]
  /// Makes the replay stage for some settings.
  let stage: ([Setting]) throws -> ReplayStage
  let settings: [Setting]
  /// Folder of the baselines.
  let folder: String
  /// The figures requested by name; empty for the usual ones.
  let requested: [GatedFigure]
  let stack: StackChoice
  /// The options that name a map and a survey.
  let mapOptions: [String]
  let jobs: Int
  let isQuiet: Bool

  /// Max number of outstanding recordings that are replayed again, to find the moments.
  private static let maxExplained = 3

  /// Creates a gate for the recordings at a path.
  ///
  /// - Parameters:
  ///   - path: A file, folder or archive.
  ///   - settings: Changed settings.
  ///   - invocation: Holds the other options.
  /// - Throws: If the options or the recordings are invalid.
  init(path: String, settings: [Setting], _ invocation: Invocation) throws {
    let place = splitPath(withoutSlash(path)).name
    let stem = place.prefix { $0 != "." }
    name = "replay-" + (stem.isEmpty ? "recordings" : stem)
    sources = try foundRecordings(at: [path], isQuiet: invocation.has(.quiet)).sources
    stage = { try replayStage(invocation, $0) }
    self.settings = settings
    folder = invocation.value(.baselines) ?? Gate.usualFolder
    requested = try gatedFigures(invocation)
    stack = try stackChoice(invocation)
    mapOptions = [Option.scenario, .survey].flatMap { option in
      invocation.value(option).map { ["--" + option.name, $0] } ?? []
    }
    jobs = try jobCount(invocation)
    isQuiet = invocation.has(.quiet)
  }

  private var path: String { Baseline.path(of: name, in: folder) }
  /// The figures to judge: the requested ones, or the catalogue's headlines.
  private var judged: JudgedFigures {
    requested.isEmpty
      ? JudgedFigures(named: [], budgets: []) : JudgedFigures(requested: requested)
  }

  /// Replays the recordings and compares them with their baseline.
  ///
  /// - Parameters:
  ///   - baseStack: The stack that can make the base side again; nil for none.
  ///   - token: Cancels the work.
  /// - Returns: The verdicts, and the baseline.
  /// - Throws: If the baseline is invalid, or a recording can't be scored.
  func judge(
    baseStack: (Baseline) -> StackChoice?, _ token: CancellationToken
  ) throws -> (comparison: Comparison, baseline: Baseline) {
    guard fileExists(path) else {
      throw DocumentError(
        "the recordings have no baseline '\(path)'; make it with gate --update --reason '...'")
    }
    let baseline = try Baseline(path: path)
    guard !baseline.table.recordings.isEmpty else {
      throw DocumentError("'\(path)' is the baseline of a scenario, and not of recordings")
    }
    let table = try replay(sources, settings, stack, token) { _, _ in }
    var comparison = try Comparison(baseline.table, table.asKept, figures: judged)
    try nameMoments(&comparison, baseline, baseStack(baseline), token)
    return (comparison, baseline)
  }

  /// Replays the recordings and stores their figures as the baseline.
  func update(reason: String, _ token: CancellationToken) throws {
    let reasons = Baseline.reasons(ofFile: path)
    let table = try replay(sources, settings, stack, token) { _, _ in }
    guard !table.figures.isEmpty else {
      throw DocumentError("\(name) is empty: no recording of it has any figure")
    }
    let new = Baseline(table, version: version, reasons: reasons + [printableLine(reason)])
    if let old = try? Baseline(path: path), old.isSame(as: new) {
      if !isQuiet { say("\(path): unchanged") }
      return
    }
    try writeFile(new.csv, to: path)
    guard !isQuiet else { return }
    let count = table.recordings.count
    let word = reasons.isEmpty ? "made" : "changed"
    say("\(path): \(word), \(count) recording\(count == 1 ? "" : "s")")
  }

  /// Replays recordings; each must be scorable, or a broken one would pass unnoticed.
  private func replay(
    _ sources: [RecordingSource], _ settings: [Setting], _ stack: StackChoice,
    _ token: CancellationToken, consume: (UInt64, DeviceScore) -> Void
  ) throws -> FigureTable {
    let stage = try stage(settings)
    var table = FigureTable(scenario: name, source: "this run")
    table.scenarioDigest = stage.scenario?.fileDigest ?? ""
    table.venueDigest = stage.scenario?.venueDigest ?? ""
    table.survey = stage.surveyDigest ?? ""
    table.settings = settings.map(\.text)
    table.stack = stack.name
    let batch = ReplayBatch(sources, stage: stage, stack: stack, jobs: jobs)
    let digests = Dictionary(
      zip(sources.map(\.name), batch.contentDigests()), uniquingKeysWith: { first, _ in first })
    let progress = ProgressLine(total: sources.count, isQuiet: isQuiet)
    defer { progress.clear() }
    var wrong: [Diagnostic] = []
    var done = 0
    try batch.run(cancellation: token) { source, outcome in
      done += 1
      progress.show(done, source.name)
      switch outcome {
      case .unreadable(let error): wrong += error.diagnostics
      case .replayed(let result, _, _):
        if let reason = result.thinness {
          let text =
            "'\(source.path)' has too little data to be judged: \(reason); remove it, or repair it"
          wrong.append(Diagnostic(place: nil, message: text))
          return
        }
        let number = FigureTable.number(ofRecording: source.name)
        table.recordings[number] = FigureTable.Recorded(
          name: source.name, digest: digests[source.name] ?? "")
        try table.add([result.score], seed: number, figures: judged.all + GatedFigure.headlines)
        consume(number, result.score)
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    table.seeds.sort()
    // Each recording is its own device, which its column already names.
    table.devices = []
    return table
  }

  private func nameMoments(
    _ comparison: inout Comparison, _ baseline: Baseline, _ baseStack: StackChoice?,
    _ token: CancellationToken
  ) throws {
    let wanted = comparison.outstandingSeeds.prefix(Self.maxExplained).compactMap(source(ofNumber:))
    guard !wanted.isEmpty else { return }
    func details(_ settings: [Setting], _ stack: StackChoice) throws -> RunDetails {
      var details = RunDetails()
      _ = try replay(wanted, settings, stack, token) { details.add($1, seed: $0) }
      return details
    }
    let base = try baseStack.map { try details(baseSettings(baseline), $0) }
    comparison.nameMoments(base: base, new: try details(settings, stack))
  }

  /// The settings of a baseline.
  func baseSettings(_ baseline: Baseline) throws -> [Setting] {
    try baseline.table.settings.map { try Setting($0) }
  }

  /// The recording of a column.
  func source(ofNumber number: UInt64) -> RecordingSource? {
    sources.first { FigureTable.number(ofRecording: $0.name) == number }
  }

  /// Replays one recording into a folder.
  func replay(
    _ source: RecordingSource, _ settings: [Setting], _ stack: StackChoice, into path: String,
    _ token: CancellationToken
  ) throws {
    let batch = ReplayBatch([source], stage: try stage(settings), stack: stack)
    let contents = batch.contentDigests()
    var report = ReplayReport(isShown: false)
    report.name(batch.sources, contents)
    var folder = ReplayFolder(of: batch, settings, contents: contents, at: path, overwrites: true)
    try batch.run(cancellation: token) { source, outcome in
      switch outcome {
      case .unreadable(let error): throw error
      case .replayed(let result, let warnings, let notes):
        report.add(source, result, warnings: warnings, notes: notes)
        try folder.add(result.score)
      }
    }
    try folder.finish(report, isComplete: true)
  }
}
