import Documents
import Glibc
import Harness
import Kernel
import Recordings
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

/// The run or replay that a gate's page shows.
struct ShownRun {
  enum Subject {
    case scenario(LoadedScenario), recordings(RecordingGate)
  }

  let subject: Subject
  let baseline: Baseline
  /// The seed, or the number of the recording.
  let seed: UInt64
  let isWorse: Bool

  /// Selects the seed with the largest change of the first notable figure; nil without any seed.
  init?(_ comparison: Comparison, _ subject: Subject, _ baseline: Baseline) {
    guard let seed = comparison.outstandingSeeds.first ?? baseline.table.seeds.first else {
      return nil
    }
    (self.subject, self.baseline, self.seed) = (subject, baseline, seed)
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
    try runAfter(worst, into: new, token)
    let run = try RunReport(folder: new, sharedBy: 2)
    var others: [RunReport] = []
    if try runBefore(worst, into: out + "/before", token) {
      others = [try RunReport(folder: out + "/before", sharedBy: 2, besides: run)]
    }
    try writeFile(
      reportPage(run, against: others, comparisons: [report]), to: out + "/" + Self.pageName)
  }

  private func runAfter(
    _ shown: ShownRun, into folder: String, _ token: CancellationToken
  ) throws {
    switch shown.subject {
    case .scenario(let scenario): try run(scenario, shown.seed, stack, into: folder, token)
    case .recordings(let gate):
      guard let source = gate.source(ofNumber: shown.seed) else { return }
      try gate.replay(source, settings, stack, into: folder, token)
    }
  }

  /// Runs the base side; false if it can't be made.
  private func runBefore(
    _ shown: ShownRun, into folder: String, _ token: CancellationToken
  ) throws -> Bool {
    if case .program(let program)? = base {
      var words = [program]
      switch shown.subject {
      case .scenario(let scenario): words += ["run", scenario.path, "--seed", "\(shown.seed)"]
      case .recordings(let gate):
        guard let source = gate.source(ofNumber: shown.seed) else { return false }
        words += ["replay", source.path] + gate.mapOptions
      }
      words += ["--out", folder, "--force", "--quiet"]
      words += shown.baseline.table.settings.flatMap { ["--set", $0] }
      let stack = shown.baseline.table.stack
      try runProgram(words + (stack == StackChoice.reference.name ? [] : ["--stack", stack]))
      return true
    }
    guard let stack = baseStack(of: shown.baseline) else { return false }
    switch shown.subject {
    case .scenario(let scenario):
      try run(baseSide(of: scenario, shown.baseline), shown.seed, stack, into: folder, token)
    case .recordings(let gate):
      guard let source = gate.source(ofNumber: shown.seed) else { return false }
      try gate.replay(source, gate.baseSettings(shown.baseline), stack, into: folder, token)
    }
    return true
  }

  private func run(
    _ scenario: LoadedScenario, _ seed: UInt64, _ stack: StackChoice, into folder: String,
    _ token: CancellationToken
  ) throws {
    var plan = RunPlan(scenarios: [scenario])
    plan.seeds = SeedList(seed...seed)
    plan.stack = stack
    plan.jobs = jobs
    try plan.run(into: folder, token)
  }

  /// A scenario with the settings of its baseline.
  func baseSide(of scenario: LoadedScenario, _ baseline: Baseline) throws -> LoadedScenario {
    try LoadedScenario(
      path: scenario.path, settings: baseline.table.settings.map { try Setting($0) })
  }

  /// The stack of the base side; nil if this program can't make that side.
  ///
  /// It can if the baseline has another stack or other settings. Otherwise the change is in the program.
  func baseStack(of baseline: Baseline) -> StackChoice? {
    if case .stack(let given)? = base { return given }
    let table = baseline.table
    let isSame = table.settings == settings.map(\.text) && table.stack == stack.name
    return table.stack == StackChoice.reference.name && !isSame ? .reference : nil
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
