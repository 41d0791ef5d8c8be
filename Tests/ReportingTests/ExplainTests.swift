import Documents
import Kernel
import Observations
import Reporting
import Scoring
import TestSupport
import Testing

/// Why events came, late or never, from a folder made by hand.
struct ExplainTests {
  private func run(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/run"
    var score = DeviceScore(device: "anna")
    func told(_ seconds: Double, _ kind: String, _ detail: String) {
      score.events.append(
        EventRow(time: SimTime(seconds: seconds), app: "a", kind: kind, detail: detail))
    }
    told(10, "location", "47 8 within 5 m by gnss")
    told(700, "region", "entered home")
    told(1500, "pause", "paused")
    score.decisions = [
      StackDecision(
        time: SimTime(seconds: 690), service: "region", app: "a", event: "entered", subject: "home",
        verdict: "awaited", reasons: ["0:11:30 a fix lay inside (31 m; limit 75 m)"]),
      StackDecision(
        time: SimTime(seconds: 1500), service: "pause", app: "a", event: "paused", verdict: "told",
        reasons: ["0:10:00 no progress (900 s; limit 900 s)", "0:25:00 | stands"]),
      StackDecision(
        time: SimTime(seconds: 2000), service: "desk", app: "a", event: "region", subject: "work",
        verdict: "notInUse", reasons: ["0:33:20 not in use"]),
    ]
    score.transitions = [
      TransitionScore(
        kind: "region", time: SimTime(seconds: 600), from: "", to: "in home",
        toldTime: SimTime(seconds: 700)),
      TransitionScore(
        kind: "region", time: SimTime(seconds: 1900), from: "", to: "in work", toldTime: nil),
    ]
    var folder = try RunFolder(path: path, run: "r", overwrites: false)
    try folder.add([score], scenario: "s", seed: 3)
    try folder.finish([:])
    return path
  }

  private func lines(_ question: String, _ path: String) throws -> [String] {
    try EventExplanation(EventQuestion(question), in: RunStory.read(folder: path)).lines
  }

  @Test func tellsFactsRulesAndTimes() throws {
    let folder = try TemporaryFolder()
    let path = try run(in: folder)
    for question in ["paused", "paused@0:20:00", "paused#1", "3"] {
      let lines = try lines(question, path)
      #expect(lines[0] == "s, seed 3, anna: paused told to a at 0:25:00", "\(lines)")
      #expect(lines.contains("      0:10:00 no progress (900 s; limit 900 s)"))
    }
    let entered = try lines("entered:home", path)
    #expect(entered.contains("    0:11:30 region: entered:home awaited"), "\(entered)")
    #expect(entered.contains("    0:10:00 region: in home, told at 0:11:40"), "\(entered)")
    #expect(entered.contains("  it came 100 s after the fact"))
    // What was never told has its reasons, too.
    let never = try lines("entered:work", path)
    #expect(never[0].hasSuffix("entered:work was never told"), "\(never)")
    #expect(
      never.contains("      0:33:20 not in use") && never.contains { $0.contains("never told") })
    let list = EventExplanation.list(try RunStory.read(folder: path))
    #expect(
      list.contains("  2  0:11:40  entered:home (a)") && list.contains("  and 1 of 'location'"))
  }

  @Test(arguments: [
    ("pausd", "paused"), ("paused@noon", "a time such as"), ("0", "counted from 1"),
    ("99", "there are entered:home"), ("resumed", "nothing was told or decided"),
    ("exited:home", "there are entered:home, location, paused"),
  ]) func namesWhatThereIs(question: String, answer: String) throws {
    let folder = try TemporaryFolder()
    let path = try run(in: folder)
    do throws(DocumentError) {
      let question = try EventQuestion(question)
      _ = try EventExplanation(question, in: RunStory.read(folder: path))
      Issue.record("no complaint")
    } catch {
      #expect("\(error.diagnostics)".contains(answer), "\(error)")
    }
  }

  @Test func aFolderWithoutTablesIsNone() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DocumentError.self) { try RunStory.read(folder: folder.path) }
  }
}
