import Documents
import Harness
import Kernel
import Observations
import Reporting
import Scenarios
import Scoring
import Venues

/// Runs a plan and shows and keeps what comes of it.
struct RunOutput {
  let plan: RunPlan
  let invocation: Invocation
  let digest: String

  init(plan: RunPlan, invocation: Invocation) {
    self.plan = plan
    self.invocation = invocation
    digest = plan.digest(version: version)
  }

  func run() throws -> ExitStatus {
    let isQuiet = invocation.has(.quiet)
    var folder: RunFolder?
    if let path = invocation.value(.out) {
      folder = try RunFolder(path: path, run: digest, overwrites: invocation.has(.force))
    }
    var summary = RunSummary(plan: plan)
    let progress = ProgressLine(total: plan.units.count, isQuiet: isQuiet)
    var interruption: Cancelled?
    do {
      try plan.run(cancellation: interruptible()) { result in
        summary.add(result)
        for score in result.devices {
          try folder?.add(score, scenario: result.scenario, seed: result.seed)
        }
        for recording in result.recordings { try keep(recording, of: result, in: folder) }
        progress.show(summary.finished.count, result.scenario)
      }
    } catch let error as Cancelled {
      // What is finished is kept, and the manifest names what is missing.
      interruption = error
    }
    progress.clear()
    let verdicts = summary.verdicts
    for (scenario, pool, kept) in verdicts {
      try folder?.add(pool, verdicts: kept, scenario: scenario)
    }
    try folder?.finish(
      manifest(plan, digest: digest, summary: summary, isComplete: interruption == nil))
    if invocation.has(.json) {
      say(summary.json(run: digest, folder: folder?.path).text(pretty: false))
    } else if !isQuiet {
      for line in summary.lines(folder: folder?.path) { say(line) }
    }
    if interruption != nil {
      complain("venuesim: interrupted after \(summary.finished.count) of \(plan.units.count) runs")
      return .interrupted
    }
    return summary.status
  }

  private func keep(
    _ recording: Recording, of result: UnitResult, in folder: RunFolder?
  ) throws(FileWriteError) {
    let name = "recordings/\(result.scenario)-\(result.seed)-\(recording.header.device)"
    for file in recording.files { try folder?.write(name + "/" + file.name, file.bytes) }
  }
}

/// What explains a run: no clock time, no host, nothing that two like runs would differ in.
private func manifest(
  _ plan: RunPlan, digest: String, summary: RunSummary, isComplete: Bool
) -> JSONValue {
  let scenarios = plan.scenarios.map { loaded -> JSONValue in
    let name = loaded.scenario.name
    return [
      "name": .string(name), "file": .string(splitPath(loaded.path).name),
      "sha256": .string(loaded.digest), "venue": .string(loaded.venue.name),
      "venue_sha256": .string(loaded.venueDigest),
      "events_fingerprint": .string(summary.fingerprint(name)),
    ]
  }
  let finished = summary.finished.map { unit -> JSONValue in
    ["scenario": .string(unit.scenario), "seed": .string("\(unit.seed)")]
  }
  let missing = plan.units.dropFirst(summary.finished.count).map { unit -> JSONValue in
    ["scenario": .string(unit.scenario.scenario.name), "seed": .string("\(unit.seed)")]
  }
  return [
    "run": .string(digest), "venuesim": .string(version), "stack": .string(plan.stack.name),
    "settings": .array(plan.settings.map { .string($0) }), "scenarios": .array(scenarios),
    "complete": .bool(isComplete), "finished": .array(finished), "missing": .array(missing),
  ]
}
