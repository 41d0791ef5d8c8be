import Campaigns
import Documents
import Formats
import Glibc
import Harness
import Kernel
import Recordings
import Reporting
import Scoring

/// Help text of `suite`.
let suiteAbout = [
  "Runs a stack on a fixed, versioned set of scenarios with seeds of their own, and on those public",
  "recordings that --data has, beside the reference stack and simple methods: position outdoors and",
  "indoors, floor, activity, steps, pauses, reminders and energy. The stack is a program (--stack), or",
  "the reference stack with other settings (--set); without either, the reference stack itself is",
  "compared with the simple methods. A stack that answers some parts is judged on these.",
  "--out keeps the card as suite.html, suite.md, suite.txt and suite.csv.",
]

/// Runs `venuesim suite`.
@Sendable
func suiteVerb(_ invocation: Invocation) throws -> ExitStatus {
  let settings = try invocation.values(.set).map { try Setting($0) }
  let stack = try stackChoice(invocation)
  var candidate: Suite.JudgedStack?
  if !stack.isOwn || !settings.isEmpty {
    let name = stack.isOwn ? settings.map(\.text).joined(separator: ", ") : stack.name
    candidate = Suite.JudgedStack(stack: stack, settings: settings, name: name)
  }
  let suite = try Suite(
    folder: DataFolder().file("scenarios/suite"), only: invocation.values(.suitePart),
    candidate: candidate, data: recordingsFolder(invocation.value(.data)),
    find: { try FoundRecordings.find(at: $0) })
  let out = try invocation.value(.out).map { path in
    try makeFolder(path)
    return withoutSlash(path)
  }
  let isQuiet = invocation.has(.quiet)
  let token = interruptible()
  let run = suite.digest(version: version)
  let progress = ProgressLine(total: suite.unitCount, isQuiet: isQuiet)
  var report: SuiteReport?
  var stop: (any Error)?
  var finished = 0
  do {
    try suite.run(
      jobs: try jobCount(invocation), cancellation: token, progress: progress.show,
      note: { complain("note: \($0)") },
      consume: { result in
        finished += 1
        let card = SuiteReport(
          title: "VenueSim suite \(Suite.version): \(result.stack)",
          abouts: Dictionary(uniqueKeysWithValues: suite.parts.map { ($0.name, $0.about) }),
          missing: suite.missing, run: run, result: result)
        report = card
        if let out { try keep(card, in: out) }
      })
  } catch {
    // The finished parts are kept and shown.
    stop = error
  }
  progress.clear()
  try reportUse(of: stack, invocation)
  if let report, !isQuiet {
    try AnswerTable.show(
      "suite", csv: String(decoding: report.csv.dropLast(), as: UTF8.self),
      figures: [
        "n", "value", "low", "high", "other_n", "other_value", "other_low", "other_high",
        "worsening", "worsening_low", "worsening_high", "significance",
      ], text: report.text)
    if !Answer.isWanted, let out { say("\nThe files are in \(out)/.") }
  }
  guard let stop else { return .success }
  return statusOfStopped(
    by: stop, finished: "\(finished) of \(suite.parts.count) parts", in: report == nil ? nil : out)
}

private func keep(_ report: SuiteReport, in folder: String) throws {
  try writeFile(report.csv, to: folder + "/suite.csv")
  try writeFile(report.text + "\n", to: folder + "/suite.txt")
  try writeFile(report.markdown, to: folder + "/suite.md")
  try writeFile(report.page, to: folder + "/suite.html")
}

extension Option {
  static let suitePart = Option(
    "only", taking: "PART", repeats: true, from: .words(Suite.names),
    "Only this part: \(Suite.names.joined(separator: ", ")).")
}
