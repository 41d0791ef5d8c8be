import Documents
import Glibc
import Harness
import Kernel
import Reporting
import Scoring
import Studies

/// Runs `venuesim validate --data DIR`.
@Sendable
func validateVerb(_ invocation: Invocation) throws -> ExitStatus {
  let given = invocation.value(.data) ?? getenv("VENUESIM_DATA").map { String(cString: $0) }
  guard let data = given, !data.isEmpty else {
    throw UsageError(
      "validate needs --data DIR, or $VENUESIM_DATA: a folder with the public data sets named in "
        + "Docs/evidence/index.md")
  }
  guard folderContents(data) != nil else {
    throw UsageError("--data names no folder that can be read: '\(data)'")
  }
  let token = interruptible()
  let isQuiet = invocation.has(.quiet)
  let comparison: SignalComparison
  do {
    comparison = try validateSignals(
      folder: data, settings: invocation.values(.set),
      progress: { if !isQuiet { complain("comparing \($0)") } },
      cancellation: token)
  } catch is Cancelled {
    complain("venuesim: interrupted; nothing is written")
    return .interrupted
  }
  for gap in comparison.gaps { complain("venuesim: not compared: \(gap)") }
  guard !comparison.figures.isEmpty else {
    throw UsageError("'\(data)' has none of the data sets that validate reads")
  }
  if let folder = invocation.value(.out) {
    try makeFolder(folder)
    try writeFile(signalTable(comparison.figures), to: "\(folder)/validation.csv")
    try writeFile(signalPage(comparison), to: "\(folder)/validation.html")
  }
  if invocation.has(.json) {
    say(json(comparison).text(pretty: false))
  } else if !isQuiet {
    say(summary(comparison))
    if let folder = invocation.value(.out) {
      say("\nThe table and the pictures are in \(folder)/validation.csv and validation.html.")
    }
  }
  return .success
}

/// Counts of verdicts by signal, and each figure that is apart.
private func summary(_ comparison: SignalComparison) -> String {
  var signals: [String] = []
  for figure in comparison.figures where !signals.contains(figure.signal) {
    signals.append(figure.signal)
  }
  var table = TextTable(["signal"] + SignalFigure.Verdict.allCases.map(\.rawValue))
  for signal in signals {
    let own = comparison.figures.filter { $0.signal == signal }
    table.add(
      [signal]
        + SignalFigure.Verdict.allCases.map { verdict in
          String(own.count { $0.verdict == verdict })
        })
  }
  var lines = table.lines
  let apart = comparison.figures.filter { $0.verdict == .apart }
  if !apart.isEmpty {
    var list = TextTable(["apart", "situation", "quantity", "synthetic", "wanted"])
    for figure in apart {
      list.add([
        figure.signal, figure.situation,
        figure.quantity + (figure.unit.isEmpty ? "" : ", ")
          + figure.unit, figureText(figure.synthetic.p50),
        figure.wanted.map { "\(figureText($0.lowerBound)) to \(figureText($0.upperBound))" } ?? "",
      ])
    }
    lines += [""] + list.lines
  }
  return lines.joined(separator: "\n")
}

private func json(_ comparison: SignalComparison) -> JSONValue {
  let figures: [JSONValue] = comparison.figures.map { figure in
    [
      "signal": .string(figure.signal), "situation": .string(figure.situation),
      "quantity": .string(figure.quantity), "unit": .string(figure.unit),
      "real_p50": figure.real.map { .number($0.p50) } ?? .null,
      "synthetic_p50": .number(figure.synthetic.p50),
      "verdict": .string(figure.verdict.rawValue),
    ]
  }
  return [
    "figures": .array(figures),
    "not_compared": .array(comparison.gaps.map { .string($0) }),
  ]
}
