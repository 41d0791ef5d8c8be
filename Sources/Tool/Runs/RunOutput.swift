import Documents
import Harness
import Kernel
import Mobility
import Observations
import Reporting
import Scenarios
import Scoring
import Venues

/// Runs a plan, prints the results, and stores them.
struct RunOutput {
  let plan: RunPlan
  let invocation: Invocation
  let digest: String

  init(plan: RunPlan, invocation: Invocation) {
    self.plan = plan
    self.invocation = invocation
    digest = plan.digest(version: version)
  }

  /// Runs everything, or the missing part of it, and returns the exit status.
  ///
  /// - Throws: ``DocumentError`` if the folder is unusable and nothing could be kept.
  func run() throws -> ExitStatus {
    if let status = try statusOfFinishedRun() {
      if invocation.has(.report), let path = invocation.value(.out) {
        try writeReport(ofFolder: path, invocation)
      }
      return status
    }
    // Before the first file is created, so that an interruption leaves no temporary files.
    let token = interruptible()
    var summary = RunSummary(plan: plan)
    var folder = try openFolder(&summary)
    if let count = folder?.resumedCount, count > 0, !invocation.has(.quiet) {
      complain("note: \(count) of \(plan.units.count) runs were finished before")
    }
    let progress = ProgressLine(total: plan.units.count, isQuiet: invocation.has(.quiet))
    var stop: (any Error)?
    do {
      let digest = digest
      try plan.run(
        from: summary.finished.count, cancellation: token,
        into: { UnitTables(run: digest, scenario: $0.scenario.scenario.name, seed: $0.seed) }
      ) { result in
        try folder?.add(
          result.gathered, recordings: result.recordings, number: summary.finished.count)
        summary.add(result.gathered.figures, scenario: result.scenario, seed: result.seed)
        if !invocation.has(.quiet) { announce(result) }
        progress.show(summary.finished.count, result.scenario)
      }
    } catch {
      // Finished runs are kept, and the manifest lists the missing ones.
      stop = error
    }
    progress.clear()
    let outcome = summary.outcome()
    try finish(&folder, outcome, isComplete: stop == nil)
    let status = stop.map { $0 is Cancelled ? .interrupted : .environment } ?? outcome.status
    try reportUse(of: plan.stack, invocation)
    // If no run was finished, the reason is reported alone.
    if stop == nil || !summary.finished.isEmpty || invocation.has(.json) {
      show(outcome, folder: folder?.path, status)
    }
    if stop == nil, invocation.has(.report), let path = folder?.path {
      try writeReport(ofFolder: path, invocation)
    }
    guard let stop else { return status }
    return statusOfStopped(
      by: stop, finished: "\(summary.finished.count) of \(plan.units.count) runs",
      in: folder?.path)
  }

  /// Reports up to five deviations of agents from their plans per run.
  private func announce(_ result: UnitYield<UnitTables>) {
    for warning in result.warnings.prefix(5) {
      complain(
        "note: \(result.scenario), seed \(result.seed): \(warning.agent) \(warning.text) "
          + "after \(Int(warning.time.seconds)) s")
    }
    if result.warnings.count > 5 { complain("note: and \(result.warnings.count - 5) more") }
  }

  private func finish(
    _ folder: inout RunFolder?, _ outcome: RunOutcome, isComplete: Bool
  ) throws(FileWriteError) {
    do throws(FileWriteError) {
      for scenario in outcome.scenarios {
        try folder?.add(scenario.pool, verdicts: scenario.verdicts, scenario: scenario.name)
      }
      try folder?.finish(
        manifest(plan, digest: digest, summary: outcome.summary, isComplete: isComplete),
        scene: scene(of: plan), isComplete: isComplete)
      reportSceneProblem(of: folder)
    } catch {
      // The rows of finished runs are on disk, but only in temporary files.
      folder?.leave()
      throw error
    }
  }

  private func show(_ outcome: RunOutcome, folder: String?, _ status: ExitStatus) {
    if invocation.has(.json) {
      say(outcome.json(run: digest, folder: folder, status: status).text(pretty: false))
    } else if !invocation.has(.quiet) {
      for line in outcome.lines(folder: folder) { say(line) }
    }
  }
}

/// Reports if a folder has no scene, so that a report has no map.
func reportSceneProblem(of folder: RunFolder?) {
  guard let problem = folder?.sceneProblem else { return }
  complain(
    "note: all tables are kept, but not the venue's position, so a report has no map: \(problem)",
    mustBeReceived: true)
}

extension RunPlan {
  /// Runs the plan into a folder, without any messages.
  ///
  /// - Throws: An error of a run or of the folder, or ``Cancelled``.
  func run(into path: String, _ token: CancellationToken) throws {
    let digest = digest(version: version)
    var folder = try RunFolder(path: path, run: digest, overwrites: true)
    var summary = RunSummary(plan: self)
    try run(
      cancellation: token,
      into: { UnitTables(run: digest, scenario: $0.scenario.scenario.name, seed: $0.seed) }
    ) { result in
      try folder.add(result.gathered, recordings: [], number: summary.finished.count)
      summary.add(result.gathered.figures, scenario: result.scenario, seed: result.seed)
    }
    for scenario in summary.outcome().scenarios {
      try folder.add(scenario.pool, verdicts: scenario.verdicts, scenario: scenario.name)
    }
    try folder.finish(
      manifest(self, digest: digest, summary: summary, isComplete: true), scene: scene(of: self),
      isComplete: true)
  }
}

/// The manifest of a run, without times, hosts and anything else that differs between equal runs.
private func manifest(
  _ plan: RunPlan, digest: String, summary: RunSummary, isComplete: Bool
) -> JSONValue {
  let finished = plan.units.prefix(summary.finished.count)
  let missing = plan.units.dropFirst(summary.finished.count)
  let scenarios = plan.scenarios.map { loaded -> JSONValue in
    let name = loaded.scenario.name
    return [
      "name": .string(name), "file": .string(splitPath(loaded.path).name),
      "sha256": .string(loaded.digest), "file_sha256": .string(loaded.fileDigest),
      "venue": .string(loaded.venue.name),
      "venue_sha256": .string(loaded.venueDigest),
      "events_fingerprint": .string(summary.fingerprint(name)), "judged": loaded.judged.json,
    ]
  }
  var manifest = JSONObject([
    ("run", .string(digest)), ("venuesim", .string(version)), ("stack", .string(plan.stack.name)),
    ("settings", .array(plan.settings.map { .string($0) })), ("scenarios", .array(scenarios)),
    ("complete", .bool(isComplete)), ("finished", .array(ranges(finished))),
    ("missing", .array(ranges(missing))),
  ])
  if plan.records { manifest["recordings"] = true }
  return .object(manifest)
}

/// Units as ranges of seeds, which stay short for a million units.
private func ranges(_ units: RunUnits.SubSequence) -> [JSONValue] {
  var ranges: [(scenario: String, first: UInt64, last: UInt64)] = []
  for unit in units {
    let name = unit.scenario.scenario.name
    if let latest = ranges.last, latest.scenario == name, latest.last &+ 1 == unit.seed {
      ranges[ranges.count - 1].last = unit.seed
    } else {
      ranges.append((name, unit.seed, unit.seed))
    }
  }
  return ranges.map { scenario, first, last in
    [
      "scenario": .string(scenario), "first_seed": .string("\(first)"),
      "last_seed": .string("\(last)"),
    ]
  }
}
