import Documents
import Glibc

/// The panel of one scenario in a sweep's chart.
struct ParetoPanel {
  static let width = 1160.0
  private static let (left, plotWidth, plotHeight) = (84.0, 560.0, 400.0)
  private static let (head, foot) = (64.0, 64.0)
  private static let keyLeft = 700.0
  /// Maximum number of listed variants.
  private static let maxListed = 30
  private static let rowHeight = 36.0

  private let comparison: SweepComparison
  private let top: Double
  private let note: String
  private let x, y: ChartScale
  private let xTicks, yTicks: [(value: Double, text: String)]
  private let colors: LatencyColors
  /// The indices of the Pareto-optimal variants, cheapest first; their ranks are the numbers in the
  /// chart.
  private let best: [Int]
  let height: Double

  init(_ comparison: SweepComparison, top: Double, note: String) {
    self.comparison = comparison
    self.top = top
    self.note = note
    let shown = comparison.points.filter { point in
      point.values.allSatisfy { $0?.isFinite == true }
    }
    let (energies, errors) = (
      shown.compactMap { $0.values[2] }, shown.compactMap { $0.values[0] }
    )
    x = ChartScale(energies, length: Self.plotWidth, isLog: Self.isWide(energies))
    y = ChartScale(errors, length: Self.plotHeight, isLog: Self.isWide(errors), isReversed: true)
    xTicks = x.isLog ? Self.roundValues(energies) : x.ticks
    yTicks = y.isLog ? Self.roundValues(errors) : y.ticks
    colors = LatencyColors(shown.compactMap { $0.values[1] })
    best = comparison.points.indices.filter { comparison.isOptimal[$0] }.sorted {
      let (a, b) = (comparison.points[$0].values, comparison.points[$1].values)
      return (a[2] ?? 0, a[0] ?? 0, $0) < (b[2] ?? 0, b[0] ?? 0, $1)
    }
    let rows = Double(min(best.count, Self.maxListed) + 1) * Self.rowHeight + 40
    height = Self.head + max(Self.plotHeight, rows) + Self.foot
  }

  /// True if the values need a logarithmic axis, because small ones would overlap on a linear one.
  private static func isWide(_ values: [Double]) -> Bool {
    guard let low = values.min(), let high = values.max(), low > 0 else { return false }
    return high > 4 * low
  }

  /// Ticks at 1, 2 and 5 of each decade in the values' range.
  private static func roundValues(_ values: [Double]) -> [(value: Double, text: String)] {
    guard let low = values.min(), let high = values.max(), low > 0, high < 1e12 else { return [] }
    let first = Int(floor(log10(low)))
    let last = Int(ceil(log10(high)))
    // Of many decades, only the powers of ten.
    let steps: [Double] = last - first > 4 ? [1] : [1, 2, 5]
    var result: [(value: Double, text: String)] = []
    for decade in first...last {
      for step in steps {
        let value: Double = step * pow(10, Double(decade))
        guard value >= low * 0.9, value <= high * 1.1 else { continue }
        result.append((value, value >= 1 ? "\(Int64(value.rounded()))" : figureText(value)))
      }
    }
    return result
  }

  /// The panel's SVG elements.
  var svg: String {
    var body = "<g transform=\"translate(0 \(ParetoText.brief(top)))\">\n"
    body += text(Self.left - 60, 16, comparison.scenario, "title")
    let beaten = comparison.points.count - best.count
    body += text(
      Self.left - 60, 38,
      "\(best.count) Pareto-optimal variant\(best.count == 1 ? "" : "s"), numbered; "
        + "\(beaten) dominated; \(note)", "soft")
    body +=
      "<g transform=\"translate(\(ParetoText.brief(Self.left)) \(ParetoText.brief(Self.head)))\">\n"
    body += frame + front + dots
    body += "</g>\n" + key + "</g>\n"
    return body
  }

  private var frame: String {
    let (w, h) = (Self.plotWidth, Self.plotHeight)
    var body = ""
    for tick in xTicks {
      guard let place = x.place(tick.value), place >= 0, place <= w else { continue }
      body += "<path class=\"grid\" d=\"M\(ParetoText.brief(place)) 0V\(ParetoText.brief(h))\"/>\n"
      body += text(place, h + 18, tick.text, "soft small", anchor: "middle")
    }
    for tick in yTicks {
      guard let place = y.place(tick.value), place >= 0, place <= h else { continue }
      body += "<path class=\"grid\" d=\"M0 \(ParetoText.brief(place))H\(ParetoText.brief(w))\"/>\n"
      body += text(-8, place + 4, tick.text, "soft small", anchor: "end")
    }
    body += text(w / 2, h + 42, comparison.objectives[2].axis, "", anchor: "middle")
    body +=
      "<text transform=\"translate(-52 \(ParetoText.brief(h / 2))) rotate(-90)\" text-anchor=\"middle\">"
      + inXML(comparison.objectives[0].axis) + "</text>\n"
    return body
  }

  private func place(_ index: Int) -> (x: Double, y: Double)? {
    let values = comparison.points[index].values
    guard let across = values[2].flatMap({ x.place($0) }),
      let up = values[0].flatMap({ y.place($0) })
    else { return nil }
    return (across, up)
  }

  /// The stepped Pareto front in energy and accuracy alone.
  private var front: String {
    // For an objective with an ideal in between, the front has no direction.
    guard comparison.objectives.allSatisfy({ $0.ideal == nil }) else { return "" }
    let isBetterUp = comparison.objectives[0].isBetterLarger
    let isBetterRight = comparison.objectives[2].isBetterLarger
    let places = best.compactMap { place($0) }
    let ordered = isBetterRight ? places.reversed() : places
    var steps: [(x: Double, y: Double)] = []
    for place in ordered {
      guard let last = steps.last else {
        steps.append(place)
        continue
      }
      let isBetter = isBetterUp ? place.y < last.y : place.y > last.y
      if isBetter { steps.append(place) }
    }
    guard steps.count > 1 else { return "" }
    var path = "M\(ParetoText.brief(steps[0].x)) \(ParetoText.brief(steps[0].y))"
    for step in steps.dropFirst() {
      path += "H\(ParetoText.brief(step.x))V\(ParetoText.brief(step.y))"
    }
    return "<path class=\"front\" d=\"\(path)\"/>\n"
  }

  private var dots: String {
    var body = ""
    for index in comparison.points.indices where !comparison.isOptimal[index] {
      guard let place = place(index) else { continue }
      body += circle(place, radius: 5, "beaten", index)
    }
    let places = spread(best.map { place($0) })
    for (rank, index) in best.enumerated() {
      guard let place = places[rank], let truth = self.place(index),
        place.x != truth.x || place.y != truth.y
      else { continue }
      body += "<path class=\"lead\" d=\"M\(ParetoText.brief(truth.x)) \(ParetoText.brief(truth.y))"
      body += "L\(ParetoText.brief(place.x)) \(ParetoText.brief(place.y))\"/>\n"
      body += circle(truth, radius: 4, "true", index)
    }
    for (rank, index) in best.enumerated() {
      guard let place = places[rank] else { continue }
      body += circle(place, radius: 11, "best", index)
      body += text(place.x, place.y + 4, "\(rank + 1)", colors.labelClass(latency(index)))
    }
    return body
  }

  /// Moves overlapping labels apart; each keeps a line to its true position.
  private func spread(_ places: [(x: Double, y: Double)?]) -> [(x: Double, y: Double)?] {
    var taken: [(x: Double, y: Double)] = []
    return places.map { place in
      guard let place else { return nil }
      var best = place
      search: for ring in 0..<6 {
        for turn in 0..<(ring == 0 ? 1 : 12) {
          let angle = Double(turn) * .pi / 6
          let spot = (
            x: place.x + 24 * Double(ring) * cos(angle), y: place.y - 24 * Double(ring) * sin(angle)
          )
          let isInside =
            (0...Self.plotWidth).contains(spot.x) && (0...Self.plotHeight).contains(spot.y)
          let isFree = taken.allSatisfy { hypot($0.x - spot.x, $0.y - spot.y) >= 23 }
          if isFree, isInside || ring == 0 {
            best = spot
            break search
          }
        }
      }
      taken.append(best)
      return best
    }
  }

  private func latency(_ index: Int) -> Double { comparison.points[index].values[1] ?? 0 }

  private func circle(
    _ place: (x: Double, y: Double), radius: Double, _ style: String, _ index: Int
  ) -> String {
    let point = comparison.points[index]
    let figures = zip(comparison.objectives, point.values).map { objective, value in
      "\(objective.name) \(value.map(figureText) ?? "-") \(objective.unit)"
    }
    return
      "<circle class=\"\(style)\" cx=\"\(ParetoText.brief(place.x))\" cy=\"\(ParetoText.brief(place.y))\" "
      + "r=\"\(ParetoText.brief(radius))\" fill=\"\(colors.color(latency(index)))\"><title>"
      + inXML(([point.label] + figures).joined(separator: "\n"))
      + "</title></circle>\n"
  }

  /// The list of the optimal variants with their figures, and the colour bar.
  private var key: String {
    var body =
      "<g transform=\"translate(\(ParetoText.brief(Self.keyLeft)) \(ParetoText.brief(Self.head)))\">\n"
    body += colors.legend(comparison.objectives[1].title)
    var line = 74.0
    for (rank, index) in best.prefix(Self.maxListed).enumerated() {
      let point = comparison.points[index]
      body += "<circle class=\"best\" cx=\"11\" cy=\"\(ParetoText.brief(line - 4))\" r=\"10\" "
      body += "fill=\"\(colors.color(latency(index)))\"/>\n"
      body += text(11, line, "\(rank + 1)", colors.labelClass(latency(index)))
      body += "<g>" + text(30, line - 4, shortened(point.label), "small")
      let figures = zip(comparison.objectives, point.values).map { objective, value in
        "\(value.map(figureText) ?? "-") \(objective.unit)"
      }
      body += text(30, line + 11, figures.joined(separator: "  ·  "), "soft figure small")
      body += "<title>\(inXML(point.label))</title></g>\n"
      line += Self.rowHeight
    }
    if best.count > Self.maxListed {
      body += text(30, line, "and \(best.count - Self.maxListed) more, in sweep.csv", "soft")
    }
    return body + "</g>\n"
  }

  /// Shortens a label to fit next to the plot.
  private func shortened(_ label: String) -> String {
    let text = ParetoText.shortened(label)
    return text.count > 60 ? text.prefix(59) + "…" : text
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
