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
  if let (name, first, second) = firstTwice(scenarios.map { ($0.scenario.name, $0.path) }) {
    throw UsageError(
      first == second
        ? "'\(first)' is given twice; give each scenario once"
        : "two scenarios are called '\(name)': '\(first)' and '\(second)'; results are told apart by "
          + "'name:', so change it in one of them")
  }
  return scenarios
}

/// The first name that two files have, with both files; nil if all names differ.
private func firstTwice(
  _ named: [(name: String, path: String)]
) -> (name: String, first: String, second: String)? {
  var paths: [String: String] = [:]
  for (name, path) in named {
    if let first = paths[name] { return (name, first, path) }
    paths[name] = path
  }
  return nil
}

/// The path of a scenario: as given, or that of a bundled scenario with that name.
func scenarioPath(_ named: String) -> String {
  guard !named.contains("/"), !named.contains("."), !exists(named), let share = try? DataFolder()
  else { return named }
  let file = share.file("scenarios/\(named).yaml")
  return exists(file) ? file : named
}

/// The requested seeds; nil for each scenario's own.
func seeds(_ invocation: Invocation) throws(UsageError) -> SeedList? {
  if invocation.has(.seed), invocation.has(.seeds) {
    throw UsageError("--seed and --seeds exclude each other")
  }
  if let text = invocation.value(.seed) {
    guard let seed = UInt64(text) else {
      throw UsageError("--seed takes a whole number, not '\(text)'")
    }
    return SeedList(seed...seed)
  }
  return try invocation.has(.seeds) ? seedList(invocation) : nil
}

/// The requested seeds, if budgets can be judged with at least some of them.
///
/// The stack was trained with people drawn under the training seeds; budgets are judged with the others.
///
/// - Throws: ``UsageError`` if there are budgets, and only training seeds.
func judgingSeeds(
  _ invocation: Invocation, _ scenarios: [LoadedScenario]
) throws(UsageError) -> SeedList? {
  guard let seeds = try seeds(invocation), scenarios.contains(where: { !$0.budgets.isEmpty }) else {
    return try seeds(invocation)
  }
  let taken = SeedUse.training.seeds
  guard seeds.overlaps(taken) else { return seeds }
  if seeds.allSatisfy(taken.contains) {
    return try judgingSeeds(invocation)
  }
  if !invocation.has(.quiet), !invocation.has(.json) {
    complain(
      "note: budgets are judged without seeds \(taken.text), on which the stack was trained")
  }
  return seeds
}

/// The requested seeds, which must not overlap the training seeds.
func judgingSeeds(_ invocation: Invocation) throws(UsageError) -> SeedList? {
  let seeds = try seeds(invocation)
  if let complaint = seeds.flatMap({ SeedUse.complaint(judgingBy: $0) }) {
    throw UsageError(complaint)
  }
  return seeds
}

/// The seeds of `--seeds LIST`.
func seedList(_ invocation: Invocation) throws(UsageError) -> SeedList {
  do throws(SeedList.InvalidText) {
    return try SeedList(invocation.value(.seeds) ?? "")
  } catch {
    throw UsageError("--seeds takes a list such as 1-20 or 1-3,7; \(error.reason)")
  }
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
