import Documents
import Testing

/// Source lines under errors.
struct SourceExcerptTests {
  private func excerpt(
    _ text: String, line: Int = 1, column: Int, width: Int = 80
  ) -> [String]? {
    SourceExcerpt(
      SourcePosition(file: "f", line: line, column: column), in: Array(text.utf8), width: width)?
      .lines
  }

  @Test func marksTheColumn() {
    #expect(
      excerpt("a: 1\nplacment: bag\n", line: 2, column: 1) == ["2 | placment: bag", "  | ^"])
    #expect(excerpt("a: [1, 2\r\nb: 3", line: 1, column: 4) == ["1 | a: [1, 2", "  |    ^"])
    let many = String(repeating: "\n", count: 99) + "x: y"
    #expect(excerpt(many, line: 100, column: 4) == ["100 | x: y", "    |    ^"])
    // The end of a line is a position, too.
    #expect(excerpt("ab", column: 3) == ["1 | ab", "  |   ^"])
  }

  @Test(arguments: [
    ("\tx: y", 2, "    x: y", 4), ("a\tb", 3, "a    b", 5),
    ("名前: x", 5, "名前: x", 6), ("e\u{301}: x", 5, "e\u{301}: x", 3),
    ("😀: x", 4, "😀: x", 4), ("👨‍👩‍👧: x", 8, "👨‍👩‍👧: x", 4), ("한글 x", 4, "한글 x", 5),
    ("\u{1B}[31mx", 6, "\u{FFFD}[31mx", 5), ("a\u{202E}b", 3, "a\u{FFFD}b", 2),
    ("a\u{7}b", 3, "a\u{FFFD}b", 2), ("ﬀ１x", 3, "ﬀ１x", 3),
  ])
  func countsTheColumnsOfATerminal(_ line: String, column: Int, shown: String, blanks: Int) {
    #expect(
      excerpt(line, column: column)
        == ["1 | " + shown, "  | " + String(repeating: " ", count: blanks) + "^"])
  }

  @Test func cutsLongLinesAroundTheColumn() throws {
    let line = (0..<100).map { "k\($0): v" }.joined(separator: ", ")
    for column in [1, 5, 300, 500, line.unicodeScalars.count, line.unicodeScalars.count + 1] {
      let lines = try #require(excerpt(line, column: column, width: 60))
      #expect(lines.allSatisfy { $0.count <= 60 }, "\(lines)")
      let caret = try #require(lines[1].firstIndex(of: "^"))
      let offset = lines[1].distance(from: lines[1].startIndex, to: caret)
      let expected = Array(line).indices.contains(column - 1) ? Array(line)[column - 1] : nil
      let shown = Array(lines[0])
      #expect((shown.indices.contains(offset) ? shown[offset] : nil) == expected, "\(lines)")
    }
    let wide = String(repeating: "名", count: 200)
    let lines = try #require(excerpt(wide, column: 100, width: 41))
    #expect(lines[0].contains("…") && lines[1].hasSuffix("^"))
  }

  @Test func readsOtherEncodings() {
    let place = SourcePosition(file: "f", line: 1, column: 4)
    let marked = [0xEF, 0xBB, 0xBF] + Array("a: é".utf8)
    #expect(SourceExcerpt(place, in: marked, width: 80)?.lines == ["1 | a: é", "  |    ^"])
    let wide: [UInt8] = [0xFF, 0xFE] + "a: é".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(SourceExcerpt(place, in: wide, width: 80)?.lines == ["1 | a: é", "  |    ^"])
  }

  @Test func showsNothingBeyondTheFile() {
    #expect(excerpt("a", line: 2, column: 1) == nil)
    #expect(excerpt("a", line: 0, column: 1) == nil)
    #expect(excerpt("a", column: 3) == nil)
    #expect(excerpt("a", column: 0) == nil)
    #expect(excerpt(String(repeating: "a", count: 100_000), column: 5) == nil)
    let place = SourcePosition(file: "f", line: 1, column: 1)
    #expect(SourceExcerpt(place, in: [0x1F, 0x8B, 0xFF], width: 80) == nil)
  }
}
