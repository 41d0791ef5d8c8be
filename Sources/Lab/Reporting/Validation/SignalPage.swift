import Documents
public import Scoring

/// Creates the HTML page of a validation: charts and figures, signal by signal.
public func signalPage(_ comparison: SignalComparison) -> String {
  var signals: [String] = []
  for name in comparison.plots.map(\.signal) + comparison.figures.map(\.signal)
  where !signals.contains(name) {
    signals.append(name)
  }
  let sections = signals.map { section($0, of: comparison) }
  let counts = SignalFigure.Verdict.allCases.map { verdict in
    let count = comparison.figures.count { $0.verdict == verdict }
    return "<span class=\"\(verdict.rawValue)\">\(count) \(verdict.rawValue)</span>"
  }
  let links = signals.map { "<a href=\"#\($0)\">\(inXML($0))</a>" }
  let gaps = comparison.gaps.map { "<li>\(inXML($0))</li>" }
  return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Signals, real and synthetic</title>
    <style>\(PageTexts.signalStyle)\(StackedTable.style)</style>
    </head>
    <body>
    <header>
    <h1>Signals, real and synthetic</h1>
    <p>Recordings of phones, beside simulated signals of the same situation. A figure is
    <em>within</em> if the Kolmogorov-Smirnov distance (KS) between the two is at most that of a bootstrap of
    the real recordings, or 0.15; with fewer than five recordings, if the synthetic median lies among the
    real values or in the range of a paper; and if deliberately wrong models fail this test. It is
    <em>weak</em> if one of these models passes too, so that the figure says little, and
    <em>modelled</em> if there was nothing to compare with. The models were tuned on these recordings.</p>
    <p class="counts">\(counts.joined(separator: " "))</p>
    <nav>\(links.joined(separator: " "))</nav>
    </header>
    <main>
    \(sections.joined(separator: "\n"))
    \(gaps.isEmpty ? "" : "<section><h2>Not compared</h2><ul>\(gaps.joined())</ul></section>")
    </main>
    </body>
    </html>

    """
}

private func section(_ signal: String, of comparison: SignalComparison) -> String {
  let plots = comparison.plots.filter { $0.signal == signal }.map(signalFigureElement)
  let figures = comparison.figures.filter { $0.signal == signal }
  return """
    <section id="\(signal)">
    <h2>\(inXML(signal))</h2>
    <div class="plots">
    \(plots.joined(separator: "\n"))
    </div>
    \(figures.isEmpty ? "" : table(figures))
    </section>
    """
}

/// The HTML element of a chart with its title and caption.
func signalFigureElement(_ plot: SignalPlot) -> String {
  """
  <figure>
  <h3>\(inXML(plot.title))</h3>
  \(SignalChart.svg(plot))
  <figcaption>\(inXML(plot.caption))</figcaption>
  </figure>
  """
}

private func table(_ figures: [SignalFigure]) -> String {
  let rows = figures.map { figure in
    let real = figure.real.map { "\(short($0.p50)) (\(short($0.p10)) to \(short($0.p90)))" }
    let made = figure.synthetic
    let wanted = figure.wanted.map { "\(short($0.lowerBound)) to \(short($0.upperBound))" }
    let distance = figure.kolmogorovSmirnov.map { distance in
      short(distance) + (figure.limit.map { " of \(short($0))" } ?? "")
        + (figure.leftOut.map { ", left out \(short($0))" } ?? "")
    }
    let count = figure.real.map { "\($0.count) of \(figure.recordings)" } ?? "0"
    let cells = [
      figure.situation, figure.quantity, figure.unit, real ?? "", count,
      "\(short(made.p50)) (\(short(made.p10)) to \(short(made.p90)))", String(made.count),
      wanted ?? "", distance ?? "",
    ]
    let verdict = figure.verdict.rawValue
    return cells.map { StackedTable.Cell(text: $0) }
      + [StackedTable.Cell(text: verdict, kind: verdict), StackedTable.Cell(text: figure.source)]
  }
  let heads = [
    "situation", "quantity", "unit", "real: median (10 to 90 %)", "n of recordings",
    "synthetic: median (10 to 90 %)", "n", "wanted", "KS", "verdict", "source",
  ]
  return StackedTable(heads: heads.map { StackedTable.Cell(text: $0) }, rows: rows).html
}

/// Formats a number with about three digits.
private func short(_ value: Double) -> String {
  let size = abs(value)
  let decimals =
    size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 || size == 0 ? 3 : 5
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = (value * scale).rounded()
  guard abs(scaled) < 1e15 else { return "\(value)" }
  guard decimals > 0 else { return String(Int(scaled)) }
  let digits = String(abs(Int(scaled)))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
