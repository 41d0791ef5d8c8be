import Documents
import Kernel
import Reporting
import Scoring
import Testing

struct ComparisonReportTests {
  /// A report with every verdict, and names that every format must escape.
  private func report() throws -> ComparisonReport {
    let names = [
      "horizontal_error.p95", "availability.share", "ttff.mean", "power.mean", "steps.error.mean",
    ]
    let figures = try names.map { try #require(GatedFigure.named($0).first) }
    let nasty = "<script>alert('x')</script> & \"a|b\" ]]> \u{1B}[31m\u{7}"
    var base = FigureTable(scenario: nasty, source: "base")
    var new = FigureTable(scenario: nasty, source: "new")
    (base.seeds, new.seeds) = (Array(1...12), Array(1...12))
    (base.fingerprint, new.fingerprint) = ("a", "b")
    new.settings = ["stack.x=`<b>`, 100 %"]
    for seed in base.seeds {
      let spread = Double(seed * seed % 5) * 0.01
      let pairs = [(20, 25.0), (0.5, 0.9), (4, 4), (100, 100.5), (0.5, seed > 6 ? 1.4 : 0.1)]
      for (figure, pair) in zip(figures, pairs) {
        try base.add(pair.0, FigureTable.Key(figure), seed: seed)
        let value = pair.0 == pair.1 ? pair.1 : pair.1 + spread
        try new.add(value, FigureTable.Key(figure), seed: seed)
      }
    }
    var comparison = try Comparison(base, new, figures: JudgedFigures(requested: figures))
    comparison.moments = [
      Moment(
        scenario: nasty, figure: figures[0], seed: 3, device: "<d>", time: SimTime(seconds: 12.5),
        place: "floor 2", text: "error 31.0 m, was 3.5 m")
    ]
    var report = ComparisonReport(base: "results/base", new: "new", comparisons: [comparison])
    report.budgets = [
      ComparisonReport.BudgetRow(
        scenario: nasty,
        verdict: BudgetVerdict(try Budget("power.mean <= 120 mW"), values: [0.2])),
      ComparisonReport.BudgetRow(
        scenario: "other", verdict: BudgetVerdict(try Budget("ttff.p50 <= 5 s if any"), values: [])),
    ]
    return report
  }

  @Test func summarisesEveryVerdict() throws {
    let report = try report()
    let verdicts = report.comparisons[0].rows.map(\.verdict)
    #expect(verdicts == [.worse, .better, .identical, .same, .undecided], "\(verdicts)")
    #expect(
      report.summary == "1 worse, 1 undecided, 1 better, 1 same, 1 identical, "
        + "1 budget missed, 1 budget without data")
  }

  @Test func textHasColoursOnlyIfRequested() throws {
    let plain = try report().text(as: .text)
    #expect(!plain.contains("\u{1B}") && !plain.contains("\u{7}"))
    #expect(plain.contains("events changed") && plain.contains("<script>"))
    #expect(plain.contains("seed 3, <d> at 12.5 s, floor 2: error 31.0 m, was 3.5 m"))
    #expect(plain.contains("+25.") && plain.contains("settings as in the file →"))
    let painted = try report().text(as: .text, colours: true)
    #expect(painted.contains("\u{1B}[31m") && painted.contains("\u{1B}[32m"))
    #expect(
      painted.split(separator: "\u{1B}[").allSatisfy { part in
        plain.hasPrefix(part) || ["31m", "32m", "33m", "2m", "0m"].contains { part.hasPrefix($0) }
      })
  }

  /// If seven seeds are too few for each of twelve figures, that is a single line.
  @Test func sharedWarningIsPrintedOnce() throws {
    let figures = Array(GatedFigure.standard.prefix(12))
    var (base, new) = (
      FigureTable(scenario: "s", source: "base"), FigureTable(scenario: "s", source: "new")
    )
    (base.seeds, new.seeds) = (Array(1...7), Array(1...7))
    for seed in base.seeds {
      for figure in figures {
        try base.add(0.5, FigureTable.Key(figure), seed: seed)
        try new.add(5 + Double(seed) * 0.01, FigureTable.Key(figure), seed: seed)
      }
    }
    let comparison = try Comparison(base, new, figures: JudgedFigures(requested: figures))
    let lines = ComparisonReport(base: "base", new: "new", comparisons: [comparison])
      .text(as: .text).split(separator: "\n").filter { $0.contains("too few") }
    #expect(lines.count == Set(comparison.rows.map(\.warning)).count, "\(lines)")
    #expect(lines.count < figures.count && lines[0].contains(", "))
  }

  /// XML for a strict reader, with the names unchanged, except for characters that XML can't hold.
  @Test func junitIsWellFormed() throws {
    let text = try report().text(as: .junit)
    var reader = XMLReader(Array(text.utf8), name: "gate.xml")
    var (cases, outcomes, suites) = (0, [String](), [String]())
    while let event = try reader.next() {
      guard case .start(let name, let attributes, _) = event else { continue }
      switch name {
      case "testcase": cases += 1
      case "failure", "error": outcomes.append(name)
      case "testsuite": suites.append(attributes.first { $0.name == "name" }?.value ?? "")
      default: break
      }
    }
    #expect(cases == 7 && outcomes == ["failure", "error", "failure"], "\(outcomes)")
    #expect(suites[0].hasPrefix("<script>alert('x')</script> & \"a|b\" ]]> \u{FFFD}[31m"))
    #expect(text.contains("tests=\"7\" failures=\"2\" errors=\"1\""))
  }

  @Test func markdownEscapesNames() throws {
    let text = try report().text(as: .markdown)
    #expect(!text.contains("<script>") && !text.contains("<b>") && !text.contains("\u{1B}"))
    #expect(text.contains("&lt;script&gt;") && text.contains("a\\|b") && text.contains("**worse**"))
    // Every row of a table has as many cells as its heading.
    var widths: [Int] = []
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let bars = line.replacing("\\|", with: "").filter { $0 == "|" }.count
      widths.append(bars)
    }
    #expect(Set(widths) == [8, 4], "\(widths)")
    #expect(text.contains("same: power.mean within 3 %; identical: ttff.mean"), "\(text)")
  }

  @Test func annotationsEscapeLineBreaks() throws {
    let lines = try report().text(as: .github).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("::") })
    let levels = lines.map { $0.dropFirst(2).prefix { $0.isLetter } }
    #expect(levels == ["error", "error", "warning", "notice", "notice"])
    #expect(lines[0].contains("%0Aseed 3, <d> at 12.5 s"), "\(lines[0])")
    #expect(inWorkflow("100 %,\r\na:b", isProperty: true) == "100 %25%2C%0D%0Aa%3Ab")
    #expect(inWorkflow("a,b:c", isProperty: false) == "a,b:c")
    #expect(inXML("a\u{0}\u{FFFF}\u{85}\n'") == "a\u{FFFD}\u{FFFD}\u{FFFD}&#10;&apos;")
  }

  @Test func csvHasDocumentedColumns() throws {
    let text = try report().text(as: .csv)
    var csv = try CSVReader(bytes: Array(text.utf8), file: "gate.csv")
    #expect(csv.columns == ComparisonReport.columns)
    var kinds: [String] = []
    func column(_ name: String) -> Int { csv.columns.firstIndex(of: name) ?? -1 }
    while try csv.nextRow() {
      kinds.append(csv.text(at: 0))
      switch kinds.last {
      case "figure"?:
        #expect(FigureVerdict(rawValue: csv.text(at: column("verdict"))) != nil)
        #expect(csv.text(at: column("events")) == "changed")
      case "moment"?:
        #expect(csv.text(at: column("seed")) == "3" && csv.text(at: column("time_s")) == "12.5")
      default:
        #expect(["missed", "undecided"].contains(csv.text(at: column("verdict"))))
        #expect(csv.text(at: column("text")).contains("<="))
      }
    }
    #expect(csv.columns.last == "role")
    #expect(kinds == Array(repeating: "figure", count: 5) + ["moment", "budget", "budget"])
  }
}
