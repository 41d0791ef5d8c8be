import Documents
public import Scoring

/// Creates the CSV of recordings and their twins, with a row per figure.
public func twinTable(_ comparisons: [TwinComparison]) -> [UInt8] {
  var csv = CSVWriter(columns: [
    "recording", "signal", "quantity", "unit", "real_n", "real", "twin_n", "twin", "twin_low",
    "twin_high", "off_by", "kolmogorov_smirnov", "wasserstein",
  ])
  for comparison in comparisons {
    for figure in comparison.figures {
      csv.field(comparison.recording)
      csv.field(figure.signal)
      csv.field(figure.quantity)
      csv.field(figure.unit)
      csv.field(figure.realCount)
      csv.field(figure.real, decimals: 4)
      csv.field(figure.twinCount)
      csv.field(figure.twin, decimals: 4)
      csv.field(figure.twinRange.lowerBound, decimals: 4)
      csv.field(figure.twinRange.upperBound, decimals: 4)
      for value in [
        figure.deviation.isFinite ? figure.deviation : nil, figure.kolmogorovSmirnov,
        figure.wasserstein,
      ] {
        if let value { csv.field(value, decimals: 4) } else { csv.emptyField() }
      }
      csv.endRow()
    }
  }
  return csv.bytes
}

/// Creates the HTML page of recordings and their twins: charts and the table.
public func twinPage(_ comparisons: [TwinComparison], seeds: String) -> String {
  let sections = comparisons.map { comparison in
    """
    <section>
    <h2>\(inXML(comparison.recording))</h2>
    <div class="plots">
    \(comparison.plots.map(signalFigureElement).joined(separator: "\n"))
    </div>
    \(table(comparison.figures))
    \(comparison.gaps.map { "<p>\(inXML($0))</p>" }.joined())
    </section>
    """
  }
  return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Recordings and their twins</title>
    <style>\(PageTexts.signalStyle)\(StackedTable.style)</style>
    </head>
    <body>
    <header>
    <h1>Recordings and their twins</h1>
    <p>The signals of real recordings, beside simulated signals along the same path at the same
    times, under seeds \(inXML(seeds)). The twins' figure is the median over the seeds.</p>
    </header>
    <main>
    \(sections.joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
}

private func table(_ figures: [TwinFigure]) -> String {
  let rows = figures.map { figure in
    let off = figure.deviation
    let range = figure.twinRange
    let cells = [
      figure.signal, figure.quantity, figure.unit, figureText(figure.real),
      figureText(figure.twin), "\(figureText(range.lowerBound)) to \(figureText(range.upperBound))",
      abs(off) < 1e6 ? "\(Int((off * 100).rounded())) %" : "",
      figure.kolmogorovSmirnov.map { figureText($0) } ?? "",
      figure.wasserstein.map { figureText($0) } ?? "",
    ]
    return cells.map { StackedTable.Cell(text: $0) }
  }
  let heads = [
    "signal", "quantity", "unit", "real", "twins", "min to max", "off by", "KS",
    "Wasserstein",
  ]
  return StackedTable(heads: heads.map { StackedTable.Cell(text: $0) }, rows: rows).html
}

/// Creates the CSV of rank fidelity, with a row per study and variant.
public func fidelityTable(
  _ fidelities: [(study: String, figure: String, ranks: RankFidelity)]
)
  -> [UInt8]
{
  var csv = CSVWriter(columns: [
    "study", "figure", "recordings", "twins_each", "variant", "real", "twin", "tau", "tau_low",
    "tau_high", "ceiling", "sure_pairs", "agreed_pairs",
  ])
  for (study, figure, ranks) in fidelities {
    let significant = ranks.significant
    for variant in ranks.variants {
      csv.field(study)
      csv.field(figure)
      csv.field(ranks.recordings)
      csv.field(ranks.twins)
      csv.field(variant.name)
      csv.field(variant.real, decimals: 4)
      csv.field(variant.twin, decimals: 4)
      for value in [
        ranks.tau, ranks.tauInterval?.lowerBound, ranks.tauInterval?.upperBound, ranks.ceiling,
      ] {
        if let value { csv.field(value, decimals: 4) } else { csv.emptyField() }
      }
      csv.field(significant.count)
      csv.field(significant.count(where: \.isAgreed))
      csv.endRow()
    }
  }
  return csv.bytes
}

/// Creates the Markdown page of rank fidelity between simulation and reality: a line per study,
/// then its variants.
///
/// - Parameter fidelities: The studies, each with its figure's title and the rankings.
/// - Returns: The page.
public func fidelityPage(
  _ fidelities: [(study: String, figure: String, ranks: RankFidelity)]
) -> [UInt8] {
  var lines = [
    "# Agreement of rankings between simulation and reality", "",
    "Variants of the stack on real recordings and on their twins, ranked by one figure. Tau is Kendall's tau,",
    "with its 95 % interval by a bootstrap of the recordings. Pairs are sure if the twins differ by more than",
    "chance (95 %). The targets are a tau of 0.7, and 90 % of the sure pairs in the order of reality. The",
    "ceiling is the tau that a perfect simulation would reach with so few recordings: the median of each",
    "seed's twins against those of all others.",
    "",
    "| study | figure | recordings | twins each | variants | tau | ceiling | sure pairs agreed | reached |",
    "|---|---|---|---|---|---|---|---|---|",
  ]
  for (study, figure, ranks) in fidelities {
    let significant = ranks.significant
    let isReached = (ranks.tau ?? 0) >= 0.7 && (ranks.agreement ?? 0) >= 0.9
    lines.append(
      "| \(study) | \(figure) | \(ranks.recordings) | \(ranks.twins) | \(ranks.variants.count) | "
        + "\(tauText(ranks)) | \(ranks.ceiling.map { figureText($0) } ?? "none") | "
        + "\(significant.count(where: \.isAgreed)) of \(significant.count) | \(isReached ? "yes" : "no") |"
    )
  }
  for (study, figure, ranks) in fidelities {
    lines += [
      "", "## \(study)", "", "| variant | \(figure), real | on twins |", "|---|---|---|",
    ]
    lines += ranks.variants.map {
      "| \($0.name) | \(figureText($0.real)) | \(figureText($0.twin)) |"
    }
    let wrong = ranks.significant.filter { !$0.isAgreed }
    guard !wrong.isEmpty else { continue }
    lines += ["", "Pairs that are sure on the twins, but in the opposite order in reality:", ""]
    lines += wrong.map {
      "- \($0.lower) below \($0.higher): by \(figureText($0.twin)) on the twins, \(figureText($0.real)) in reality"
    }
  }
  return Array((lines.joined(separator: "\n") + "\n").utf8)
}

private func tauText(_ ranks: RankFidelity) -> String {
  guard let tau = ranks.tau else { return "none" }
  guard let range = ranks.tauInterval else { return figureText(tau) }
  return "\(figureText(tau)) (\(figureText(range.lowerBound)) to \(figureText(range.upperBound)))"
}
