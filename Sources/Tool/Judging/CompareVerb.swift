import Documents
import Glibc
import Reporting
import Scoring

/// Runs `venuesim compare BASE NEW`.
@Sendable
func compareVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard invocation.operands.count == 2 else {
    throw UsageError("compare which two run folders? 'venuesim compare BASE NEW'")
  }
  let (base, new) = (invocation.operands[0], invocation.operands[1])
  let format = try reportFormat(invocation)
  var report = try comparison(
    of: base, new, figures: try gatedFigures(invocation),
    eachDevice: invocation.has(.eachDevice), changedScenario: invocation.has(.changedScenario))
  report.isWhole = invocation.has(.all)
  if let path = invocation.value(.page) {
    let run = try RunReport(folder: withoutSlash(new), sharedBy: 2)
    let earlier = try RunReport(folder: withoutSlash(base), sharedBy: 2, besides: run)
    try writeFile(reportPage(run, against: [earlier], comparisons: [report]), to: path)
  }
  show(report, format, invocation)
  if let path = invocation.value(.page), !invocation.has(.quiet), format == .text {
    say("The page is \(path).")
  }
  return report.status
}

/// Compares the folders of two runs.
///
/// - Parameters:
///   - base: The base folder.
///   - new: The folder under test.
///   - figures: The figures requested by name; empty for those of the scenarios.
///   - eachDevice: True to compare each device separately.
///   - changedScenario: True if the scenario files may differ.
/// - Returns: The verdicts.
/// - Throws: ``DocumentError`` if the runs aren't comparable.
func comparison(
  of base: String, _ new: String, figures: [GatedFigure] = [],
  eachDevice: Bool = false, changedScenario: Bool = false
) throws(DocumentError) -> ComparisonReport {
  var before = try FigureTable.tables(ofFolder: base)
  let after = try FigureTable.tables(ofFolder: new)
  try checkScenarios(before, after, base, new)
  if changedScenario {
    // With --changed-scenario, runs of different files are compared on purpose.
    for index in before.indices {
      (before[index].scenarioDigest, before[index].venueDigest) = ("", "")
    }
  }
  var comparisons: [Comparison] = []
  var wrong: [Diagnostic] = []
  for table in after {
    guard let other = before.first(where: { $0.scenario == table.scenario }) else { continue }
    do throws(DocumentError) {
      // All devices are reported as one comparison, though each is corrected separately.
      var whole: Comparison?
      for device in eachDevice && table.recordings.isEmpty ? table.devices : ["all"] {
        let part = try compare(other, table, figures, device: device)
        whole?.rows += part.rows
        whole?.moments += part.moments
        whole = whole ?? part
      }
      if let whole { comparisons.append(whole) }
    } catch {
      wrong += error.diagnostics
    }
  }
  guard wrong.isEmpty else {
    if !changedScenario, wrong.contains(where: { $0.message.contains("scenario digest") }) {
      wrong.append(
        Diagnostic(
          place: nil,
          message:
            "the scenario's file was changed between the runs; if that was on purpose, compare with "
            + "--changed-scenario, or change settings with --set"))
    }
    throw DocumentError(wrong)
  }
  return ComparisonReport(base: base, new: new, comparisons: comparisons)
}

/// Compares the figures of a device, or of all, and finds the moments that explain the differences.
private func compare(
  _ base: FigureTable, _ new: FigureTable, _ figures: [GatedFigure], device: String
) throws(DocumentError) -> Comparison {
  var comparison = try Comparison(
    base, new, figures: figures.isEmpty ? new.judged : JudgedFigures(requested: figures),
    device: device)
  let seeds = comparison.outstandingSeeds
  guard !seeds.isEmpty else { return comparison }
  func details(_ table: FigureTable) throws(DocumentError) -> RunDetails {
    try RunDetails(
      ofFolder: table.source, scenario: table.scenario, seeds: seeds,
      isReplay: !table.recordings.isEmpty)
  }
  comparison.nameMoments(base: try details(base), new: try details(new))
  return comparison
}

/// Rejects folders with different scenarios.
private func checkScenarios(
  _ before: [FigureTable], _ after: [FigureTable], _ base: String, _ new: String
) throws(DocumentError) {
  let (old, now) = (before.map(\.scenario), after.map(\.scenario))
  let wrong =
    old.filter { !now.contains($0) }.map { "scenario '\($0)' of \(base) is missing in \(new)" }
    + now.filter { !old.contains($0) }.map { "scenario '\($0)' of \(new) is missing in \(base)" }
  guard wrong.isEmpty else {
    throw DocumentError(wrong.map { Diagnostic(place: nil, message: $0) })
  }
}

extension ComparisonReport {
  /// Exit status: regressions take precedence over missed budgets, and those over undecided figures.
  ///
  /// Secondary figures never decide.
  var status: ExitStatus {
    if comparisons.contains(where: \.isWorse) { return .regression }
    let verdicts = budgets.map(\.verdict.verdict)
    if verdicts.contains(.missed) { return .budgetMissed }
    return comparisons.contains { !$0.primary(.undecided).isEmpty } ? .undecided : .success
  }
}

/// Prints a report, in colours if standard output is a terminal that allows them (https://no-color.org).
func show(_ report: ComparisonReport, _ format: ComparisonReport.Format, _ invocation: Invocation) {
  guard !invocation.has(.quiet) else { return }
  say(report.text(as: format, colours: Paint.isOn))
}

/// The requested format.
func reportFormat(_ invocation: Invocation) throws(UsageError) -> ComparisonReport.Format {
  invocation.has(.json) ? .json : try invocation.choice(.reportFormat) ?? .text
}

/// The figures given by `--metric`; empty by default.
func gatedFigures(_ invocation: Invocation) throws(UsageError) -> [GatedFigure] {
  var figures: [GatedFigure] = []
  for name in invocation.values(.metric) {
    let found = GatedFigure.named(name)
    guard !found.isEmpty else {
      let known = MetricCatalogue.all.map(\.name) + MetricCatalogue.names
      throw UsageError("unknown metric '\(name)'" + suggestion(name, among: known))
    }
    figures += found.filter { !figures.contains($0) }
  }
  return figures
}

extension Option {
  static let reportFormat = Option(
    "format", taking: "NAME", from: .names(of: ComparisonReport.Format.self),
    "The format: text, csv, junit, markdown, github or json.")
  static let page = out(
    "FILE", formerly: "html", "Also make a page of both runs with the verdicts.")
  static let metric = Option(
    "metric", taking: "NAME", repeats: true, from: .metrics,
    "Judge this metric, or METRIC.STATISTIC, instead of the usual figures.")
  static let eachDevice = Option(
    "each-device", "Judge every device by itself instead of all of a seed together.")
  static let changedScenario = Option(
    "changed-scenario", "Compare even if the scenario's or the venue's file has changed.")
}
