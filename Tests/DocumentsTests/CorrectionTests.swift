import Documents
import Testing

/// Mechanical corrections of files.
struct CorrectionTests {
  private func fix(_ old: String, _ new: String, line: Int = 1, column: Int = 1) -> TextFix {
    TextFix(
      place: SourcePosition(file: "f", line: line, column: column), old: old, new: new)
  }

  @Test(
    arguments: [
      ("placment", "placement", "placement"), ("Duration", "duration", "duration"),
      ("horizontal_eror.p95", nil, "horizontal_error.p95"),
      ("horizontal_eror.p96", nil, nil), ("Food  Court", "Food court", "Food court"),
      ("Ward C", "Ward A", nil), ("Gate 3", "Gate 4", nil), ("seed", "send", nil),
      ("North", "South", nil), ("durratoin", "duration", "duration"),
    ] as [(String, String?, String?)])
  func onlyMisspellingsAreCertain(_ name: String, _ candidate: String?, _ expected: String?) {
    let metrics = ["horizontal_error.p50", "horizontal_error.p95", "vertical_error.p95"]
    #expect(certainName(for: name, among: candidate.map { [$0] } ?? metrics) == expected)
  }

  @Test func severalCandidatesAreUncertain() {
    #expect(certainName(for: "entrence", among: ["entrance", "entrences"]) == nil)
    #expect(certainName(for: "entrance", among: ["entrance"]) == nil)
  }

  @Test func replacesAWholeWordAfterThePosition() {
    #expect(fix("use", "used", column: 6).applied(to: "use: use # use") == "use: used # use")
    #expect(fix("use", "used").applied(to: "fuse: use_1, use") == "fuse: use_1, used")
    #expect(fix("none", "n").applied(to: "a: b") == nil)
    #expect(fix("a", "b", column: 9).applied(to: "a: b") == nil)
    #expect(fix("x", "y", column: 6).applied(to: "名: 名: x") == "名: 名: y")
  }

  @Test func keepsEverythingElse() throws {
    let text = "# A comment\r\nnmae: x # of it\r\nb: [1,  2]\r\n"
    var corrected = try #require(CorrectedText([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
    let isChanged = corrected.apply([fix("nmae", "name", line: 2)])
    #expect(isChanged)
    let expected = text.replacing("nmae", with: "name")
    #expect(corrected.bytes == [0xEF, 0xBB, 0xBF] + Array(expected.utf8))
    #expect(corrected.changeCount == 1)
    #expect(
      corrected.difference("s.yaml")
        == [
          "--- s.yaml", "+++ s.yaml", "@@ -2 +2 @@", "-nmae: x # of it\r", "+name: x # of it\r",
        ])
    let isChangedAgain = corrected.apply([fix("nmae", "name", line: 2)])
    #expect(!isChangedAgain)
  }

  @Test func leavesOutWhatMakesTheFileUnreadable() throws {
    var text = try #require(CorrectedText(Array("to: Gate".utf8)))
    let isChanged = text.apply([fix("Gate", "Gate: [A", column: 5)])
    #expect(!isChanged)
    #expect(text.bytes == Array("to: Gate".utf8))
    #expect(CorrectedText([0xFF, 0xFE, 0x61, 0]) == nil)
    #expect(CorrectedText(Array("a: 1\rb: 2".utf8)) == nil)
  }

  @Test func replacesTabsWhereOnlyOneReadingIsPossible() throws {
    #expect(
      try withoutTabs("a:\n\tb: 1\n\tc:\n\t\t- d\t# tab\n")
        == "a:\n  b: 1\n  c:\n    - d\t# tab\n")
    // Only a tab of four columns continues the entry.
    #expect(
      try withoutTabs("a:\n  - b: 1\n    c: 2\n\td: 3\n") == "a:\n  - b: 1\n    c: 2\n    d: 3\n")
    // A tab is two columns, so that 'c' is empty, or four or eight.
    #expect(try withoutTabs("a:\n  b:\n  c:\n\td: 1\n") == nil)
    #expect(try withoutTabs("a:\n \tb: 1\n") == nil)
    #expect(try withoutTabs("a: 1\n") == nil)
  }

  /// A text with spaces in place of tabs; nil if that is uncertain.
  private func withoutTabs(_ text: String) throws -> String? {
    var corrected = try #require(CorrectedText(Array(text.utf8)))
    return corrected.replaceTabs() ? String(decoding: corrected.bytes, as: UTF8.self) : nil
  }

  @Test func editedFilesAreReadInPlaceOfThoseOnDisk() throws {
    let path = "/nowhere/at/all.yaml"
    let text = try EditedFiles.with([path: Array("a: 1".utf8)]) {
      try readFile(path, limit: 100)
    }
    #expect(text == Array("a: 1".utf8))
    #expect(throws: DocumentError.self) { try readFile(path, limit: 100) }
  }
}
