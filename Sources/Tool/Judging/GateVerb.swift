import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// Runs `venuesim gate SCENARIO...`: runs scenarios and compares them with committed baselines.
@Sendable
func gateVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else {
    throw UsageError("gate which scenario, or which recordings?")
  }
  for option in [Option.metric, .reportFormat, .out]
  where invocation.has(.update) && invocation.has(option) {
    throw UsageError("--update and --\(option.name) exclude each other")
  }
  let reason = invocation.value(.reason)
  guard invocation.has(.update) == (reason != nil) else {
    throw UsageError("--update needs --reason '...', and --reason belongs to --update")
  }
  if let reason, reason.allSatisfy(\.isWhitespace) {
    throw UsageError("--reason is empty")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let paths = invocation.operands.filter(isScenario)
  let recordings = invocation.operands.filter { !isScenario($0) }
  if paths.isEmpty, invocation.has(.seed) || invocation.has(.seeds) {
    throw UsageError("seeds are for scenarios; recordings have none")
  }
  for option in [Option.scenario, .survey] where recordings.isEmpty && invocation.has(option) {
    throw UsageError("--\(option.name) is for recordings, and none is named")
  }
  let replays = try recordings.map { try RecordingGate(path: $0, settings: settings, invocation) }
  if let name = replays.map(\.name).repeated {
    throw UsageError(
      "two paths would share the baseline '\(name)'; gate them separately, with different --baselines"
    )
  }
  let gate = Gate(
    scenarios: paths.isEmpty ? [] : try loadScenarios(paths, settings), settings: settings,
    replays: replays, folder: invocation.value(.baselines) ?? Gate.usualFolder,
    seeds: try judgingSeeds(invocation), figures: try gatedFigures(invocation),
    asksFigures: invocation.has(.metric),
    stack: try stackChoice(invocation), jobs: try jobCount(invocation),
    isQuiet: invocation.has(.quiet), out: invocation.value(.out))
  let status =
    try reason.map { reason in
      try Answer.gathering("gate", if: invocation.has(.json)) { try gate.update(reason: reason) }
    } ?? gate.judge(reportFormat(invocation), invocation)
  try reportUse(of: gate.stack, invocation)
  return status
}

/// True if a path is a scenario and not a recording.
private func isScenario(_ path: String) -> Bool {
  let name = splitPath(path).name
  return (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && name != "recording.yaml"
}

extension [String] {
  /// The first duplicate; nil if there is none.
  fileprivate var repeated: String? {
    indices.first { self[..<$0].contains(self[$0]) }.map { self[$0] }
  }
}

/// Help text of gates.
let gateAbout = [
  "A path that isn't a .yaml file names recordings: a file, a folder with all files beneath it, or a .zip,",
  "as for 'replay'. Each path has its own baseline, with a column for each recording.",
]

/// Number of concurrent runs: as given, or the number of processors.
func jobCount(_ invocation: Invocation) throws(UsageError) -> Int {
  try positiveInteger(invocation, .jobs) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

extension Option {
  static let baselines = Option(
    "baselines", taking: "DIR", "The folder of the baselines; by default results/baselines.")
  static let update = Option("update", "Make the figures of this run the new baselines.")
  static let reason = Option(
    "reason", taking: "TEXT", "Why the figures change; kept in the baseline with earlier reasons.")
}
