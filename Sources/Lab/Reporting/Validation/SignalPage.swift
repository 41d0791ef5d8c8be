import Documents
public import Scoring

/// The page of a validation: pictures and figures, signal by signal, in one file.
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
    <style>\(style)</style>
    </head>
    <body>
    <header>
    <h1>Signals, real and synthetic</h1>
    <p>What phones recorded, beside what the simulator makes of the same situation. A figure is
    <em>within</em> if the synthetic median lies where the real recordings have their middle 80 %,
    or where a paper puts it; <em>modelled</em> if there was nothing to hold it against.</p>
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
  let plots = comparison.plots.filter { $0.signal == signal }.map { plot in
    """
    <figure>
    <h3>\(inXML(plot.title))</h3>
    \(SignalChart.svg(plot))
    <figcaption>\(inXML(plot.caption))</figcaption>
    </figure>
    """
  }
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

private func table(_ figures: [SignalFigure]) -> String {
  let rows = figures.map { figure in
    let real = figure.real.map { "\(short($0.p50)) (\(short($0.p10)) to \(short($0.p90)))" }
    let made = figure.synthetic
    let wanted = figure.wanted.map { "\(short($0.lowerBound)) to \(short($0.upperBound))" }
    let distance = figure.kolmogorovSmirnov.map(short)
    let cells = [
      figure.situation, figure.quantity, figure.unit, real ?? "", String(figure.real?.count ?? 0),
      "\(short(made.p50)) (\(short(made.p10)) to \(short(made.p90)))", String(made.count),
      wanted ?? "", distance ?? "",
    ]
    return "<tr>" + cells.map { "<td>\(inXML($0))</td>" }.joined()
      + "<td class=\"\(figure.verdict.rawValue)\">\(figure.verdict.rawValue)</td>"
      + "<td>\(inXML(figure.source))</td></tr>"
  }
  let heads = [
    "situation", "quantity", "unit", "real: median (10 to 90 %)", "n",
    "synthetic: median (10 to 90 %)", "n", "wanted", "KS", "verdict", "source",
  ]
  return """
    <table>
    <thead><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr></thead>
    <tbody>
    \(rows.joined(separator: "\n"))
    </tbody>
    </table>
    """
}

/// A number in about three digits.
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

private let style = """
  :root { --ink: #1d2329; --paper: #fff; --soft: #5d6873; --grid: #e3e7eb; --real: #1f5fa8;
    --synthetic: #d9650a; --model: #8a8f98; --good: #1c7a3d; --bad: #b3261e }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6e9ec; --paper: #15191d; --soft: #9aa5b0; --grid: #2b3238; --real: #6fb1ff;
      --synthetic: #ff9d4d; --model: #9aa0a8; --good: #5ecb86; --bad: #ff8a80 } }
  body { margin: 0 auto; max-width: 1500px; padding: 1rem 1.5rem 4rem; color: var(--ink);
    background: var(--paper); font: 15px/1.45 system-ui, sans-serif }
  h1 { font-size: 1.7rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--grid) }
  h3 { font-size: 1rem; margin: 0 0 .3rem } header p { max-width: 46rem }
  nav a { color: var(--real); margin-right: .8rem }
  .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 1.5rem }
  figure { margin: 0 } figcaption { color: var(--soft); font-size: .87rem }
  svg { width: 100%; height: auto } svg text { font-size: 11px; fill: var(--ink) }
  .legend { fill: var(--paper); fill-opacity: .8 } .frame { fill: none; stroke: var(--soft) } .grid { stroke: var(--grid); fill: none }
  .line { fill: none; stroke-width: 1.8 } .line.n1 { stroke-dasharray: 6 3 }
  .line.n2 { stroke-dasharray: 2 3 } .line.n3 { stroke-dasharray: 8 3 2 3 }
  .line.real { stroke: var(--real) } .line.synthetic { stroke: var(--synthetic) }
  .line.model { stroke: var(--model) } .dot { fill-opacity: .55 }
  .dot.real { fill: var(--real) } .dot.synthetic { fill: var(--synthetic) }
  .dot.model { fill: var(--model) }
  table { border-collapse: collapse; margin-top: 1.2rem; font-size: .87rem }
  th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--grid) }
  th { color: var(--soft); font-weight: 600 } td { font-variant-numeric: tabular-nums }
  .within { color: var(--good) } .apart { color: var(--bad) } .modelled { color: var(--soft) }
  .counts span { margin-right: 1rem; font-weight: 600 }
  """
