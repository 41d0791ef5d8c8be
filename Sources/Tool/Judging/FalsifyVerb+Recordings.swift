import Campaigns
import Documents
import Formats
import Harness
import Kernel
import Recordings
import Reporting
import Scenarios
import Scoring

/// Searches recordings for the worst case: `venuesim falsify RECORDINGS...`.
func falsifyRecordings(_ invocation: Invocation, _ target: FalsifyTarget) throws -> ExitStatus {
  for option in [Option.seeds, .shrinkTries, .counterexample] where invocation.has(option) {
    throw UsageError("--\(option.name) is for scenarios; recordings have none")
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let found = try foundRecordings(
    at: invocation.operands, isQuiet: invocation.has(.quiet))
  var falsifier = try RecordingFalsifier(
    found.sources, target: target, varied: try invocation.values(.vary).map { try VariedKey($0) },
    stage: { try replayStage(invocation, settings + $0) })
  falsifier.tries = try falsifyCount(invocation, .tries) ?? falsifier.tries
  falsifier.searchSeed = try searchSeed(invocation) ?? falsifier.searchSeed
  falsifier.jobs = try jobCount(invocation)
  falsifier.stack = try stackChoice(invocation)
  falsifier.cancellation = interruptible()
  let progress = ProgressLine(total: falsifier.tries, isQuiet: invocation.has(.quiet))
  falsifier.progress = { stage, done, worst in
    let figure = worst.map { ", worst \(figureText($0)) \(target.metric.unit)" } ?? ""
    progress.show(done, stage + figure)
  }
  let finding = try falsifier.run()
  progress.clear()
  return announce(finding, target, count: found.sources.count, invocation)
}

private func announce(
  _ finding: RecordingFalsifier.Outcome, _ target: FalsifyTarget, count: Int,
  _ invocation: Invocation
) -> ExitStatus {
  let unit = target.metric.unit
  func figure(_ value: Double) -> String { figureText(value) + (unit.isEmpty ? "" : " \(unit)") }
  guard let recording = finding.recording, let worst = finding.worstFigure else {
    if finding.isInterrupted { return .interrupted }
    complain(
      "venuesim: none of \(count) recording\(count == 1 ? "" : "s") had any \(target.name); there is "
        + "nothing to judge")
    return .undecided
  }
  var lines = [
    "worst of \(finding.tries) replays: \(target.name) \(figure(worst)), "
      + "\(excerpted(recording.name))"
  ]
  lines += finding.changed.map { "  with \($0.text)" }
  let isMissed = target.budget != nil && finding.limit != nil
  if let limit = finding.limit, target.budget != nil {
    if !finding.changed.isEmpty {
      lines.append(
        "needed for it: "
          + (finding.needed.isEmpty
            ? "none of these settings" : finding.needed.map(\.text).joined(separator: ", "))
          + " (\(finding.shrinkTries) replays)")
    }
    lines.append("\(figure(finding.figure ?? worst)) misses \(limit.text)")
  } else if let budget = target.budget {
    lines.append("kept by all of them: \(budget.text)")
  }
  lines.append("Reproduced by: \(command(recording, finding.needed, invocation))")
  if !invocation.has(.quiet) { for line in lines { say(line) } }
  if finding.isInterrupted {
    complain("venuesim: interrupted after \(finding.tries + finding.shrinkTries) replays")
    return .interrupted
  }
  return isMissed ? .budgetMissed : .success
}

/// The command that replays the case alone.
private func command(
  _ recording: RecordingSource, _ settings: [Setting], _ invocation: Invocation
) -> String {
  var words = ["venuesim replay", shellWord(recording.location)]
  for option in [Option.scenario, .survey, .stack] {
    if let value = invocation.value(option) { words += ["--\(option.name)", shellWord(value)] }
  }
  for text in invocation.values(.set) + settings.map(\.text) {
    words += ["--set", shellWord(text)]
  }
  return words.joined(separator: " ")
}
