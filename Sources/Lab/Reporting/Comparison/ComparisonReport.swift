import Documents
import Glibc
import Kernel
public import Scoring

/// Report of a comparison in several formats: verdicts of all scenarios and budgets.
public struct ComparisonReport: Sendable {
  /// The output formats.
  public enum Format: String, CaseIterable, Sendable {
    case text, csv, junit, markdown, github, json
  }

  /// The result of a budget of a scenario.
  public struct BudgetRow: Hashable, Sendable {
    public var scenario: String
    public var verdict: BudgetVerdict

    public init(scenario: String, verdict: BudgetVerdict) {
      self.scenario = scenario
      self.verdict = verdict
    }
  }

  /// The names of both sides, for the heading.
  public var base, new: String
  public var comparisons: [Comparison]
  /// The budgets' results; empty where only figures are compared.
  public var budgets: [BudgetRow] = []
  /// Further notes, such as scenarios without a baseline.
  public var notes: [String] = []
  /// True to show every figure in texts, and not only those that changed or are undecided.
  public var isWhole = false

  public init(base: String, new: String, comparisons: [Comparison]) {
    self.base = base
    self.new = new
    self.comparisons = comparisons
  }

  /// Returns the report in a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - colours: True for ANSI colours in text, for a terminal.
  /// - Returns: The text, without a final newline.
  public func text(as format: Format, colours: Bool = false) -> String {
    switch format {
    case .text: lines(colours: colours).joined(separator: "\n")
    case .csv: String(decoding: csv.dropLast(), as: UTF8.self)
    case .junit: junit
    case .markdown: markdown
    case .github: annotations.joined(separator: "\n")
    case .json: json.text(pretty: false)
    }
  }

  /// A note on settings that changed no figure.
  public static let indifference =
    "no figure changed in any run: no part that ran uses the changed setting, or its values make no difference here"

  /// The number of primary figures by verdict: `2 worse, 1 undecided, 3 identical; budgets: 1 missed`.
  public var summary: String {
    let order: [FigureVerdict] = [.worse, .undecided, .better, .same, .identical, .notApplicable]
    let counts = order.map { verdict in
      (verdict.rawValue, comparisons.reduce(0) { $0 + $1.primary(verdict).count })
    }
    var parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    let missed = budgets.count { $0.verdict.verdict == .missed }
    if missed > 0 { parts.append("\(missed) budget\(missed == 1 ? "" : "s") missed") }
    let open = budgets.count { $0.verdict.verdict == .undecided }
    if open > 0 { parts.append("\(open) budget\(open == 1 ? "" : "s") without data") }
    return parts.isEmpty ? "nothing to compare" : parts.joined(separator: ", ")
  }
}

extension Comparison {
  /// The comparison of the apps' events, in two or three words.
  var eventsText: String {
    switch areEventsIdentical {
    case true?: "events identical"
    case false?: "events changed"
    case nil: "events not compared"
    }
  }
}

extension Comparison {
  /// True if settings differ, and no figure does: nothing that ran used them.
  var isIndifferentToSettings: Bool {
    differences.contains { $0.hasPrefix("settings ") } && areEventsIdentical != false
      && rows.contains { $0.verdict == .identical }
      && rows.allSatisfy { $0.verdict == .identical || $0.verdict == .notApplicable }
  }

  /// The primary rows that need attention, the worst first.
  var notable: [FigureComparison] {
    primary(.worse) + primary(.undecided) + primary(.better)
  }

  /// A line for the primary rows that need none: `same: availability.share; identical: ttff.mean`.
  var quietText: String {
    let order: [FigureVerdict] = [.same, .identical, .notApplicable]
    return order.compactMap { verdict in
      let rows = primary(verdict)
      guard !rows.isEmpty else { return nil }
      let names = rows.map { row in
        verdict == .same ? "\(row.name) within \(row.margin.text(of: row.figure.metric))" : row.name
      }
      return "\(verdict.rawValue): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// A line for the secondary figures, which don't decide.
  var secondaryText: String {
    guard !secondary.isEmpty else { return "" }
    func names(_ verdict: FigureVerdict) -> String? {
      let rows = secondary.filter { $0.verdict == verdict }
      guard !rows.isEmpty else { return nil }
      return "\(verdict.rawValue) "
        + rows.map { $0.relativeText.isEmpty ? $0.name : "\($0.name) (\($0.relativeText))" }
        .joined(separator: ", ")
    }
    let changed = [names(.worse), names(.better)].compactMap { $0 }
    return "\(secondary.count) secondary figures, which don't decide: "
      + (changed.isEmpty ? "none changed" : changed.joined(separator: "; "))
  }

  /// The errors that the verdicts may have, in a sentence.
  static let errorText =
    "A primary figure is called worse by chance in at most 2 % of all comparisons (Holm), and the same "
    + "in at most 5 %, though it changed by its least change; of changed secondary figures, at most 5 % are false."
}

extension Comparison.FigureComparison {
  /// The figure's name, with the device's unless all are meant.
  var name: String { device == "all" ? figure.name : "\(figure.name) \(device)" }

  /// True if the figure is shown in percent.
  private var isShare: Bool { figure.metric.unit == "share" }

  /// The unit in texts: a percent sign for shares.
  var shownUnit: String { isShare ? "%" : figure.metric.unit }

  /// The unit after a space; empty for plain numbers.
  var figureUnit: String { shownUnit.isEmpty ? "" : " " + shownUnit }

  /// Formats a figure in its shown unit.
  func shown(_ value: Double) -> String { shortFigure(isShare ? value * 100 : value) }

  /// The relative change of the typical seed, such as `+12.4 %`, or the change in points of a share;
  /// empty where undefined.
  var relativeText: String {
    guard let effect, effect.difference != 0 else { return "" }
    let sign = effect.difference > 0 ? "+" : ""
    if isShare { return "\(sign)\(shortFigure(effect.difference * 100)) points" }
    guard effect.base != 0 else { return "" }
    return "\(sign)\(shortFigure(effect.difference / abs(effect.base) * 100)) %"
  }

  /// The interval of the worsening, in percent where the least change is relative: `2.1 to 9.8 %`;
  /// negative for an improvement.
  var intervalText: String {
    guard let effect, !effect.isIdentical, let interval = effect.interval else { return "" }
    var (scale, unit) = (isShare ? 100.0 : 1, isShare ? " points" : figureUnit)
    if case .relative = margin, effect.base != 0 { (scale, unit) = (100 / abs(effect.base), " %") }
    return "\(shortFigure(interval.lowerBound * scale)) to "
      + "\(shortFigure(interval.upperBound * scale))\(unit)"
  }

  /// A sentence with the figure's verdict, change and reason.
  var sentence: String {
    let role = isPrimary ? "" : " (secondary)"
    guard let effect else { return "\(name) is \(verdict.rawValue)\(role): \(warning)" }
    var text =
      "\(name) is \(verdict.rawValue)\(role): \(shown(effect.base)) → \(shown(effect.new))"
      + figureUnit
    if !relativeText.isEmpty { text += " (\(relativeText))" }
    if !intervalText.isEmpty {
      text += ", worse by \(intervalText) (95 %)"
    }
    text += ", \(seeds) \(unit)s; a change of \(margin.text(of: figure.metric)) matters"
    return warning.isEmpty ? text : text + "; \(warning)"
  }
}

extension Moment {
  /// True if the moment belongs to a row.
  func isAbout(_ row: Comparison.FigureComparison) -> Bool {
    figure == row.figure && (row.device == "all" || row.device == device)
  }

  /// A sentence with the moment's place and description.
  var sentence: String {
    var text = isOfRecording ? device : "seed \(seed), \(device)"
    if let time { text += " at \(shortFigure(time.seconds)) s" }
    if !place.isEmpty { text += ", \(place)" }
    return text + ": " + self.text
  }
}

extension BudgetVerdict {
  /// The verdict and the figure: `missed (6.3 m)`.
  var outcome: String {
    let isShare = budget.metric.unit == "share"
    let unit = isShare ? "%" : budget.metric.unit
    let found = value.map { "\(shortFigure(isShare ? $0 * 100 : $0)) \(unit)" } ?? "no data"
    return "\(verdict.rawValue) (\(found))"
  }

  /// A sentence with the budget and its result.
  var sentence: String { "\(budget.text): \(outcome)" }
}

/// Formats a figure; very small ones with two significant digits.
func shortFigure(_ value: Double) -> String {
  guard value.isFinite, abs(value) > 1e-12, abs(value) < 1e-3 else {
    return figureText(abs(value) <= 1e-12 ? 0 : value)
  }
  let scale = pow(10, 1 - floor(log10(abs(value))))
  return ((value * scale).rounded() / scale).description
}
