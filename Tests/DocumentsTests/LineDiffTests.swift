import Documents
import Testing

/// Unified diffs by lines.
struct LineDiffTests {
  @Test func showsChangesWithTheirContext() {
    let old = "a\nb\nc\nd\ne\nf\ng\nh\n"
    let diff = LineDiff(from: old, to: "a\nb\nc\nd\nE\nf\ng\nh\n", context: 1)
    #expect(
      diff.lines == [.hunk(old: 4, new: 4), .same("d"), .removed("e"), .added("E"), .same("f")])
    let two = LineDiff(from: old, to: "x\na\nb\nc\nd\ne\nf\ng\n", context: 0)
    #expect(
      two.lines == [.hunk(old: 1, new: 1), .added("x"), .hunk(old: 8, new: 9), .removed("h")])
    #expect(LineDiff(from: old, to: old).lines.isEmpty)
    #expect(LineDiff(from: "", to: "").lines.isEmpty)
  }

  /// Applying a diff without context to the old text gives the new text, for all short texts of three lines.
  @Test func holdsAllChanges() {
    let lines = ["a", "b", "c"]
    let texts = lines.flatMap { x in
      lines.flatMap { y in lines.map { [x, y, $0].joined(separator: "\n") } }
    }
    for old in texts {
      for new in texts + ["a", ""] {
        let diff = LineDiff(from: old, to: new, context: 9)
        guard old != new else { continue }
        let after = diff.lines.compactMap { line -> String? in
          switch line {
          case .same(let text), .added(let text): text
          case .removed, .hunk: nil
          }
        }
        #expect(after.joined(separator: "\n") == new, "\(old) \(new)")
      }
    }
  }
}
