import Documents
import Harness
import Maps
import Scenarios

/// Does what `venuesim survey SCENARIO --out FILE` and `survey build RECORDING... --out FILE` ask.
@Sendable
func surveyVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let first = invocation.operands.first else { throw UsageError("survey what?") }
  guard let path = invocation.value(.out) else { throw UsageError("survey needs --out FILE") }
  if first == "build" {
    return try buildSurvey(Array(invocation.operands.dropFirst()), to: path, invocation)
  }
  guard invocation.operands.count == 1 else { throw UsageError("survey one place at a time") }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let scenario = try LoadedScenario(path: first, settings: settings)
  var seed = UInt64(scenario.scenario.seed)
  if let text = invocation.value(.seed) {
    guard let number = UInt64(text) else {
      throw UsageError("--seed takes a whole number, not '\(text)'")
    }
    seed = number
  }
  try write(scenario.radioMap(seed: seed), to: path, invocation)
  return .success
}

private func buildSurvey(
  _ paths: [String], to file: String, _ invocation: Invocation
) throws -> ExitStatus {
  guard !paths.isEmpty else { throw UsageError("survey build of which recordings?") }
  let format = try invocation.value(.format).map { try ReplayFormat.named($0) }
  var found = Recordings()
  for path in paths { found.add(try Recordings.find(at: path, format: format)) }
  let result = try SurveyResult.build(found.sources, name: paths[0])
  for remark in result.remarks { complain("venuesim: \(remark)") }
  if !invocation.has(.quiet) { say("\(result.readingCount) readings") }
  try write(result.map, to: file, invocation)
  return .success
}

private func write(_ map: RadioMap, to path: String, _ invocation: Invocation) throws {
  let written = try SurveyFile.write(map, to: path)
  guard !invocation.has(.quiet) else { return }
  let floors = map.planes.map { $0.ordinal.map { "\($0)" } ?? "outdoors" }
  say(
    "\(map.senders.count) transmitters on \(map.planes.count) levels (\(floors.joined(separator: ", ")))"
  )
  say("readings differ by \(map.wifiNoise) dB (Wi-Fi), \(map.beaconNoise) dB (beacons)")
  say("\(path): \(written.bytes) bytes, \(written.digest)")
}

extension Option {
  static let survey = Option(
    "survey", taking: "FILE", "The positioning file that the stack finds itself by indoors.")
}
