import Documents
import Formats
import Harness
import Kernel
import Observations
import Recordings
import Reporting
import Scenarios
import Scoring
import Surveys

/// Help text of replays.
let replayAbout =
  wrapped(
    "A PATH is a file, a folder with all beneath it, or a .zip; .gz is read in place. Each "
      + "recording is a device, named after its file, folder or track. Sensors that a stack has switched "
      + "off aren't delivered to it. Formats: \(ReplayFormat.list).")
  + [""]
  + wrapped(
    "The truth may be beside any recording: walk.truth.csv beside walk.nmea, or beside a folder "
      + "walk, with one column of the time (time_s since the start, utc, unix_s, unix_ms or gps_s) and "
      + "any of latitude_deg and longitude_deg, altitude_m, floor, activity, transport, steps and "
      + "pause. It may cover a part: only that is judged.")
  + [""]
  + wrapped(
    "A recording has too little data to be judged, and fails by name, if less than half of its rows "
      + "could be used, or its observations span less than 1 s. The others of a batch go on, and the "
      + "exit status is 1; it is 2, and nothing is kept, if none can be judged.")
  + [""]
  + wrapped(
    "--vary KEY=A,B replays all of them with each value, and --seeds 1-5 with five random draws "
      + "of the stack; the table compares each with the first, recording by recording.")

/// Runs `venuesim replay PATH...`.
@Sendable
func replayVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("replay which recording?") }
  let choice = try stackChoice(invocation)
  let settings = try invocation.values(.set).map { try Setting($0) }
  let format = try invocation.value(.format).map { try ReplayFormat.named($0) }
  let jobs = try jobCount(invocation)
  let stage = try replayStage(invocation, settings)
  var found = FoundRecordings()
  var unfound: [(path: String, error: DocumentError)] = []
  for path in invocation.operands {
    do {
      found.add(try FoundRecordings.find(at: path, format: format))
    } catch let error as DocumentError {
      unfound.append((path, error))
    } catch let error as ArchiveError {
      unfound.append((path, DocumentError("\(error)")))
    }
  }
  try found.takeTruth(of: invocation)
  if isSweep(invocation) {
    guard unfound.isEmpty else { throw unfound[0].error }
    return try sweepRecordings(found.sources, settings, invocation)
  }
  let batch = ReplayBatch(found.sources, stage: stage, stack: choice, jobs: jobs)
  var run = ReplayRun(
    batch: batch, invocation: invocation, unknownFiles: found.unknownFiles, leftOut: found.leftOut)
  for (path, error) in unfound { run.note(unreadable: path, error) }
  return try run.perform()
}

/// The map, the survey and the settings for replays.
///
/// - Parameters:
///   - invocation: Holds the paths of the scenario and the survey.
///   - settings: Changed settings.
/// - Returns: The replay stage.
/// - Throws: If any of them is invalid.
func replayStage(_ invocation: Invocation, _ settings: [Setting]) throws -> ReplayStage {
  var stage =
    try invocation.value(.scenario).map {
      ReplayStage(try LoadedScenario(path: $0, settings: settings))
    } ?? ReplayStage(settings: settings, hasSurvey: invocation.value(.survey) != nil)
  if let path = invocation.value(.survey) {
    let survey = try SurveyFile.read(path)
    (stage.radioMap, stage.surveyDigest) = (survey.map, survey.digest)
  }
  return stage
}

/// The recordings at some paths, for verbs that need all of them; reports skipped links.
func foundRecordings(
  at paths: [String], format: ReplayFormat? = nil, isQuiet: Bool = false
) throws -> FoundRecordings {
  var found = FoundRecordings()
  for path in paths { found.add(try FoundRecordings.find(at: path, format: format)) }
  if !isQuiet { announce(leftOut: found.leftOut, by: { complain("venuesim: " + $0) }) }
  return found
}

extension FoundRecordings {
  /// Gives the only recording the truth of the table that `--truth` names.
  mutating func takeTruth(of invocation: Invocation) throws {
    guard let path = invocation.value(.truthFile) else { return }
    guard sources.count == 1 else {
      throw UsageError(
        "--truth is for one recording, but there are \(sources.count); a table NAME.truth.csv beside each "
          + "is found automatically")
    }
    sources[0].takeTruth(at: path)
  }
}

/// Reports the links that were skipped in the search for recordings.
func announce(leftOut: [String], by say: (String) -> Void) {
  for line in leftOut.prefix(4) { say("left out: \(line)") }
  if leftOut.count > 4 { say("left out: \(leftOut.count - 4) more") }
}

/// Replays a batch, reports each result, and stores it if requested.
private struct ReplayRun {
  private let batch: ReplayBatch
  private let invocation: Invocation
  private let unknownFiles: [String]
  private let leftOut: [String]
  private var folder: ReplayFolder?
  private var report: ReplayReport

  init(batch: ReplayBatch, invocation: Invocation, unknownFiles: [String], leftOut: [String]) {
    self.batch = batch
    self.invocation = invocation
    (self.unknownFiles, self.leftOut) = (unknownFiles, leftOut)
    report = ReplayReport(isShown: !invocation.has(.quiet) && !invocation.has(.json))
  }

  mutating func note(unreadable name: String, _ error: DocumentError) {
    report.add(unreadable: name, error)
    for diagnostic in error.diagnostics {
      complain((diagnostic.place == nil ? "venuesim: " : "") + "\(diagnostic)")
    }
    if error.unlisted > 0 { complain("and \(error.unlisted) more") }
  }

  mutating func perform() throws -> ExitStatus {
    let token = interruptible()
    let progress = ProgressLine(
      total: batch.sources.count, isQuiet: invocation.has(.quiet) || report.isShown)
    if let path = invocation.value(.out), !batch.sources.isEmpty {
      let contents = batch.contentDigests()
      folder = ReplayFolder(
        of: batch, try invocation.values(.set).map { try Setting($0) }, contents: contents,
        at: path, overwrites: invocation.has(.force))
      report.name(batch.sources, contents)
    }
    var stop: (any Error)?
    do {
      var done = 0
      try batch.run(cancellation: token) { source, outcome in
        try take(source, outcome)
        done += 1
        progress.show(done, source.name)
      }
    } catch let error as DocumentError {
      // The output folder is unusable: nothing was written.
      throw error
    } catch {
      stop = error
    }
    progress.clear()
    guard report.readCount > 0 else {
      if let stop { throw stop }
      return .usage
    }
    try folder?.finish(report, isComplete: stop == nil)
    try reportUse(of: batch.stack, invocation)
    if invocation.has(.json) { say(report.json.text(pretty: false)) }
    if report.isShown { show() }
    guard let stop else {
      // If nothing could be scored, the input was bad and nothing is kept.
      guard report.readCount > report.thin.count else { return .usage }
      return report.isFlawless ? .success : .environment
    }
    return statusOfStopped(
      by: stop, finished: "\(report.readCount) of \(batch.sources.count) recordings",
      in: folder?.run?.path, cure: nil)
  }

  private mutating func take(
    _ source: RecordingSource, _ outcome: ReplayBatch.RecordingOutcome
  ) throws {
    switch outcome {
    case .unreadable(let error): note(unreadable: source.name, error)
    case .replayed(let result, let warnings, let notes):
      report.add(source, result, warnings: warnings, notes: notes)
      guard let reason = result.thinness else {
        try folder?.add(result.score)
        return
      }
      // The reader's assumptions often explain it: readings without gravity, a clock that wasn't set.
      let why = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
      complain("venuesim: '\(source.path)' has too little data to be judged: \(reason)\(why)")
    }
  }

  private func show() {
    for line in report.summary { say(line) }
    if !unknownFiles.isEmpty {
      let names = unknownFiles.prefix(4).joined(separator: ", ")
      say(
        "ignored: \(unknownFiles.count) file\(unknownFiles.count == 1 ? "" : "s") of unknown format "
          + "(\(names)\(unknownFiles.count > 4 ? ", …" : ""))")
    }
    announce(leftOut: leftOut, by: { say($0) })
    if let run = folder?.run { say("The files are in \(run.path)/.") }
  }
}
