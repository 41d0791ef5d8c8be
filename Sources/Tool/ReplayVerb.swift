import Documents
import Harness
import Observations
import Reporting
import Scoring

/// Does what `venuesim replay RECORDING... --scenario FILE` asks.
@Sendable
func replayVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("replay which recording?") }
  guard let scenarioPath = invocation.value(.scenario) else {
    throw UsageError("replay needs --scenario FILE for the venue's map and the stack's settings")
  }
  let choice = try stackChoice(invocation)
  let settings = try invocation.values(.set).map { try Setting($0) }
  let scenario = try LoadedScenario(path: scenarioPath, settings: settings)
  let recordings = try invocation.operands.map { try Recording(path: $0) }
  let token = interruptible()
  var pool = ScenarioPool()
  var scores: [DeviceScore] = []
  for recording in recordings {
    let (score, _) = try replay(
      recording, stack: scenario.makeStack(choice), cancellation: token)
    pool.add(score)
    scores.append(score)
  }
  let name = "replay"
  if let path = invocation.value(.out) {
    var hash = SHA256()
    hash.update(
      Array("venuesim \(version) replay \(scenario.digest) \(scenario.venueDigest)\n".utf8))
    for recording in recordings {
      for file in recording.files { hash.update(file.bytes) }
    }
    let digest = hash.digest().shortDigest
    var folder = try RunFolder(path: path, run: digest, overwrites: invocation.has(.force))
    try folder.add(scores, scenario: name, seed: 0)
    try folder.add(pool, verdicts: [], scenario: name)
    try folder.finish([
      "run": .string(digest), "venuesim": .string(version), "complete": true,
      "recordings": .array(recordings.map { .string($0.header.source) }),
    ])
  }
  try report(choice, invocation)
  if !invocation.has(.quiet) { show(pool, invocation) }
  return .success
}

private func show(_ pool: ScenarioPool, _ invocation: Invocation) {
  if invocation.has(.json) {
    let rows = pool.rows.map { row -> JSONValue in
      [
        "metric": .string(row.metric.name), "statistic": .string(row.statistic.rawValue),
        "value": .number(row.value), "unit": .string(row.metric.unit), "n": .int(Int64(row.count)),
      ]
    }
    return say(JSONValue.array(rows).text(pretty: false))
  }
  var table = TextTable(["metric", "statistic", "value", "unit", "n"])
  for row in pool.rows {
    table.add([
      row.metric.name, row.statistic.rawValue, figureText(row.value), row.metric.unit,
      "\(row.count)",
    ])
  }
  for line in table.lines { say(line) }
}
