import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

/// Does what `venuesim gate SCENARIO...` asks: runs, and compares with what is committed.
@Sendable
func gateVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("gate which scenario?") }
  for option in [Option.metric, .reportFormat, .out]
  where invocation.has(.update) && invocation.has(option) {
    throw UsageError("--update and --\(option.name) exclude each other")
  }
  let reason = invocation.value(.reason)
  guard invocation.has(.update) == (reason != nil) else {
    throw UsageError("--update needs --reason '...', and --reason belongs to --update")
  }
  if let reason, reason.allSatisfy(\.isWhitespace) {
    throw UsageError("--reason says nothing")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let gate = Gate(
    scenarios: try loadScenarios(invocation.operands, settings), settings: settings,
    folder: invocation.value(.baselines) ?? "results/baselines",
    seeds: try judgingSeeds(invocation), figures: try gatedFigures(invocation),
    asksFigures: invocation.has(.metric),
    stack: try stackChoice(invocation), jobs: try jobCount(invocation),
    isQuiet: invocation.has(.quiet), out: invocation.value(.out))
  let status =
    try reason.map { try gate.update(reason: $0) }
    ?? gate.judge(reportFormat(invocation), invocation)
  try tellUse(of: gate.stack, invocation)
  return status
}

/// How many runs go on at once: as asked, or as many as there are processors.
func jobCount(_ invocation: Invocation) throws(UsageError) -> Int {
  try positiveInteger(invocation, .jobs) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

extension Option {
  static let baselines = Option(
    "baselines", taking: "DIR", "Where the baselines are; results/baselines, unless said.")
  static let update = Option("update", "Make the figures found the new baselines.")
  static let reason = Option(
    "reason", taking: "TEXT", "Why the figures change; kept in the baseline with earlier reasons.")
}
