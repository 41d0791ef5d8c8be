/// The differences of two texts by lines, as a unified diff.
public struct LineDiff: Sendable {
  /// A line of the diff.
  public enum DiffLine: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
    /// The start of a hunk: the first line in the old and the new text, from 1.
    case hunk(old: Int, new: Int)
  }

  /// The changed lines with three lines of context.
  public private(set) var lines: [DiffLine] = []

  /// Max product of the lengths compared line by line; larger changes are shown as one block.
  private static let maxCells = 4_000_000

  public init(from old: String, to new: String, context: Int = 3) {
    let (a, b) = (Self.split(old), Self.split(new))
    let common = min(a.count, b.count)
    let start = (0..<common).first { a[$0] != b[$0] } ?? common
    let end =
      (0..<(common - start)).first { a[a.count - 1 - $0] != b[b.count - 1 - $0] }
      ?? (common - start)
    var script = a[..<start].map { DiffLine.same($0) }
    script += Self.script(Array(a[start..<(a.count - end)]), Array(b[start..<(b.count - end)]))
    script += a[(a.count - end)...].map { DiffLine.same($0) }
    lines = Self.hunks(script, context: context)
  }

  private static func split(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
      .map(String.init)
  }

  /// The edit script with a longest common subsequence.
  private static func script(_ a: [String], _ b: [String]) -> [DiffLine] {
    guard a.count * b.count <= maxCells else {
      return a.map { .removed($0) } + b.map { .added($0) }
    }
    // The length of the longest common subsequence of the rests from each pair of positions on.
    var longest = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        longest[i][j] =
          a[i] == b[j] ? longest[i + 1][j + 1] + 1 : max(longest[i + 1][j], longest[i][j + 1])
      }
    }
    var result: [DiffLine] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        result.append(.same(a[i]))
        (i, j) = (i + 1, j + 1)
      } else if i < a.count, j == b.count || longest[i + 1][j] >= longest[i][j + 1] {
        result.append(.removed(a[i]))
        i += 1
      } else {
        result.append(.added(b[j]))
        j += 1
      }
    }
    return result
  }

  /// The changed lines with their context, each hunk with its start.
  private static func hunks(_ script: [DiffLine], context: Int) -> [DiffLine] {
    var isShown = Array(repeating: false, count: script.count)
    for (index, line) in script.enumerated() {
      if case .same = line { continue }
      for near in max(0, index - context)...min(script.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var result: [DiffLine] = []
    var (old, new, wasShown) = (1, 1, false)
    for (index, line) in script.enumerated() {
      if isShown[index] {
        if !wasShown { result.append(.hunk(old: old, new: new)) }
        result.append(line)
      }
      wasShown = isShown[index]
      if case .added = line {} else { old += 1 }
      if case .removed = line {} else { new += 1 }
    }
    return result
  }
}
