import Documents
import Reporting
import Scoring
import Testing

struct SuiteReportTests {
  /// A stack that is 1 m off, a second twice as far, and one without figures.
  private var report: SuiteReport {
    get throws {
      let metric = try #require(MetricCatalogue.metric("horizontal_error"))
      let figure = try StudyFigure(GatedFigure(metric, .p50))
      func row(_ variant: String, _ scale: Double) -> StudyRow {
        var row = StudyRow(
          scenario: "a|b", variant: variant, device: "all", figures: [figure])
        row.values = [
          (1...12).map {
            StudyValue(unit: "\($0)", value: scale * (1 + 0.01 * Double($0)), count: 1)
          }
        ]
        return row
      }
      var silent = row("silent", 1)
      silent.values = [[]]
      let result = SuiteResult(
        stack: "<mine>",
        parts: [
          ("near", [row("<mine>", 1), row("far", 2), silent]), ("none", [silent, row("far", 1)]),
        ])
      return SuiteReport(
        title: "suite: <mine>", abouts: ["near": "Nearness."], missing: ["drives"], run: "abc",
        result: result)
    }
  }

  @Test func linesHaveVerdicts() throws {
    let report = try report
    #expect(report.result.lines.map(\.verdict) == [.ahead] && report.result.unanswered == ["none"])
    #expect(
      report.text.contains("2.13 ahead") || report.text.contains("2.12 ahead"), "\(report.text)")
    #expect(report.text.contains("Left out, without their recordings: drives."))
    var reader = try CSVReader(bytes: report.csv, file: "suite.csv")
    #expect(try reader.nextRow())
    #expect(reader.text(at: reader.columns.count - 1) == "ahead" && reader.text(at: 0) == "abc")
  }

  @Test func textIsEscaped() throws {
    let report = try report
    #expect(report.page.contains("&lt;mine&gt;") && !report.page.contains("<mine>"))
    #expect(report.page.contains("class=\"ahead\">"))
    #expect(report.markdown.contains("a\\|b"))
  }
}
