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
    case .json: json.text(pretty: true)
    }
  }

  /// The number of figures by verdict: `2 worse, 1 undecided, 37 identical`.
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
  /// The comparison of the apps' events, in two or three words.
  var eventsText: String {
    switch areEventsIdentical {
    case true?: "events identical"
    case false?: "events changed"
    case nil: "events not compared"
    }
  }
}

extension Comparison.FigureComparison {
  /// The figure's unit after a space; empty for plain numbers.
  var figureUnit: String { figure.metric.unit.isEmpty ? "" : " " + figure.metric.unit }

  /// The relative change of the median, such as `+12.4 %`; empty where undefined.
  var relativeText: String {
    guard let effect, effect.base != 0, effect.difference != 0 else { return "" }
    let percent = effect.difference / abs(effect.base) * 100
    return (percent > 0 ? "+" : "") + shortFigure(percent) + " %"
  }

  /// The worsening with its interval: `+1.24 (0.31 to 1.95) m`; negative for an improvement.
  var worseningText: String {
    guard let effect else { return "" }
    let change = (effect.worsening > 0 ? "+" : "") + shortFigure(effect.worsening)
    guard let interval = effect.interval else { return "\(change)\(figureUnit)" }
    return "\(change) (\(shortFigure(interval.lowerBound)) to "
      + "\(shortFigure(interval.upperBound)))\(figureUnit)"
  }

  /// A sentence with the figure's verdict and change.
  var sentence: String {
    guard let effect else { return "\(figure.name): \(warning)" }
    var text =
      "\(figure.name) is \(verdict.rawValue): \(shortFigure(effect.base)) → "
      + "\(shortFigure(effect.new))\(figureUnit)"
    if !relativeText.isEmpty { text += " (\(relativeText))" }
    text += ", change for the worse \(worseningText) at 95 %, \(seeds) \(unit)s"
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
    let found = value.map { "\(shortFigure($0)) \(budget.metric.unit)" } ?? "no data"
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
