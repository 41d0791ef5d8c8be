import Documents
import Explanations
import Formats
import Harness
import Kernel
import Observations
import Programs
import Recordings
import Reporting
import Surveys

/// Explains a reported location of a run, a replay or a recording.
func explainLocation(_ invocation: Invocation, _ question: EventQuestion) throws -> ExitStatus {
  let folder = withoutSlash(invocation.operands[0])
  let subject: LocationSubject
  if exists(folder + "/fixes.csv") {
    let manifest = try JSONValue(path: folder + "/manifest.json")
    subject =
      manifest["recordings"]?.elements != nil
      ? try replaySubject(folder, manifest, invocation, question)
      : try runSubject(folder, manifest, invocation, question)
  } else {
    subject = try recordingSubject(folder, invocation, question)
  }
  var progress: ProgressLine?
  defer { progress?.clear() }
  let explanation = try LocationExplanation(
    subject.device, title: subject.title, at: subject.choice.row.time, to: subject.app,
    usualError: subject.usualError, jobs: try jobCount(invocation), cancellation: interruptible(),
    progress: { done, total in
      let line =
        progress
        ?? ProgressLine(total: total, isQuiet: invocation.has(.json), unit: "replays")
      progress = line
      line.show(done, "without one input")
    })
  progress?.clear()
  guard !invocation.has(.json) else {
    say(explanation.json.text(pretty: false))
    return .success
  }
  for line in explanation.lines(wrappedBy: { wrapped($0) }) { say(line) }
  if !subject.choice.reason.isEmpty { say("note: \(subject.choice.reason)") }
  return .success
}

/// The device of a question, ready to be replayed.
struct LocationSubject {
  var device: ReplayableDevice
  /// The subject in words.
  var title: String
  var choice: ReportedLocations.Choice
  /// The app that received the location.
  var app: String
  /// The median error of the device, in m.
  var usualError: Double?
}

/// The device of a run's folder, simulated again.
private func runSubject(
  _ folder: String, _ manifest: JSONValue, _ invocation: Invocation, _ question: EventQuestion
) throws -> LocationSubject {
  for option in [Option.set, .stack, .survey, .explainRecordings] where invocation.has(option) {
    throw UsageError(
      "--\(option.name) is for recordings; a run is repeated with the settings in its manifest")
  }
  let named = invocation.value(.scenarioName)
  let isFile = named.map { $0.contains("/") || $0.hasSuffix(".yaml") } ?? false
  let locations = try ReportedLocations(
    folder: folder,
    .init(
      scenario: isFile ? nil : named, seed: try locationSeed(invocation),
      device: invocation.value(.device)))
  let choice = try locations.choice(time: question.time, number: question.number)
  let key = choice.key
  let run = try RepeatedRun(folder, manifest, scenario: key.scenario, file: isFile ? named : nil)
  var stack = try run.stack()
  stack.options = try stackChoice(invocation).options
  let device: ReplayableDevice
  do {
    device = try RunUnit(scenario: run.scenario, seed: key.seed).replayable(
      key.device, stack: stack, settings: run.settings, until: choice.row.time + .seconds(1),
      cancellation: interruptible())
  } catch let failure as StackFailure {
    complain(
      "venuesim: the run used '\(failure.command)': it must be there again, seen from this folder")
    throw failure
  }
  let again = ReportedLocations(outputsOf: device.recording, key)
  guard let app = again.app(of: choice.row) else {
    throw DocumentError(
      "the location at \(choice.row.time) differs from the one in '\(folder)': "
        + (run.madeBy == version
          ? "the stack is not deterministic, or a program that it uses has changed"
          : "the run was made by version \(run.madeBy), and this is \(version)")
        + "; run the scenario again")
  }
  return LocationSubject(
    device: device, title: "\(key.device) (\(key.scenario), seed \(key.seed))", choice: choice,
    app: app, usualError: locations.medianError(of: key))
}

/// The device of a replay's folder, whose recordings are elsewhere.
private func replaySubject(
  _ folder: String, _ manifest: JSONValue, _ invocation: Invocation, _ question: EventQuestion
) throws -> LocationSubject {
  let locations = try ReportedLocations(
    folder: folder, .init(device: invocation.value(.device)))
  let choice = try locations.choice(time: question.time, number: question.number)
  guard let path = invocation.value(.explainRecordings) else {
    throw UsageError(
      "'\(folder)' is a replay, which doesn't contain its recordings: name them with "
        + "--recordings PATH")
  }
  let entry = manifest["recordings"]?.elements?.first {
    $0["device"]?.string == choice.key.device
  }
  let sources = try foundRecordings(at: [path], isQuiet: true).sources
  let digest = entry?["sha256"]?.string ?? ""
  guard let source = sources.first(where: { $0.digest == digest }) else {
    throw DocumentError(
      "none of the \(sources.count) recordings at '\(path)' is the one of '\(choice.key.device)', "
        + "or it has changed since the replay; replay it again")
  }
  let replay = try RepeatedReplay(folder, manifest, invocation)
  let device = replay.stage.replayable(
    try source.read(), name: choice.key.device, stack: replay.stack, settings: replay.settings)
  let again = try ReportedLocations(of: device, choice.key, cancellation: interruptible())
  guard let app = again.app(of: choice.row) else {
    throw DocumentError(
      "the location at \(choice.row.time) differs from the one in '\(folder)': it was made by another "
        + "version, or with other options; replay the recording again")
  }
  return LocationSubject(
    device: device, title: choice.key.device, choice: choice, app: app,
    usualError: locations.medianError(of: choice.key))
}

/// The device of a recording.
private func recordingSubject(
  _ path: String, _ invocation: Invocation, _ question: EventQuestion
) throws -> LocationSubject {
  guard exists(path) else {
    throw DocumentError("'\(path)' isn't there: name a run's folder, or a recording")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let sources = try foundRecordings(at: [path], isQuiet: true).sources
  let names = sources.map(\.name)
  let name = invocation.value(.device) ?? (names.count == 1 ? names[0] : nil)
  guard let name else {
    throw UsageError(
      "'\(path)' has \(names.count) recordings: choose one with --device, such as \(names[0])")
  }
  guard let source = sources.first(where: { $0.name == name }) else {
    throw UsageError(
      "no recording '\(name)' at '\(path)'" + suggestion(name, among: names))
  }
  let device = try replayStage(invocation, settings).replayable(
    try source.read(), name: name, stack: try stackChoice(invocation), settings: settings)
  let locations = try ReportedLocations(
    of: device, .init(scenario: "replay", seed: 0, device: name), cancellation: interruptible())
  let choice = try locations.choice(time: question.time, number: question.number)
  return LocationSubject(
    device: device, title: name, choice: choice, app: choice.row.app ?? "",
    usualError: locations.medianError(of: choice.key))
}

/// The seed of `--seed`; nil without it.
private func locationSeed(_ invocation: Invocation) throws(UsageError) -> UInt64? {
  try seeds(invocation)?.first
}

extension RecordingSource {
  /// SHA-256 of the contents, in hexadecimal; nil if they can't be read.
  fileprivate var digest: String? {
    var hash = SHA256()
    guard (try? self.hash(into: &hash)) != nil else { return nil }
    return hash.digest().hexadecimal
  }
}

extension Option {
  static let explainRecordings = Option(
    "recordings", taking: "PATH", "The recordings of a replay whose folder is explained.")
}
