public import Documents
import Numerics
public import Scoring

/// Changes of a campaign's figures over the entries of a store, and from a base entry to the latest.
public struct CampaignHistory: Sendable {
  /// A figure over the entries.
  public struct FigureHistory: Sendable {
    /// The scenario, and the figure.
    public let scenario: String
    public let figure: GatedFigure
    /// The value of each entry; nil if an entry lacks it.
    public let values: [Double?]
    /// Indices of the entries with a level shift.
    public let changes: [Int]
    /// The comparison of the latest entry with the base; nil if there is none.
    public internal(set) var comparison: Comparison.FigureComparison?
  }

  /// The entries, oldest first.
  public let entries: [CampaignStore.Entry]
  /// Index of the base entry of the comparison; nil for none.
  public let base: Int?
  /// The figures by scenario, in the catalogue's order.
  public private(set) var lines: [FigureHistory]
  /// Reasons why scenarios aren't compared.
  public private(set) var notes: [String] = []

  /// Reads the history of a campaign from a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - campaign: The campaign's name.
  ///   - since: Prefix of a commit, or a date. The base of the comparison is the newest entry of that commit,
  ///     or not after that date; if nil, the entry before the latest.
  /// - Throws: If the store is damaged, or has no such entry.
  public init(
    _ store: CampaignStore, campaign: String, since: String? = nil
  ) throws(DocumentError) {
    entries = try store.entries(of: campaign)
    guard let last = entries.last else {
      let names = Set(try store.entries().map(\.campaign)).sorted()
      throw DocumentError(
        "the store has no entry of the campaign '\(campaign)'",
        suggestion: nearestName(to: campaign, among: names))
    }
    base = try Self.base(entries, since)
    lines = Self.lines(try store.series(of: campaign), entries)
    guard let base else { return }
    let (old, new) = (try store.tables(of: entries[base]), try store.tables(of: last))
    for table in new {
      guard let other = old.first(where: { $0.scenario == table.scenario }) else {
        notes.append("scenario '\(table.scenario)' is new")
        continue
      }
      do throws(DocumentError) {
        add(try Comparison(other, table))
      } catch {
        notes.append("\(error)")
      }
    }
    for table in old where !new.contains(where: { $0.scenario == table.scenario }) {
      notes.append("scenario '\(table.scenario)' is missing now")
    }
  }

  private mutating func add(_ comparison: Comparison) {
    for row in comparison.rows {
      let place = lines.firstIndex {
        $0.scenario == comparison.scenario && $0.figure == row.figure
      }
      if let place { lines[place].comparison = row }
    }
  }

  private static func base(
    _ entries: [CampaignStore.Entry], _ since: String?
  ) throws(DocumentError) -> Int? {
    guard let since else { return entries.count > 1 ? entries.count - 2 : nil }
    let earlier = entries.dropLast()
    if let index = earlier.lastIndex(where: { $0.commit.hasPrefix(since) }) { return index }
    let isDate =
      since.utf8.count >= 10 && since.utf8.prefix(4).allSatisfy { (48...57).contains($0) }
    if isDate, let index = earlier.lastIndex(where: { $0.date.prefix(since.count) <= since }) {
      return index
    }
    throw DocumentError(
      "no entry before the last matches '\(since)'; give the beginning of a commit, or a date such as "
        + (entries.first?.date ?? "2026-11-28"))
  }

  private static func lines(
    _ series: [CampaignStore.FigureSeries], _ entries: [CampaignStore.Entry]
  ) -> [FigureHistory] {
    var order: [String: Int] = [:]
    for line in series where order[line.scenario] == nil { order[line.scenario] = order.count }
    return series.sorted {
      (order[$0.scenario] ?? 0, $0.metric.index, $0.statistic.rawValue)
        < (order[$1.scenario] ?? 0, $1.metric.index, $1.statistic.rawValue)
    }.map { line in
      let values = entries.map { line.values[$0.id] }
      return FigureHistory(
        scenario: line.scenario, figure: GatedFigure(line.metric, line.statistic), values: values,
        changes: changes(in: values, of: line.metric))
    }
  }

  /// Level shifts of a figure, found by change-point detection.
  ///
  /// A figure is deterministic under one commit, so its scatter isn't a measure of noise; the scale is half of
  /// the smallest change that matters. Several shifts that are each too small add up to a detected one.
  private static func changes(in values: [Double?], of metric: Metric) -> [Int] {
    let known = values.compactMap { $0 }.filter(\.isFinite).sorted()
    guard let minimum = known.first, let maximum = known.last, maximum > minimum else { return [] }
    let matters = metric.margin.size(at: known[known.count / 2])
    guard matters > 0 else { return [] }
    return changePoints(in: values.map { $0 ?? .nan }, scale: matters / 2, price: 4)
  }
}
