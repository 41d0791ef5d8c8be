import Documents
import Scoring

// Output for continuous integration.

extension ComparisonReport {
  /// The report as JUnit XML: a suite per scenario, a case per figure and budget.
  ///
  /// Worse primary figures and missed budgets are failures; undecided primary figures are errors, so
  /// that they are visible. Figures that aren't applicable are skipped.
  var junit: String {
    var suites: [String] = []
    var (tests, failures, errors) = (0, 0, 0)
    var names = comparisons.map(\.scenario)
    for row in budgets where !names.contains(row.scenario) { names.append(row.scenario) }
    for name in names {
      var cases: [String] = []
      var (failed, open) = (0, 0)
      let comparison = comparisons.first { $0.scenario == name }
      for row in comparison?.rows ?? [] {
        let moments = (comparison?.moments ?? []).filter { $0.isAbout(row) }
        let body = ([row.sentence] + moments.map(\.sentence)).joined(separator: "\n")
        let outcome: String? =
          switch row.verdict {
          case .notApplicable: "skipped"
          case .worse where row.isPrimary: "failure"
          case .undecided where row.isPrimary: "error"
          default: nil
          }
        let title = row.isPrimary ? row.name : "secondary \(row.name)"
        failed += outcome == "failure" ? 1 : 0
        open += outcome == "error" ? 1 : 0
        cases.append(
          testCase(title, of: name, outcome, row.verdict.rawValue, row.sentence, body))
      }
      for row in budgets where row.scenario == name {
        let verdict = row.verdict.verdict
        let outcome = verdict == .missed ? "failure" : nil
        failed += outcome == nil ? 0 : 1
        let sentence = row.verdict.sentence
        cases.append(
          testCase(
            "budget " + row.verdict.budget.text, of: name, outcome, verdict.rawValue, sentence,
            sentence))
      }
      suites.append(
        "  <testsuite name=\"\(inXML(name))\" tests=\"\(cases.count)\" failures=\"\(failed)\" "
          + "errors=\"\(open)\">\n" + cases.joined() + "  </testsuite>\n")
      tests += cases.count
      failures += failed
      errors += open
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"venuesim\" tests=\"\(tests)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\">\n" + suites.joined() + "</testsuites>"
  }

  private func testCase(
    _ title: String, of scenario: String, _ outcome: String?, _ verdict: String,
    _ message: String, _ body: String
  ) -> String {
    let head = "    <testcase classname=\"\(inXML(scenario))\" name=\"\(inXML(title))\""
    guard let outcome else { return head + "/>\n" }
    if outcome == "skipped" {
      return head + "><skipped message=\"\(inXML(message))\"/></testcase>\n"
    }
    return head + ">\n      <\(outcome) type=\"\(verdict)\" message=\"\(inXML(message))\">"
      + "\(inXML(body))</\(outcome)>\n    </testcase>\n"
  }

  /// The report as GitHub workflow commands, shown next to a change.
  var annotations: [String] {
    var lines: [String] = []
    for comparison in comparisons {
      for row in comparison.notable {
        let level =
          switch row.verdict {
          case .worse: "error"
          case .undecided: "warning"
          default: "notice"
          }
        let moments = comparison.moments.filter { $0.isAbout(row) }.map(\.sentence)
        lines.append(
          annotation(
            level, "\(comparison.scenario): \(row.name) \(row.verdict.rawValue)",
            ([row.sentence] + moments).joined(separator: "\n")))
      }
      if !comparison.secondaryText.isEmpty {
        lines.append(annotation("notice", comparison.scenario, comparison.secondaryText))
      }
    }
    for row in budgets where row.verdict.verdict == .missed {
      lines.append(annotation("error", "\(row.scenario): budget missed", row.verdict.sentence))
    }
    lines += notes.map { annotation("notice", "venuesim", $0) }
    lines.append(annotation("notice", "venuesim", "\(new) vs \(base): \(summary)"))
    // GitHub shows only the first few of each kind, so the most important ones come first.
    return ["::error", "::warning", "::notice"].flatMap { level in
      lines.filter { $0.hasPrefix(level) }
    }
  }

  private func annotation(_ level: String, _ title: String, _ message: String) -> String {
    "::\(level) title=\(inWorkflow(title, isProperty: true))::"
      + inWorkflow(message, isProperty: false)
  }
}

/// Escapes text for a GitHub workflow command: three characters, and two more in a property
/// (actions/toolkit, packages/core/src/command.ts).
///
/// - Parameters:
///   - text: Any text.
///   - isProperty: True for text before the second `::`.
/// - Returns: The escaped text.
public func inWorkflow(_ text: String, isProperty: Bool) -> String {
  var safe = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": safe += "%25"
    case "\r": safe += "%0D"
    case "\n": safe += "%0A"
    case ":" where isProperty: safe += "%3A"
    case "," where isProperty: safe += "%2C"
    default: safe.unicodeScalars.append(scalar)
    }
  }
  return safe
}
