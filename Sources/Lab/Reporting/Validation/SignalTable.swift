import Documents
public import Scoring

/// Creates the CSV of a validation, with a row per figure.
public func signalTable(_ figures: [SignalFigure]) -> [UInt8] {
  var csv = CSVWriter(columns: [
    "signal", "situation", "quantity", "unit", "recordings", "real_n", "real_p10", "real_p50",
    "real_p90",
    "synthetic_n", "synthetic_p10", "synthetic_p50", "synthetic_p90", "kolmogorov_smirnov",
    "left_out", "wasserstein", "limit", "wanted_low", "wanted_high", "verdict", "rejects",
    "lets_pass",
    "source",
  ])
  for figure in figures {
    csv.field(figure.signal)
    csv.field(figure.situation)
    csv.field(figure.quantity)
    csv.field(figure.unit)
    csv.field(figure.recordings)
    if let real = figure.real {
      summary(real, &csv)
    } else {
      for _ in 0..<4 { csv.emptyField() }
    }
    summary(figure.synthetic, &csv)
    for value in [
      figure.kolmogorovSmirnov, figure.leftOut, figure.wasserstein, figure.limit,
      figure.wanted?.lowerBound,
      figure.wanted?.upperBound,
    ] {
      if let value { csv.field(value, decimals: 4) } else { csv.emptyField() }
    }
    csv.field(figure.verdict.rawValue)
    csv.field(figure.rejected.joined(separator: "; "))
    csv.field(figure.passed.joined(separator: "; "))
    csv.field(figure.source)
    csv.endRow()
  }
  return csv.bytes
}

private func summary(_ summary: SignalFigure.Summary, _ csv: inout CSVWriter) {
  csv.field(summary.count)
  for value in [summary.p10, summary.p50, summary.p90] { csv.field(value, decimals: 4) }
}
