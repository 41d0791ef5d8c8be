import Campaigns
import Documents
import Harness
import Kernel
import Recordings
import Reporting
import Scenarios
import Scoring

/// True if recordings are replayed several times, with varied settings or random draws.
func isSweep(_ invocation: Invocation) -> Bool {
  [Option.vary, .seed, .seeds, .metric].contains { invocation.has($0) }
}

/// Replays recordings with each value of some settings, and with several random draws.
func sweepRecordings(
  _ sources: [RecordingSource], _ settings: [Setting], _ invocation: Invocation
) throws -> ExitStatus {
  guard !invocation.has(.stackCPU) else {
    throw UsageError("--stack-cpu does not go with --vary, --seeds or --metric")
  }
  guard !sources.isEmpty else { return .usage }
  var axes = try invocation.values(.vary).map { try VariedKey($0).values() }
  if let draws = try drawSettings(invocation) { axes.append(draws) }
  let requested = try gatedFigures(invocation)
  let names = invocation.operands.map { splitPath($0).name }
  let plan = try StudyPlan(
    sweeping: sources, called: names.count == 1 ? names[0] : "\(sources.count) recordings",
    axes: axes, figures: requested.isEmpty ? GatedFigure.standard : requested
  ) { try replayStage(invocation, settings + $0) }
  let stack = try stackChoice(invocation)
  let output = StudyOutput(
    plan: plan, stack: stack, jobs: try jobCount(invocation),
    run: plan.digest(version: version, stack: stack), format: .text, invocation: invocation,
    leavesOutEmpty: true)
  return try Answer.gathering("replay", if: invocation.has(.json), output.finish)
}

/// Settings for the random draws of the stack; nil if none are requested.
private func drawSettings(_ invocation: Invocation) throws -> [Setting]? {
  guard let draws = try seeds(invocation) else { return nil }
  guard draws.allSatisfy({ (1...1000).contains($0) }) else {
    throw UsageError("draws have numbers from 1 to 1000, not \(draws.text)")
  }
  let key = "stack.locator.draw"
  do {
    let settings = try invocation.values(.set).map { try Setting($0) }
    _ = try replayStage(invocation, settings + [try Setting("\(key)=1")])
  } catch let error as DocumentError {
    throw DocumentError(
      "this stack has no random draws (\(error)); positioning by a survey has them: "
        + "give --survey FILE")
  }
  return try draws.map { try Setting("\(key)=\($0)") }
}
