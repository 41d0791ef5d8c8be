import Scoring

/// Draws a plot of a signal as SVG.
struct SignalChart {
  private static let (width, height) = (460.0, 300.0)
  private static let (left, right, top, bottom) = (56.0, 12.0, 12.0, 44.0)
  private let plot: SignalPlot
  private let x, y: ChartScale
  private var body = ""

  /// The SVG element of a plot.
  static func svg(_ plot: SignalPlot) -> String {
    var chart = SignalChart(plot)
    chart.drawFrame()
    for (number, series) in plot.series.enumerated() { chart.draw(series, number) }
    chart.drawLegend()
    return """
      <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\
      \(escaped(plot.title))">
      \(chart.body)</svg>
      """
  }

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
      \(Self.escaped(plot.yLabel))</text>

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

  private mutating func drawLegend() {
    for (number, series) in plot.series.enumerated() {
      let height = Self.top + 14 + 15 * Double(number)
      let style = Self.style(series, among: plot.series, number)
      let edge = Self.width - Self.right - 8
      if series.mark == .line {
        body += """
          <path class="\(style)" d="M\(brief(edge - 20)) \(brief(height - 4))H\(brief(edge))"/>

          """
      } else {
        body += "<circle class=\"\(style)\" cx=\"\(edge - 10)\" cy=\"\(height - 4)\" r=\"3\"/>\n"
      }
      text(edge - 26, height, series.name, anchor: "end")
    }
  }

  /// The class of a series: its origin, and which of that origin it is.
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
      <text x="\(brief(x))" y="\(brief(y))" text-anchor="\(anchor)">\(Self.escaped(text))</text>

      """
  }

  private func brief(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// Text for HTML.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
