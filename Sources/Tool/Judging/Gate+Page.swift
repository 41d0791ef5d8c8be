import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

// The files of a gate: its tables, and a page of the worst seed before and after.

/// The base side of a gate's page.
enum BaseChoice {
  case stack(StackChoice)
  /// The program of the base commit.
  case program(String)
}

/// The run that a gate's page shows.
struct ShownRun {
  let scenario: LoadedScenario
  let baseline: Baseline
  let seed: UInt64
  let isWorse: Bool

  /// Selects the seed with the largest change of the first notable figure; nil without any seed.
  init?(_ comparison: Comparison, _ scenario: LoadedScenario, _ baseline: Baseline) {
    guard let seed = comparison.outstandingSeeds.first ?? baseline.table.seeds.first else {
      return nil
    }
    (self.scenario, self.baseline, self.seed) = (scenario, baseline, seed)
    isWorse = comparison.isWorse
  }
}

extension Gate {
  /// The name of a gate's page.
  static let pageName = "gate.html"

  /// Keeps a report in all formats, and the page.
  func keep(
    _ report: ComparisonReport, _ worst: ShownRun?, _ token: CancellationToken
  ) throws {
    guard let out else { return }
    let files: [(String, ComparisonReport.Format)] = [
      ("gate.txt", .text), ("gate.csv", .csv), ("gate.md", .markdown), ("gate.xml", .junit),
      ("gate.json", .json),
    ]
    for (name, format) in files {
      try writeFile(report.text(as: format) + "\n", to: out + "/" + name)
    }
    guard let worst else { return }
    let new = out + "/after"
    try plan(worst.scenario, worst.seed, stack).run(into: new, token)
    let run = try RunReport(folder: new, sharedBy: 2)
    var others: [RunReport] = []
    if try runBase(worst, into: out + "/before", token) {
      others = [try RunReport(folder: out + "/before", sharedBy: 2, besides: run)]
    }
    try writeFile(
      reportPage(run, against: others, comparisons: [report]), to: out + "/" + Self.pageName)
  }

  private func plan(
    _ scenario: LoadedScenario, _ seed: UInt64, _ stack: StackChoice
  ) -> RunPlan {
    var plan = RunPlan(scenarios: [scenario])
    plan.seeds = seed...seed
    plan.stack = stack
    plan.jobs = jobs
    return plan
  }

  /// Runs the base side of a seed; false if it can't be made.
  private func runBase(
    _ worst: ShownRun, into folder: String, _ token: CancellationToken
  ) throws -> Bool {
    if case .program(let program)? = base {
      let settings = worst.baseline.table.settings.flatMap { ["--set", $0] }
      let stack = worst.baseline.table.stack
      try runProgram(
        [
          program, "run", worst.scenario.path, "--seed", "\(worst.seed)", "--out", folder,
          "--force", "--quiet",
        ] + settings + (stack == StackChoice.reference.name ? [] : ["--stack", stack]))
      return true
    }
    guard let side = try baseSide(of: worst.scenario, worst.baseline) else { return false }
    try plan(side.scenario, worst.seed, side.stack).run(into: folder, token)
    return true
  }

  /// The scenario and stack of the base side; nil if this program can't make it.
  ///
  /// It can if the baseline has another stack or other settings. Otherwise the change is in the program.
  func baseSide(
    of scenario: LoadedScenario, _ baseline: Baseline
  ) throws -> (scenario: LoadedScenario, stack: StackChoice)? {
    let table = baseline.table
    var chosen = StackChoice.reference
    if case .stack(let given)? = base {
      chosen = given
    } else if table.stack != StackChoice.reference.name
      || table.settings == settings.map(\.text) && table.stack == stack.name
    {
      return nil
    }
    let before = try LoadedScenario(
      path: scenario.path, settings: table.settings.map { try Setting($0) })
    return (before, chosen)
  }
}

/// Runs a program to its end.
///
/// - Parameter words: Its path or name, and its arguments.
/// - Throws: ``DocumentError`` if it can't be started or fails.
private func runProgram(_ words: [String]) throws(DocumentError) {
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process: pid_t = 0
  let failure = posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
  guard failure == 0 else {
    throw DocumentError(
      "--base-binary: '\(words[0])' can't be started: \(String(cString: strerror(failure)))")
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  // A missed budget is a result.
  let exit = (status >> 8) & 0xFF
  guard status & 0x7F == 0, exit == 0 || exit == 4 else {
    throw DocumentError(
      "--base-binary: '\(words.joined(separator: " "))' failed with status \(exit)")
  }
}
