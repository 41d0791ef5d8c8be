/// A stack's figure beside that of the reference stack, or of a simple method.
public struct SuiteLine: Hashable, Sendable {
  /// The result of the comparison, for the stack.
  public enum Verdict: String, CaseIterable, Sendable {
    case ahead, equal, behind
    /// The stack has no such figure.
    case unanswered
  }

  /// The part of the suite.
  public let part: String
  /// The scenario, or the set of recordings.
  public let scenario: String
  public let figure: StudyFigure
  /// The compared stack.
  public let otherStack: String
  /// The figures of both, and the paired difference of the other from the stack.
  public let own, other: StudyCell
  public let verdict: Verdict
}

/// A figure of the stack.
public struct SuiteFigure: Hashable, Sendable {
  /// The part of the suite.
  public let part: String
  /// The scenario, or the set of recordings.
  public let scenario: String
  public let figure: StudyFigure
  public let cell: StudyCell
}

/// The comparison of a stack with the reference stack and simple methods, on all parts of a suite.
public struct SuiteResult: Hashable, Sendable {
  /// The name of the stack.
  public let stack: String
  /// The figures of the parts that the stack answers, in order.
  public private(set) var figures: [SuiteFigure] = []
  /// Their comparisons.
  public private(set) var lines: [SuiteLine] = []
  /// The parts without any figure of the stack.
  public private(set) var unanswered: [String] = []

  /// Compares rows.
  ///
  /// - Parameters:
  ///   - stack: The name of the stack.
  ///   - parts: The rows of each part; in each scenario the stack's own row is the first.
  public init(stack: String, parts: [(name: String, rows: [StudyRow])]) {
    self.stack = stack
    for (name, rows) in parts {
      let result = StudyResult(rows)
      let own = Self.figures(of: name, result)
      if own.contains(where: { $0.cell.count > 0 }) {
        figures += own
        lines += Self.lines(of: name, result)
      } else {
        unanswered.append(name)
      }
    }
  }

  /// The parts that the stack answers, in order.
  public var parts: [String] {
    figures.reduce(into: []) { if $0.last != $1.part { $0.append($1.part) } }
  }

  /// The number of lines with a verdict.
  public func count(_ verdict: SuiteLine.Verdict, in part: String? = nil) -> Int {
    lines.count { $0.verdict == verdict && (part == nil || $0.part == part) }
  }

  /// The figures of the first row of each scenario, without those that no row has.
  private static func figures(of part: String, _ result: StudyResult) -> [SuiteFigure] {
    result.rows.indices.flatMap { index -> [SuiteFigure] in
      let row = result.rows[index]
      guard result.rows.firstIndex(where: { $0.scenario == row.scenario }) == index else {
        return []
      }
      return row.figures.indices.compactMap { number in
        let isKnown = result.rows.indices.contains {
          result.rows[$0].scenario == row.scenario && result.cells[$0][number].count > 0
        }
        return isKnown
          ? SuiteFigure(
            part: part, scenario: row.scenario, figure: row.figures[number],
            cell: result.cells[index][number]) : nil
      }
    }
  }

  private static func lines(of part: String, _ result: StudyResult) -> [SuiteLine] {
    var lines: [SuiteLine] = []
    var own = 0
    for (index, row) in result.rows.enumerated() {
      if row.scenario != result.rows[own].scenario { own = index }
      guard index != own else { continue }
      for (number, figure) in row.figures.enumerated() {
        let (cell, other) = (result.cells[own][number], result.cells[index][number])
        guard other.count > 0 else { continue }
        lines.append(
          SuiteLine(
            part: part, scenario: row.scenario, figure: figure, otherStack: row.variant, own: cell,
            other: other, verdict: verdict(cell, other)))
      }
    }
    return lines
  }

  private static func verdict(_ own: StudyCell, _ other: StudyCell) -> SuiteLine.Verdict {
    guard own.count > 0 else { return .unanswered }
    guard other.isSurelyOther, let effect = other.effect else { return .equal }
    return effect.worsening > 0 ? .ahead : .behind
  }
}
