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
  /// - Throws: If the baseline is invalid, or a recording can't be scored.
  func judge(_ token: CancellationToken) throws -> Comparison {
    guard fileExists(path) else {
      throw DocumentError(
        "the recordings have no baseline '\(path)'; make it with gate --update --reason '...'")
    }
    let baseline = try Baseline(path: path)
    guard !baseline.table.recordings.isEmpty else {
      throw DocumentError("'\(path)' is the baseline of a scenario, and not of recordings")
    }
    let table = try replay(sources, settings, token) { _, _ in }
    var comparison = try Comparison(baseline.table, table.asKept, figures: judged)
    try nameMoments(&comparison, baseline, token)
    return comparison
  }

  /// Replays the recordings and stores their figures as the baseline.
  func update(reason: String, _ token: CancellationToken) throws {
    let reasons = Baseline.reasons(ofFile: path)
    let table = try replay(sources, settings, token) { _, _ in }
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
    _ sources: [RecordingSource], _ settings: [Setting], _ token: CancellationToken,
    consume: (UInt64, DeviceScore) -> Void
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
    _ comparison: inout Comparison, _ baseline: Baseline, _ token: CancellationToken
  ) throws {
    let numbers = Set(comparison.outstandingSeeds.prefix(Self.maxExplained))
    let wanted = sources.filter { numbers.contains(FigureTable.number(ofRecording: $0.name)) }
    guard !wanted.isEmpty else { return }
    func details(_ settings: [Setting]) throws -> RunDetails {
      var details = RunDetails()
      _ = try replay(wanted, settings, token) { details.add($1, seed: $0) }
      return details
    }
    let hasOldSettings = baseline.table.settings != settings.map(\.text)
    let isOldStack = baseline.table.stack == stack.name
    let base =
      hasOldSettings && isOldStack
      ? try details(baseline.table.settings.map { try Setting($0) }) : nil
    comparison.nameMoments(base: base, new: try details(settings))
  }
}
