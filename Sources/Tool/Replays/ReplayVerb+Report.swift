import Documents
import Harness
import Kernel
import Observations
import Recordings
import Reporting
import Scoring

/// Report of a batch of replays, as text and as JSON.
struct ReplayReport {
  /// True if the report is printed as text during the work.
  let isShown: Bool
  /// The values of all recordings with enough data.
  private(set) var pool = ScenarioPool()
  /// Number of recordings that were read.
  private(set) var readCount = 0
  /// Recordings with too little data for scoring.
  private(set) var thin: [String] = []
  /// Unreadable recordings, with the errors.
  private(set) var unreadable: [(name: String, error: String)] = []
  /// The recordings with their formats, for the manifest.
  private(set) var names: [JSONValue] = []
  /// The digests of the recordings, by name.
  private var digests: [String: String] = [:]
  private var totals = ReplayTotals()
  private var entries: [JSONValue] = []

  init(isShown: Bool) {
    self.isShown = isShown
  }

  /// True if every recording was read and has enough data.
  var isFlawless: Bool { thin.isEmpty && unreadable.isEmpty }

  /// Sets the digests of the recordings, for the manifest.
  mutating func name(_ sources: [RecordingSource], _ contents: [String]) {
    for (source, digest) in zip(sources, contents) { digests[source.name] = digest }
  }

  mutating func add(unreadable name: String, _ error: DocumentError) {
    let text = error.diagnostics.map { "\($0)" }.joined(separator: "; ")
    unreadable.append((name, text))
  }

  mutating func add(
    _ source: RecordingSource, _ result: ReplayResult, warnings: WarningCounts, notes: [String]
  ) {
    readCount += 1
    totals.add(result, warnings)
    if result.thinness == nil { pool.add(result.score) } else { thin.append(source.name) }
    names.append([
      "device": .string(source.name), "format": .string(source.format.name),
      "file": .string(splitPath(source.path).name),
      "sha256": .string(digests[source.name] ?? ""),
    ])
    entries.append(entry(source, result, warnings, notes))
    guard isShown else { return }
    for line in lines(source, result, warnings, notes) { say(line) }
  }

  // MARK: For people

  private func lines(
    _ source: RecordingSource, _ result: ReplayResult, _ warnings: WarningCounts, _ notes: [String]
  ) -> [String] {
    let contents = result.contents
    let seconds = contents.duration.seconds
    var lines = ["\(source.name): \(source.format.name), \(figureText(seconds)) s"]
    let sensors = contents.sensors.map { sensor in
      "\(sensor.name) \(sensor.count)"
        + (sensor.hertz.map { " at \(figureText($0)) Hz" } ?? "")
    }
    lines.append("  \(sensors.isEmpty ? "nothing" : sensors.joined(separator: ", "))")
    lines.append("  truth: " + truthText(result))
    var totals = ReplayTotals()
    totals.add(result, warnings)
    lines += totals.lines.map { "  " + $0 }
    let withheld = result.match.kinds.filter { $0.withheld > 0 }
    if !withheld.isEmpty {
      let kinds = withheld.map { "\($0.name) \($0.withheld)" }.joined(separator: ", ")
      lines.append("  withheld: \(kinds)")
    }
    lines += result.cautions.map { "  caution: \($0)" }
    lines += notes.map { "  note: \($0)" } + warnings.lines.map { "  remark: \($0)" }
    if let reason = result.thinness { lines.append("  TOO LITTLE DATA: \(reason)") }
    for (metric, values) in result.score.samples where metric.isHeadline {
      let rows = MetricRow.rows(metric, values: values)
      guard let count = rows.first?.count else { continue }
      let shown: [Statistic] = count == 1 ? [.mean, .share] : [.mean, .share, .p50, .p95, .max]
      let figures = rows.filter { shown.contains($0.statistic) }.map { row in
        (count == 1 ? "" : "\(row.statistic.rawValue) ") + figureText(row.value)
      }
      lines.append(
        "  \(metric.name): \(figures.joined(separator: ", ")) \(metric.unit)"
          + (count == 1 ? "" : " (n \(count))"))
    }
    return lines
  }

  private func truthText(_ result: ReplayResult) -> String {
    let contents = result.contents
    let seconds = contents.duration.seconds
    var kinds = contents.truth.map { kind in
      let share = seconds > 0 ? kind.known.seconds / seconds * 100 : 0
      return "\(kind.name) \(Int(share.rounded())) %"
    }
    if let metres = result.routeMetres { kinds.append("a route of \(figureText(metres)) m") }
    if result.pauseCount > 0 { kinds.append("\(result.pauseCount) automatic pauses") }
    return kinds.isEmpty
      ? "none: errors can't be scored; what was reported, the times and the "
        + "cost are kept" : kinds.joined(separator: ", ")
  }

  /// The pooled figures, and the problems.
  var summary: [String] {
    let judged = readCount - thin.count
    var lines = ["", "all: \(judged) recording\(judged == 1 ? "" : "s")"]
    var table = TextTable(["metric", "statistic", "value", "unit", "n"])
    for row in pool.rows where row.metric.isHeadline {
      table.add([
        row.metric.name, row.statistic.rawValue, figureText(row.value), row.metric.unit,
        "\(row.count)",
      ])
    }
    lines += table.lines + totals.lines
    if !thin.isEmpty { lines.append("too little data: \(thin.joined(separator: ", "))") }
    if !unreadable.isEmpty {
      lines.append("not read: \(unreadable.map(\.name).joined(separator: ", "))")
    }
    return lines
  }

  // MARK: For machines

  private func entry(
    _ source: RecordingSource, _ result: ReplayResult, _ warnings: WarningCounts, _ notes: [String]
  ) -> JSONValue {
    let contents = result.contents
    let sensors = contents.sensors.map { sensor -> JSONValue in
      [
        "sensor": .string(sensor.name), "n": .int(Int64(sensor.count)),
        "hertz": sensor.hertz.map { .number($0) } ?? .null,
      ]
    }
    let truth = contents.truth.map { kind -> JSONValue in
      ["kind": .string(kind.name), "known_s": .number(kind.known.seconds)]
    }
    let metrics = result.score.samples.flatMap { metric, values in
      MetricRow.rows(metric, values: values)
    }
    return [
      "device": .string(source.name), "format": .string(source.format.name),
      "duration_s": .number(contents.duration.seconds), "sensors": .array(sensors),
      "truth": .array(truth), "interpolated_s": .number(contents.interpolated.seconds),
      "route_m": result.routeMetres.map { .number($0) } ?? .null,
      "pauses": .int(Int64(result.pauseCount)),
      "observations": .int(Int64(result.offered)), "delivered": .int(Int64(result.delivered)),
      "withheld": .int(Int64(result.match.withheld)),
      "matched": .array(result.match.kinds.map(json)),
      "scans_asked_elsewhen": .int(Int64(result.match.scansAskedElsewhen)),
      "scans_missing": .int(Int64(result.match.scansMissing)),
      "locations": .int(Int64(result.match.locations)),
      "locations_matched": .int(Int64(result.match.locationsMatched)),
      "rows_used": .int(Int64(contents.rows)), "rows_dropped": .int(Int64(warnings.dropped)),
      "rows_reordered": .int(Int64(warnings.reordered)), "gaps": .int(Int64(warnings.gaps)),
      "rows_unused": .int(Int64(warnings.unused)),
      "remarks": .array(warnings.lines.map { .string($0) }),
      "notes": .array(notes.map { .string($0) }),
      "cautions": .array(result.cautions.map { .string($0) }),
      "too_thin": result.thinness.map { .string($0) } ?? .null,
      "metrics": .array(metrics.map(json)),
    ]
  }

  /// The complete report as JSON.
  var json: JSONValue {
    let errors = unreadable.map { name, error -> JSONValue in
      ["device": .string(name), "error": .string(error)]
    }
    return [
      "recordings": .array(entries), "unreadable": .array(errors),
      "totals": totals.json, "pooled": .array(pool.rows.map(json)),
    ]
  }

  private func json(_ kind: ReplayMatch.KindCount) -> JSONValue {
    [
      "kind": .string(kind.name), "delivered": .int(Int64(kind.delivered)),
      "withheld": .int(Int64(kind.withheld)),
    ]
  }

  private func json(_ row: MetricRow) -> JSONValue {
    [
      "metric": .string(row.metric.name), "statistic": .string(row.statistic.rawValue),
      "value": .number(row.value), "unit": .string(row.metric.unit), "n": .int(Int64(row.count)),
    ]
  }
}
