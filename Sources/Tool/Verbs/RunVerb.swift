import Documents
import Glibc
import Harness
import Kernel
import Observations
import Reporting
import Scenarios
import Scoring

/// Runs `venuesim run SCENARIO...`.
@Sendable
func runVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("run which scenario?") }
  let settings = try invocation.values(.set).map { try Setting($0) }
  try checkFolderOptions(invocation)
  if invocation.has(.sweep) { return try runSweep(invocation, settings) }
  var plan = RunPlan(scenarios: try loadScenarios(invocation.operands, settings))
  plan.settings = settings.map(\.text)
  plan.seeds = try judgingSeeds(invocation, plan.scenarios)
  plan.jobs = try jobCount(invocation)
  plan.records = invocation.has(.record)
  plan.stack = try stackChoice(invocation)

  let output = RunOutput(plan: plan, invocation: invocation)
  return try output.run()
}

/// Rejects options that need a folder, or exclude each other.
func checkFolderOptions(_ invocation: Invocation) throws(UsageError) {
  for option in [Option.record, .resume, .report]
  where invocation.has(option) && !invocation.has(.out) {
    throw UsageError("--\(option.name) needs --out DIR")
  }
  if invocation.has(.resume), invocation.has(.force) {
    throw UsageError("--resume and --force exclude each other")
  }
}

/// Reads all scenarios, so that all mistakes in all files are reported at once.
func loadScenarios(_ paths: [String], _ settings: [Setting]) throws -> [LoadedScenario] {
  var scenarios: [LoadedScenario] = []
  var wrong: [Diagnostic] = []
  var unlisted = 0
  for path in paths {
    do throws(DocumentError) {
      scenarios.append(try LoadedScenario(path: scenarioPath(path), settings: settings))
    } catch {
      // Two scenarios with the same venue share its mistakes.
      wrong += error.diagnostics.filter { !wrong.contains($0) }
      unlisted += error.unlisted
    }
  }
  guard wrong.isEmpty else { throw DocumentError(wrong, unlisted: unlisted) }
  let names = scenarios.map(\.scenario.name)
  guard Set(names).count == names.count else {
    throw UsageError("two of the scenarios have the same name")
  }
  return scenarios
}

/// The path of a scenario: as given, or that of a bundled scenario with that name.
func scenarioPath(_ named: String) -> String {
  guard !named.contains("/"), !named.contains("."), !exists(named), let share = try? DataFolder()
  else { return named }
  let file = share.file("scenarios/\(named).yaml")
  return exists(file) ? file : named
}

/// The requested seeds; nil for each scenario's own.
func seeds(_ invocation: Invocation) throws(UsageError) -> ClosedRange<UInt64>? {
  if invocation.has(.seed), invocation.has(.seeds) {
    throw UsageError("--seed and --seeds exclude each other")
  }
  if let text = invocation.value(.seed) {
    guard let seed = UInt64(text) else {
      throw UsageError("--seed takes a whole number, not '\(text)'")
    }
    return seed...seed
  }
  return try invocation.has(.seeds) ? seedRange(invocation) : nil
}

/// The requested seeds, if budgets can be judged with at least some of them.
///
/// The stack was trained with people drawn under the training seeds; budgets are judged with the others.
///
/// - Throws: ``UsageError`` if there are budgets, and only training seeds.
func judgingSeeds(
  _ invocation: Invocation, _ scenarios: [LoadedScenario]
) throws(UsageError) -> ClosedRange<UInt64>? {
  guard let seeds = try seeds(invocation), scenarios.contains(where: { !$0.budgets.isEmpty }) else {
    return try seeds(invocation)
  }
  let taken = SeedUse.training.seeds
  guard seeds.overlaps(taken) else { return seeds }
  if taken.contains(seeds.lowerBound), taken.contains(seeds.upperBound) {
    return try judgingSeeds(invocation)
  }
  if !invocation.has(.quiet), !invocation.has(.json) {
    complain(
      "note: budgets are judged without seeds \(taken.text), on which the stack was trained")
  }
  return seeds
}

/// The requested seeds, which must not overlap the training seeds.
func judgingSeeds(_ invocation: Invocation) throws(UsageError) -> ClosedRange<UInt64>? {
  let seeds = try seeds(invocation)
  if let complaint = seeds.flatMap({ SeedUse.complaint(judgingBy: $0) }) {
    throw UsageError(complaint)
  }
  return seeds
}

/// The seeds of `--seeds A-B`.
func seedRange(_ invocation: Invocation) throws(UsageError) -> ClosedRange<UInt64> {
  let text = invocation.value(.seeds) ?? ""
  let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
  if ends.count == 1, let only = ends[0] { return only...only }
  guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
    last - first < 1_000_000
  else {
    throw UsageError("--seeds takes a range of at most a million, such as 1-20, not '\(text)'")
  }
  return first...last
}

/// The value of an option that takes a positive integer.
func positiveInteger(
  _ invocation: Invocation, _ option: Option
) throws(UsageError) -> Int? {
  guard let text = invocation.value(option) else { return nil }
  guard let number = Int(text), number > 0, number <= 1024 else {
    throw UsageError("--\(option.name) takes a whole number from 1 to 1024, not '\(text)'")
  }
  return number
}
