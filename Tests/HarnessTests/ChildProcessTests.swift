import Programs
import Testing

/// The pipe to a child process, without a stack behind it.
@Suite struct ChildProcessTests {
  /// A child that exits with its input is not waited for; with an hour of grace this test would hang.
  @Test func anExitedChildIsNotWaitedFor() throws {
    let child = try ChildProcess(command: "cat", called: "the stack", grace: 3600)
    #expect(try child.ask(Array("one\n".utf8), within: 3600) == Array("one".utf8))
    try child.finish()
  }
}
