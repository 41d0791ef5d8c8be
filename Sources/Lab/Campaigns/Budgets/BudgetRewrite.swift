public import Documents
import Scoring

/// Writes fitted limits into a scenario file, each with the reached value in a comment.
public struct BudgetRewrite {
  /// Max file size, in bytes.
  private static let longest = 10_000_000
  private var lines: [String]
  private let path: String

  /// Reads the file.
  public init(path: String) throws(DocumentError) {
    self.path = path
    let bytes = try readFile(path, limit: Self.longest)
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The current text of the file.
  public var text: String { lines.joined(separator: "\n") }

  /// Start of the comment after a fitted limit; the reached value follows.
  public static let mark = "  # 90 % of seeds "

  /// Replaces the limits in the text.
  ///
  /// - Parameters:
  ///   - rows: The rows of all budgets, in the order of the file.
  ///   - seeds: The range of seeds, for the comment.
  /// - Returns: The number of limits that changed.
  /// - Throws: ``DocumentError`` if a budget isn't where it should be in the file.
  public mutating func fit(
    _ rows: [BudgetFit.BudgetFigures], seeds: String
  ) throws(DocumentError) -> Int {
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
        throw DocumentError("the limit '\(old)' must be on one line", at: place)
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

  /// Updates the entries of `breaks` that name a limit by its full text.
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

  /// Positions of the limits in a file.
  private static func places(_ path: String) throws(DocumentError) -> [SourcePosition] {
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
