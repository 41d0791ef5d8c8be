import Documents
public import Scoring

/// History of a campaign's figures over weeks, as one self-contained page of HTML.
public struct WeeksPage: Sendable {
  /// A campaign's run at a commit.
  public struct CampaignRun: Sendable {
    /// The commit, its date, and the run's digest.
    public var commit, date, run: String

    public init(commit: String, date: String, run: String) {
      (self.commit, self.date, self.run) = (commit, date, run)
    }
  }

  /// A figure over the entries.
  public struct Row: Sendable {
    public var scenario: String
    public var figure: GatedFigure
    /// The value at each entry; nil where there is none.
    public var values: [Double?]
    /// The entries with a change point.
    public var changes: [Int] = []
    /// The comparison of the last entry with the base entry; nil without one.
    public var comparison: Comparison.FigureComparison?

    public init(scenario: String, figure: GatedFigure, values: [Double?]) {
      (self.scenario, self.figure, self.values) = (scenario, figure, values)
    }
  }

  /// One of the worst runs of the last entry.
  public struct WorstRunLink: Sendable {
    /// The scenario, the seed, and the figure that ranks it.
    public var scenario, seed, figure: String
    /// The figure's value with its unit.
    public var value: Double
    public var unit: String
    /// The relative link to its page or tables; empty for none.
    public var link: String

    public init(
      scenario: String, seed: String, figure: String, value: Double, unit: String, link: String
    ) {
      (self.scenario, self.seed, self.figure) = (scenario, seed, figure)
      (self.value, self.unit, self.link) = (value, unit, link)
    }
  }

  public var campaign: String
  /// The oldest first.
  public var entries: [CampaignRun]
  /// The entry that the last one is compared with; nil for none.
  public var base: Int?
  /// Scenario by scenario.
  public var rows: [Row] = []
  /// The worst runs of the last entry.
  public var worst: [WorstRunLink] = []
  /// Further notes, such as scenarios that can't be compared.
  public var notes: [String] = []

  public init(campaign: String, entries: [CampaignRun], base: Int?) {
    (self.campaign, self.entries, self.base) = (campaign, entries, base)
  }

  /// Returns the number of figures with a verdict.
  public func count(_ verdict: FigureVerdict) -> Int {
    rows.count { $0.comparison?.verdict == verdict }
  }

  /// The page, with identical bytes for identical entries.
  public var html: [UInt8] {
    var page = Array(
      pageHead(
        title: "\(campaign.isEmpty ? "runs" : campaign) over weeks · VenueSim",
        style: "\n" + PageTexts.weeksStyle
      ).utf8)
    page += Array(Self.frame.utf8)
    page += Array("<script type=\"application/json\" id=\"data\">".utf8)
    page += inert(Array(data.text().utf8))
    page += Array("</script>\n<script>\n".utf8)
    page += Array(PageTexts.weeksScript.utf8)
    page += Array("</script>\n</body>\n</html>\n".utf8)
    return page
  }

  private static let frame = """
    <body>
    <main class="wrap">
    <h1 id="title"></h1>
    <p id="about"></p>
    <div id="counts"></div>
    <div id="notes" class="notes"></div>
    <section><h2>Got worse</h2><div id="worse"></div></section>
    <section><h2>Got better</h2><div id="better"></div></section>
    <section><h2>All figures over time</h2>
    <div class="choices"><label>Show <input id="filter" type="search" \
    placeholder="a scenario, a figure, a verdict"></label>
    <label><input id="moved" type="checkbox"> changed figures only</label></div>
    <div id="figures"></div></section>
    </main>

    """

  private var data: JSONValue {
    [
      "campaign": .string(campaign), "base": .int(Int64(base ?? -1)),
      "entries": .array(
        entries.map {
          ["commit": .string($0.commit), "date": .string($0.date), "run": .string($0.run)]
        }),
      "rows": .array(rows.enumerated().map { json($1, number: $0) }),
      "worst": .array(
        worst.map {
          [
            "scenario": .string($0.scenario), "seed": .string($0.seed),
            "figure": .string($0.figure),
            "value": short($0.value), "unit": .string($0.unit),
            "link": $0.link.isEmpty ? .null : .string($0.link),
          ]
        }), "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func json(_ row: Row, number: Int) -> JSONValue {
    var object: JSONObject = [
      "number": .int(Int64(number)), "scenario": .string(row.scenario),
      "name": .string(row.figure.name), "unit": .string(row.figure.metric.unit),
      "values": .array(row.values.map { $0.map(short) ?? .null }),
      "changes": .array(row.changes.map { .int(Int64($0)) }),
    ]
    if let comparison = row.comparison {
      object["verdict"] = .string(comparison.verdict.rawValue)
      if let effect = comparison.effect {
        object["from"] = short(effect.base)
        object["to"] = short(effect.new)
        if let interval = effect.interval {
          let isBetter = comparison.verdict == .better
          let (minimum, maximum) =
            isBetter
            ? (-interval.upperBound, -interval.lowerBound)
            : (interval.lowerBound, interval.upperBound)
          object["interval"] = .string(
            "\(figureText(minimum)) to \(figureText(maximum)) \(isBetter ? "better" : "worse")")
        }
      }
      if let seed = comparison.outstandingSeed { object["seed"] = .string("\(seed)") }
    }
    return .object(object)
  }

  /// Rounds a figure slightly finer than the page shows it.
  private func short(_ value: Double) -> JSONValue {
    guard value.isFinite, value != 0 else { return value == 0 ? .number(0) : .null }
    let scale = Double(sign: .plus, exponent: 20 - Int(value.exponent), significand: 1)
    return .number((value * scale).rounded() / scale)
  }

  /// A small SVG badge with the number of changed figures, for other pages.
  public var badge: String {
    let (worse, better) = (count(.worse), count(.better))
    let text = worse > 0 ? "\(worse) worse" : better > 0 ? "\(better) better" : "unchanged"
    let color = worse > 0 ? "#b3261e" : better > 0 ? "#1a6e3a" : "#56616c"
    let (left, right) = (12 + 7 * campaign.count, 12 + 7 * text.count)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(left + right) 20" \
      width="\(left + right)" height="20" role="img" aria-label="\(inXML(campaign)): \(text)">
      <rect width="\(left)" height="20" fill="#444b52"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
      <g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="6" y="14">\(inXML(campaign))</text>
      <text x="\(left + 6)" y="14">\(text)</text>
      </g>
      </svg>

      """
  }
}
