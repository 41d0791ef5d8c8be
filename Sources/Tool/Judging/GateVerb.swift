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
  for option in [Option.baseStack, .baseBinary, .all]
  where invocation.has(.update) && invocation.has(option) {
    throw UsageError("--update and --\(option.name) exclude each other")
  }
  guard !invocation.has(.detects) || invocation.has(.update) else {
    throw UsageError("--detects belongs to --update")
  }
  let isAuto = invocation.value(.gateSeeds) == "auto"
  let gate = Gate(
    scenarios: paths.isEmpty ? [] : try loadScenarios(paths, settings), settings: settings,
    replays: replays, folder: invocation.value(.baselines) ?? Gate.usualFolder,
    seeds: isAuto ? nil : try judgingSeeds(invocation), limit: try gateLimit(invocation),
    detects: try detectedChange(invocation), requested: try gatedFigures(invocation),
    stack: try stackChoice(invocation), base: try baseChoice(invocation),
    jobs: try jobCount(invocation), isQuiet: invocation.has(.quiet), out: invocation.value(.out))
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

/// The limit of the seeds that are run as needed: a number of seeds, or a time.
private func gateLimit(_ invocation: Invocation) throws(UsageError) -> Gate.Limit {
  guard let text = invocation.value(.limit) else { return Gate.Limit() }
  guard invocation.value(.gateSeeds).map({ $0 == "auto" }) ?? true, !invocation.has(.seed) else {
    throw UsageError("--limit is for seeds as needed; leave out --seeds, or take '--seeds auto'")
  }
  if let seeds = Int(text), (1...1_000_000).contains(seeds) { return Gate.Limit(seeds: seeds) }
  if let time = try? Quantity.parseDuration(text), time.seconds > 0 {
    return Gate.Limit(seconds: time.seconds)
  }
  throw UsageError("--limit takes a number of seeds or a time, such as 96 or '20 s', not '\(text)'")
}

/// The relative change that a new baseline must detect; nil for `any`.
private func detectedChange(_ invocation: Invocation) throws(UsageError) -> Double? {
  guard let text = invocation.value(.detects) else { return 0.1 }
  if text == "any" { return nil }
  guard text.hasSuffix("%"), let share = try? Quantity.parse(text, as: .ratio), share > 0 else {
    throw UsageError("--detects takes a percentage such as '10 %', or any, not '\(text)'")
  }
  return share
}

/// The base side of the page.
private func baseChoice(_ invocation: Invocation) throws -> BaseChoice? {
  guard !invocation.has(.baseStack) || !invocation.has(.baseBinary) else {
    throw UsageError("--base-stack and --base-binary exclude each other")
  }
  if let program = invocation.value(.baseBinary) { return .program(program) }
  return try invocation.value(.baseStack).map { .stack(try StackChoice($0)) }
}

/// Number of concurrent runs: as given, or the number of processors.
func jobCount(_ invocation: Invocation) throws(UsageError) -> Int {
  try positiveInteger(invocation, .jobs) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

extension Option {
  static let baselines = Option(
    "baselines", taking: "DIR", "The folder of the baselines; by default results/baselines.")
  static let gateSeeds = Option(
    "seeds", taking: "LIST",
    "All of these, such as 1-20 or 1-3,7; by default, and with 'auto', as many as the verdicts need."
  )
  static let limit = Option(
    "limit", taking: "N",
    "The maximum of seeds, or a time such as '20 s', where seeds are run as needed.")
  static let detects = Option(
    "detects", taking: "CHANGE",
    "The change that a new baseline must detect, 10 % by default; 'any' accepts all.")
  static let baseStack = Option(
    "base-stack", taking: "NAME|'cmd:…'", "The stack of the baseline, for the page and the moments."
  )
  static let baseBinary = Option(
    "base-binary", taking: "FILE", "The program of the base commit, for the page.")
  static let all = Option(
    "all", "Show every figure, and not only those that changed or are undecided.")
  static let update = Option("update", "Make the figures of this run the new baselines.")
  static let reason = Option(
    "reason", taking: "TEXT", "Why the figures change; kept in the baseline with earlier reasons.")
}
