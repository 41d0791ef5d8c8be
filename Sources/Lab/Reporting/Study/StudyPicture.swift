import Documents
import Scoring

extension StudyReport {
  /// A chart of the medians with their intervals: a panel per figure, a line per row; nil without
  /// data.
  public var picture: String? {
    var top = 60.0
    var body = ""
    for block in blocks where !isOfBudgets(block) {
      let columns = result.rows[block.lowerBound].figures
      let figures = columns.indices.filter { figure in
        !columns[figure].isPooled
          && block.contains { result.cells[$0][figure].middle?.isFinite == true }
      }
      for start in stride(from: 0, to: figures.count, by: StudyBand.panels) {
        let chosen = Array(figures[start..<min(start + StudyBand.panels, figures.count)])
        let band = StudyBand(report: self, block: block, figures: chosen, top: top)
        body += band.svg
        top += band.height
      }
    }
    guard !body.isEmpty else { return nil }
    let title = inXML(about.isEmpty ? name : "\(name): \(about)")
    let note =
      "\(units) Medians with 95 % intervals; filled: significantly different from the first variant."
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(StudyBand.width)) \(Int(top))" \
      width="\(Int(StudyBand.width))" height="\(Int(top))" role="img" aria-label="\(title)">
      <style>\(PageTexts.paretoStyle)\(studyStyle)</style>
      <rect class="paper" width="100%" height="100%"/>
      <text class="title" x="24" y="30">\(title)</text>
      <text class="soft small" x="24" y="48">\(inXML(note))</text>
      \(body)</svg>

      """
  }
}

private let studyStyle = """
    .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none }
    .median { stroke: var(--ink); stroke-width: 1.5; fill: var(--paper) } .other { fill: var(--ink) }

  """

/// Up to four panels side by side, whose lines are the rows of a block.
private struct StudyBand {
  static let (width, panels) = (1160.0, 4)
  private static let (left, panelWidth, gap) = (240.0, 200.0, 30.0)
  private static let (head, foot, line) = (34.0, 44.0, 18.0)

  let report: StudyReport
  let block: Range<Int>
  let figures: [Int]
  let top: Double

  /// The headings by row: scenario names, with devices if rows are of single devices.
  private var headings: [Int: String] {
    var headings: [Int: String] = [:]
    for index in block {
      let row = report.result.rows[index]
      let before = index > block.lowerBound ? report.result.rows[index - 1] : nil
      guard before?.scenario != row.scenario || before?.device != row.device else { continue }
      headings[index] = row.scenario + (row.device == "all" ? "" : ", \(row.device)")
    }
    return headings
  }

  private var rowsHeight: Double { Double(block.count + headings.count) * Self.line }
  var height: Double { Self.head + rowsHeight + Self.foot }

  var svg: String {
    let headings = headings
    var places: [Int: Double] = [:]
    var labels = ""
    var y = Self.head + Self.line / 2
    for index in block {
      if let heading = headings[index] {
        labels += text(24, y + 4, shortened(heading, to: 34), "head")
        y += Self.line
      }
      labels += text(36, y + 4, shortened(report.result.rows[index].variant, to: 30), "small")
      places[index] = y
      y += Self.line
    }
    var body = "<g transform=\"translate(0 \(ParetoText.brief(top)))\">\n" + labels
    for (column, figure) in figures.enumerated() {
      let x = Self.left + Double(column) * (Self.panelWidth + Self.gap)
      body += "<g transform=\"translate(\(ParetoText.brief(x)) 0)\">\n"
      body += panel(figure, places) + "</g>\n"
    }
    return body + "</g>\n"
  }

  private func panel(_ figure: Int, _ places: [Int: Double]) -> String {
    let cells = block.map { ($0, report.result.cells[$0][figure]) }
    let values = cells.flatMap { _, cell in
      [cell.middle, cell.interval?.lowerBound, cell.interval?.upperBound].compactMap { $0 }
    }
    let scale = ChartScale(values, length: Self.panelWidth, isLog: false)
    let title = report.result.rows[block.lowerBound].figures[figure].title
    var body = "<g>" + text(0, Self.head - 12, shortened(title, to: 32), "small")
    body += "<title>\(inXML(title))</title></g>\n"
    let bottom = Self.head + rowsHeight
    let ticks = scale.ticks
    for (number, tick) in ticks.enumerated() {
      guard let x = scale.place(tick.value) else { continue }
      body += "<path class=\"grid\" d=\"M\(ParetoText.brief(x)) \(ParetoText.brief(Self.head - 4))"
      body += "V\(ParetoText.brief(bottom))\"/>\n"
      // Of many ticks, only every other one has room for its number.
      if ticks.count > 4, !number.isMultiple(of: 2) { continue }
      body += text(x, bottom + 14, tick.text, "soft small", anchor: "middle")
    }
    for (index, cell) in cells {
      guard let y = places[index] else { continue }
      body += mark(cell, report.result.rows[index], figure, scale, y)
    }
    return body
  }

  private func mark(
    _ cell: StudyCell, _ row: StudyRow, _ figure: Int, _ scale: ChartScale, _ y: Double
  ) -> String {
    guard let x = cell.middle.flatMap({ scale.place($0) }) else { return "" }
    var body = "<g>"
    if let interval = cell.interval, let low = scale.place(interval.lowerBound),
      let high = scale.place(interval.upperBound)
    {
      body += "<path class=\"whisker\" d=\"M\(ParetoText.brief(low)) \(ParetoText.brief(y))"
      body += "H\(ParetoText.brief(high))\"/>"
    }
    let style = cell.isSurelyOther ? "median other" : "median"
    body +=
      "<circle class=\"\(style)\" cx=\"\(ParetoText.brief(x))\" cy=\"\(ParetoText.brief(y))\" "
    body += "r=\"4\"/><title>"
    let reported = StudyReport.text(of: cell, row.figures[figure])
    return body + inXML("\(row.scenario), \(row.variant): \(reported)") + "</title></g>\n"
  }

  private func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  private func text(
    _ x: Double, _ y: Double, _ text: String, _ style: String, anchor: String = "start"
  ) -> String {
    let side = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return
      "<text class=\"\(style)\" x=\"\(ParetoText.brief(x))\" y=\"\(ParetoText.brief(y))\"\(side)>"
      + "\(inXML(text))</text>\n"
  }
}
