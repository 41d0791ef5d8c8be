public import Documents
import Scoring

/// Writes fitted limits into a scenario's file, each with what the seeds reach beside it.
public struct BudgetRewrite {
  /// The longest file that is read, in bytes.
  private static let longest = 10_000_000
  private var lines: [String]
  private let path: String

  /// Reads a file.
  ///
  /// - Throws: Why it can't be read.
  public init(path: String) throws(DocumentError) {
    self.path = path
    let bytes = try readFile(path, limit: Self.longest)
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The file's text as it is now.
  public var text: String { lines.joined(separator: "\n") }

  /// What stands beside a limit that was fitted, before what is reached.
  public static let mark = "  # 90 % of seeds "

  /// Puts limits in the places of those that stand there.
  ///
  /// - Parameters:
  ///   - rows: What the seeds reach, in the order of the file.
  ///   - seeds: Which seeds, in words.
  /// - Returns: How many limits were changed.
  /// - Throws: Which budget of the file isn't where it should be.
  public mutating func fit(_ rows: [BudgetFit.Row], seeds: String) throws(DocumentError) -> Int {
    let places = try Self.places(path)
    guard places.count == rows.count else {
      throw DocumentError("'\(path)' has \(places.count) budgets, not \(rows.count)")
    }
    var changes = 0
    for (row, place) in zip(rows, places) where !row.isGiven {
      guard let text = row.fittedText, let reached = row.reached else { continue }
      let old = row.budget.limitText
      let line = Self.withoutMark(lines[place.line - 1])
      let start = line.utf8.index(line.startIndex, offsetBy: place.column - 1)
      guard let found = line[start...].firstRange(of: old) else {
        throw DocumentError("the limit '\(old)' doesn't stand on one line", at: place)
      }
      if text != old {
        changes += 1
        rename(old, to: text)
      }
      lines[place.line - 1] =
        line.replacingCharacters(in: found, with: text) + Self.mark
        + "\(seeds) reach \(Self.short(reached)) \(row.budget.metric.unit)"
    }
    return changes
  }

  /// Names a limit anew where `breaks` name it by all it says.
  private mutating func rename(_ old: String, to new: String) {
    guard let head = lines.firstIndex(where: { $0.hasPrefix("breaks:") }) else { return }
    for number in lines.indices[(head + 1)...].prefix(while: { lines[$0].hasPrefix(" ") }) {
      guard let found = lines[number].firstRange(of: old) else { continue }
      lines[number] = lines[number].replacingCharacters(in: found, with: new)
    }
  }

  private static func withoutMark(_ line: String) -> String {
    line.firstRange(of: mark).map { String(line[..<$0.lowerBound]) } ?? line
  }

  private static func short(_ value: Double) -> String {
    let scale = value >= 100 ? 1.0 : value >= 10 ? 10.0 : value >= 1 ? 100.0 : 10_000.0
    return String((value * scale).rounded() / scale)
  }

  /// Where the limits stand in a file.
  private static func places(_ path: String) throws(DocumentError) -> [SourcePlace] {
    let node = try YAML.load(path: path)
    guard let budgets = node["budgets"] else { return [] }
    return budgets.elements.map { ($0["limit"] ?? $0).place }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
