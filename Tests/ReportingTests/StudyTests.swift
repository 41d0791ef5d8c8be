import Documents
import Reporting
import Scoring
import Testing

struct StudyTests {
  private func figure(_ name: String, title: String? = nil) throws -> StudyFigure {
    let figure = try #require(GatedFigure.named(name).first)
    return try StudyFigure(figure, title: title)
  }

  private func row(
    _ variant: String, _ values: [Double], _ figures: [StudyFigure], count: Int = 9
  ) -> StudyRow {
    var row = StudyRow(scenario: "a <b>|c", variant: variant, device: "all", figures: figures)
    for figure in figures.indices {
      row.values[figure] = values.enumerated().map {
        StudyValue(unit: "\($0.offset + 1)", value: $0.element, count: count)
      }
      row.pooled[figure] = StudyValue(unit: "all", value: values[0], count: 99)
    }
    return row
  }

  private func report(_ rows: [StudyRow]) -> StudyReport {
    StudyReport(
      run: "abc", name: "small", about: "<script>", units: "Seeds 1-8.", result: StudyResult(rows))
  }

  @Test func cellsShowMediansWithIntervals() throws {
    let figures = [try figure("horizontal_error.p95")]
    let base: [Double] = [1, 2, 3, 4, 5, 6, 7, 8]
    let reported = report([
      row("as is", base, figures), row("same", base, figures),
      row("worse", base.map { $0 + 9 }, figures),
    ])
    let text = reported.text(as: .text)
    #expect(text.contains("4.50 (1.00 to 8.00)") && text.contains("13.5 (10.0 to 17.0) *"))
    #expect(text.contains("* significantly different"))
    let markdown = reported.text(as: .markdown)
    #expect(markdown.contains("| a <b>\\|c | worse | 8 | 13.5 (10.0 to 17.0) * |"), "\(markdown)")
    let csv = reported.text(as: .csv).split(separator: "\n")
    #expect(
      csv[0].hasPrefix("run,study,scenario,variant,device,figure,condition,title,kind,seed,value"))
    #expect(csv.count == 1 + 3 * 10 + 2)
    #expect(csv.contains { $0.contains(",same,") && $0.contains(",worsening,all,0,0,0,m,8,1,") })
    let picture = try #require(reported.picture)
    #expect(!picture.contains("<script>") && picture.contains("&lt;script&gt;"))
    #expect(picture.contains("median other") && !picture.contains("http://www.w3.org/1999"))
  }

  @Test func binaryFiguresAreShares() throws {
    let figures = [try figure("availability.share")]
    let reported = report([row("as is", [1, 1, 1, 0, 1, 1, 1, 1, 1, 1], figures, count: 1)])
    #expect(reported.text(as: .text).contains("9/10 (60 to 98 %)"), "\(reported.text(as: .text))")
    #expect(reported.text(as: .csv).contains(",share,all,0.9,"))
  }

  @Test func fewSeedsHaveNoInterval() throws {
    let reported = report([row("as is", [3, 1, 2], [try figure("power.mean")])]).text(as: .text)
    #expect(
      reported.contains("Fewer than 6 seeds") && reported.contains("2.00")
        && !reported.contains(" to "))
  }

  @Test func rowsRoundTrip() throws {
    let figures = [try figure("power.mean"), try figure("availability.share", title: "a, \"b\"")]
    var rows = [row("as is", [0.1, 1.0 / 3, 2e-9], figures), row("as is", [4], figures)]
    (rows[1].device, rows[1].verdicts[0], rows[1].pooled[1]) = ("anna", .missed, nil)
    let bytes = StudyRows.bytes(rows, run: "abc")
    func read(_ bytes: [UInt8], run: String = "abc", variant: String = "as is") -> [StudyRow]? {
      StudyRows.rows(bytes, run: run, scenario: "a <b>|c", variant: variant, figures: figures)
    }
    #expect(read(bytes) == rows)
    #expect(read(bytes, run: "abd") == nil && read(bytes, variant: "other") == nil)
    #expect(read(Array(bytes.dropLast(9))) != rows && read([]) == nil)
  }
}
