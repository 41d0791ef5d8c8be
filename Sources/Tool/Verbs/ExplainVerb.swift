import Documents
import Reporting

/// Help text of `explain`.
let explainAbout = [
  "'explain DIR location@0:05:00' explains a reported location: its error, the inputs before it, and",
  "which of them moved it. The run is repeated up to the moment, and its last 10, 30 and 120 s are",
  "replayed without one input after the other. 'location' is the one with the largest error, and",
  "location#7 the seventh. DIR is a run's folder, a recording (--scenario, --survey, --set and --stack",
  "as in 'replay'), or a replay's folder with --recordings.",
  "",
  "EVENT is an event's name, such as paused, resumed, entered:REGION, exited:REGION, arrived, departed,",
  "notification:NAME, authorization:always or failure:SERVICE.CODE; of several with a name, NAME@TIME is",
  "the nearest to a time such as 0:47:12, and NAME#2 the second. A bare number is that of the list,",
  "which is printed when no EVENT is given. An event that was never reported can be explained, too.",
  "",
  "'explain metric NAME' and 'explain parameter NAME' print the definition, unit and source of one.",
]

/// Runs `venuesim explain DIR EVENT`.
@Sendable
func explainVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let folder = invocation.operands.first else {
    throw UsageError("explain what? Name a run's folder and an event")
  }
  if let name = invocation.operands.dropFirst().first, let lines = try described(folder, name) {
    lines.forEach(say)
    return .success
  }
  let question = try invocation.operands.dropFirst().first.map { try EventQuestion($0) }
  if let question, question.isOfLocation { return try explainLocation(invocation, question) }
  var choice = RunStory.DeviceFilter()
  choice.scenario = invocation.value(.scenarioName)
  choice.seed = invocation.value(.seed)
  choice.device = invocation.value(.device)
  let stories = try RunStory.read(folder: folder, choice)
  guard !stories.isEmpty else {
    throw UsageError("the run has no such scenario, seed or device")
  }
  let lines =
    try question.map { try EventExplanation($0, in: stories).lines }
    ?? EventExplanation.list(stories)
  if invocation.has(.json) {
    say(JSONValue.array(lines.map { .string($0) }).text(pretty: false))
  } else {
    for line in lines { say(line) }
  }
  return .success
}

extension Option {
  static let scenarioName = Option(
    "scenario", taking: "NAME|FILE",
    "Only runs of this scenario; a FILE is where it is now, or the map of a recording.")
  static let device = Option("device", taking: "NAME", "Only this device.")
}
