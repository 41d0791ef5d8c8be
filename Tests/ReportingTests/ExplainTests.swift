import Documents
import Kernel
import Observations
import Reporting
import Scoring
import TestSupport
import Testing

/// Explanations of events, late and missing ones, from a folder made by hand.
struct ExplainTests {
  private static let events = """
    run,scenario,seed,device,time_s,app,event,detail
    r,s,3,anna,10,a,location,47 8 within 5 m by gnss
    r,s,3,anna,700,a,region,entered home
    r,s,3,anna,1500,a,pause,paused

    """
  private static let decisions = """
    run,scenario,seed,device,time_s,app,service,event,subject,verdict,reasons
    r,s,3,anna,690,a,region,entered,home,awaited,0:11:30 a fix was inside (31 m; limit 75 m)
    r,s,3,anna,1500,a,pause,paused,,told,0:10:00 no progress (900 s; limit 900 s) | 0:25:00 stands
    r,s,3,anna,2000,a,desk,region,work,notInUse,0:33:20 not in use

    """
  private static let transitions = """
    run,scenario,seed,device,kind,from,to,true_s,told_s,latency_s
    r,s,3,anna,region,,in home,600,700,100
    r,s,3,anna,region,,in work,1900,,

    """

  private func run(in folder: TemporaryFolder) throws -> String {
    try folder.write("run/events.csv", Self.events)
    try folder.write("run/decisions.csv", Self.decisions)
    try folder.write("run/transitions.csv", Self.transitions)
    return folder.path + "/run"
  }

  private func lines(_ question: String, _ path: String) throws -> [String] {
    try EventExplanation(EventQuestion(question), in: RunStory.read(folder: path)).lines
  }

  @Test func explainsFactsRulesAndTimes() throws {
    let folder = try TemporaryFolder()
    let path = try run(in: folder)
    for question in ["paused", "paused@0:20:00", "paused#1", "3"] {
      let lines = try lines(question, path)
      #expect(lines[0] == "s, seed 3, anna: paused reported to a at 0:25:00", "\(lines)")
      #expect(lines.contains("      0:10:00 no progress (900 s; limit 900 s)"))
    }
    let entered = try lines("entered:home", path)
    #expect(entered.contains("    0:11:30 region: entered:home awaited"), "\(entered)")
    #expect(entered.contains("    0:10:00 region: in home, reported at 0:11:40"), "\(entered)")
    #expect(entered.contains("  it came 100 s after the true change"))
    // Unreported events have reasons, too.
    let never = try lines("entered:work", path)
    #expect(never[0].hasSuffix("entered:work was never reported"), "\(never)")
    #expect(
      never.contains("      0:33:20 not in use") && never.contains { $0.contains("never reported") }
    )
    let list = EventExplanation.list(try RunStory.read(folder: path))
    #expect(
      list.contains("  2  0:11:40  entered:home (a)") && list.contains("  and 1 of 'location'"))
  }

  @Test(arguments: [
    ("pausd", "paused"), ("paused@noon", "a time such as"), ("0", "counted from 1"),
    ("99", "there are entered:home"), ("paused#2", "was reported only once"),
    ("resumed", "no report and no decision"),
    ("exited:home", "there are entered:home, location, paused"),
  ]) func errorsListAvailableEvents(question: String, answer: String) throws {
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

  @Test func rejectsFolderWithoutTables() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DocumentError.self) { try RunStory.read(folder: folder.path) }
  }
}
