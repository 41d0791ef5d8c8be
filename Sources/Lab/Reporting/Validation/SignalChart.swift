import Documents
import Recordings
import Scoring

/// SVG drawing of a signal's chart.
struct SignalChart {
  private static let (width, height) = (460.0, 300.0)
  private static let (left, right, top, bottom) = (56.0, 12.0, 12.0, 44.0)
  private let plot: SignalPlot
  private let x, y: ChartScale
  private var body = ""

  /// Returns the SVG element of a chart.
  static func svg(_ plot: SignalPlot) -> String {
    """
    <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\
    \(inXML(plot.title))">
    \(drawing(plot))</svg>
    """
  }

  private static func drawing(_ plot: SignalPlot) -> String {
    var chart = SignalChart(plot)
    chart.drawFrame()
    for (number, series) in plot.series.enumerated() { chart.draw(series, number) }
    chart.drawLegend()
    return chart.body
  }

  /// Returns a standalone SVG document of a chart, with its title above and its caption below.
  static func document(_ plot: SignalPlot) -> String {
    let (wide, high) = (Int(width), Int(height) + 46)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -26 \(wide) \(high)" width="\(2 * wide)" \
      height="\(2 * high)" style="\(SVGCanvas.fit)" font-family="Helvetica, Arial, sans-serif">
      <style>\(documentStyle)</style>
      <rect y="-26" width="\(wide)" height="\(high)" fill="#fbfaf7"/>
      <text class="title" x="12" y="-8">\(inXML(plot.title))</text>
      <text class="note" x="12" y="\(Int(height) + 12)">\(inXML(plot.caption))</text>
      \(drawing(plot))</svg>

      """
  }

  /// Without CSS variables, for programs other than browsers (colours of Okabe and Ito).
  private static let documentStyle = """
    text { font-size: 11px; fill: #333 } .title { font-size: 13px; font-weight: bold; fill: #222 }
    .note { font-size: 9.5px; fill: #555 } .legend { fill: #fbfaf7; fill-opacity: .85 }
    .frame { fill: none; stroke: #777 } .grid { stroke: #ddd; fill: none }
    .line { fill: none; stroke-width: 1.8 } .model.n0 { stroke: #222 } .real.n0 { stroke: #0072b2 }
    .real.n1 { stroke: #d55e00 } .real.n2 { stroke: #009e73 } .real.n3 { stroke: #cc79a7 }
    .synthetic { stroke-dasharray: 6 3 } .synthetic.n0 { stroke: #0072b2 }
    .synthetic.n1 { stroke: #d55e00 } .synthetic.n2 { stroke: #009e73 }
    .synthetic.n3 { stroke: #cc79a7 }
    """

  private init(_ plot: SignalPlot) {
    self.plot = plot
    let points = plot.series.flatMap(\.points)
    x = ChartScale(
      points.map(\.x), length: Self.width - Self.left - Self.right, isLog: plot.hasLogX)
    y = ChartScale(
      points.map(\.y), length: Self.height - Self.top - Self.bottom, isLog: plot.hasLogY,
      isReversed: true)
  }

  private mutating func drawFrame() {
    let (w, h) = (Self.width - Self.left - Self.right, Self.height - Self.top - Self.bottom)
    for tick in x.ticks {
      guard let place = x.place(tick.value), place >= 0, place <= w else { continue }
      line(Self.left + place, Self.top, Self.left + place, Self.top + h, "grid")
      text(Self.left + place, Self.top + h + 15, tick.text, anchor: "middle")
    }
    for tick in y.ticks {
      guard let place = y.place(tick.value), place >= 0, place <= h else { continue }
      line(Self.left, Self.top + place, Self.left + w, Self.top + place, "grid")
      text(Self.left - 5, Self.top + place + 4, tick.text, anchor: "end")
    }
    body += """
      <rect class="frame" x="\(Self.left)" y="\(Self.top)" width="\(w)" height="\(h)"/>

      """
    text(Self.left + w / 2, Self.height - 8, plot.xLabel, anchor: "middle")
    body += """
      <text transform="translate(13 \(Self.top + h / 2)) rotate(-90)" text-anchor="middle">\
      \(inXML(plot.yLabel))</text>

      """
  }

  private mutating func draw(_ series: SignalPlot.Series, _ number: Int) {
    let places = series.points.map { point in
      x.place(point.x).flatMap { across in
        y.place(point.y).map { (Self.left + across, Self.top + $0) }
      }
    }
    let style = Self.style(series, among: plot.series, number)
    guard series.mark == .line else {
      for case let place? in places {
        body += """
          <circle class="\(style)" cx="\(brief(place.0))" cy="\(brief(place.1))" r="2"/>

          """
      }
      return
    }
    var path = ""
    var isDrawing = false
    for place in places {
      guard let place else {
        isDrawing = false
        continue
      }
      path += "\(isDrawing ? "L" : "M")\(brief(place.0)) \(brief(place.1))"
      isDrawing = true
    }
    body += "<path class=\"\(style)\" d=\"\(path)\"/>\n"
  }

  /// Draws the legend in the corner where it hides the least.
  private mutating func drawLegend() {
    let height = 15 * Double(plot.series.count) + 6
    let width = 40 + 6 * Double(plot.series.map(\.name.count).max() ?? 0)
    let (left, top) = emptiestCorner(width: width, height: height)
    body += """
      <rect class="legend" x="\(brief(left))" y="\(brief(top))" width="\(brief(width))" \
      height="\(brief(height))"/>

      """
    for (number, series) in plot.series.enumerated() {
      let line = top + 15 + 15 * Double(number)
      let style = Self.style(series, among: plot.series, number)
      if series.mark == .line {
        body += """
          <path class="\(style)" d="M\(brief(left + 6)) \(brief(line - 4))h22"/>

          """
      } else {
        body += """
          <circle class="\(style)" cx="\(brief(left + 17))" cy="\(brief(line - 4))" r="3"/>

          """
      }
      text(left + 34, line, series.name, anchor: "start")
    }
  }

  /// Returns the corner of the frame where a legend covers the fewest points.
  private func emptiestCorner(width: Double, height: Double) -> (left: Double, top: Double) {
    let right = Self.width - Self.right - width - 4
    let low = Self.height - Self.bottom - height - 4
    let corners = [
      (right, Self.top + 4), (right, low), (Self.left + 4, Self.top + 4), (Self.left + 4, low),
    ]
    let places = plot.series.flatMap(\.points).compactMap { point -> (Double, Double)? in
      guard let across = x.place(point.x), let down = y.place(point.y) else { return nil }
      return (Self.left + across, Self.top + down)
    }
    let counts = corners.map { corner in
      places.count {
        $0.0 >= corner.0 && $0.0 <= corner.0 + width && $0.1 >= corner.1
          && $0.1 <= corner.1 + height
      }
    }
    let best = counts.indices.min { counts[$0] < counts[$1] } ?? 0
    return corners[best]
  }

  /// Returns the CSS class of a series: its origin, and its rank among those of this origin.
  private static func style(
    _ series: SignalPlot.Series, among all: [SignalPlot.Series], _ number: Int
  ) -> String {
    let rank = all.prefix(number).count { $0.origin == series.origin }
    return "\(series.mark == .line ? "line" : "dot") \(series.origin.rawValue) n\(rank % 4)"
  }

  private mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) {
    body += """
      <path class="\(style)" d="M\(brief(x1)) \(brief(y1))L\(brief(x2)) \(brief(y2))"/>

      """
  }

  private mutating func text(_ x: Double, _ y: Double, _ text: String, anchor: String) {
    body += """
      <text x="\(brief(x))" y="\(brief(y))" text-anchor="\(anchor)">\(inXML(text))</text>

      """
  }

  private func brief(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
