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

  /// A descendant that floods standard error and outlives the child doesn't delay the end; with an hour of grace
  /// this test would hang.
  @Test func aFloodOfStandardErrorDelaysNothing() throws {
    let flood = "while :; do echo noise >&2; done"
    let child = try ChildProcess(
      command: "(\(flood)) & exec cat", called: "the stack", grace: 3600)
    for number in 0..<50 {
      let line = Array("\(number)".utf8)
      #expect(try child.ask(line + [UInt8(ascii: "\n")], within: 3600) == line)
    }
    try child.finish()
    #expect(child.lastWords.allSatisfy { $0 == "noise" })
    #expect(child.lastWords.count == LastLines.count)
  }

  @Test func theLastLinesAreKept() {
    var last = LastLines()
    for number in 0..<100_000 { last.process(Array("line \(number)\r\n".utf8)[...]) }
    #expect(last.lines == (99_980..<100_000).map { "line \($0)" })
    last.process(Array("half\u{1B}".utf8)[...])
    #expect(last.lines.last == "half?")
    #expect(last.lines.count == LastLines.count)
    last.process(Array(repeating: UInt8(ascii: "x"), count: 1 << 20)[...])
    #expect(last.lines == [String(repeating: "x", count: LastLines.width)])
  }
}
