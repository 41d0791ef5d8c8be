import Documents

/// Demos of `venuesim demo`: bundled scenarios, each with a report page after some seconds.
enum Demo: String, CaseIterable {
  case museum, canyon, commute

  /// The bundled scenario file.
  var file: String {
    switch self {
    case .museum: "scenarios/museum-visit.yaml"
    case .canyon: "scenarios/canyon-walk.yaml"
    case .commute: "scenarios/commute-day.yaml"
    }
  }
}

/// Help text of `demo`.
let demoAbout = [
  "Runs the bundled demo scenarios, all three unless named, and makes a page of each:",
  "museum (three levels, an indoor locator and beacons), canyon (a walk between tall buildings)",
  "and commute (a day on foot and by car). The pages are in venuesim-demo/, or in --out DIR.",
]

/// Runs `venuesim demo [museum|canyon|commute]...`.
@Sendable
func demoVerb(_ invocation: Invocation) throws -> ExitStatus {
  let names = Demo.allCases.map(\.rawValue)
  let asked = try invocation.operands.map { name throws(UsageError) in
    guard let demo = Demo(rawValue: name) else {
      throw UsageError(
        "no demo '\(name)'; there are \(names.joined(separator: ", "))"
          + suggestion(name, among: names))
    }
    return demo
  }
  for (number, demo) in asked.enumerated() where asked.prefix(number).contains(demo) {
    throw UsageError("the demo '\(demo.rawValue)' is named twice; name it once")
  }
  let out = invocation.value(.demoOut) ?? "venuesim-demo"
  guard !out.isEmpty else { throw UsageError("--out names no folder") }
  let share = try DataFolder()
  var worst = ExitStatus.success
  var answers: [JSONValue] = []
  for demo in asked.isEmpty ? Demo.allCases : asked {
    let run = try demo.run(share, to: withoutSlash(out) + "/" + demo.rawValue, invocation)
    var status = ExitStatus.success
    if invocation.has(.json) {
      // Combines the objects of all runs into one.
      let lines = try Answer.lines { status = try runVerb(run) }
      answers += try lines.map { try JSONValue(parsing: Array($0.utf8), name: demo.rawValue) }
    } else {
      status = try runVerb(run)
    }
    if worst == .success || status == .interrupted || status == .environment { worst = status }
    if status == .interrupted || status == .environment { break }
  }
  if invocation.has(.json) {
    let answer: JSONObject = [
      "verb": "demo", "status": .int(Int64(worst.rawValue)), "demos": .array(answers),
    ]
    say(JSONValue.object(answer).text(pretty: false))
  }
  return worst
}

extension Demo {
  /// The invocation of `venuesim run` for the demo.
  fileprivate func run(
    _ share: DataFolder, to folder: String, _ invocation: Invocation
  ) throws -> Invocation {
    var words = ["--report", "--out=" + folder]
    for option in [Option.force, .quiet, .json] where invocation.has(option) {
      words.append("--" + option.name)
    }
    if let jobs = invocation.value(.jobs) { words.append("--jobs=" + jobs) }
    words += ["--", share.file(file)]
    return try Invocation(words, verb: "run", options: Verb.called("run")?.allOptions ?? [])
  }
}

extension Option {
  static let demoOut = out(
    "DIR", "The folder for the pages and tables; by default venuesim-demo.")
}
