import Databases
public import Documents
import Kernel
public import Scoring

/// Results of campaigns and runs by commit, in a SQLite file that users may query.
///
/// Each figure has its value (the median over the seeds) and the packed values of all seeds, so that any two
/// entries can be compared like two folders with `venuesim compare`.
public final class CampaignStore {
  /// Version of the tables' layout.
  static let layout: Int64 = 1

  /// A recorded campaign or run.
  public struct Entry: Hashable, Sendable {
    public var id: Int64
    /// Digest of everything that determines the results.
    public var run: String
    /// The campaign's name; empty for a plain run.
    public var campaign: String
    /// The commit that was run.
    public var commit: String
    /// Date of the commit, such as `2026-11-28`, perhaps with a time of day.
    public var date: String
    /// The tool's version.
    public var version: String
  }

  private let path: String
  private let store: SQLiteStore

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The file; created if it is missing, unless the store is read-only.
  ///   - isReadOnly: True to open it for reading only.
  /// - Throws: ``DocumentError`` if the file isn't a store, or is of a newer version.
  public init(path: String, isReadOnly: Bool = false) throws(DocumentError) {
    self.path = path
    store = try SQLiteStore(path: path, isReadOnly: isReadOnly)
    let version = try store.run("PRAGMA user_version").first?.first
    switch version {
    case .integer(Self.layout): return
    case .integer(0) where !isReadOnly: try layOutOnce()
    case .integer(let other) where other > Self.layout:
      throw DocumentError(
        "'\(path)' was written by a newer venuesim (layout \(other); this version reads \(Self.layout))"
      )
    default: throw foreign
    }
  }

  private var foreign: DocumentError {
    DocumentError("'\(path)' isn't a store of campaigns; name another file with --store")
  }

  /// Creates the tables in one transaction, because other processes may do so concurrently.
  private func layOutOnce() throws(DocumentError) {
    try store.run("BEGIN IMMEDIATE")
    do throws(DocumentError) {
      // Another process may have been faster.
      if try store.run("PRAGMA user_version").first?.first == .integer(0) { try layOut() }
      try store.run("COMMIT")
    } catch {
      _ = try? store.run("ROLLBACK")
      throw error
    }
  }

  private func layOut() throws(DocumentError) {
    // A database of another program is left as it is.
    guard try store.run("SELECT name FROM sqlite_master LIMIT 1").isEmpty else { throw foreign }
    for statement in [
      """
      CREATE TABLE runs (id INTEGER PRIMARY KEY, run TEXT NOT NULL, campaign TEXT NOT NULL,
        commit_id TEXT NOT NULL, date TEXT NOT NULL, version TEXT NOT NULL, stack TEXT NOT NULL,
        UNIQUE (commit_id, campaign, run))
      """,
      """
      CREATE TABLE scenarios (id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs,
        scenario TEXT NOT NULL, file_sha256 TEXT NOT NULL, venue_sha256 TEXT NOT NULL,
        fingerprint TEXT NOT NULL, settings TEXT NOT NULL, seeds BLOB NOT NULL,
        UNIQUE (run_id, scenario))
      """,
      """
      CREATE TABLE figures (scenario_id INTEGER NOT NULL REFERENCES scenarios, metric TEXT NOT NULL,
        statistic TEXT NOT NULL, unit TEXT NOT NULL, value REAL NOT NULL, seeds INTEGER NOT NULL,
        by_seed BLOB NOT NULL, PRIMARY KEY (scenario_id, metric, statistic)) WITHOUT ROWID
      """,
      """
      CREATE TABLE budgets (scenario_id INTEGER NOT NULL REFERENCES scenarios, budget TEXT NOT NULL,
        value REAL, unit TEXT NOT NULL, verdict TEXT NOT NULL)
      """,
      """
      CREATE TABLE worst (scenario_id INTEGER NOT NULL REFERENCES scenarios, rank INTEGER NOT NULL,
        seed TEXT NOT NULL, figure TEXT NOT NULL, value REAL NOT NULL, unit TEXT NOT NULL,
        folder TEXT NOT NULL)
      """, "PRAGMA user_version = \(Self.layout)",
    ] {
      try store.run(statement)
    }
  }

  /// Records a folder; an existing entry is replaced.
  ///
  /// - Parameters:
  ///   - record: The folder's contents.
  ///   - commit: The commit that was run.
  ///   - date: Its date.
  /// - Throws: ``DocumentError`` with SQLite's message.
  public func add(_ record: FolderRecord, commit: String, date: String) throws(DocumentError) {
    try store.run("BEGIN IMMEDIATE")
    do throws(DocumentError) {
      try remove(record, commit)
      try store.run(
        "INSERT INTO runs (run, campaign, commit_id, date, version, stack) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(record.run), .text(record.campaign), .text(commit), .text(date),
          .text(record.version), .text(record.stack),
        ])
      let id = try lastID()
      for scenario in record.scenarios { try add(scenario, to: id) }
      try store.run("COMMIT")
    } catch {
      _ = try? store.run("ROLLBACK")
      throw error
    }
  }

  /// The table of the figures that decide.
  ///
  /// Databases of 0.2 lack it; it is added when something is recorded.
  private static let judgedTable = """
    CREATE TABLE IF NOT EXISTS judged (scenario_id INTEGER NOT NULL REFERENCES scenarios,
      figures TEXT NOT NULL)
    """

  private func lastID() throws(DocumentError) -> StoreValue {
    try store.run("SELECT last_insert_rowid()").first?.first ?? .null
  }

  private func remove(_ record: FolderRecord, _ commit: String) throws(DocumentError) {
    let old = try store.run(
      "SELECT id FROM runs WHERE commit_id = ? AND campaign = ? AND run = ?",
      [.text(commit), .text(record.campaign), .text(record.run)]
    ).first?.first
    guard let old else { return }
    try store.run(Self.judgedTable)
    for table in ["figures", "budgets", "worst", "judged"] {
      try store.run(
        "DELETE FROM \(table) WHERE scenario_id IN (SELECT id FROM scenarios WHERE run_id = ?)",
        [old])
    }
    try store.run("DELETE FROM scenarios WHERE run_id = ?", [old])
    try store.run("DELETE FROM runs WHERE id = ?", [old])
  }

  private func add(
    _ scenario: FolderRecord.ScenarioRecord, to run: StoreValue
  ) throws(DocumentError) {
    let table = scenario.table
    try store.run(
      """
      INSERT INTO scenarios (run_id, scenario, file_sha256, venue_sha256, fingerprint, settings, seeds)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        run, .text(table.scenario), .text(table.scenarioDigest), .text(table.venueDigest),
        .text(table.fingerprint), .text(table.settings.joined(separator: "\n")),
        .bytes(packed(table.seeds)),
      ])
    let id = try lastID()
    try store.run(
      "INSERT INTO figures VALUES (?, ?, ?, ?, ?, ?, ?)",
      each: table.keys.filter { $0.device == "all" && $0.figure.condition.isEmpty }.map { key in
        let values = table.figures[key] ?? [:]
        return [
          id, .text(key.figure.metric.name), .text(key.figure.statistic.rawValue),
          .text(key.figure.metric.unit),
          .number(values.isEmpty ? .nan : Array(values.values).median),
          .integer(Int64(values.count)),
          .bytes(packed(table.seeds.map { values[$0] ?? .nan })),
        ]
      })
    try store.run(Self.judgedTable)
    try store.run(
      "INSERT INTO judged VALUES (?, ?)", [id, .text(table.judged.json.text(pretty: false))])
    try store.run(
      "INSERT INTO budgets VALUES (?, ?, ?, ?, ?)",
      each: scenario.budgets.map {
        [
          id, .text($0.text), $0.value.map { .number($0) } ?? .null, .text($0.unit),
          .text($0.verdict),
        ]
      })
    try store.run(
      "INSERT INTO worst VALUES (?, ?, ?, ?, ?, ?, ?)",
      each: scenario.worst.map {
        [
          id, .integer(Int64($0.rank)), .text($0.seed), .text($0.figure), .number($0.value),
          .text($0.unit), .text($0.folder),
        ]
      })
  }
}

// MARK: Reading

extension CampaignStore {
  /// The recorded entries, oldest first.
  public func entries(of campaign: String? = nil) throws(DocumentError) -> [Entry] {
    let rows = try store.run(
      """
      SELECT id, run, campaign, commit_id, date, version FROM runs
      WHERE ?1 IS NULL OR campaign = ?1 ORDER BY date, id
      """, [campaign.map { .text($0) } ?? .null])
    return rows.compactMap { row in
      guard case .integer(let id) = row[0] else { return nil }
      let texts = row.dropFirst().map(\.text)
      return Entry(
        id: id, run: texts[0], campaign: texts[1], commit: texts[2], date: texts[3],
        version: texts[4])
    }
  }

  /// The figures of an entry by scenario, like those read from a folder.
  public func tables(of entry: Entry) throws(DocumentError) -> [FigureTable] {
    let rows = try store.run(
      """
      SELECT scenarios.id, scenario, file_sha256, venue_sha256, fingerprint, settings, seeds, stack
      FROM scenarios JOIN runs ON runs.id = run_id WHERE run_id = ? ORDER BY scenarios.id
      """, [.integer(entry.id)])
    var tables: [FigureTable] = []
    for row in rows {
      var table = FigureTable(scenario: row[1].text, source: "\(entry.commit) of \(entry.date)")
      (table.scenarioDigest, table.venueDigest) = (row[2].text, row[3].text)
      table.fingerprint = row[4].text
      table.settings = row[5].text.split(separator: "\n").map(String.init)
      table.stack = row[7].text
      guard case .bytes(let seeds) = row[6], let seeds = unpackedSeeds(seeds) else {
        throw damaged()
      }
      table.seeds = seeds
      try readFigures(of: row[0], into: &table)
      let judged = try? store.run("SELECT figures FROM judged WHERE scenario_id = ?", [row[0]])
      if let text = judged?.first?.first?.text,
        let json = try? JSONValue(parsing: Array(text.utf8), name: "judged")
      {
        table.judged = JudgedFigures(json) ?? table.judged
      }
      tables.append(table)
    }
    return tables
  }

  private func readFigures(
    of scenario: StoreValue, into table: inout FigureTable
  ) throws(DocumentError) {
    let rows = try store.run(
      "SELECT metric, statistic, by_seed FROM figures WHERE scenario_id = ?", [scenario])
    for row in rows {
      // Skips figures of other versions.
      guard let (metric, statistic) = MetricCatalogue.parse(row[0].text + "." + row[1].text) else {
        continue
      }
      guard case .bytes(let bytes) = row[2], let values = unpackedNumbers(bytes),
        values.count == table.seeds.count
      else { throw damaged() }
      let key = FigureTable.Key(GatedFigure(metric, statistic))
      for (seed, value) in zip(table.seeds, values) where !value.isNaN {
        try table.add(value, key, seed: seed)
      }
    }
  }

  /// The value of a figure in each entry that has it.
  public struct FigureSeries: Sendable {
    /// The scenario, and the figure.
    public var scenario: String
    public var metric: Metric
    public var statistic: Statistic
    /// The values by entry id.
    public var values: [Int64: Double]
  }

  /// All figures of all entries of a campaign.
  public func series(of campaign: String) throws(DocumentError) -> [FigureSeries] {
    let rows = try store.run(
      """
      SELECT scenario, metric, statistic, run_id, value FROM figures
      JOIN scenarios ON scenarios.id = scenario_id JOIN runs ON runs.id = run_id
      WHERE campaign = ? ORDER BY scenario, metric, statistic, run_id
      """, [.text(campaign)], limit: 20_000_000)
    var found: [FigureSeries] = []
    for row in rows {
      guard let (metric, statistic) = MetricCatalogue.parse(row[1].text + "." + row[2].text),
        case .integer(let entry) = row[3], case .number(let value) = row[4]
      else { continue }
      if let last = found.last, last.scenario == row[0].text, last.metric == metric,
        last.statistic == statistic
      {
        found[found.count - 1].values[entry] = value
      } else {
        found.append(
          FigureSeries(
            scenario: row[0].text, metric: metric, statistic: statistic, values: [entry: value]))
      }
    }
    return found
  }

  /// The worst runs of an entry by scenario, with the folders of their tables.
  public func worst(
    of entry: Entry
  ) throws(DocumentError) -> [(
    scenario: String, row: FolderRecord.WorstRun
  )] {
    try store.run(
      """
      SELECT scenario, rank, seed, figure, value, unit, folder FROM worst
      JOIN scenarios ON scenarios.id = scenario_id WHERE run_id = ? ORDER BY scenarios.id, rank
      """, [.integer(entry.id)]
    ).compactMap { row in
      guard case .integer(let rank) = row[1], case .number(let value) = row[4] else { return nil }
      return (
        row[0].text,
        FolderRecord.WorstRun(
          rank: Int(clamping: rank), seed: row[2].text, figure: row[3].text, value: value,
          unit: row[5].text, folder: row[6].text)
      )
    }
  }

  private func damaged() -> DocumentError {
    DocumentError("'\(path)' is damaged: seeds or figures of an entry aren't packed numbers")
  }
}

extension StoreValue {
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}

private func packed(_ seeds: [UInt64]) -> [UInt8] {
  seeds.flatMap { seed in (0..<8).map { UInt8(truncatingIfNeeded: seed >> UInt64(8 * $0)) } }
}

private func packed(_ values: [Double]) -> [UInt8] { packed(values.map(\.bitPattern)) }

private func unpackedSeeds(_ bytes: [UInt8]) -> [UInt64]? {
  guard bytes.count.isMultiple(of: 8) else { return nil }
  return stride(from: 0, to: bytes.count, by: 8).map { start in
    (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
  }
}

private func unpackedNumbers(_ bytes: [UInt8]) -> [Double]? {
  unpackedSeeds(bytes)?.map { Double(bitPattern: $0) }
}
