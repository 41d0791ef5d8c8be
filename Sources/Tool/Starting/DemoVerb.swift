import Documents

/// What `venuesim demo` shows: scenarios that come along, each a page in some seconds.
enum Demo: String, CaseIterable {
  case museum, canyon, commute

  /// The scenario's file among those that come along.
  var file: String {
    switch self {
    case .museum: "scenarios/museum-visit.yaml"
    case .canyon: "scenarios/canyon-walk.yaml"
    case .commute: "scenarios/commute-day.yaml"
    }
  }
}

/// What more help says of `venuesim demo`.
let demoAbout = [
  "Runs scenarios that come along, all three unless named, and makes a page of each:",
  "museum (three levels, an indoor locator and beacons), canyon (a walk between high houses)",
  "and commute (a day by foot and car). The pages are in venuesim-demo/, unless --out says.",
]

/// Does what `venuesim demo [museum|canyon|commute]...` asks.
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
  guard Set(asked).count == asked.count else { throw UsageError("one demo is named twice") }
  let share = try DataFolder()
  let out = withoutSlash(invocation.value(.demoOut) ?? "venuesim-demo")
  var worst = ExitStatus.success
  for demo in asked.isEmpty ? Demo.allCases : asked {
    var words = [share.file(demo.file), "--report", "--out", out + "/" + demo.rawValue]
    for option in [Option.force, .quiet, .json] where invocation.has(option) {
      words.append("--" + option.name)
    }
    if let jobs = invocation.value(.jobs) { words += ["--jobs", jobs] }
    let run = try Invocation(words, verb: "run", options: Verb.called("run")?.allOptions ?? [])
    let status = try runVerb(run)
    if status == .interrupted || status == .environment { return status }
    if worst == .success { worst = status }
  }
  return worst
}

extension Option {
  static let demoOut = Option(
    "out", taking: "DIR", "Where the pages and tables go; by default venuesim-demo.")
}
