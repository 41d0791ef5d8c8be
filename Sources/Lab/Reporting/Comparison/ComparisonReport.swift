import Documents
import Glibc
import Kernel
public import Scoring

/// What is told of a comparison, in several formats: the verdicts of all scenarios, and their budgets.
public struct ComparisonReport: Sendable {
  /// The formats there are.
  public enum Format: String, CaseIterable, Sendable {
    case text, csv, junit, markdown, github, json
  }

  /// What has become of a budget of a scenario.
  public struct BudgetRow: Hashable, Sendable {
    /// The scenario's name.
    public var scenario: String
    /// The verdict.
    public var verdict: BudgetVerdict

    /// Creates a row.
    public init(scenario: String, verdict: BudgetVerdict) {
      self.scenario = scenario
      self.verdict = verdict
    }
  }

  /// What is compared with what, for the heading.
  public var base, new: String
  /// The scenarios.
  public var comparisons: [Comparison]
  /// The budgets; none where only figures are compared.
  public var budgets: [BudgetRow] = []
  /// What else is to be said, such as scenarios without a baseline.
  public var notes: [String] = []

  /// Creates a report.
  public init(base: String, new: String, comparisons: [Comparison]) {
    self.base = base
    self.new = new
    self.comparisons = comparisons
  }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - colours: Whether text may have colours, for a terminal.
  /// - Returns: Its text, without a line's end at its end.
  public func text(as format: Format, colours: Bool = false) -> String {
    switch format {
    case .text: lines(colours: colours).joined(separator: "\n")
    case .csv: String(decoding: csv.dropLast(), as: UTF8.self)
    case .junit: junit
    case .markdown: markdown
    case .github: annotations.joined(separator: "\n")
    case .json: json.text(pretty: true)
    }
  }

  /// Counts what there is of each verdict: `2 worse, 1 undecided, 37 identical`.
  public var summary: String {
    let counts = [FigureVerdict.worse, .undecided, .better, .unchanged, .identical].map { verdict in
      (verdict.rawValue, comparisons.reduce(0) { $0 + $1.rows(verdict).count })
    }
    var parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    let missed = budgets.filter { $0.verdict.verdict == .missed }.count
    if missed > 0 { parts.append("\(missed) budget\(missed == 1 ? "" : "s") missed") }
    let open = budgets.filter { $0.verdict.verdict == .undecided }.count
    if open > 0 { parts.append("\(open) budget\(open == 1 ? "" : "s") without data") }
    return parts.isEmpty ? "nothing to compare" : parts.joined(separator: ", ")
  }
}

extension Comparison {
  /// Whether the apps were told the same, in a word.
  var eventsText: String {
    switch areEventsIdentical {
    case true?: "events identical"
    case false?: "events changed"
    case nil: "events not compared"
    }
  }
}

extension Comparison.Row {
  /// The figure's unit, with a blank before it; empty for plain numbers.
  var figureUnit: String { figure.metric.unit.isEmpty ? "" : " " + figure.metric.unit }

  /// The relative change of the median, such as `+12.4 %`; empty where it can't be told.
  var relativeText: String {
    guard let effect, effect.base != 0, effect.difference != 0 else { return "" }
    let percent = effect.difference / abs(effect.base) * 100
    return (percent > 0 ? "+" : "") + shortFigure(percent) + " %"
  }

  /// The change with its interval, for the worse being positive: `+1.24 (0.31 to 1.95) m worse`.
  var worseningText: String {
    guard let effect else { return "" }
    let change = (effect.worsening > 0 ? "+" : "") + shortFigure(effect.worsening)
    guard let interval = effect.interval else { return "\(change)\(figureUnit)" }
    return "\(change) (\(shortFigure(interval.lowerBound)) to "
      + "\(shortFigure(interval.upperBound)))\(figureUnit)"
  }

  /// The sentence that says what has become of the figure.
  var sentence: String {
    guard let effect else { return "\(figure.name): \(remark)" }
    var text =
      "\(figure.name) is \(verdict.rawValue): \(shortFigure(effect.base)) → "
      + "\(shortFigure(effect.new))\(figureUnit)"
    if !relativeText.isEmpty { text += " (\(relativeText))" }
    text += ", change for the worse \(worseningText) at 95 %, \(seeds) \(unit)s"
    return remark.isEmpty ? text : text + "; \(remark)"
  }
}

extension Moment {
  /// Whether it is one of a row's.
  func isAbout(_ row: Comparison.Row) -> Bool {
    figure == row.figure && (row.device == "all" || row.device == device)
  }

  /// The sentence that says where to look.
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
    let found = value.map { "\(shortFigure($0)) \(budget.metric.unit)" } ?? "no data"
    return "\(verdict.rawValue) (\(found))"
  }

  /// The sentence that says what has become of the budget.
  var sentence: String { "\(budget.text): \(outcome)" }
}

/// A figure for people, also where it is next to nothing: then two digits say enough.
func shortFigure(_ value: Double) -> String {
  guard value.isFinite, abs(value) > 1e-12, abs(value) < 1e-3 else {
    return figureText(abs(value) <= 1e-12 ? 0 : value)
  }
  let scale = pow(10, 1 - floor(log10(abs(value))))
  return ((value * scale).rounded() / scale).description
}
